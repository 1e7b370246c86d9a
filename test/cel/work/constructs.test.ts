// Tests that no part of an expression is free. Parts without cost in the reference still report work, or a long chain of them in a loop would run for seconds.

import { describe, expect, it } from 'vitest';
import { compileSelector } from '../../../src/cel/engine.js';
import { MACRO_NAMES } from '../../../src/cel/syntax/macros.js';
import { Checkpoint } from '../../../src/core/base/checkpoint.js';
import { toDevice } from '../vector-devices.js';
import { CONSTRUCTS, evaluatedOften, evaluatedOn, LOOPS } from './constructs.js';

const device = toDevice({ driver: 'd.example.com', attributes: { model: { string: 'a' } }, capacity: { memory: '1Gi' } });
const unlimited = new Checkpoint({ selectorWork: Number.POSITIVE_INFINITY });

function workOf(expression: string): number {
  const { error, work } = compileSelector(expression).trial(device, unlimited);
  expect(error?.message).toBeUndefined();
  return work;
}

const ROUNDS = 10;

describe.each(CONSTRUCTS)('$name', ({ condition }) => {
  it('announces work each time that it is evaluated', () => {
    const [few, many] = [2, 12].map((times) => workOf(evaluatedOften(condition, times, ROUNDS))) as [number, number];
    // One of them is the enclosing `||`.
    expect((many - few) / 10 / ROUNDS).toBeGreaterThanOrEqual(2);
  });
});

describe.each(LOOPS)('$name', ({ condition }) => {
  it('announces work in each round', () => {
    const [few, many] = [100, 300].map((size) => workOf(evaluatedOn(condition, size)) - workOf(evaluatedOn('false', size))) as [
      number,
      number,
    ];
    expect((many - few) / 200).toBeGreaterThanOrEqual(2);
  });
});

it('every macro is in the tables', () => {
  const conditions = [...CONSTRUCTS, ...LOOPS].map(({ condition }) => condition);
  expect(MACRO_NAMES.filter((name) => !conditions.some((condition) => condition.includes(`${name}(`)))).toEqual([]);
});
