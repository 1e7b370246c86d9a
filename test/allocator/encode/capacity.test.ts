// Tests amounts of consumable capacity against recorded answers of the reference (see capacity-vectors.json).
// Also tests the points that the reference leaves open: which of several
// capacities is reported, and the result where the reference would crash.

import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CapacityUse, resolveCapacity } from '../../../src/allocator/encode/capacity.js';
import type { CapacityRequestPolicy, DeviceCapacity } from '../../../src/core/api/resource-slice.js';
import { UNLIMITED } from '../../../src/core/base/checkpoint.js';
import { inOneGo } from '../../../src/core/base/incremental.js';
import { parseQuantity, type Quantity } from '../../../src/core/quantity/quantity.js';
import { threadMilliseconds } from '../../support/clock.js';

type Texts = Readonly<Record<string, string>>;

interface PolicyText {
  readonly default?: string;
  readonly validValues?: readonly string[];
  readonly validRange?: { readonly min?: string; readonly max?: string; readonly step?: string };
}

interface Case {
  readonly fractional: boolean;
  readonly requests?: Texts;
  readonly capacity: Readonly<Record<string, { readonly value: string; readonly requestPolicy?: PolicyText }>>;
  readonly used?: Texts;
}

type Answer =
  | { readonly amounts: Readonly<Record<string, readonly [text: string, format: string]>> }
  | { readonly refused: readonly [capacity: string, why: string] }
  | { readonly error: string }
  | { readonly crash: 'zero step' | 'no min' };

const vectors = JSON.parse(readFileSync(new URL('capacity-vectors.json', import.meta.url), 'utf8')) as {
  readonly rows: readonly (Case & { readonly answer: Answer })[];
};

function quantities(texts: Texts): Map<string, Quantity> {
  return new Map(Object.entries(texts).map(([name, text]) => [name, parseQuantity(text)]));
}

function policyOf({ default: usual, validValues, validRange }: PolicyText): CapacityRequestPolicy {
  return {
    ...(usual !== undefined && { default: parseQuantity(usual) }),
    ...(validValues && { validValues: validValues.map(parseQuantity) }),
    ...(validRange && { validRange: Object.fromEntries(quantities(validRange as Texts)) }),
  };
}

function capacityOf(capacity: Case['capacity']): Map<string, DeviceCapacity> {
  return new Map(
    Object.entries(capacity).map(([name, { value, requestPolicy }]) => [
      name,
      { value: parseQuantity(value), ...(requestPolicy && { requestPolicy: policyOf(requestPolicy) }) },
    ]),
  );
}

function resolve({ fractional, requests, capacity, used }: Case): CapacityUse {
  return inOneGo(resolveCapacity(requests && quantities(requests), capacityOf(capacity), fractional, UNLIMITED, used && quantities(used)));
}

/** Returns an outcome in the format of the recorded answers. */
function answerOf(use: CapacityUse): Answer {
  if (use.kind === 'refused') return { refused: [use.capacity, use.why] };
  if (use.kind === 'amounts') return { amounts: Object.fromEntries([...use.amounts].map(([name, q]) => [name, [q.toString(), q.format]])) };
  if (use.message.includes('the valid range has a step, but no min')) return { crash: 'no min' };
  return use.message.includes('of the valid range becomes 0') ? { crash: 'zero step' } : { error: use.message };
}

/** Returns the outcome for one capacity `m`, as text. */
function outcome(request: string | undefined, value: string, requestPolicy: PolicyText, fractional = false): string {
  const use = resolve({ fractional, requests: request === undefined ? {} : { m: request }, capacity: { m: { value, requestPolicy } } });
  if (use.kind === 'error') return use.message;
  return use.kind === 'refused' ? use.why : String(use.amounts.get('m'));
}

describe('the reference', () => {
  const rows = (kind: string) => vectors.rows.filter(({ answer }) => kind in answer);

  it.each([
    ['amounts', 250],
    ['refused', 90],
    ['error', 80],
    ['crash', 30],
  ] as const)('gives the same answer where it is: %s', (kind, least) => {
    const chosen = rows(kind);
    expect(chosen.length).toBeGreaterThanOrEqual(least);
    expect(chosen.map((row) => ({ ...row, answer: answerOf(resolve(row)) }))).toEqual(chosen);
  });
});

describe('rounding to a step', () => {
  it('uses integers rounded up without fractional ranges, thousandths with them', () => {
    const policy = { validRange: { min: '500m', max: '9', step: '500m' } };
    expect(outcome('1200m', '10', policy, false)).toBe('2');
    expect(outcome('1200m', '10', policy, true)).toBe('1500m');
  });

  it('prints in the format of the step', () => {
    const step = (text: string) => outcome('1500', '1M', { validRange: { min: '0', step: text } });
    expect([step('1Ki'), step('1024'), step('1e3')]).toEqual(['2Ki', '2048', '2e3']);
  });

  it('is the least min + n * step that is not below the request, for integers and for thousandths', () => {
    const small = fc.integer({ min: 0, max: 100_000 });
    fc.assert(
      fc.property(small, small, fc.integer({ min: 1, max: 5000 }), fc.boolean(), (request, min, step, milli) => {
        const expected = min + Math.max(0, Math.ceil((request - min) / step)) * step;
        const unit = milli ? 'm' : '';
        const amount = outcome(`${request}${unit}`, '1G', { validRange: { min: `${min}${unit}`, step: `${step}${unit}` } }, milli);
        expect(parseQuantity(amount).compare(parseQuantity(`${expected}${unit}`))).toBe(0);
      }),
    );
  });
});

