// Tests expressions for single values that are rewritten for lists: the texts, and their equivalence.

import { describe, expect, it } from 'vitest';
import { compileSelector } from '../../../src/cel/engine.js';
import { declaredFunctions, overloadsOf } from '../../../src/cel/library/declarations.js';
import { edited, type ListKind, scalarUsesIn } from '../../../src/cel/rewrite/list-reads.js';
import type { DeviceAttribute } from '../../../src/core/api/resource-slice.js';

/** `A.x` represents a list attribute, `A.y` a single value. */
const full = (text: string): string => text.replaceAll('A.', 'device.attributes["d.io"].');

function rewrite(text: string, kind: ListKind = 'lists'): string {
  const given = full(text);
  const uses = scalarUsesIn(given, (domain, name) => (domain === 'd.io' && name === 'x' ? kind : undefined));
  return edited(
    given,
    uses.flatMap(({ edit }) => (edit === undefined ? [] : [edit])),
  ).replaceAll('device.attributes["d.io"].', 'A.');
}

describe('an expression for one value', () => {
  it.each([
    ['A.x == "a"', 'A.x.includes("a")'],
    ['"a" == A.x', 'A.x.includes("a")'],
    ["A.x != 'a' && A.y == 1", "!A.x.includes('a') && A.y == 1"],
    ['(A.x) == ("b")', 'A.x.includes("b")'],
    ['!(A.y == 1 || (A.x == ("b")))', '!(A.y == 1 || (A.x.includes("b")))'],
    ['A.x in ["a", "b"]', '["a", "b"].exists(v, A.x.includes(v))'],
    ['A.x.startsWith("v")', 'A.x.exists(vv, vv.startsWith("v"))'],
    ['has(A.x) && A.x > 3', 'has(A.x) && A.x.exists(v, v > 3)'],
    ['A.x.compareTo(semver("1.2.3")) >= 0', 'A.x.exists(v, v.compareTo(semver("1.2.3")) >= 0)'],
    ['semver(A.x).major() > 2', 'A.x.exists(v, semver(v).major() > 2)'],
    ['A.y == 1 ? A.x == "a" : A.x == "b"', 'A.y == 1 ? A.x.includes("a") : A.x.includes("b")'],
    ['A.x', 'A.x.includes(true)'],
    ['A.x == "a" ||\n  A.x\n  == "b"', 'A.x.includes("a") ||\n  A.x.includes("b")'],
    ['["a"].exists(e, e == A.x)', 'A.x.exists(v, ["a"].exists(e, e == v))'],
  ])('%s becomes %s', (text, expected) => {
    expect(rewrite(text)).toBe(expected);
  });

  it('takes lists and single values where devices have both', () => {
    expect(rewrite('A.x > 3', 'both')).toBe('[A.x].flatten().exists(v, v > 3)');
    expect(rewrite('A.x == 3', 'both')).toBe('A.x.includes(3)');
  });

  it.each([
    '"a" in A.x',
    'A.x.includes("a")',
    'A.x.exists(e, e == "a")',
    'A.x.size() > 1',
    'size(A.x) > 1',
    'A.x == ["a"]',
    'has(A.x)',
    'A.y == "a"',
  ])('stays as it is where it takes lists: %s', (text) => {
    expect(scalarUsesIn(full(text), (_, name) => (name === 'x' ? 'both' : undefined))).toEqual([]);
  });

  it.each(['A.x == A.x', 'A.x + A.x == "aa"', 'A.x // a comment\n == "a"', "A.x == '''a\nb'''"])(
    'is not changed where nothing certain is known: %j',
    (text) => {
      const uses = scalarUsesIn(full(text), () => 'lists');
      expect(uses.length).toBeGreaterThan(0);
      expect(uses.map(({ edit }) => edit)).toEqual(uses.map(() => undefined));
    },
  );
});

describe('a rewritten expression', () => {
  const values: readonly DeviceAttribute[] = [{ string: 'a' }, { string: 'b' }, { string: 'ab' }];
  const lists = (item: DeviceAttribute): DeviceAttribute => ({ strings: [item.string as string] });
  const matches = (text: string, x: DeviceAttribute): boolean =>
    compileSelector(full(text)).evaluate({ driver: 'd.io', attributes: new Map([['x', x]]), capacity: new Map() });

  it.each(['A.x == "a"', 'A.x != "a"', 'A.x in ["a", "b"]', 'A.x.startsWith("a")', 'A.x > "a"', '!(A.x.contains("b") || A.x == "q")'])(
    'of %s means the same for a value and for the list of it',
    (text) => {
      for (const value of values) {
        const expected = matches(text, value);
        expect(matches(rewrite(text, 'both'), value)).toBe(expected);
        expect(matches(rewrite(text, 'both'), lists(value))).toBe(expected);
        expect(matches(rewrite(text, 'lists'), lists(value))).toBe(expected);
      }
    },
  );
});

it('leaves functions of lists as they are', () => {
  // Names with @ are internal to macros.
  const ofLists = declaredFunctions()
    .filter((name) => !name.startsWith('@'))
    .filter((name) => overloadsOf(name)?.some(({ member, params }) => member && params[0]?.kind === 'list'));
  const used = ofLists.filter((name) => scalarUsesIn(full(`A.x.${name}()`), () => 'lists').length > 0);
  expect(ofLists).toContain('indexOf');
  expect(used).toEqual([]);
});
