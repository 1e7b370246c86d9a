// Tests rules on their examples: the bad one breaks only its rule, the good one breaks none.

import { describe, expect, it } from 'vitest';
import { variantOf } from '../../../src/validate/examples.js';
import { type Finding, validate } from '../../../src/validate/index.js';
import type { Assignments, DecodingRule, Examples, Rule } from '../../../src/validate/rule.js';
import { WORLD_RULES } from '../../../src/validate/rules/world.js';

/** Rules over the whole input have other examples. */
const OVER_ALL: ReadonlySet<string> = new Set(WORLD_RULES.map(({ id }) => id));

export function describeExamples(rules: readonly (Rule | DecodingRule)[]): void {
  describe.each(rules.map((rule) => [rule.id, rule] as const))('the rule %s', (id, rule) => {
    const examples = rule.examples();

    it('is reported by its bad example, which breaks no other rule', () => {
      const found = judge(examples, examples.bad, id).map(({ rule }) => rule);
      expect(found).toContain(id);
      expect(new Set(found)).toEqual(new Set([id, ...(examples.also ?? [])]));
    });

    it('is kept by its good example', () => {
      expect(judge(examples, examples.good)).toEqual([]);
    });
  });
}

/** Versions that are off by default are always reported. The report only counts for the rule about them. */
function judge({ kind, apiVersion, options, furtherObjects: beside = [] }: Examples, changes: Assignments, id = ''): Finding[] {
  return validate([variantOf(kind, changes, apiVersion) as object, ...beside], options).filter(
    ({ rule }) => !OVER_ALL.has(rule) && (rule !== 'off-by-default' || rule === id),
  );
}
