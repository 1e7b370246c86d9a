import { describe, expect, it } from 'vitest';
import { expandMacro } from '../../../src/cel/syntax/macros.js';
import type { Expr } from '../../../src/cel/syntax/tree.js';

const name = (text: string, at = 1): Expr => ({ kind: 'name', at, name: text });
const one: Expr = { kind: 'constant', at: 9, value: 1n };

const expand = (macro: string, target: Expr | undefined, ...args: Expr[]): ReturnType<typeof expandMacro> =>
  expandMacro({ name: macro, at: 5, target, args });

describe('expandMacro', () => {
  it('leaves functions alone, and macros with another number of arguments or none before the dot', () => {
    expect(expand('size', name('a'))).toBeUndefined();
    expect(expand('all', name('a'), name('x'))).toBeUndefined();
    expect(expand('all', undefined, name('x'), one)).toBeUndefined();
    expect(expand('has', name('a'), name('x'))).toBeUndefined();
    expect(expand('existsOne', name('a'), name('x'), one)).toBeUndefined();
    expect(expand('bind', name('a'), name('x'), one, one)).toBeUndefined();
  });

  it('makes one node of a loop', () => {
    expect(expand('map', name('a'), name('x'), name('p'), one)).toEqual({
      expr: { kind: 'fold', macro: 'map', at: 5, range: name('a'), variable: 'x', predicate: name('p'), transform: one },
      repeatsTarget: false,
    });
    expect(expand('transformMap', name('a'), name('k'), name('v'), one)).toMatchObject({
      expr: { macro: 'transformMap', variable: 'k', second: 'v', predicate: undefined, transform: one },
    });
    expect(expand('existsOne', name('a'), name('k'), name('v'), one)).toMatchObject({ expr: { macro: 'exists_one', predicate: one } });
  });

  it('tests fields, but no optional ones', () => {
    const field = { kind: 'select', at: 2, operand: name('a'), field: 'f', mode: 'value' } as const;
    expect(expand('has', undefined, field)).toMatchObject({ expr: { ...field, at: 5, mode: 'test' } });
    expect(expand('has', undefined, { ...field, mode: 'optional' })).toEqual({ at: 2, message: 'invalid argument to has() macro' });
  });

  it('reports when what it is called on occurs twice', () => {
    expect(expand('optMap', name('o'), name('x'), one)).toMatchObject({ repeatsTarget: true, expr: { name: '_?_:_' } });
    expect(expand('optFlatMap', name('o'), name('x'), one)).toMatchObject({ repeatsTarget: true });
  });

  it('sorts by a list of keys', () => {
    expect(expand('sortBy', name('l'), name('x'), one)).toMatchObject({
      expr: {
        kind: 'bind',
        value: name('l'),
        body: { name: '@sortByAssociatedKeys', args: [{ kind: 'fold', macro: 'map', variable: 'x' }] },
      },
    });
    expect(expand('sortBy', one, name('x'), one)).toMatchObject({
      at: 9,
      message: expect.stringContaining('sortBy can only be applied to'),
    });
  });

  it.each([
    ['all', [one, one], 'argument must be a simple name'],
    ['map', [one, one], 'argument is not an identifier'],
    ['filter', [name('__result__', 9), one], 'iteration variable overwrites accumulator variable'],
    ['exists', [name('x'), one, one], 'argument must be a simple name'],
    ['all', [name('x'), name('x', 9), one], 'duplicate variable name: x'],
    ['transformList', [name('x'), name('__result__', 9), one], 'iteration variable overwrites accumulator variable'],
    ['optMap', [one, one], 'optMap() variable name must be a simple identifier'],
    ['optFlatMap', [one, one], 'optFlatMap() variable name must be a simple identifier'],
    ['sortBy', [one, one], 'argument is not an identifier'],
  ] as const)('refuses wrong arguments of %s', (macro, args, message) => {
    expect(expand(macro, name('a'), ...args)).toEqual({ at: 9, message });
  });

  it('rejects cel.bind of anything but a name', () => {
    expect(expand('bind', name('cel'), one, one, one)).toEqual({ at: 9, message: 'cel.bind() variable names must be simple identifiers' });
  });
});
