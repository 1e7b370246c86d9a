import { RE2JS } from 're2js';
import { describe, expect, it } from 'vitest';
import { Automaton } from '../../../src/cel/library/automaton.js';
import { Frame } from '../../../src/cel/run/frame.js';

const PARTS = [
  'a',
  'b',
  'ab',
  '.',
  '[a-c]',
  '[^b]',
  '\\b',
  '\\B',
  '^',
  '$',
  '(a|ab)',
  '(?:b|)',
  '\\d',
  '\\pL',
  '(?i)A',
  '(?m:^b$)',
  '(?s:.)',
  '\u{1f600}',
  '\\z',
  'x*?',
];
const REPEATS = ['', '', '', '*', '+', '?', '{2}', '{1,3}', '*?', '+?'];
const CHARACTERS = ['a', 'b', 'c', 'A', '1', ' ', '\n', '\u00e9', '\u{1f600}'];

/** Returns a reproducible generator of numbers below a bound. */
function numbers(): (bound: number) => number {
  let state = 12_345;
  return (bound) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % bound;
  };
}

describe('searches with random patterns', () => {
  const below = numbers();
  const pick = <T>(all: readonly T[]): T => all[below(all.length)] as T;
  const several = (least: number, more: number, make: () => string): string => Array.from({ length: least + below(more) }, make).join('');
  const cases = Array.from({ length: 3_000 }, () => ({
    pattern: several(1, 4, () => (below(8) === 0 ? '|' : pick(PARTS) + pick(REPEATS))),
    text: several(0, 9, () => pick(CHARACTERS)),
  }));

  it('find what re2js finds', () => {
    let matches = 0;
    for (const { pattern, text } of cases) {
      let compiled: RE2JS;
      try {
        compiled = RE2JS.compile(pattern);
      } catch {
        continue;
      }
      const automaton = new Automaton(compiled);
      const matcher = compiled.matcher(text);
      const isFound = matcher.find();
      const wanted = isFound ? { start: matcher.start(), end: matcher.end() } : undefined;
      expect([pattern, text, automaton.find(text, 0, new Frame(null))]).toEqual([pattern, text, wanted]);
      expect([pattern, text, automaton.test(text, new Frame(null))]).toEqual([pattern, text, isFound]);
      if (isFound) matches += 1;
    }
    expect(matches).toBeGreaterThan(1_000);
  });
});

describe('the work of a search', () => {
  const work = (pattern: string, text: string): number => {
    const frame = new Frame(null);
    new Automaton(RE2JS.compile(pattern)).test(text, frame);
    return frame.workDone;
  };

  it('is that of the threads which are alive, not of all states', () => {
    const text = 'worker-1.gpu.example.com';
    expect(work('^[A-Za-z0-9][-A-Za-z0-9_.]{0,62}$', text)).toBeLessThan(text.length * 10);
    expect(work('^[a-z]*$', text)).toBeLessThan(text.length * 10);
  });

  it('grows with the threads', () => {
    const text = 'a'.repeat(1_000);
    expect(work('(a?){50}b', text)).toBeGreaterThan(work('a?b', text) * 10);
  });

  it('is next to nothing where a text that all matches begin with is not there', () => {
    expect(work('needle[a-z]*', 'hay'.repeat(1_000))).toBeLessThan(500);
  });

  it('ends a search that takes too long', () => {
    const automaton = new Automaton(RE2JS.compile('(a?){500}b'));
    expect(() => automaton.test('a'.repeat(100_000), new Frame(null))).toThrow('dra-allocator stopped the evaluation at its work limit');
  });
});