describe('the default of a policy', () => {
  it('is exempt from the policy when the request is written like it, not when it is merely equal', () => {
    const policy = { default: '7', validValues: ['1', '2'] };
    expect(outcome('7', '100', policy)).toBe('7');
    expect(outcome('7000m', '100', policy)).toBe('policy');
  });

  it('is not exempt once a comparison has changed the form of the request', () => {
    const range = { min: '1', max: '50' };
    expect(outcome('70', '100', { default: '70', validRange: range })).toBe('70');
    // With more than 18 digits, upstream stores the number in its unbounded form.
    expect(outcome('70', '100', { default: '70', validRange: { ...range, min: '1.000000000000000000001' } })).toBe('policy');
  });
});

describe('what the reference leaves open', () => {
  const bad = { value: '100', requestPolicy: { validRange: { min: '0', step: '1' } } };

  it('tells of the first capacity in byte order, whatever the order of the map', () => {
    const capacity = { 'b\u{1f600}': bad, 'b\ufffd': bad, B: { value: '1' } };
    const requests = { 'b\u{1f600}': '10E', 'b\ufffd': '10E' };
    expect(resolve({ fractional: false, requests, capacity })).toMatchObject({ kind: 'error', capacity: 'b\ufffd' });
    expect(resolve({ fractional: false, requests: { 'b\u{1f600}': '101', 'b\ufffd': '101', B: '2' }, capacity })).toEqual({
      kind: 'refused',
      capacity: 'B',
      why: 'exceeded',
    });
    expect(resolve({ fractional: false, requests: { z: '1', y: '1' }, capacity })).toMatchObject({ capacity: 'y', why: 'unknown' });
  });

  it('gives the amounts in byte order', () => {
    const use = resolve({ fractional: false, requests: { a: '1' }, capacity: { b: { value: '1' }, a: { value: '1' }, B: { value: '1' } } });
    expect(use.kind === 'amounts' && [...use.amounts.keys()]).toEqual(['B', 'a', 'b']);
  });

  it('lets an unknown name win over an error, and an error over a rejection', () => {
    const capacity = { a: { value: '1' }, m: bad };
    expect(resolve({ fractional: false, requests: { m: '10E', other: '1' }, capacity })).toMatchObject({ why: 'unknown' });
    expect(resolve({ fractional: false, requests: { a: '2', m: '10E' }, capacity })).toMatchObject({ kind: 'error', capacity: 'm' });
  });

  it('lets an error in the place of a crash win over a rejection', () => {
    const capacity = { a: { value: '1' }, m: { value: '9', requestPolicy: { validRange: { step: '2' } } } };
    expect(resolve({ fractional: false, requests: { a: '2', m: '4' }, capacity })).toMatchObject({ kind: 'error', capacity: 'm' });
  });

  it('says why nothing can be a step', () => {
    expect(outcome('7', '9', { validRange: { min: '3', step: '0' } })).toBe(
      'capacity "m": the step 0 of the valid range becomes 0 as a 64-bit integer, so no amount is a multiple of it',
    );
    expect(outcome('2', '9', { validRange: { min: '3', step: '10E' } })).toBe(
      'capacity "m": the step 10E of the valid range becomes 0 as a 64-bit integer, so no amount is a multiple of it',
    );
    expect(outcome('7', '9', { validRange: { step: '2' } }, true)).toBe(
      'capacity "m": the valid range has a step, but no min to count the steps from',
    );
  });
});

describe('what is used already', () => {
  it('is added exactly before the comparison with the value', () => {
    const use = (used: string) =>
      resolve({ fractional: false, requests: { m: '9E' }, capacity: { m: { value: '10E' } }, used: { m: used } });
    expect(use('1E')).toMatchObject({ kind: 'amounts' });
    expect(use('1000000000000000000.000000001')).toMatchObject({ why: 'exceeded' });
  });

  it('does not matter for capacities that the device lacks', () => {
    expect(resolve({ fractional: false, capacity: { m: { value: '1' } }, used: { other: '5' } })).toMatchObject({ kind: 'amounts' });
  });

  it('can be negative in stored objects, which makes room, as upstream', () => {
    const capacity = { m: { value: '4' } };
    expect(resolve({ fractional: false, requests: { m: '5' }, capacity, used: { m: '-1' } })).toMatchObject({ kind: 'amounts' });
  });
});

describe('hostile input', () => {
  it('may use names of Object.prototype', () => {
    const capacity = new Map([['constructor', { value: parseQuantity('2') }]]);
    expect(inOneGo(resolveCapacity(new Map([['__proto__', parseQuantity('1')]]), capacity, false, UNLIMITED))).toEqual({
      kind: 'refused',
      capacity: '__proto__',
      why: 'unknown',
    });
    expect(inOneGo(resolveCapacity(new Map([['constructor', parseQuantity('3')]]), capacity, false, UNLIMITED))).toMatchObject({
      why: 'exceeded',
    });
  });

  it('costs little however long a quantity is, since words are made when they are read', () => {
    const long = `${'9'.repeat(9000)}e10000`;
    const capacity = capacityOf({ m: { value: long, requestPolicy: { default: long, validRange: { min: '1', max: long, step: '1' } } } });
    const requests = quantities({ m: long });
    const start = threadMilliseconds();
    for (let i = 0; i < 2000; i++) expect(inOneGo(resolveCapacity(requests, capacity, i % 2 === 0, UNLIMITED)).kind).toBe('error');
    expect(threadMilliseconds() - start).toBeLessThan(5000);
  });
});
