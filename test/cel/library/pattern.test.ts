import { describe, expect, it } from 'vitest';
import type { Automaton } from '../../../src/cel/library/automaton.js';
import { compilePattern, PatternBudget } from '../../../src/cel/library/pattern.js';
import { Frame, LocalLimit } from '../../../src/cel/run/frame.js';
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

  it('rejects what is too large before it compiles it', () => {
    expect(() => compiled('a'.repeat(10_001))).toThrow('regular expression longer than 10000 characters');
    expect(() => compiled('(a{30}){30}'.repeat(80))).toThrow(LocalLimit);
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

it('PatternBudget weighs what programs take', () => {
  const budget = new PatternBudget();
  const { size } = budget.compile('(great|er){300}') as Automaton;
  expect(budget.bytes).toBeGreaterThan(size * 100);
});

it('PatternBudget ends an expression with too many patterns', () => {
  const budget = new PatternBudget();
  expect(() => {
    for (let round = 0; round < 100; round += 1) budget.compile(`(a{20}){20}${round}`);
  }).toThrow('regular expressions with more than');
});
