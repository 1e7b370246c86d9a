import { describe, expect, it } from 'vitest';
import { DecodeContext } from '../../../src/core/api/context.js';
import { decodePod, type Pod } from '../../../src/core/api/pod.js';
import { UNLIMITED } from '../../../src/core/base/checkpoint.js';
import { inOneGo } from '../../../src/core/base/incremental.js';
import { type AffinityTerm, affinityTerms, type Namespaces, selectsPod } from '../../../src/scheduler/filters/affinity-terms.js';

function pod(namespace: string, labels: Record<string, string>, affinity: object = {}): Pod {
  const json = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p', namespace, labels }, spec: { affinity, containers: [] } };
  return decodePod(json as never, new DecodeContext([]));
}

const namespaces: Namespaces = {
  labelsOf: (name) => new Map([['kubernetes.io/metadata.name', name], ...(name === 'ml' ? ([['team', 'a']] as const) : [])]),
};

function termOf(term: object): AffinityTerm {
  const terms = inOneGo(
    affinityTerms(pod('default', {}, { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } }), UNLIMITED),
  );
  return terms?.affinity[0] as AffinityTerm;
}

const labelSelector = { matchLabels: { app: 'web' } };

describe('a term', () => {
  it.each([
    ['without namespaces selects pods of its own namespace', {}, ['default']],
    ['selects pods of the namespaces that it lists', { namespaces: ['ml'] }, ['ml']],
    ['selects pods of the namespaces with matching labels', { namespaceSelector: { matchLabels: { team: 'a' } } }, ['ml']],
    ['with an empty namespace selector selects pods of every namespace', { namespaceSelector: {} }, ['default', 'ml']],
    ['combines both', { namespaces: ['default'], namespaceSelector: { matchLabels: { team: 'a' } } }, ['default', 'ml']],
  ])('%s', (_, fields, expected) => {
    const term = termOf({ topologyKey: 'zone', labelSelector, ...fields });
    expect(['default', 'ml'].filter((namespace) => selectsPod(term, pod(namespace, { app: 'web' }), namespaces))).toEqual(expected);
    expect(selectsPod(term, pod('default', { app: 'db' }), namespaces)).toBe(false);
  });

  it('without a selector selects no pod', () => {
    expect(selectsPod(termOf({ topologyKey: 'zone' }), pod('default', {}), namespaces)).toBe(false);
  });
});

it('preferred terms have signed weights, and a pod without terms has none', () => {
  const preferred = (weight: number) => ({
    preferredDuringSchedulingIgnoredDuringExecution: [{ weight, podAffinityTerm: { topologyKey: 'zone', labelSelector } }],
  });
  const terms = inOneGo(affinityTerms(pod('default', {}, { podAffinity: preferred(3), podAntiAffinity: preferred(5) }), UNLIMITED));
  expect(terms?.preferred.map(({ weight }) => weight)).toEqual([3, -5]);
  expect(inOneGo(affinityTerms(pod('default', {}, { podAffinity: {} }), UNLIMITED))).toBeUndefined();
});
