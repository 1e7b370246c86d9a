// Generated clusters with stored answers of the scheduler's plugins, for machines without Go.

import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import { jsonText } from '../json-text.js';
import type { FilterCase, OracleAnswer } from './case.js';
import { GENERATOR_VERSION } from './generate/generate.js';
import { parseAnswer } from './oracle.js';

/** The file, relative to the repository. */
export const VECTORS = 'test/differential/filters/vectors.jsonl.gz';
export const STORED_SEED = 1;
export const STORED_CASES = 600;

/** A cluster, and the answer of the plugins. */
export interface Vector {
  readonly input: FilterCase;
  readonly answer: OracleAnswer;
}

/** The origin of the vectors. */
export interface VectorsHeader {
  readonly comment: string;
  readonly generator: number;
  readonly seed: number;
  readonly reference: string;
  readonly cases: number;
}

/** Writes vectors, one in each line. */
export function writeVectors(vectors: readonly Vector[]): void {
  const header: VectorsHeader = {
    comment: 'Made by npm run filters:differential -- --write',
    generator: GENERATOR_VERSION,
    seed: STORED_SEED,
    reference: 'k8s.io/kubernetes v1.37.1',
    cases: vectors.length,
  };
  writeFileSync(VECTORS, gzipSync(`${[header, ...vectors].map(jsonText).join('\n')}\n`, { level: 9 }));
}

/** Reads the vectors. */
export function readVectors(): { readonly header: VectorsHeader; readonly vectors: readonly Vector[] } {
  const [header = '', ...lines] = gunzipSync(readFileSync(VECTORS)).toString('utf8').trimEnd().split('\n');
  return { header: JSON.parse(header) as VectorsHeader, vectors: lines.map((line) => parseAnswer(line) as unknown as Vector) };
}
