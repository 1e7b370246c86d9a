// test/differential/filters/profile-vectors.jsonl.gz has the plugins of 500 configurations as the scheduler runs them.

import { describe, expect, it, test } from 'vitest';
import type { ExtensionPoint } from '../../../src/scheduler/profile/plugins.js';
import { DEFAULT_PROFILE } from '../../../src/scheduler/profile/scheduler-profile.js';
import { named, profile } from './configuration.js';

const filters = (plugins: object): readonly string[] => [...profile({ plugins }).filters];
const ALL = [...DEFAULT_PROFILE.filters];

describe('plugins', () => {
  it('keep their place in the default profile, with another weight', () => {
    const {
      filters: kept,
      weights,
      isReordered,
    } = profile({ plugins: { multiPoint: { enabled: [{ name: 'NodeAffinity', weight: 7 }] } } });
    expect([...kept]).toEqual(ALL);
    expect(weights.get('NodeAffinity')).toBe(7);
    expect(isReordered).toBe(false);
  });

  it('are off at one point, or at all', () => {
    const { preFilters, filters: kept } = profile({
      plugins: { filter: { disabled: named('NodePorts') }, multiPoint: { disabled: named('NodeName') } },
    });
    expect([...kept]).toEqual(ALL.filter((name) => name !== 'NodePorts' && name !== 'NodeName'));
    expect(preFilters.has('NodePorts')).toBe(true);
    expect(preFilters.has('NodeName')).toBe(false);
  });

  it('of a point come first, and only they are on after all others are off', () => {
    expect(filters({ filter: { enabled: named('VolumeZone') } }).slice(0, 2)).toEqual(['VolumeZone', 'NodeName']);
    expect(filters({ filter: { disabled: named('*'), enabled: named('NodePorts', 'NodeName') } })).toEqual(['NodePorts', 'NodeName']);
  });

  it('that score have weight 1 unless they are given one, and the weight of the point wins', () => {
    const everywhere = { multiPoint: { enabled: [{ name: 'NodeAffinity', weight: 9 }] } };
    const { weights } = profile({
      plugins: {
        ...everywhere,
        score: { disabled: named('*'), enabled: [...named('NodeAffinity'), { name: 'ImageLocality', weight: 4 }] },
      },
    });
    expect([...weights]).toEqual([
      ['NodeAffinity', 1],
      ['ImageLocality', 4],
    ]);
  });
});

const wrong: readonly (readonly [ExtensionPoint | 'multiPoint', object, string])[] = [
  ['filter', { enabled: named('NodeNam') }, 'filter.enabled[0]: kube-scheduler has no plugin "NodeNam"; did you mean NodeName?'],
  ['multiPoint', { enabled: named('Coscheduling') }, 'multiPoint.enabled[0]: kube-scheduler has no plugin "Coscheduling"; remove it'],
  ['score', { enabled: named('NodePorts') }, 'score.enabled[0]: plugin NodePorts does not run at score'],
  ['filter', { enabled: named('NodeName', 'NodeName') }, 'filter.enabled: plugin "NodeName" is enabled twice'],
];

test.each(wrong)('at %s, %j is an error', (point, set, message) => {
  expect(() => profile({ plugins: { [point]: set } })).toThrow(message);
});
