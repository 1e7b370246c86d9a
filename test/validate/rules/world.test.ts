// Tests every rule over the whole input on its examples: the bad objects break only this rule, the good ones none.

import { describe, expect, it } from 'vitest';
import { variantOf } from '../../../src/validate/examples.js';
import { type Finding, validate } from '../../../src/validate/index.js';
import { POOL_RULES, VALUE_RULES, WORLD_RULES } from '../../../src/validate/rules/world.js';
import type { WorldExamples } from '../../../src/validate/world-rule.js';

function judge({ options }: WorldExamples, objects: WorldExamples['bad']): Finding[] {
  return validate(
    objects.map(([kind, changes, apiVersion]) => variantOf(kind, changes, apiVersion) as object),
    // Default gates, so that no field of an example is dropped.
    options,
  );
}

const cases = [...VALUE_RULES, ...POOL_RULES].map((rule) => [rule.id, rule] as const);

describe.skipIf(cases.length === 0).each(cases)('the rule %s', (id, rule) => {
  const examples = rule.examples();

  it('is reported by its bad example, which breaks no other rule', () => {
    const rules = judge(examples, examples.bad).map(({ rule }) => rule);
    expect(new Set(rules)).toEqual(new Set([id, ...(examples.also ?? [])]));
  });

  it('is kept by its good example', () => {
    expect(judge(examples, examples.good)).toEqual([]);
  });
});

it('only warns', () => {
  expect(WORLD_RULES.filter(({ severity }) => severity !== 'warning')).toEqual([]);
});
