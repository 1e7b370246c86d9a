import { describe, expect, it } from 'vitest';
import { Failure } from '../../../src/cel/failure.js';
import { Aborted } from '../../../src/cel/frame.js';
import { compiledPatterns, compilePattern, PatternBudget, searchBytes, stateCount } from '../../../src/cel/library/pattern.js';

const meter = { work: () => undefined };

describe('compilePattern', () => {
  it('gives the words of the reference for what is no pattern', () => {
    expect(compilePattern('(', meter)).toEqual(new Failure('error parsing regexp: missing closing ): `(`'));
    expect(compilePattern('a\\', meter)).toEqual(new Failure('error parsing regexp: trailing backslash at end of expression: ``'));
  });

  it('takes two groups of the same name', () => {
    expect(compilePattern('(?P<n>a)(?P<n>b)', meter)).not.toBeInstanceOf(Failure);
  });

  it('refuses what is too large before it compiles it', () => {
    expect(() => compilePattern('a'.repeat(1_001), meter)).toThrow('regular expression longer than 1000 characters');
    expect(() => compilePattern('(a{30}){30}'.repeat(80), meter)).toThrow(Aborted);
  });

  it('announces its work once', () => {
    const steps: number[] = [];
    const counting = { work: (count: number) => void steps.push(count) };
    compilePattern('once{3}', counting);
    compilePattern('once{3}', counting);
    expect(steps).toHaveLength(1);
  });
});

describe('compiled patterns', () => {
  it('weigh what searches left with them', () => {
    const pattern = compilePattern('(a|b)*a(a|b){9}', meter);
    if (pattern instanceof Failure) throw pattern;
    expect(searchBytes(pattern)).toBe(0);
    const text = Array.from({ length: 2_000 }, (_, index) => ((index * index * 7 + (index >> 3)) % 3 === 0 ? 'a' : 'b')).join('');
    // Searches that ask for no place make an automaton.
    pattern.test(`${text}c`);
    const bytes = searchBytes(pattern);
    expect(bytes).toBeGreaterThan(1_000);
    const before = compiledPatterns.bytes;
    compilePattern('another', meter);
    compilePattern('(a|b)*a(a|b){9}', meter);
    expect(compiledPatterns.bytes - before).toBeGreaterThanOrEqual(bytes);
  });

  it('weigh the most that searches can leave, where that is not told', () => {
    expect(searchBytes({} as never)).toBe(8 << 20);
  });
});

it.each([
  ['abc', 3],
  ['a{10}', 11],
  ['((a{9}){9}){9}', 1_100],
  ['[a-z]{100}', 400],
  ['\\p{L}{50}', 200],
])('stateCount of %s is at least what it makes', (pattern, least) => {
  expect(stateCount(pattern)).toBeGreaterThanOrEqual(least);
});

it('PatternBudget ends an expression with too many patterns', () => {
  const budget = new PatternBudget();
  expect(() => {
    for (let round = 0; round < 100; round += 1) compilePattern(`(a{20}){20}${round}`, budget);
  }).toThrow('regular expressions with more than');
});
