// Generated clusters with stored answers of the scheduler's plugins, for machines without Go.

import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import { jsonText } from '../json-text.js';
import type { FilterCase, OracleAnswer } from './case.js';
import { GENERATOR_VERSION, SUBJECTS, type Subject } from './generate/generate.js';
import { parseAnswer } from './oracle.js';

/** A file of vectors, relative to the repository, with the subjects and the number of its cases. */
export interface VectorFile {
  readonly path: string;
  readonly subjects: readonly Subject[];
  readonly cases: number;
}

export const VECTORS: VectorFile = { path: 'test/differential/filters/vectors.jsonl.gz', subjects: SUBJECTS, cases: 600 };
/** Clusters with a configuration of the scheduler. */
export const PROFILE_VECTORS: VectorFile = {
  path: 'test/differential/filters/profile-vectors.jsonl.gz',
  subjects: ['profiles'],
  cases: 300,
};
export const STORED_SEED = 1;

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
export function writeVectors({ path }: VectorFile, vectors: readonly Vector[]): void {
  const header: VectorsHeader = {
    comment: 'Made by npm run filters:differential -- --write',
    generator: GENERATOR_VERSION,
    seed: STORED_SEED,
    reference: 'k8s.io/kubernetes v1.37.1',
    cases: vectors.length,
  };
  writeFileSync(path, gzipSync(`${[header, ...vectors].map(jsonText).join('\n')}\n`, { level: 9 }));
}

/** Reads the vectors. */
export function readVectors({ path }: VectorFile = VECTORS): { readonly header: VectorsHeader; readonly vectors: readonly Vector[] } {
  const [header = '', ...lines] = gunzipSync(readFileSync(path)).toString('utf8').trimEnd().split('\n');
  return { header: JSON.parse(header) as VectorsHeader, vectors: lines.map((line) => parseAnswer(line) as unknown as Vector) };
}
