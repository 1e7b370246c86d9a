// Tests the tables of KEP-5491, "Introduce matchSemantics/distinctSemantics field", cell by cell, as its two published texts have them.
// One request requests all devices of a row. Cells that contradict the definitions above the tables are listed with the value in the table.

import { describe, expect, it } from 'vitest';
import { createAllocator } from '../../../src/index.js';
import { claim, device, deviceClass, node, request, slice } from '../../support/objects.js';

const allocator = await createAllocator({ featureGates: { XAttributeSemantics: true } });

type Value = string | readonly string[];

/** Returns whether devices with these values satisfy a constraint, in both orders of selection. */
function holds(values: readonly Value[], constraint: object, own = allocator): boolean {
  const answers = [values, [...values].reverse()].flatMap((list) =>
    [{ count: values.length }, { allocationMode: 'All' }].map((wanted) => {
      try {
        const outcome = own.allocate({
          node: node('n') as never,
          claims: [claim('c', [request('r', wanted)], { constraints: [constraint] })] as never,
          deviceClasses: [deviceClass('any')] as never,
          resourceSlices: [
            slice(
              's',
              list.map((value, index) => device(`d${index}`, { a: value })),
            ),
          ] as never,
        });
        return outcome.kind;
      } catch (error) {
        return (error as { code: string }).code;
      }
    }),
  );
  const isHeld = answers[0] === 'allocated';
  // A request for all devices ends with an error if a constraint rejects one of them.
  expect(answers).toEqual(
    isHeld ? answers.map(() => 'allocated') : ['unallocatable', 'constraint-refuses-all', 'unallocatable', 'constraint-refuses-all'],
  );
  return isHeld;
}

const attribute = 'd.example.com/a';
const coercing = { coerceScalarToList: true };

/** The columns: one constraint each. */
const MATCH = {
  'Identical (List)': { mode: 'Identical' },
  'Identical (Set)': { mode: 'Identical', options: { identical: { listMode: 'Set' } } },
  NonEmptyIntersection: { mode: 'NonEmptyIntersection', options: { nonEmptyIntersection: coercing } },
};
const DISTINCT = {
  'AllDistinct (List)': { mode: 'AllDistinct', options: { allDistinct: { listMode: 'List' } } },
  'AllDistinct (Set)': { mode: 'AllDistinct', options: { allDistinct: { listMode: 'Set' } } },
  PairwiseDisjoint: { mode: 'PairwiseDisjoint', options: { pairwiseDisjoint: coercing } },
  EmptyIntersection: { mode: 'EmptyIntersection', options: { emptyIntersection: coercing } },
};

/** A row: the values of its devices, and the result of each column. */
type Row<C> = readonly [values: readonly Value[], cells: Readonly<Record<keyof C, boolean>>];

const matchRows: readonly Row<typeof MATCH>[] = [
  [['a', 'b'], { 'Identical (List)': false, 'Identical (Set)': false, NonEmptyIntersection: false }],
  [
    [
      ['a', 'b'],
      ['b', 'a'],
    ],
    { 'Identical (List)': false, 'Identical (Set)': true, NonEmptyIntersection: true },
  ],
  [
    [
      ['a', 'b'],
      ['a', 'c'],
    ],
    { 'Identical (List)': false, 'Identical (Set)': false, NonEmptyIntersection: true },
  ],
  // The published row has d1 twice: the second one should be d2.
  [
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
    { 'Identical (List)': false, 'Identical (Set)': false, NonEmptyIntersection: false },
  ],
];

const distinctRows: readonly Row<typeof DISTINCT>[] = [
  [['a', 'b'], { 'AllDistinct (List)': false, 'AllDistinct (Set)': false, PairwiseDisjoint: false, EmptyIntersection: false }],
  [
    [
      ['a', 'b'],
      ['b', 'a'],
    ],
    { 'AllDistinct (List)': true, 'AllDistinct (Set)': false, PairwiseDisjoint: false, EmptyIntersection: false },
  ],
  [
    [
      ['a', 'b'],
      ['a', 'c'],
      ['a', 'd'],
    ],
    { 'AllDistinct (List)': true, 'AllDistinct (Set)': true, PairwiseDisjoint: false, EmptyIntersection: false },
  ],
  [
    [
      ['a', 'b'],
      ['b', 'c'],
      ['c', 'a'],
    ],
    { 'AllDistinct (List)': true, 'AllDistinct (Set)': true, PairwiseDisjoint: false, EmptyIntersection: true },
  ],
  [
    [
      ['a', 'b'],
      ['c', 'd'],
      ['e', 'f'],
    ],
    { 'AllDistinct (List)': true, 'AllDistinct (Set)': true, PairwiseDisjoint: true, EmptyIntersection: true },
  ],
];

/** Cells that contradict the definitions: "a" and "b" are distinct, disjoint and have no value in common. */
const CONTRADICTING = new Set([
  '"a", "b": AllDistinct (List)',
  '"a", "b": AllDistinct (Set)',
  '"a", "b": PairwiseDisjoint',
  '"a", "b": EmptyIntersection',
]);

function cellsOf<C extends object>(
  columns: C,
  rows: readonly Row<C>[],
  field: string,
): { name: string; values: readonly Value[]; says: boolean; constraint: object }[] {
  return rows.flatMap(([values, cells]) =>
    Object.entries<boolean>(cells).map(([column, says]) => ({
      name: `${values.map((value) => JSON.stringify(value)).join(', ')}: ${column}`,
      values,
      says,
      constraint: { [`${field}Attribute`]: attribute, [`${field}Semantics`]: columns[column as keyof C] },
    })),
  );
}

