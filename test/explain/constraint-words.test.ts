import { describe, expect, it } from 'vitest';
import { createAllocator } from '../../src/index.js';
import { claim, device, deviceClass, node, request, slice } from '../support/objects.js';

const allocator = await createAllocator({ featureGates: { XAttributeSemantics: true } });
const attribute = 'd.example.com/a';

type Values = readonly (string | readonly string[])[];

function explained(values: Values, requests: readonly object[], ...constraints: readonly object[]) {
  const [answer] = allocator.explain({
    node: node('n') as never,
    claims: [claim('c', requests, { constraints })] as never,
    deviceClasses: [deviceClass('any')] as never,
    resourceSlices: [
      slice(
        's',
        values.map((value, index) => device(`d${index}`, { a: value })),
      ),
    ] as never,
    suggestions: false,
  }).nodes;
  if (answer === undefined) throw new Error('no node');
  return answer;
}

const two = [request('r', { count: 2 })];
const match = (mode: string, options: object = {}): object => ({ matchAttribute: attribute, semantics: { mode, options } });
const distinct = (mode: string, options: object = {}): object => ({ distinctAttribute: attribute, semantics: { mode, options } });

describe('a conflict', () => {
  it.each([
    [
      [
        ['a', 'b'],
        ['b', 'a'],
      ],
      match('Identical'),
      `2 devices with the same ${attribute}`,
    ],
    [
      [
        ['a', 'b'],
        ['b', 'c'],
      ],
      match('NonEmptyIntersection', { nonEmptyIntersection: { minSize: 2 } }),
      `2 devices with at least 2 values of ${attribute} in common`,
    ],
    [[['a'], ['b']], match('NonEmptyIntersection'), `2 devices with a value of ${attribute} in common`],
    [[['a'], ['a']], distinct('AllDistinct'), `2 devices each with a different ${attribute}`],
    [
      [
        ['a', 'b'],
        ['a', 'c'],
      ],
      distinct('PairwiseDisjoint'),
      `2 devices of which no two have a value of ${attribute} in common`,
    ],
    [
      [
        ['a', 'b'],
        ['a', 'c'],
      ],
      distinct('EmptyIntersection'),
      `2 devices with no common value of ${attribute}`,
    ],
  ] as (readonly [Values, object, string])[])('of %j says what is demanded', (values, constraint, words) => {
    const { conflict } = explained(values, two, constraint);
    expect(conflict?.text).toContain(words);
    expect(conflict?.members).toHaveLength(2);
  });

  it('has all requests that an empty intersection is about, as with fewer of them it were no cause', () => {
    const requests = ['r0', 'r1', 'r2'].map((name) => request(name));
    const { conflict } = explained(
      [
        ['a', 'b'],
        ['a', 'c'],
        ['a', 'd'],
      ],
      requests,
      distinct('EmptyIntersection'),
    );
    expect(conflict?.members.map(({ request: own, constraint }) => own ?? constraint)).toEqual(['r0', 'r1', 'r2', 0]);
    expect(conflict?.text).toContain(`must have no common value of ${attribute}`);
  });

  it('leaves out an empty intersection that is no part of it', () => {
    const requests = ['r0', 'r1', 'r2'].map((name) => request(name));
    const { conflict } = explained([['a'], ['b'], ['c']], requests, distinct('EmptyIntersection'), {
      requests: ['r0', 'r1'],
      ...match('NonEmptyIntersection'),
    });
    expect(conflict?.members.map(({ request: own, constraint }) => own ?? constraint)).toEqual(['r0', 'r1', 1]);
  });
});

it('a device that is rejected by itself is informed why', () => {
  const losses = (value: string | readonly string[], constraint: object): string[] =>
    explained([value], [request('r')], constraint).requests.flatMap(({ losses: all }) => all.map(({ detail }) => detail));
  expect(losses('a', match('NonEmptyIntersection'))).toEqual([`has no values of ${attribute} in a list for NonEmptyIntersection`]);
  expect(losses(['a'], match('NonEmptyIntersection', { nonEmptyIntersection: { minSize: 2 } }))).toEqual([
    `has fewer than 2 values of ${attribute} in a list for NonEmptyIntersection`,
  ]);
  expect(losses(['a'], { matchAttribute: 'd.example.com/b', semantics: { mode: 'Identical' } })).toEqual([
    'has no attribute d.example.com/b, which matchAttribute needs',
  ]);
});
