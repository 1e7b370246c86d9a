import { describe, expect, it } from 'vitest';
import type { Automaton } from '../../../src/cel/library/automaton.js';
import { compiledPatterns, compilePattern, PatternBudget, stateCount } from '../../../src/cel/library/pattern.js';
import { Frame, OwnLimit } from '../../../src/cel/run/frame.js';
import { Failure } from '../../../src/cel/values/failure.js';

const compiled = (pattern: string): Automaton | Failure => compilePattern(pattern, new Frame(null));

describe('compilePattern', () => {
  it('gives the words of the reference for what is no pattern', () => {
    expect(compiled('(')).toEqual(new Failure('error parsing regexp: missing closing ): `(`'));
    expect(compiled('a\\')).toEqual(new Failure('error parsing regexp: trailing backslash at end of expression: ``'));
  });

  it('takes two groups of the same name', () => {
    expect(compiled('(?P<n>a)(?P<n>b)')).not.toBeInstanceOf(Failure);
  });

  it('refuses what is too large before it compiles it', () => {
    expect(() => compiled('a'.repeat(10_001))).toThrow('regular expression longer than 10000 characters');
    expect(() => compiled('(a{30}){30}'.repeat(80))).toThrow(OwnLimit);
  });

  it('announces its work once in an evaluation, and as much in the next one', () => {
    const works = [new Frame(null), new Frame(null)].map((frame) => {
      compilePattern('once{3}', frame);
      const first = frame.workDone;
      compilePattern('once{3}', frame);
      expect(frame.workDone).toBe(first);
      return first;
    });
    expect(works[0]).toBeGreaterThan(0);
    expect(works[1]).toBe(works[0]);
  });
});

describe('compiled patterns', () => {
  it('weigh what their programs take', () => {
    compiled('small');
    const before = compiledPatterns.bytes;
    const { size } = compiled('(great|er){300}') as Automaton;
    expect(compiledPatterns.bytes - before).toBeGreaterThan(size * 100);
  });
});

it.each(['abc', 'a{10}', 'a{3,10}', 'a{3,}', '((a{9}){9}){9}', '[a-z]{100}', '[[:alpha:]_-]{5}', '\\p{L}{50}', '(a|bc)*d+?', 'x?y*z+'])(
  'stateCount of %s is what it makes or some more',
  (pattern) => {
    const { size } = compiled(pattern) as Automaton;
    expect(stateCount(pattern)).toBeGreaterThanOrEqual(size - 2);
    expect(stateCount(pattern)).toBeLessThanOrEqual(size * 2);
  },
);

it('PatternBudget ends an expression with too many patterns', () => {
  const budget = new PatternBudget();
  expect(() => {
    for (let round = 0; round < 100; round += 1) budget.compile(`(a{20}){20}${round}`);
  }).toThrow('regular expressions with more than');
});
