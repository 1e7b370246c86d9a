// The work of each check has a limit. Prover and checker count work equally.

import { describe, expect, it } from 'vitest';
import { SelectorCache } from '../../../src/cel/cache.js';
import { UNLIMITED } from '../../../src/core/base/checkpoint.js';
import { inOneGo } from '../../../src/core/base/incremental.js';
import type { JsonObject } from '../../../src/core/base/json.js';
import { resolveFeatures } from '../../../src/core/features/features.js';
import { certify } from '../../../src/explain/certificate/certify.js';
import { type CheckOptions, check } from '../../../src/explain/check/check.js';
import { readObjects } from '../../../src/explain/check/reading/objects.js';
import { valuesIn } from '../../../src/explain/check/reading/values.js';
import { Work } from '../../../src/explain/check/work.js';
import { input } from '../../support/allocate.js';
import { atOnce } from '../../support/at-once.js';
import { device, devices, request, slice } from '../../support/objects.js';
import { CERTIFICATES } from './hostile/certificates.js';
import { COMPARISONS } from './hostile/comparisons.js';
import { LISTS } from './hostile/lists.js';
import { asked, END, requests, scaleOf, times } from './hostile/parts.js';

const featureGates = { XAttributeSemantics: true, XFirstOfDevices: true };
const LITTLE = 2_000_000;

it.each([...CERTIFICATES, ...COMPARISONS, ...LISTS].map((recipe) => recipe(scaleOf(0.02))))(
  'a check of $name takes no more work than its limit, or has an answer before',
  ({ certificate, input: question }) => {
    const verdict = check(certificate, question, { featureGates, limits: { work: LITTLE } });
    if (verdict.by === undefined) expect(verdict.reason ?? '').not.toMatch(/cannot be read/);
    else expect(verdict).toEqual({ valid: false, by: 'work', reason: 'it needs more work than limits.work allows' });
  },
);

it('most of these come to the limit', () => {
  const verdicts = [...CERTIFICATES, ...COMPARISONS, ...LISTS].map((recipe) => {
    const { certificate, input: question } = recipe(scaleOf(0.02));
    return check(certificate, question, { featureGates, limits: { work: LITTLE } });
  });
  expect(verdicts.filter(({ by }) => by === 'work').length).toBeGreaterThan(verdicts.length / 2);
});

it('a certificate of 69 characters comes to the default limit', () => {
  const recipe = COMPARISONS.concat(CERTIFICATES).find((each) => each(scaleOf(0.02)).name === 'values of match constraints');
  const question = recipe?.(scaleOf(1));
  const short = { version: 1, proof: { rule: 'values', constraint: [0, 0], cases: [] } } as const;
  expect(JSON.stringify(short)).toHaveLength(69);
  expect(check(short, question?.input as object).by).toBe('work');
});

it('a check that takes too long says so, and without limits goes on', () => {
  const question = input([request('r', { count: 9 })], devices(8));
  const certificate = { version: 1, proof: { rule: 'count', limits: [], groups: [] } } as const;
  expect(check(certificate, question, { limits: { milliseconds: 0 } })).toEqual({
    valid: false,
    by: 'milliseconds',
    reason: 'it takes longer than limits.milliseconds allows',
  });
  expect(check(certificate, question, { limits: { work: 1 } }).by).toBe('work');
  expect(check(certificate, question, { limits: { work: Number.POSITIVE_INFINITY, milliseconds: 1e9, selectorWork: 1e6 } })).toEqual({
    valid: true,
  });
});

it.each<[unknown, string]>([
  [null, 'check(options): expected an object with kubernetesVersion, featureGates, corrections, limits, found nothing'],
  [{ limits: 7 }, 'limits: expected an object with work, milliseconds, selectorWork, found the number 7'],
  [{ limits: { steps: 7 } }, 'limits.steps: unknown, supported: work, milliseconds, selectorWork'],
  [{ limits: { work: -1 } }, 'limits.work: expected a number of 0 or more, found the number -1'],
  [{ limits: { milliseconds: '50' } }, 'limits.milliseconds: expected a number of 0 or more, found the string "50"'],
  [{ corrections: 'yes' }, 'corrections: expected true or false, found the string "yes"'],
])('options %j are refused in words', (options, reason) => {
  expect(check({ version: 1, proof: { rule: 'count', limits: [], groups: [] } }, input([]), options as CheckOptions)).toEqual({
    valid: false,
    reason,
  });
});

