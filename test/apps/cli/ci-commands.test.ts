import { expect, test } from 'vitest';
import { withoutCommands, withoutInnerCommands } from '../../../src/apps/cli/ci-commands.js';

test('a line that begins with two colons is escaped, whatever blanks and colours are before them', () => {
  expect(withoutCommands('::stop-commands::x')).toBe('\\u003a:stop-commands::x');
  expect(withoutCommands('a\n \t\u00a0\u3000::x::\nb')).toBe('a\n \t\u00a0\u3000\\u003a:x::\nb');
  expect(withoutCommands('\u001b[1m\u001b[31m::x::')).toBe('\u001b[1m\u001b[31m\\u003a:x::');
  expect(withoutCommands('\u00ad:\ufe00:x::')).toBe('\u00ad\\u003a\ufe00:x::');
});

test('number signs before a bracket are escaped anywhere', () => {
  expect(withoutCommands('a ##[error]b ##vso[x]c ###teamcity[d')).toBe('a \\u0023#[error]b \\u0023#vso[x]c #\\u0023#teamcity[d');
  expect(withoutInnerCommands('::error::##[x]\n::error::y')).toBe('::error::\\u0023#[x]\n::error::y');
});

test('other text stays', () => {
  for (const text of ['a::b', 'a ::b', ':a', '## heading', '# [a]', '##', 'fe80::1', '"::x"']) expect(withoutCommands(text)).toBe(text);
});

test('a text of JSON has the same meaning', () => {
  const value = ['::x::', '##[error]', '\n::x', '\\##[x]', '\u2028::x'];
  expect(JSON.parse(withoutCommands(JSON.stringify(value)))).toEqual(value);
});

test('long texts are no problem', () => {
  for (const part of [' ', '#', '##a', '\u00ad', ':', '\n ', '##['])
    expect(withoutCommands(part.repeat(200_000)).length).toBeGreaterThan(0);
});
