import { describe, expect, it } from 'vitest';
import { FORMATS } from '../../../src/cel/library/named-format.js';

const problems = (format: string, text: string): readonly string[] => FORMATS.get(format)?.problems(text) ?? ['no format'];

describe('a named format', () => {
  it.each([
    ['dns1123Label', 'a-b'],
    ['dns1123LabelPrefix', 'ab-'],
    ['dns1123Subdomain', 'a.b-c.d'],
    ['dns1035Label', 'a1'],
    ['qualifiedName', 'example.com/My_Name'],
    ['labelValue', ''],
    ['uri', 'https://a/b'],
    ['uuid', '123E4567e89b12d3a456426614174000'],
    ['byte', 'dGVzdA=='],
    ['date', '2020-02-29'],
    ['datetime', '2020-02-29t23:59:59.5+01:00'],
  ])('%s has no problem with %j', (format, text) => {
    expect(problems(format, text)).toEqual([]);
  });

  it.each([
    ['dns1123Label', 'a.b', ['must not contain dots']],
    ['dns1123Label', 'a'.repeat(64), ['must be no more than 63 characters']],
    ['qualifiedName', '/a', ['prefix part must be non-empty']],
    ['labelValue', 'a'.repeat(64), ['must be no more than 63 bytes']],
    ['uri', 'a', ['parse "a": invalid URI for request']],
    ['uuid', 'x', ['does not match the UUID format']],
    ['byte', '', ['invalid base64']],
    ['date', '2021-02-29', ['invalid date']],
    ['datetime', '2020-01-01T24:00:00Z', ['invalid datetime']],
  ])('%s says what is wrong with %j', (format, text, wanted) => {
    expect(problems(format, text)).toEqual(wanted);
  });

  it('gives the rule, examples and the regular expression', () => {
    expect(problems('dns1035Label', '1a')).toEqual([
      "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')",
    ]);
  });

  it('counts bytes, not characters', () => {
    expect(problems('qualifiedName', '\u00e4'.repeat(32))).toContain('name part must be no more than 63 bytes');
  });
});