it.each<[string, unknown, string]>([
  ['nothing', undefined, 'the input of the allocation is not an object'],
  ['a text', 'input', 'the input of the allocation is not an object'],
  [
    'a function that throws',
    {
      get claims() {
        throw new Error('no');
      },
    },
    'certificate or objects cannot be read: no',
  ],
  ['a large integer', { claims: [1n << 100_000n] }, 'an integer of the objects is too large'],
])('objects that are %s are refused in words', (_, objects, reason) => {
  expect(check({ version: 1, proof: { rule: 'count', limits: [], groups: [] } }, objects as object)).toEqual({ valid: false, reason });
});

it('values that must be in common are sets of so many, none of which is looked for in vain', () => {
  const values = (count: number, minSize: number) =>
    valuesIn(
      { strings: times(count, (index) => `v${index}`) },
      'd',
      { mode: 'NonEmptyIntersection', coerceScalarToList: true, listMode: 'List', minSize },
      true,
      new Work(1e7),
    );
  expect(values(64, 63)).toHaveLength(64);
  expect(values(64, 64)).toHaveLength(1);
  expect(values(90, 2)).toHaveLength(4_005);
  expect(values(3, 4)).toEqual([]);
  expect(values(64, 32)).toBeUndefined();
});

it('no certificate is made that takes more work than a check does by default', () => {
  const semantics = { features: resolveFeatures({ featureGates }), corrections: false, selectors: new SelectorCache() };
  const certified = (question: object, input?: object) => {
    const objects = atOnce(() => readObjects(question as JsonObject, semantics.features, new Work(1e9)));
    return inOneGo(certify(objects, semantics, UNLIMITED, input));
  };
  const small = input([request('r', { count: 20 })]);
  expect(certified(small)).toHaveProperty('certificate');
  expect(certified(small, { claims: times(1_000_000, String) })).toEqual({
    uncertified: 'the input has more objects than a check reads by default',
  });
  const many = input(
    times(300, (index) => request(`r${index}`)),
    devices(600),
  );
  expect(certified(many)).toHaveProperty('uncertified');
});

describe('amounts of ten thousand digits are work, wherever they are', () => {
  const few = times(8, (index) => `k${index}`);
  const named = <T>(value: T): Record<string, T> => Object.fromEntries(few.map((name) => [name, value]));
  const sharing = { allowMultipleAllocations: true };
  const share = { driver: 'd.example.com', pool: 'p', device: 'd0' };
  const questions: Readonly<Record<string, (value: string) => object>> = {
    capacities: (value) => asked(requests(1), [device('d0', {}, { ...sharing, capacity: named({ value }) })]),
    'capacity requests': (value) =>
      asked(requests(1, { capacity: { requests: named(value) } }), [device('d0', {}, { ...sharing, capacity: named({ value: '1' }) })]),
    'consumed capacity': (value) =>
      asked(requests(1), devices(1), { allocated: { consumedCapacity: [{ ...share, capacity: named(value) }] } }),
    'taken counters': (value) =>
      asked(requests(1), [device('d0', {}, { consumesCounters: [{ counterSet: 's', counters: named({ value }) }] })]),
    'shared counters': (value) => ({
      ...asked(requests(1), []),
      resourceSlices: [slice('c', [], { sharedCounters: [{ name: 's', counters: named({ value }) }] })],
    }),
  };

  /** The work of a check. */
  const workOf = (question: object): number => {
    let [least, most] = [0, 1_000_000];
    while (most - least > 1) {
      const work = Math.floor((least + most) / 2);
      if (check(END, question, { limits: { work } }).by === undefined) most = work;
      else least = work;
    }
    return most;
  };

  it.each(Object.entries(questions))('%s', (_name, question) => {
    const more = workOf(question('1e9999')) - workOf(question('1'));
    expect(more).toBeGreaterThan((few.length * 9_000) / 20);
    expect(more).toBeLessThan(100_000);
  });
});
