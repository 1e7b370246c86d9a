// Stored cases with the reference's answers: a JSON file for one case, or a compressed file with a line for each of many cases.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import { readText } from '../../src/core/read/read.js';
import type { Case } from '../support/cases.js';
import { jsonText } from './json-text.js';
import type { OracleNodeAnswer } from './oracle.js';

/** A case, its description, and the reference's answers by node. */
export interface StoredCase {
  readonly comment: string;
  readonly input: Case;
  readonly answers: Readonly<Record<string, OracleNodeAnswer>>;
}

/** The origin of many cases. */
export interface VectorsHeader {
  readonly comment: string;
  /** The version of the generator, its seed, and the number of considered cases. */
  readonly generator: number;
  readonly seed: number;
  readonly generated: number;
  /** The version of the reference. */
  readonly reference: string;
  readonly cases: number;
}

/** Many cases, without comments. */
export interface Vectors {
  readonly header: VectorsHeader;
  readonly cases: readonly Omit<StoredCase, 'comment'>[];
}

/** The names of the cases in a folder, such as test/regress, in order. */
export function storedNames(folder: string): string[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
  return files.map((file) => file.slice(0, -'.json'.length)).sort();
}

/** Reads a case. */
export function readStored(folder: string, name: string): StoredCase {
  return parse(readFileSync(`${folder}/${name}.json`, 'utf8'), name) as StoredCase;
}

/** The stored text of a case, in readable lines. */
export function storedText({ comment, input, answers }: StoredCase): string {
  const fields = Object.entries(input).map(([key, value]) => {
    if (!Array.isArray(value) || value.length === 0) return `  ${JSON.stringify(key)}: ${jsonText(value)}`;
    return `  ${JSON.stringify(key)}: [\n${value.map((item) => `    ${jsonText(item)}`).join(',\n')}\n  ]`;
  });
  const nodes = Object.entries(answers).map(
    ([node, answer]) => `  ${JSON.stringify(node)}: ${jsonText({ ...answer, messages: undefined })}`,
  );
  return `{\n"comment": ${JSON.stringify(comment)},\n"input": {\n${fields.join(',\n')}\n},\n"answers": {\n${nodes.join(',\n')}\n}\n}\n`;
}

/** Writes a case. */
export function writeStored(folder: string, name: string, stored: StoredCase): void {
  writeFileSync(`${folder}/${name}.json`, storedText(stored));
}

/** Reads many cases. */
export function readVectors(file: string): Vectors {
  const [header, ...cases] = gunzipSync(readFileSync(file)).toString('utf8').trimEnd().split('\n');
  return {
    header: JSON.parse(header as string) as VectorsHeader,
    cases: cases.map((line, index) => parse(line, `case ${index}`) as StoredCase),
  };
}

/** Writes many cases. */
export function writeVectors(file: string, { header, cases }: Vectors): void {
  const lines = [JSON.stringify(header), ...cases.map(jsonText)];
  writeFileSync(file, gzipSync(`${lines.join('\n')}\n`, { level: 9 }));
}

function parse(text: string, name: string): unknown {
  // Our reader is exact, JSON.parse is fast.
  return /\d{16}/.test(text) ? readText(text, `${name}.json`).documents[0]?.value : JSON.parse(text);
}
