import { inspect } from 'node:util';
import { beforeEach, expect, it } from 'vitest';
import { lazyFieldsOf } from '../../../src/core/base/lazy-fields.js';

class Sum {
  #asked = 0;
  readonly left: number;

  constructor(left: number) {
    this.left = left;
  }

  get twice(): number {
    this.#asked++;
    return 2 * this.left;
  }

  get asked(): number {
    return this.#asked;
  }

  plus(right: number): number {
    return this.left + right;
  }
}

const withFields = lazyFieldsOf(Sum, ['twice']);
let target: Sum;
let sum: Sum;
beforeEach(() => {
  target = new Sum(3);
  sum = withFields(target) as Sum;
});

it('getters are fields that are computed when they are requested', () => {
  expect(target.asked).toBe(0);
  expect([sum.left, sum.twice, sum.plus(1)]).toEqual([3, 6, 4]);
  expect(target.asked).toBe(1);
});

it('fields are there for spreads, lists, JSON, logs and comparisons', () => {
  const plain = { left: 3, twice: 6 };
  expect({ ...sum }).toEqual(plain);
  expect(Object.keys(sum)).toEqual(['left', 'twice']);
  expect('twice' in sum && Object.hasOwn(sum, 'twice')).toBe(true);
  expect(JSON.stringify(sum)).toBe(JSON.stringify(plain));
  expect(inspect({ ...sum })).toBe(inspect(plain));
});

it('getters that are no fields are not there', () => {
  expect('asked' in sum).toBe(false);
  expect(sum.asked).toBeUndefined();
});

it('a caller may write into one object, and the others stay as they are', () => {
  const other = withFields(new Sum(5)) as Sum;
  Object.assign(sum, { twice: 'mine', more: 1 });
  expect({ ...sum }).toEqual({ left: 3, twice: 'mine', more: 1 });
  expect({ ...other }).toEqual({ left: 5, twice: 10 });
  expect(other.twice).toBe(10);
});
