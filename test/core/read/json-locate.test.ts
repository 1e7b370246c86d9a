import { describe, expect, test } from 'vitest';
import type { PathStep } from '../../../src/core/base/json.js';
import { JsonLocator, memberOffset } from '../../../src/core/read/json-locate.js';
import { threadMilliseconds } from '../../support/clock.js';

describe('JsonLocator', () => {
  const text = ' {"a": {"b\\n": [1, {"c": "]}\\""}, null], "x": -1.5}, "d": [[], {}]}';
  const locator = new JsonLocator(text, 1);

  test.each<[PathStep[], string]>([
    [[], '{"a"'],
    [['a'], '"a":'],
    [['a', 'b\n'], '"b\\n"'],
    [['a', 'b\n', 0], '1, {'],
    [['a', 'b\n', 1], '{"c"'],
    [['a', 'b\n', 1, 'c'], '"c":'],
    [['a', 'b\n', 2], 'null'],
    [['a', 'x'], '"x":'],
    [['d', 1], '{}]}'],
    // The nearest parent.
    [['a', 'nothing', 'here'], '"a":'],
    [['a', 'b\n', 3], '"b\\n"'],
    [['a', 'x', 0], '"x":'],
    [['d', 0, 0], '[], '],
    [['__proto__'], '{"a"'],
  ])('finds %j', (path, begin) => {
    expect(text.slice(locator.locate(path)).slice(0, begin.length)).toBe(begin);
  });

  test('finds all of 20,000 items without scanning the text each time', () => {
    const long = `[${Array.from({ length: 20_000 }, (_, i) => `{"i": ${i}, "text": "${'x'.repeat(50)}"}`).join()}]`;
    const many = new JsonLocator(long, 0);
    const start = threadMilliseconds();
    for (let i = 0; i < 20_000; i++) expect(long.startsWith(`"i": ${i},`, many.locate([i, 'i']))).toBe(true);
    expect(threadMilliseconds() - start).toBeLessThan(3000);
  });
});

describe('memberOffset', () => {
  test('finds the first member of a name, also where the object breaks off later', () => {
    expect(memberOffset('{"a": {"b": 1}, "b": 2, "b"', 0, 'b')).toBe(16);
  });
});
