import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RULES } from '../../../src/validate/rules/rules.js';

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
