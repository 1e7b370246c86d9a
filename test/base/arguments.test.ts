import { expect, it } from 'vitest';
import { checkFields, checkFlag, checkSpelling } from '../../src/base/arguments.js';
import { errorOf } from '../support/api.js';

const FIELDS = ['steps', 'milliseconds'];

it('an object with known fields is accepted, whatever it inherits', () => {
  expect(() => checkFields({ steps: 1 }, 'limits', FIELDS)).not.toThrow();
  expect(() => checkFields(Object.create({ other: 1 }), 'limits', FIELDS)).not.toThrow();
  expect(() => checkSpelling({ steps: 1, other: 2 }, '', FIELDS)).not.toThrow();
});

it.each([null, undefined, 5, 'steps', ['steps']])('%j is no object with fields', (value) => {
  for (const check of [checkFields, checkSpelling]) {
    expect(errorOf(() => check(value, 'limits', FIELDS))).toMatchObject({
      code: 'invalid-input',
      path: 'limits',
      message: 'limits: expected an object with steps, milliseconds',
    });
    const ofArgument = errorOf(() => check(value, '', FIELDS));
    expect(ofArgument.message).toBe('expected an object with steps, milliseconds');
    expect(ofArgument.path).toBeUndefined();
  }
});

it('an unknown field is named with its place, and with the field that was meant or with all', () => {
  expect(errorOf(() => checkFields({ step: 1 }, 'limits', FIELDS))).toMatchObject({
    path: 'limits.step',
    message: 'limits.step: unknown, did you mean steps?',
  });
  expect(errorOf(() => checkFields({ zzz: 1 }, '', FIELDS))).toMatchObject({
    path: 'zzz',
    message: 'zzz: unknown, known are steps, milliseconds',
  });
});

it('a limit that stands beside the limits is told its place', () => {
  expect(errorOf(() => checkFields({ signal: 1 }, '', ['claims', 'limits']))).toMatchObject({
    path: 'signal',
    message: 'signal: unknown, did you mean limits.signal?',
  });
  expect(errorOf(() => checkFields({ signal: 1 }, '', ['claims'])).message).toBe('signal: unknown, known are claims');
});

it('spelling is checked of fields that are missing only', () => {
  expect(errorOf(() => checkSpelling({ step: 1 }, '', FIELDS)).message).toBe('step: unknown, did you mean steps?');
  expect(() => checkSpelling({ step: 1, steps: 2 }, '', FIELDS)).not.toThrow();
});

it('a flag is true, false or absent', () => {
  for (const flag of [true, false, undefined]) expect(() => checkFlag(flag, 'corrections')).not.toThrow();
  for (const other of [null, 0, 'true', []]) {
    expect(errorOf(() => checkFlag(other, 'corrections'))).toMatchObject({
      path: 'corrections',
      message: 'corrections: expected true or false',
    });
  }
});
