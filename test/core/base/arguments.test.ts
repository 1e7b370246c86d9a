import { expect, it } from 'vitest';
import {
  checkFields,
  checkFlag,
  checkSpelling,
  checkText,
  integer,
  listOf,
  objectWith,
  oneOf,
  optional,
} from '../../../src/core/base/arguments.js';
import { describe } from '../../../src/core/base/describe.js';
import { errorOf } from '../../support/api.js';

const FIELDS = ['steps', 'milliseconds'];

it('an object with known fields is accepted, whatever it inherits', () => {
  expect(() => checkFields({ steps: 1 }, 'limits', FIELDS)).not.toThrow();
  expect(() => checkFields(Object.create({ other: 1 }), 'limits', FIELDS)).not.toThrow();
  expect(() => checkSpelling({ steps: 1, other: 2 }, 'fit(input)', FIELDS)).not.toThrow();
});

it.each([null, undefined, 5, 'steps', ['steps']])('%j is no object with fields', (value) => {
  for (const check of [checkFields, checkSpelling]) {
    expect(errorOf(() => check(value, 'limits', FIELDS))).toMatchObject({
      code: 'invalid-input',
      path: 'limits',
      message: `limits: expected an object with steps, milliseconds, found ${describe(value)}`,
    });
    const { message, path } = errorOf(() => check(value, 'fit(input)', FIELDS));
    expect([message, path]).toEqual([`fit(input): expected an object with steps, milliseconds, found ${describe(value)}`, 'input']);
  }
});

it('an unknown field is named with its place, and with the field that was meant or with all', () => {
  expect(errorOf(() => checkFields({ step: 1 }, 'limits', FIELDS))).toMatchObject({
    path: 'limits.step',
    message: 'limits.step: unknown, did you mean steps?',
  });
  expect(errorOf(() => checkFields({ zzz: 1 }, 'fit(input)', FIELDS))).toMatchObject({
    path: 'zzz',
    message: 'zzz: unknown, supported: steps, milliseconds',
  });
});

it('a limit that stands beside the limits is reported its place', () => {
  expect(errorOf(() => checkFields({ signal: 1 }, 'fit(input)', ['claims', 'limits']))).toMatchObject({
    path: 'signal',
    message: 'signal: unknown, did you mean limits.signal?',
  });
  expect(errorOf(() => checkFields({ signal: 1 }, 'fit(input)', ['claims'])).message).toBe('signal: unknown, supported: claims');
});

it('spelling is checked of fields that are missing only', () => {
  expect(errorOf(() => checkSpelling({ step: 1 }, 'fit(input)', FIELDS)).message).toBe('step: unknown, did you mean steps?');
  expect(() => checkSpelling({ step: 1, steps: 2 }, 'fit(input)', FIELDS)).not.toThrow();
});

it('a flag is true or false, and only an optional one may be absent', () => {
  for (const flag of [true, false]) expect(() => checkFlag(flag, 'corrections')).not.toThrow();
  expect(() => optional(checkFlag)(undefined, 'corrections')).not.toThrow();
  for (const other of [undefined, null, 0, 'true', []]) {
    expect(errorOf(() => checkFlag(other, 'corrections'))).toMatchObject({
      path: 'corrections',
      message: `corrections: expected true or false, found ${describe(other)}`,
    });
  }
});

const checkRuns = listOf(objectWith<{ name: string; seed?: number }>({ name: checkText, seed: optional(integer(1)) }), 'runs');

it.each([
  [5, 'compare(runs): expected a list of runs, found the number 5', 'runs'],
  [[{ name: 'a' }, null], 'runs[1]: expected an object with name, seed, found nothing', 'runs[1]'],
  [[{ name: Symbol('a') }], 'runs[0].name: expected a string, found a symbol', 'runs[0].name'],
  [[{ name: 'a', seed: 0 }], 'runs[0].seed: expected an integer of 1 or more, found the number 0', 'runs[0].seed'],
])('a value within an argument is named with its place: %#', (value, message, path) => {
  expect(errorOf(() => checkRuns(value, 'compare(runs)'))).toMatchObject({ code: 'invalid-input', message, path });
});

it('an option within the options has no other place than its name', () => {
  const check = objectWith({ order: oneOf(['priority', 'input']), most: integer(0, 9) });
  expect(errorOf(() => check({ order: 'any' }, 'fit(input)')).message).toBe(
    'order: expected one of priority, input, found the string "any"',
  );
  expect(errorOf(() => check({ order: 'input', most: 10 }, 'room')).message).toBe(
    'room.most: expected an integer from 0 to 9, found the number 10',
  );
});
