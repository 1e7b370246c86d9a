import { describe, expect, it } from 'vitest';
import { activeRules, hasSameTaints, withTaints } from '../../../src/allocator/pools/taint-rules.js';
import { DecodeContext } from '../../../src/core/api/context.js';
import { type DeviceTaintRule, decodeDeviceTaintRule } from '../../../src/core/api/device-taint-rule.js';
import { decodeResourceSlice, type ResourceSlice } from '../../../src/core/api/resource-slice.js';
import { UNLIMITED } from '../../../src/core/base/checkpoint.js';
import { inOneGo } from '../../../src/core/base/incremental.js';
import type { Json } from '../../../src/core/base/json.js';
import { resolveFeatures } from '../../../src/core/features/features.js';
import { device, deviceTaintRule, slice } from '../../support/objects.js';

const OWN = { key: 'own', effect: 'NoSchedule' };
const target = decodeResourceSlice(slice('s', [device('a', {}, { taints: [OWN] }), device('b')]) as Json, new DecodeContext(['slice']));

function rule(deviceSelector: object | undefined, key = 'k'): DeviceTaintRule {
  const spec = { ...(deviceSelector && { deviceSelector }), taint: { key, effect: 'NoExecute' } };
  return decodeDeviceTaintRule(deviceTaintRule('r', spec) as Json, new DecodeContext(['rule']));
}

/** Returns the keys of the taints of each device. */
function keysOf({ spec }: ResourceSlice): readonly (readonly string[])[] {
  return spec.devices.map(({ taints }) => taints.map(({ key }) => key));
}

it.each([
  ['every device', {}, [['own', 'k'], ['k']]],
  ['devices of the driver', { driver: 'd.example.com' }, [['own', 'k'], ['k']]],
  ['devices of the pool', { pool: 'p' }, [['own', 'k'], ['k']]],
  ['one device', { driver: 'd.example.com', pool: 'p', device: 'b' }, [['own'], ['k']]],
])('a rule taints %s', (_, selector, keys) => {
  expect(keysOf(inOneGo(withTaints(target, [rule(selector)], UNLIMITED)))).toEqual(keys);
});

it.each([
  ['without a selector', undefined],
  ['for another driver', { driver: 'e.example.com' }],
  ['for another pool', { pool: 'q' }],
  ['for a device that is not there', { device: 'c' }],
])('a rule %s leaves the slice itself', (_, selector) => {
  expect(inOneGo(withTaints(target, [rule(selector)], UNLIMITED))).toBe(target);
});

it('taints of rules come after those of the device, in the order of the rules', () => {
  const rules = [rule({ device: 'a' }, 'first'), rule({}, 'second'), rule({ device: 'a' }, 'third')];
  const tainted = inOneGo(withTaints(target, rules, UNLIMITED));
  expect(keysOf(tainted)).toEqual([['own', 'first', 'second', 'third'], ['second']]);
  // The devices of the slice are unchanged.
  expect(keysOf(target)).toEqual([['own'], []]);
});

it('a device that no rule concerns is the same object', () => {
  expect(inOneGo(withTaints(target, [rule({ device: 'b' })], UNLIMITED)).spec.devices[0]).toBe(target.spec.devices[0]);
});

it('taints are compared by all that they say, in their order', () => {
  const of = (...keys: readonly string[]): ResourceSlice =>
    inOneGo(
      withTaints(
        target,
        keys.map((key) => rule({}, key)),
        UNLIMITED,
      ),
    );
  expect(hasSameTaints(of('x', 'y'), of('x', 'y'))).toBe(true);
  expect(hasSameTaints(of('x', 'y'), of('y', 'x'))).toBe(false);
  expect(hasSameTaints(of('x'), target)).toBe(false);
});

describe('the rules that are active', () => {
  const NEWEST = resolveFeatures({ kubernetesVersion: '1.37' });

  it('are none while their gate is off', () => {
    expect(activeRules([rule({})], { ...NEWEST, deviceTaintRules: false })).toEqual([]);
  });

  it.each([
    ['1.37.0', [['own', 'k'], ['k']]],
    ['1.37.1', [['own'], []]],
  ])('taint every device without a selector in some releases: %s', (kubernetesVersion, keys) => {
    const rules = activeRules([rule(undefined)], resolveFeatures({ kubernetesVersion }));
    expect(keysOf(inOneGo(withTaints(target, rules, UNLIMITED)))).toEqual(keys);
  });
});
