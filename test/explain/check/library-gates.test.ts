// Certificates of claims that use gates of this library: whole alternatives (XFirstOfDevices), and constraints with other comparisons
// (XAttributeSemantics).

import { describe, expect, it } from 'vitest';
import type { Certificate } from '../../../src/allocator/certificate.js';
import { check } from '../../../src/explain/check/check.js';
import { type AllocateInput, createAllocator } from '../../../src/index.js';
import { bruteForce } from '../../allocator/encode/semantics/brute-force.js';
import { MODES, questionOf, randomWorld } from '../../allocator/encode/semantics/random-world.js';
import { input } from '../../support/allocate.js';
import { twoForms } from '../../support/alternatives-as-lists.js';
import { Dice } from '../../support/dice.js';
import { cases } from '../../support/extent.js';
import { claim, device, request, selectors } from '../../support/objects.js';

const options = { featureGates: { XFirstOfDevices: true, XAttributeSemantics: true } };
const allocator = await createAllocator(options);
const LIMITS = { steps: 20_000 };

/** The answer with its certificate, if any, after conversion to JSON. */
function answerTo(question: AllocateInput): { readonly kind: string; readonly certificate?: Certificate } {
  try {
    return JSON.parse(JSON.stringify(allocator.allocate({ ...question, certificates: true, limits: LIMITS })));
  } catch {
    return { kind: 'error' };
  }
}

/** Calls the allocator, and requires that a certificate is accepted. Returns the kind of the answer, or `proven` with a certificate. */
function verdictOn(question: AllocateInput): string {
  const { kind, certificate } = answerTo(question);
  if (certificate === undefined) return kind;
  expect(check(certificate, question, options)).toEqual({ valid: true });
  return 'proven';
}

const of = (kind: string, count = 1): Readonly<Record<string, unknown>> => ({
  count,
  ...selectors(`device.attributes["d.example.com"].kind == "${kind}"`),
});

function firstOf(alternatives: readonly object[], devices: readonly object[]): AllocateInput {
  return input([], devices, { claims: [{ ...claim('c', []), spec: { firstOfDevices: alternatives } }] as never });
}

describe('a claim with whole alternatives', () => {
  const big = { requests: [request('x', of('a', 3))] };
  const pair = { requests: [request('x', of('a')), request('y', of('b'))], constraints: [{ matchAttribute: 'd.example.com/root' }] };
  const devices = [device('d0', { kind: 'a', root: 'A' }), device('d1', { kind: 'a', root: 'B' }), device('d2', { kind: 'b', root: 'C' })];

  it('is proven impossible where each alternative is, which holds for its devices alone', () => {
    const question = firstOf([big, pair], devices);
    const { certificate } = answerTo(question);
    expect(check(certificate as Certificate, question, options)).toEqual({ valid: true });
    for (const more of [device('d3', { kind: 'a', root: 'A' }), device('d3', { kind: 'b', root: 'B' })]) {
      const mended = firstOf([big, pair], [...devices, more]);
      expect(answerTo(mended).kind).toBe('allocated');
      expect(check(certificate as Certificate, mended, options).valid).toBe(false);
    }
    expect(check(certificate as Certificate, firstOf([big, { requests: [request('x', of('b'))] }, pair], devices), options).valid).toBe(
      false,
    );
  });

  it('has one alternative alone, not a request of each', () => {
    const question = firstOf(
      [{ requests: [request('x', of('a')), request('y', of('b', 2))] }, { requests: [request('x', of('b', 2))] }],
      devices,
    );
    expect(verdictOn(question)).toBe('proven');
  });

  it('has proofs on random questions with few exceptions, and none where it can be allocated', () => {
    const counts = new Map<string, number>();
    const dice = new Dice(2231);
    for (let index = 0; index < cases(150, 400); index++) {
      const verdict = verdictOn(twoForms(dice).tied);
      counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
    }
    expect(counts.get('allocated')).toBeGreaterThan(cases(30, 100));
    expect((counts.get('unallocatable') ?? 0) * 50).toBeLessThanOrEqual(counts.get('proven') ?? 0);
  });
});

