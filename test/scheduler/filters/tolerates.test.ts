import { describe, expect, test } from 'vitest';
import type { Toleration } from '../../../src/core/api/toleration.js';
import { UNLIMITED } from '../../../src/core/base/checkpoint.js';
import { inOneGo } from '../../../src/core/base/incremental.js';
import { isTolerated, tolerationTest } from '../../../src/scheduler/filters/tolerates.js';
import { Dice } from '../../support/dice.js';

const taint = { key: 'k', value: 'v', effect: 'NoSchedule' };
const any = { key: '', operator: '', value: '', effect: '' };
const tolerates = (toleration: object, of = taint, comparisons = true): boolean =>
  isTolerated(of, [{ ...any, ...toleration }], comparisons);

test.each<[boolean, object]>([
  [true, { key: 'k', value: 'v' }],
  [true, { key: 'k', operator: 'Equal', value: 'v', effect: 'NoSchedule' }],
  [true, { value: 'v' }],
  [true, { operator: 'Exists' }],
  [true, { key: 'k', operator: 'Exists', value: 'other' }],
  [false, { key: 'k' }],
  [false, { key: 'K', operator: 'Exists' }],
  [false, { operator: 'Exists', effect: 'NoExecute' }],
  [false, { key: 'k', operator: 'In', value: 'v' }],
])('%s for %o', (expected, toleration) => {
  expect(tolerates(toleration)).toBe(expected);
});

test('one toleration of several is enough', () => {
  expect(isTolerated(taint, [any, { ...any, operator: 'Exists' }], true)).toBe(true);
  expect(isTolerated(taint, [], true)).toBe(false);
});

describe('comparisons', () => {
  const compare = (value: string, operator: string, bound: string, comparisons = true): boolean =>
    tolerates({ key: 'k', operator, value: bound }, { ...taint, value }, comparisons);

  test('report whether the value of the taint is below or above that of the toleration', () => {
    expect([compare('4', 'Lt', '5'), compare('5', 'Lt', '5'), compare('6', 'Gt', '5'), compare('5', 'Gt', '5')]).toEqual([
      true,
      false,
      true,
      false,
    ]);
    expect([compare('-10', 'Lt', '-9'), compare('9223372036854775807', 'Gt', '0')]).toEqual([true, true]);
  });

  test('are about integers of 64 bits as people write them', () => {
    for (const text of ['', '05', '+5', '-0', '5.0', 'x', '9223372036854775808', ' 5'])
      expect([text, compare(text, 'Lt', '9'), compare('0', 'Lt', text)]).toEqual([text, false, false]);
  });

  test('match nothing without their gate', () => {
    expect(compare('4', 'Lt', '5', false)).toBe(false);
  });
});

test('many tolerations together say what each says by itself', () => {
  const dice = new Dice(7);
  const keys = ['', 'a', 'b', '1:a'];
  const effects = ['', 'NoSchedule', 'NoExecute', 'PreferNoSchedule'];
  const values = ['', 'v', '=v', '3', '-4', '05', '9223372036854775807', '9223372036854775808'];
  const operators = ['', 'Equal', 'Exists', 'Lt', 'Gt', 'In'];
  const outcomes = { true: 0, false: 0 };
  for (let round = 0; round < 3000; round++) {
    const wanted = operators.slice(dice.below(3));
    const one = (): Toleration => ({
      key: dice.one(keys.slice(1)),
      operator: dice.one(wanted),
      value: dice.one(values),
      effect: dice.one(effects),
    });
    const tolerations = Array.from({ length: dice.from(17, 20) }, one);
    if (dice.isOneOf(4)) tolerations.push({ ...one(), key: '' });
    const asked = { key: dice.one([...keys, 'c']), value: dice.one(values), effect: dice.one(effects) };
    const comparisons = dice.isOneOf(2);
    const expected = isTolerated(asked, tolerations, comparisons);
    expect(inOneGo(tolerationTest(tolerations, comparisons, UNLIMITED))(asked), JSON.stringify({ asked, tolerations })).toBe(expected);
    outcomes[`${expected}`]++;
  }
  expect(Math.min(outcomes.true, outcomes.false)).toBeGreaterThan(300);
});
