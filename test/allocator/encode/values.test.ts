// Tests constraints by the answers of the allocator.

import { describe, expect, it } from 'vitest';
import { input, solve } from '../../support/allocate.js';
import { device, request } from '../../support/objects.js';

describe('list attributes', () => {
  it('match when all devices have a value in common, scalars being sets of one', () => {
    const list = [device('a', { k: ['x', 'y'] }), device('b', { k: ['y', 'z'] }), device('c', { k: 'z' }), device('d', { k: 'y' })];
    expect(solve(input([request('r', { count: 3 })], list, { constraints: [{ matchAttribute: 'd.example.com/k' }] }))).toEqual([
      'r=a',
      'r=b',
      'r=d',
    ]);
  });

  it('are distinct when no two devices have a value in common', () => {
    const list = [device('a', { k: [1, 2] }), device('b', { k: [2, 3] }), device('c', { k: [3, 4] })];
    expect(solve(input([request('r', { count: 2 })], list, { constraints: [{ distinctAttribute: 'd.example.com/k' }] }))).toEqual([
      'r=a',
      'r=c',
    ]);
  });

  it('compare booleans and versions, and never values of different types', () => {
    const version = (value: string): object => ({ attributes: { k: { versions: [value] } } });
    const list = [
      { name: 'a', ...version('1.0.0') },
      device('b', { k: '1.0.0' }),
      { name: 'c', ...version('1.0.0') },
      device('d', { k: [true] }),
      device('e', { k: true }),
    ];
    const match = { constraints: [{ matchAttribute: 'd.example.com/k' }] };
    expect(solve(input([request('r', { count: 2 })], list, match))).toEqual(['r=a', 'r=c']);
    expect(solve(input([request('r', { count: 2 })], list.slice(1), match))).toEqual(['r=d', 'r=e']);
  });

  it('find the qualified attribute, or the bare one of the driver, and reject a device without', () => {
    const list = [
      device('a'),
      device('b', { 'd.example.com/k': 'x', k: 'y' }),
      device('c', { k: 'x' }),
      device('d', { 'other.example.com/k': 'x' }),
    ];
    expect(solve(input([request('r', { count: 2 })], list, { constraints: [{ matchAttribute: 'd.example.com/k' }] }))).toEqual([
      'r=b',
      'r=c',
    ]);
  });

  it('keep every value apart beyond the first word of a bitset', () => {
    const list = Array.from({ length: 40 }, (_, index) =>
      device(`d${index}`, { k: [`own-${index}`, `pair-${index >> 1}`, `late-${Math.floor(index / 30)}`] }),
    );
    expect(solve(input([request('r', { count: 10 })], list.slice(25), { constraints: [{ matchAttribute: 'd.example.com/k' }] }))).toEqual(
      list.slice(30).map((_, index) => `r=d${index + 30}`),
    );
  });
});
