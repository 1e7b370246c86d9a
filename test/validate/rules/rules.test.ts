// Tests every rule on its examples: the bad one breaks only this rule, the good one breaks none.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readText } from '../../../src/core/read/read.js';
import { variantOf } from '../../../src/validate/examples.js';
import { type Finding, validate } from '../../../src/validate/index.js';
import type { Assignments, Examples } from '../../../src/validate/rule.js';
import { DECODING_RULES, TEXT_RULES } from '../../../src/validate/rules/decode.js';
import { OBJECT_RULES } from '../../../src/validate/rules/object-rules.js';
import { RULES } from '../../../src/validate/rules/rules.js';
import { WORLD_RULES } from '../../../src/validate/rules/world.js';

/** Rules over the whole input have other examples. */
const OVER_ALL: ReadonlySet<string> = new Set(WORLD_RULES.map(({ id }) => id));

describe.each([...DECODING_RULES, ...OBJECT_RULES].map((rule) => [rule.id, rule] as const))('the rule %s', (id, rule) => {
  const examples = rule.examples();

  it('is told by its bad example, which breaks no other rule', () => {
    const rules = judge(examples, examples.bad, id).map(({ rule }) => rule);
    expect(rules).toContain(id);
    expect(new Set(rules)).toEqual(new Set([id, ...(examples.also ?? [])]));
  });

  it('is kept by its good example', () => {
    expect(judge(examples, examples.good)).toEqual([]);
  });
});

describe.each(TEXT_RULES.map((rule) => [rule.id, rule] as const))('the rule %s', (_, { texts }) => {
  it('is broken by its bad text alone, which cannot be read', () => {
    expect(() => readText(texts.bad, 'bad.yaml')).toThrow(/duplicate/);
    expect(validate(readText(texts.good, 'good.yaml').documents.map(({ value }) => value as object))).toEqual([]);
  });
});

function isRule(value: unknown): value is { readonly id: string } {
  return typeof value === 'object' && value !== null && 'id' in value && 'says' in value;
}

describe('the list of rules', () => {
  it('has the rule of each file', async () => {
    const files = readdirSync('src/validate/rules', { recursive: true, encoding: 'utf8' }).filter((name) =>
      /^[\w-]+[\\/].*\.ts$/.test(name),
    );
    const modules = await Promise.all(files.map((name) => import(join(process.cwd(), 'src/validate/rules', name))));
    const exported = modules.flatMap((module: Record<string, unknown>) => Object.values(module)).filter(isRule);
    const listed = new Set(RULES.map(({ id }) => id));
    expect(exported.length).toBeGreaterThan(100);
    expect(exported.map(({ id }) => id).filter((id) => !listed.has(id))).toEqual([]);
  });

  it('has each name once', () => {
    const ids = RULES.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each(RULES.map((rule) => [rule.id, rule] as const))(
    'has a title for %s that says what is wrong, and a link to its source',
    (_, { says, link }) => {
      expect(says).toMatch(/^(?:[A-Z`]|allocationMode|extendedResourceName|resourceSliceCount|v1beta1).{10,109}[^.]$/);
      expect(link).toMatch(
        /^https:\/\/(?:kubernetes\.io\/docs\/(?:[a-z0-9-]+\/)+(?:#[a-z-]+)?|github\.com\/kubernetes\/enhancements\/issues\/\d+)$/,
      );
    },
  );
});

/** Versions that are off by default are always reported. The report only counts for the rule about them. */
function judge({ kind, apiVersion, options, beside = [] }: Examples, changes: Assignments, id = ''): Finding[] {
  return validate([variantOf(kind, changes, apiVersion) as object, ...beside], options).filter(
    ({ rule }) => !OVER_ALL.has(rule) && (rule !== 'off-by-default' || rule === id),
  );
}
