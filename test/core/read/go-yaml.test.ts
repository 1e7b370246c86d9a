// Every case of go-yaml.json is a YAML text and what sigs.k8s.io/yaml v1.6.0 with go.yaml.in/yaml/v2 v2.4.4 made of it
// (YAMLToJSON). A case that we answer otherwise on purpose carries the reason in `differs`.

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type Json, NumberLiteral } from '../../../src/core/base/json.js';
import { ReadError, readText } from '../../../src/core/read/read.js';

interface Case {
  readonly yaml: string;
  readonly json?: string;
  readonly error?: string;
  readonly differs?: string;
}

const cases = JSON.parse(readFileSync(new URL('./go-yaml.json', import.meta.url), 'utf8')) as readonly Case[];

/** Returns a value as text, in which numbers are equal if Go prints the same digits. */
function canonical(value: Json): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number') return Number.isInteger(value) && Math.abs(value) < 2 ** 63 ? String(BigInt(value)) : String(value);
  if (typeof value === 'bigint') return value >= -(2n ** 63n) && value < 2n ** 64n ? String(value) : String(Number(value));
  if (value instanceof NumberLiteral) return value.text;
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  const members = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}:${canonical(member)}`);
  return `{${members.sort().join(',')}}`;
}

function ours(yaml: string): string {
  try {
    const { documents } = readText(yaml, 'case.yaml');
    return documents.length > 1 ? `${documents.length} documents` : canonical(documents[0]?.value ?? null);
  } catch (error) {
    if (!(error instanceof ReadError)) throw error;
    return 'error';
  }
}

function theirs({ json }: Case): string {
  if (json === undefined) return 'error';
  const [wrapped] = readText(`[${json}]`, 'case.json').documents;
  return canonical(wrapped?.value ?? null).slice(1, -1);
}

describe('YAML as kubectl reads it', () => {
  test.each(cases.filter((entry) => entry.differs === undefined))('$yaml', (entry) => {
    expect(ours(entry.yaml)).toBe(theirs(entry));
  });
});

describe('YAML that we read otherwise on purpose', () => {
  test.each(cases.filter((entry) => entry.differs !== undefined))('$yaml: $differs', (entry) => {
    expect(ours(entry.yaml)).not.toBe(theirs(entry));
  });
});
