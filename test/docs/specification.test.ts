// The tables of the specification say what the sources do: deviations, gates, functions of selectors, limits.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { declaredFunctions, overloadsOf } from '../../src/cel/library/declarations.js';
import { MACRO_FORMS } from '../../src/cel/syntax/macros.js';
import { GATES, type GateSpec, type Stage } from '../../src/core/features/gates.js';
import { KNOWN } from '../cel/corpus/known.js';
import { DEVIATIONS } from '../differential/deviations.js';

const ROOT = join(import.meta.dirname, '../..');

/** The rows of the only table in a section that is cited, without its head: cells as they are written. */
function tableOf(citation: string): string[][] {
  const [page = '', section] = citation.split(' ');
  const text = readFileSync(join(ROOT, page), 'utf8');
  const [, after = ''] = text.split(`\n## ${section}. `);
  const lines = (after.split('\n## ')[0] as string).split('\n').filter((line) => line.startsWith('|'));
  expect(lines[1]).toMatch(/^[|:-]+$/);
  return lines.slice(2).map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
}

/** Lists the texts in backquotes. */
function codeIn(text: string | undefined): string[] {
  return Array.from((text ?? '').matchAll(/`([^`]+)`/g), (match) => match[1] as string);
}

function namesIn(citation: string): string[] {
  return tableOf(citation).flatMap(([name]) => codeIn(name));
}

it('lists every deviation from the reference, and no other', () => {
  expect(namesIn('docs/spec/allocation.md 11').sort()).toEqual(DEVIATIONS.map(({ name }) => name).sort());
});

it('lists every known difference of selectors, and no other', () => {
  expect(namesIn('docs/spec/cel.md 7').sort()).toEqual(KNOWN.map(({ name }) => name).sort());
});

it('has the gates with their stages, defaults and needs', () => {
  const inStage = (specs: readonly GateSpec[], stage: Stage): string => {
    const own = specs.filter((spec) => spec.stage === stage);
    return own.map((spec) => (stage === 'alpha' ? `1.${spec.since}` : `1.${spec.since} ${defaultOf(spec)}`)).join(', ');
  };
  const defaultOf = (spec: GateSpec): string => (spec.default ? (spec.locked ? 'locked' : 'on') : 'off');
  const expected = GATES.map(({ name, specs, needs }) => {
    return [name, inStage(specs, 'alpha'), inStage(specs, 'beta'), inStage(specs, 'GA'), needs.join(', ')];
  });
  const found = tableOf('docs/spec/reference-1.37.md 3').map(([name, , alpha, beta, stable, needs]) => [name, alpha, beta, stable, needs]);
  expect(found).toEqual(expected);
  // Alpha gates are off everywhere, which is why their column does not say it.
  expect(GATES.flatMap(({ specs }) => specs).filter((spec) => spec.stage === 'alpha' && spec.default)).toEqual([]);
});

it('has every function and macro under each release that introduced a form of it, and no other', () => {
  const names = declaredFunctions().filter((name) => /^[a-zA-Z]/.test(name) && !name.includes('@'));
  const ofFunctions = names.flatMap((name) => (overloadsOf(name) ?? []).map(({ since }) => `${name} ${since}`));
  const ofMacros = MACRO_FORMS.map(({ name, since }) => `${name === 'bind' ? 'cel.bind' : name} ${since}`);
  const found = tableOf('docs/spec/cel.md 3').flatMap(([, since = '', listed]) =>
    codeIn(listed).map((name) => `${name} ${Number(since.replace('1.', ''))}`),
  );
  expect([...new Set(found)].sort()).toEqual([...new Set([...ofFunctions, ...ofMacros])].sort());
});

describe('the table of limits', () => {
  const rows = tableOf('docs/spec/api.md 5').map(([what, limit = '', constant]) => ({ what, limit, places: codeIn(constant) }));

  it.each(rows)('$what: $limit', async ({ limit, places: [name = '', file = ''] }) => {
    const [first = '', field] = name.split('.');
    const value: unknown = ((await import(join(ROOT, file))) as Record<string, unknown>)[first];
    const found = field === undefined ? value : (value as Record<string, unknown>)[field];
    expect(found).toBe(Number(limit.replaceAll(',', '')));
  });

  it('has rows', () => {
    expect(rows.length).toBeGreaterThan(20);
  });
});