const cells = [...cellsOf(MATCH, matchRows, 'match'), ...cellsOf(DISTINCT, distinctRows, 'distinct')];

describe('a cell of the tables of KEP-5491', () => {
  it.each(cells.filter(({ name }) => !CONTRADICTING.has(name)))('$name is $says', ({ values, says, constraint }) => {
    expect(holds(values, constraint)).toBe(says);
  });

  it.each(cells.filter(({ name }) => CONTRADICTING.has(name)))(
    '$name is not $says, as the definition has it',
    ({ values, says, constraint }) => {
      expect(holds(values, constraint)).toBe(!says);
    },
  );

  it('has each contradicting one', () => {
    expect(cells.filter(({ name }) => CONTRADICTING.has(name))).toHaveLength(CONTRADICTING.size);
  });

  it('means the same under the unified field', () => {
    for (const { values, says, constraint, name } of cells) {
      const { matchAttribute, distinctAttribute, matchSemantics, distinctSemantics } = constraint as Record<string, unknown>;
      const unified = {
        ...(matchAttribute === undefined ? { distinctAttribute } : { matchAttribute }),
        semantics: matchSemantics ?? distinctSemantics,
      };
      expect([name, holds(values, unified)]).toEqual([name, CONTRADICTING.has(name) ? !says : says]);
    }
  });
});

describe('scalars', () => {
  const set = (mode: string, option: string, coerces: boolean, more: object = {}): object => ({
    [mode === 'NonEmptyIntersection' ? 'matchAttribute' : 'distinctAttribute']: attribute,
    semantics: { mode, options: { [option]: { coerceScalarToList: coerces, ...more } } },
  });

  it.each([
    ['NonEmptyIntersection', 'nonEmptyIntersection', ['a', ['a', 'b']]],
    ['PairwiseDisjoint', 'pairwiseDisjoint', ['a', ['b', 'c']]],
    ['EmptyIntersection', 'emptyIntersection', ['a', ['b', 'c']]],
  ] as const)('are refused by %s unless they are coerced', (mode, option, values) => {
    expect(holds(values, set(mode, option, true))).toBe(true);
    expect(holds(values, set(mode, option, false))).toBe(false);
  });

  const equality = (mode: string, more: object = {}): object => ({
    [mode === 'Identical' ? 'matchAttribute' : 'distinctAttribute']: attribute,
    semantics: { mode, options: { [mode === 'Identical' ? 'identical' : 'allDistinct']: more } },
  });

  it('equal themselves, and a list of them only when they are coerced', () => {
    expect(holds(['a', 'a'], equality('Identical'))).toBe(true);
    expect(holds(['a', ['a']], equality('Identical'))).toBe(false);
    expect(holds(['a', ['a']], equality('Identical', coercing))).toBe(true);
    expect(holds(['a', ['a']], equality('AllDistinct'))).toBe(true);
    expect(holds(['a', ['a']], equality('AllDistinct', coercing))).toBe(false);
    expect(holds(['a', 'a'], equality('AllDistinct'))).toBe(false);
  });

  it('equal no value of another type', () => {
    expect(holds([['1'], [1]] as never, equality('Identical'))).toBe(false);
    expect(holds([['1'], [1]] as never, equality('AllDistinct'))).toBe(true);
    expect(holds(['1', 1] as never, equality('Identical', coercing))).toBe(false);
  });
});

describe('sizes', () => {
  const atLeast = (minSize: number): object => ({
    matchAttribute: attribute,
    matchSemantics: { mode: 'NonEmptyIntersection', options: { nonEmptyIntersection: { minSize } } },
  });

  it('of the intersection count values once', () => {
    const values = [
      ['a', 'b', 'c', 'a'],
      ['c', 'b', 'b'],
    ] as const;
    expect([1, 2, 3].map((minSize) => holds(values, atLeast(minSize)))).toEqual([true, true, false]);
  });

  it('hold for one device alone, which has its values in common with itself', () => {
    expect([1, 2, 3].map((minSize) => holds([['a', 'b', 'a']], atLeast(minSize)))).toEqual([true, true, false]);
  });

  it('are those of all devices, not of pairs', () => {
    expect(
      holds(
        [
          ['a', 'b'],
          ['b', 'c'],
          ['c', 'a'],
        ],
        atLeast(1),
      ),
    ).toBe(false);
  });
});

it('one device alone never has an empty intersection', () => {
  const constraint = { distinctAttribute: attribute, distinctSemantics: DISTINCT.EmptyIntersection };
  expect(holds([['a']], constraint)).toBe(false);
  expect(holds(['a'], constraint)).toBe(false);
});

it('sets of any order and with repetitions are equal as sets', () => {
  const asSets = { matchAttribute: attribute, matchSemantics: MATCH['Identical (Set)'] };
  const asLists = { matchAttribute: attribute, matchSemantics: MATCH['Identical (List)'] };
  const long = Array.from({ length: 64 }, (_, index) => `v${index}`);
  expect(
    holds(
      [
        ['b', 'a', 'b'],
        ['a', 'b'],
      ],
      asSets,
    ),
  ).toBe(true);
  expect(
    holds(
      [
        ['b', 'a', 'b'],
        ['a', 'b'],
      ],
      asLists,
    ),
  ).toBe(false);
  expect(holds([long, [...long].reverse()], asSets)).toBe(true);
  expect(holds([long, [...long]], asLists)).toBe(true);
  expect(holds([long, long.slice(1)], asSets)).toBe(false);
});
