// Tests the table of mistakes: the right rule reports each at its field and says how to fix it.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ReadError, readText } from '../../../src/core/read/read.js';
import { type Finding, validate } from '../../../src/validate/index.js';

interface Mistake {
  readonly mistake: string;
  readonly of: readonly string[];
  readonly change: readonly { readonly from: string; readonly to: string }[];
  readonly rule: string;
  readonly path?: string;
  readonly says: string;
  readonly help?: string;
}

const table = <T>(name: string): T => readText(readFileSync(new URL(`./${name}`, import.meta.url), 'utf8'), name).documents[0]?.value as T;
const BASES = table<Readonly<Record<string, string>>>('bases.yaml');
const MISTAKES = table<readonly Mistake[]>('mistakes.yaml');

/** Findings with errors first, since readers look for errors. */
function judge(text: string): readonly Pick<Finding, 'severity' | 'rule' | 'path' | 'message' | 'suggestion'>[] {
  try {
    const objects = readText(text, 'mistake.yaml').documents.map(({ value }) => value as object);
    return validate(objects, { kubernetesVersion: '1.37' }).sort((left, right) => left.severity.localeCompare(right.severity));
  } catch (error) {
    if (!(error instanceof ReadError)) throw error;
    return [{ severity: 'error', rule: 'readable-text', path: '', message: error.message }];
  }
}

function textOf({ of, change }: Mistake): string {
  let text = of.map((name) => BASES[name]).join('---\n');
  for (const { from, to } of change) {
    expect(text.split(from)).toHaveLength(2);
    text = text.replace(from, () => to);
  }
  return text;
}

describe('the table of mistakes', () => {
  it('has many, each once, of manifests that are valid', () => {
    expect(MISTAKES.length).toBeGreaterThanOrEqual(75);
    expect(new Set(MISTAKES.map(({ mistake }) => mistake)).size).toBe(MISTAKES.length);
    const found = Object.values(BASES).flatMap((text) => judge(text));
    // One of them has a version that API servers no longer serve by default.
    expect(found.map(({ rule }) => rule)).toEqual(['off-by-default']);
  });

  it.each(MISTAKES.map((mistake) => [mistake.mistake, mistake] as const))('tells of %s', (_, mistake) => {
    const [first] = judge(textOf(mistake));
    expect({ rule: first?.rule, path: first?.path, says: first?.message.split('\n')[0], help: first?.suggestion }).toEqual({
      rule: mistake.rule,
      path: mistake.path ?? '',
      says: mistake.says,
      help: mistake.help,
    });
  });
});
