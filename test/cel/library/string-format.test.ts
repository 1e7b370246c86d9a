import { describe, expect, it } from 'vitest';
import { expandFormat, wrongArgument } from '../../../src/cel/library/string-format.js';
import { Failure } from '../../../src/cel/values/failure.js';

const expand = (format: string, size: number, isChecked = false): string => {
  const text = expandFormat(format, size, isChecked, (verb, argument, precision) => `<${verb}${argument}${precision ?? ''}>`);
  return text instanceof Failure ? text.message : text;
};

describe('expandFormat', () => {
  it('puts arguments in their places', () => {
    expect(expand('a%s%%%.3f\u00e4%X', 3)).toBe('a<s0>%<f13>\u00e4<X2>');
  });

  it.each([
    ['%d%d', 1, 'index 1 out of range'],
    ['%', 1, 'unexpected end of string'],
    ['%y', 1, 'could not parse formatting clause: unrecognized formatting clause "y"'],
    ['%\u00e4', 1, 'could not parse formatting clause: unrecognized formatting clause "\u00c3"'],
    ['%.5', 1, 'could not parse formatting clause: error while parsing precision: could not find end of precision specifier'],
    [
      '%.f',
      1,
      'could not parse formatting clause: error while parsing precision: error while converting precision to integer: strconv.Atoi: parsing "": invalid syntax',
    ],
  ])('refuses %j with %i arguments', (format, size, message) => {
    expect(expand(format, size)).toBe(message);
  });

  it('misses an argument before it misses the clause, except in a check', () => {
    expect(expand('%', 0)).toBe('index 0 out of range');
    expect(expand('%', 0, true)).toBe('unexpected end of string');
  });
});

it('wrongArgument reports the rule of the clause and the type', () => {
  expect(wrongArgument('X', 'bool').message).toBe('only integers, byte buffers, and strings can be formatted as hex, was given bool');
});
