import { expect, it } from 'vitest';
import {
  label1035Problems,
  labelKeyProblems,
  labelProblems,
  labelValueProblems,
  subdomainProblems,
} from '../../../src/core/base/name-rules.js';

it.each(['zone', 'a', 'A-b_c.9', 'example.com/zone', `${'a'.repeat(63)}`, `${'a.'.repeat(126)}b/x`])('%s is a key', (key) => {
  expect(labelKeyProblems(key)).toEqual([]);
});

it.each([
  ['', ['name part must be non-empty', expect.stringMatching(/^name part must consist of alphanumeric characters/)]],
  ['-a', [expect.stringMatching(/^name part must consist of/)]],
  ['a'.repeat(64), ['name part must be no more than 63 bytes']],
  ['/a', ['prefix part must be non-empty']],
  ['example.com/', ['name part must be non-empty', expect.stringMatching(/^name part must consist of/)]],
  ['Example.com/a', [expect.stringMatching(/^prefix part a lowercase RFC 1123 subdomain/)]],
  [`${'a.'.repeat(127)}b/x`, ['prefix part must be no more than 253 bytes']],
  ['a/b/c', [expect.stringMatching(/^a valid label key must consist of .* with an optional DNS subdomain prefix/)]],
  ['ä', [expect.stringMatching(/^name part must consist of/)]],
])('%s is no key', (key, problems) => {
  expect(labelKeyProblems(key)).toEqual(problems);
});

it.each(['', 'a', 'My_value.1-2', 'a'.repeat(63)])('%j is a value', (value) => {
  expect(labelValueProblems(value)).toEqual([]);
});

it.each([
  ['a b', [expect.stringMatching(/^a valid label must be an empty string or consist of/)]],
  ['a.', [expect.stringMatching(/^a valid label must be an empty string/)]],
  ['a'.repeat(64), ['must be no more than 63 bytes']],
  // Bytes count, not characters.
  ['ä'.repeat(32), ['must be no more than 63 bytes', expect.stringMatching(/^a valid label/)]],
])('%s is no value', (value, problems) => {
  expect(labelValueProblems(value)).toEqual(problems);
});

it.each(['a', 'my-name', '0a', 'a'.repeat(63)])('%s is a label', (label) => {
  expect(labelProblems(label)).toEqual([]);
});

it('a label of DNS begins with a letter', () => {
  expect(label1035Problems('a0')).toEqual([]);
  expect(label1035Problems('0a')).toEqual([expect.stringMatching(/^a DNS-1035 label must consist of/)]);
});

it('a subdomain is no label, and is reported so', () => {
  expect(subdomainProblems('a.b', 'characters')).toEqual([]);
  expect(labelProblems('a.b')).toEqual(['must not contain dots']);
});

it('says in which unit a name is too long', () => {
  expect(subdomainProblems('a'.repeat(254), 'characters')).toEqual(['must be no more than 253 characters']);
  expect(subdomainProblems('a'.repeat(254), 'bytes')).toEqual(['must be no more than 253 bytes']);
});