describe('constraints that compare values in other ways', () => {
  const asked = (constraint: object, values: readonly object[], count = values.length): AllocateInput =>
    input(
      [request('r', { count })],
      values.map((at, index) => ({ name: `d${index}`, attributes: { at } })),
      { constraints: [constraint] },
    );
  const strings = (...values: string[]) => ({ strings: values });
  const match = (mode: string, more: object = {}) => ({
    matchAttribute: 'd.example.com/at',
    matchSemantics: { mode, options: { [mode === 'Identical' ? 'identical' : 'nonEmptyIntersection']: more } },
  });
  const distinct = (mode: string) => ({ distinctAttribute: 'd.example.com/at', distinctSemantics: { mode } });

  it.each<[string, AllocateInput, AllocateInput]>([
    [
      'lists in another order are not identical, unless they are sets',
      asked(match('Identical'), [strings('a', 'b'), strings('b', 'a')]),
      asked(match('Identical', { listMode: 'Set' }), [strings('a', 'b'), strings('b', 'a')]),
    ],
    [
      'a scalar is no list, unless it is taken for one',
      asked(match('NonEmptyIntersection'), [strings('a'), { string: 'a' }]),
      asked(match('NonEmptyIntersection', { coerceScalarToList: true }), [strings('a'), { string: 'a' }]),
    ],
    [
      'one value in common is not two',
      asked(match('NonEmptyIntersection', { minSize: 2 }), [strings('a', 'b', 'c'), strings('c', 'd', 'e')]),
      asked(match('NonEmptyIntersection', { minSize: 2 }), [strings('a', 'b', 'c'), strings('c', 'b', 'e')]),
    ],
    [
      'equal lists are not distinct, those with a value in common are',
      asked(distinct('AllDistinct'), [strings('a', 'b'), strings('a', 'b')]),
      asked(distinct('AllDistinct'), [strings('a', 'b'), strings('a', 'c')]),
    ],
    [
      'lists with a value in common are not disjoint',
      asked(distinct('PairwiseDisjoint'), [strings('a', 'b'), strings('b', 'c')]),
      asked(distinct('PairwiseDisjoint'), [strings('a', 'b'), strings('d', 'c')]),
    ],
    [
      'a value of all is in the intersection',
      asked(distinct('EmptyIntersection'), [strings('a', 'b'), strings('b', 'c'), strings('b')]),
      asked(distinct('EmptyIntersection'), [strings('a', 'b'), strings('b', 'c'), strings('c')]),
    ],
    [
      'one device alone has its values in the intersection',
      asked(distinct('EmptyIntersection'), [strings('a'), strings('b')], 1),
      asked(distinct('EmptyIntersection'), [strings('a'), strings('b')]),
    ],
  ])('%s', (_, impossible, possible) => {
    const { certificate } = answerTo(impossible);
    expect(certificate).toBeDefined();
    expect(check(certificate as Certificate, impossible, options)).toEqual({ valid: true });
    expect(answerTo(possible).kind).toBe('allocated');
    expect(check(certificate as Certificate, possible, options).valid).toBe(false);
  });

  it('lists with very many sets of so many values go with all', () => {
    const many = Array.from({ length: 40 }, (_, index) => `v${index}`);
    const question = asked(match('NonEmptyIntersection', { minSize: 20 }), [strings(...many), strings(...many)]);
    expect(answerTo(question).kind).toBe('allocated');
    expect(verdictOn(asked(match('NonEmptyIntersection', { minSize: 20 }), [strings(...many), strings(...many)], 3))).toBe('proven');
  });

  it.each(MODES)('%s has proofs in random worlds with few exceptions, and none where brute force finds devices', (mode) => {
    let [none, proven] = [0, 0];
    for (let seed = 10_000; seed < 10_000 + cases(60, 150); seed++) {
      const world = randomWorld(mode, seed);
      const verdict = verdictOn(questionOf(world) as unknown as AllocateInput);
      const answer = bruteForce(world);
      if (verdict === 'proven') expect([seed, Array.isArray(answer)]).toEqual([seed, false]);
      if (answer === 'none') none++;
      if (answer === 'none' && verdict === 'proven') proven++;
    }
    expect(none).toBeGreaterThan(cases(8, 20));
    expect([proven, proven >= none * 0.95]).toEqual([proven, true]);
  });
});
