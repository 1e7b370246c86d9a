import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RULES } from '../../../src/validate/rules/rules.js';

function isRule(value: unknown): value is { readonly id: string } {
  return typeof value === 'object' && value !== null && 'id' in value && 'says' in value;
}

interface Exported {
  readonly file: string;
  readonly name: string;
  readonly id: string;
}

const files = readdirSync('src/validate/rules', { recursive: true, encoding: 'utf8' }).filter((name) => /^[\w-]+[\\/].*\.ts$/.test(name));
const exported = (await Promise.all(files.map(rulesIn))).flat();

async function rulesIn(file: string): Promise<readonly Exported[]> {
  const module: Record<string, unknown> = await import(join(process.cwd(), 'src/validate/rules', file));
  return Object.entries(module).flatMap(([name, value]) => (isRule(value) ? [{ file, name, id: value.id }] : []));
}

/** The verbs of titles. */
const VERB =
  /\b(?:is|are|has|have|does|do|can|cannot|names?|needs?|uses?|reads?|match(?:es)?|requests?|exceeds?|exists?|fails|compiles|compares|consumes?|differs?|disagree|offers|selects|configures|runs|stopped)\b/;

describe('the list of rules', () => {
  it('has the rule of each file', () => {
    const listed = new Set(RULES.map(({ id }) => id));
    expect(exported.length).toBeGreaterThan(100);
    expect(exported.map(({ id }) => id).filter((id) => !listed.has(id))).toEqual([]);
  });

  it.each(exported.map(({ id, ...rest }) => [id, rest] as const))('names the file and the export of %s by its id', (id, { file, name }) => {
    const base = basename(file, '.ts');
    expect([base, `${basename(dirname(file))}-${base}`]).toContain(id);
    expect(name).toBe(id.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase()));
  });

  it('has each name once', () => {
    const ids = RULES.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each(RULES.map((rule) => [rule.id, rule] as const))(
    'has a title for %s that says what is wrong, and a link to its source',
    (_, { says, link }) => {
      expect(says).toMatch(/^(?:[A-Z`]|allocationMode|extendedResourceName|resourceSliceCount|v1beta1).{10,109}[^.]$/);
      // A title is a sentence about the object: 'Selector has no X', not 'Selector without X'.
      const subject = says.slice(0, VERB.exec(says)?.index ?? 0);
      expect(subject).toMatch(/^[^:]+ $/);
      expect(subject).not.toMatch(/\b(?:without|that|which)\b/);
      expect(link).toMatch(
        /^https:\/\/(?:kubernetes\.io\/docs\/(?:[a-z0-9-]+\/)+(?:#[a-z-]+)?|github\.com\/kubernetes\/enhancements\/issues\/\d+)$/,
      );
    },
  );
});
