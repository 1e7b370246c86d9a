import { describe, expect, it } from 'vitest';
import { Failure } from '../../../src/cel/failure.js';
import { Aborted } from '../../../src/cel/frame.js';
import { compilePattern, PatternBudget, stateCount } from '../../../src/cel/library/pattern.js';

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
