// Every rule by its own examples: the bad one breaks it and no other, the good one breaks none.

import { describe, expect, it } from 'vitest';
import { variantOf } from '../../src/validate/examples.js';
import { type Finding, validate } from '../../src/validate/index.js';
import type { Assignments, Rule } from '../../src/validate/rule.js';
import { RULES } from '../../src/validate/rules.js';

describe.each(RULES.map((rule) => [rule.id, rule] as const))('the rule %s', (id, { examples, says, link }) => {
  it('is told by its bad example, which breaks no other rule', () => {
    const rules = judge(examples, examples.bad).map(({ rule }) => rule);
    expect(rules).toContain(id);
    expect(new Set(rules)).toEqual(new Set([id, ...(examples.also ?? [])]));
  });

  it('is kept by its good example', () => {
    expect(judge(examples, examples.good)).toEqual([]);
  });

  it('says in one sentence what holds, and links to its source', () => {
    expect(says).toMatch(/^[A-Z`].*\.$/s);
    expect(link).toMatch(/^https:\/\/(kubernetes\.io|github\.com\/kubernetes)\//);
  });
});

describe('the list of rules', () => {
  it('has each name once', () => {
    const ids = RULES.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

function judge({ kind, apiVersion, options }: Rule['examples'], changes: Assignments): Finding[] {
  return validate([variantOf(kind, changes, apiVersion) as object], options);
}
