// Texts with all kinds of line ends, and what a change of one may do to them.

import { expect } from 'vitest';

/**
 * Expects the same change to a text whatever its line ends are. The change preserves CRLF, a byte order mark and a missing final line end.
 * In a text with mixed line ends, each line keeps its line end if the next line is unchanged.
 */
export function expectSameLineEnds(text: string, changed: string, change: (text: string) => string): void {
  const windows = (each: string): string => each.replaceAll('\n', '\r\n');
  expect(change(windows(text))).toBe(windows(changed));
  expect(change(`\ufeff${windows(text)}`)).toBe(`\ufeff${windows(changed)}`);
  const withoutEnd = (each: string): string => each.replace(/(?:\r?\n)+$/, '');
  expect(withoutEnd(change(withoutEnd(windows(text))))).toBe(withoutEnd(windows(changed)));
  for (const first of [0, 1]) {
    const mixed = text
      .split('\n')
      .map((line, index, lines) => (index === lines.length - 1 ? line : `${line}${index % 2 === first ? '\r\n' : '\n'}`));
    const result = change(mixed.join(''));
    expect(result.replaceAll('\r\n', '\n')).toBe(changed);
    const before = linesOf(mixed.join(''));
    for (const [line, ends] of linesOf(result)) {
      const own = before.get(line);
      if (own !== undefined) expect([...own]).toEqual(expect.arrayContaining([...ends]));
    }
  }
}

/** The ends with which each line of a text stands there before the next one. */
function linesOf(text: string): ReadonlyMap<string, ReadonlySet<string>> {
  const lines = new Map<string, Set<string>>();
  for (const [, line = '', end = '', next = ''] of text.matchAll(/([^\r\n]*)(\r?\n)(?=([^\r\n]*))/g)) {
    const key = `${line}\n${next}`;
    lines.set(key, (lines.get(key) ?? new Set()).add(end));
  }
  return lines;
}
