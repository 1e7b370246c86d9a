// Tests validation on hostile objects: it reports or skips them but never throws, and its time grows with their size.

import { describe, expect, it } from 'vitest';
import { type Json, NumberLiteral } from '../../src/core/base/json.js';
import { variantOf } from '../../src/validate/examples.js';
import { type Finding, validate } from '../../src/validate/index.js';

const KINDS = [
  'ResourceClaim',
  'ResourceClaimTemplate',
  'DeviceClass',
  'ResourceSlice',
  'DeviceTaintRule',
  'Pod',
  'PodGroup',
  'Workload',
  'ResourceQuota',
];

const cycle: Record<string, unknown> = { name: 'a' };
cycle['cycle'] = cycle;
cycle['list'] = [cycle];

/** Values of every JSON type, and of types that only exist in programs. */
const VALUES: readonly unknown[] = [
  ...[null, undefined, true, 0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2n ** 70n, new NumberLiteral('1e400')],
  ...[
    '',
    ' ',
    '__proto__',
    'constructor',
    '\ud800',
    '\0',
    'a/b/c',
    '1e9999999999',
    '9'.repeat(20_000),
    'x'.repeat(300_000),
    'é'.repeat(200),
  ],
  ...[[], [null], [[]], [undefined], {}, { __proto__: null }, JSON.parse('{"__proto__": {"polluted": true}}')],
  ...[cycle, new Date(Number.NaN), new Date(0), new Map([['a', 1]]), new Set(), Symbol('a'), () => 'a', /a/, new Uint8Array(4)],
];

function* stepsIn(value: unknown, steps: readonly (string | number)[] = []): Generator<readonly (string | number)[]> {
  yield steps;
  if (Array.isArray(value)) for (const [index, item] of value.entries()) yield* stepsIn(item, [...steps, index]);
  else if (typeof value === 'object' && value !== null)
    for (const [name, field] of Object.entries(value)) yield* stepsIn(field, [...steps, name]);
}

function withValue(root: unknown, steps: readonly (string | number)[], value: unknown): unknown {
  const [step, ...rest] = steps;
  if (step === undefined) return value;
  const copy: Record<string | number, unknown> = Array.isArray(root) ? ([...root] as never) : { ...(root as object) };
  copy[step] = withValue(copy[step], rest, value);
  return copy;
}

const isWhole = ({ severity, rule, message, object, path }: Finding) =>
  [severity, rule, message, object, path].every((text) => typeof text === 'string');

describe('any value anywhere', () => {
  it.each(KINDS)('of a %s is judged', (kind) => {
    const valid = variantOf(kind, {});
    for (const steps of stepsIn(valid)) {
      const objects = VALUES.map((value) => withValue(valid, steps, value) as object);
      expect(validate(objects).every(isWhole)).toBe(true);
    }
    expect(({} as { polluted?: true }).polluted).toBeUndefined();
  });

  it('is judged in parameters of drivers, which may be anything', () => {
    for (const parameters of VALUES) {
      const config = [{ opaque: { driver: 'gpu.example.com', parameters } }];
      const claim = variantOf('ResourceClaim', {}) as { spec: { devices: object } };
      const object = { ...claim, spec: { devices: { ...claim.spec.devices, config } } };
      expect(validate([object]).every(isWhole)).toBe(true);
    }
  });
});

describe('deep objects', () => {
  const nested = (depth: number, wrap: (inner: unknown) => unknown): unknown => {
    let value: unknown = {};
    for (let level = 0; level < depth; level++) value = wrap(value);
    return value;
  };

  it('are judged to the depth that their types have', () => {
    for (const deep of [nested(100_000, (inner) => [inner]), nested(100_000, (inner) => ({ a: inner }))]) {
      for (const steps of [['spec'], ['metadata'], ['metadata', 'labels'], ['kind'], ['nonsense']]) {
        expect(validate([withValue(variantOf('Pod', {}), steps, deep) as object]).every(isWhole)).toBe(true);
      }
      const config = [{ opaque: { driver: 'gpu.example.com', parameters: { deep } } }];
      expect(validate([withValue(variantOf('ResourceClaim', {}), ['spec', 'devices', 'config'], config) as object]).every(isWhole)).toBe(
        true,
      );
    }
    const lists = nested(100_000, (inner) => ({ apiVersion: 'v1', kind: 'List', items: [inner] }));
    expect(validate([lists as object]).every(isWhole)).toBe(true);
  });
});

describe('wide objects', () => {
  const many = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => make(index));
  const entries = (count: number, value: unknown) => Object.fromEntries(many(count, (index) => [`k${index}`, value]));

  it('are judged in time by their size, wherever a list or a map may be', () => {
    const wide = 10_000;
    const objects: readonly [kind: string, changes: Readonly<Record<string, unknown>>][] = [
      ['Pod', { 'spec.resourceClaims': many(wide, (index) => ({ name: `c${index}`, resourceClaimName: 'a' })) }],
      ['Pod', { 'spec.containers[0].resources.claims': many(wide, (index) => ({ name: 'gpu', request: `r${index}` })) }],
      ['Pod', { 'spec.containers[0].resources.claims': many(wide, (index) => ({ name: `c${index}` })) }],
      ['Pod', { 'spec.containers': many(wide, (index) => ({ name: `c${index}`, image: 'a' })) }],
      ['Pod', { 'spec.initContainers': many(wide, () => ({})), 'spec.resources.requests': { cpu: 1, memory: 1 } }],
      ['Pod', { 'spec.containers[0].resources.limits': entries(wide, 1) }],
      ['Pod', { 'spec.containers[0].resources.requests': entries(wide, -1) }],
      ['Pod', { 'spec.tolerations': many(wide, () => ({ operator: 'exists' })) }],
      ['Pod', { 'metadata.ownerReferences': many(wide, () => ({ controller: true })) }],
      ['Pod', { 'metadata.finalizers': many(wide, () => 'a b') }],
      ['ResourceQuota', { 'spec.hard': entries(wide, 1), 'spec.scopes': many(wide, (index) => `s${index}`) }],
      [
        'ResourceQuota',
        { 'spec.hard': entries(wide, 1), 'spec.scopeSelector.matchExpressions': many(wide, () => ({ scopeName: 'BestEffort' })) },
      ],
      ['PodGroup', { 'spec.resourceClaims': many(wide, () => ({})) }],
      ['Workload', { 'spec.podGroupTemplates': many(wide, () => ({})) }],
      ['ResourceClaim', { 'spec.devices.requests': many(wide, (index) => ({ name: `r${index}` })) }],
      ['ResourceSlice', { 'spec.devices': many(wide, (index) => ({ name: `d${index}` })) }],
    ];
    for (const [kind, changes] of objects) {
      const object = variantOf(kind, changes as Readonly<Record<string, Json>>) as object;
      expect(validate([object]).length, JSON.stringify(Object.keys(changes))).toBeLessThan(10 * wide);
    }
  });
});
