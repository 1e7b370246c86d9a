// The recorded decisions of a real scheduler about pods of random clusters: the format of the stored file.

import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { KubeObject } from '../real/api.mjs';

/** The file, relative to the repository. */
export const CORPUS = 'test/cluster/corpus/corpus.jsonl.gz';

/** Changes of the objects of a cluster. `gone` has keys. */
export interface Delta {
  readonly put: readonly KubeObject[];
  readonly gone: readonly string[];
}

/** The decision about a pod: its node, the reason and message of its rejection, or that the scheduler did not try it. */
export type Decision = { readonly node: string } | { readonly refused: string } | { readonly untried: true };

/** A pod that the scheduler decided on. `before` leads to the objects at that time, including the pod; `after` has the effects. */
export interface CorpusStep {
  readonly cluster: number;
  readonly before: Delta;
  readonly pod: string;
  readonly decision: Decision;
  readonly after: Delta;
}

/** The origin of the steps. */
export interface CorpusHeader {
  readonly comment: string;
  readonly seed: number;
  readonly kubernetes: string;
  readonly steps: number;
}

/** The kind, namespace and name of an object. */
export function keyOf({ kind, metadata: { namespace, name } }: Pick<KubeObject, 'kind' | 'metadata'>): string {
  return namespace === undefined ? `${kind} ${name}` : `${kind} ${namespace}/${name}`;
}

/** Applies a delta to objects by their keys. */
export function advance(objects: Map<string, KubeObject>, { put, gone }: Delta): void {
  for (const key of gone) objects.delete(key);
  for (const object of put) objects.set(keyOf(object), object);
}

/** The delta from one state to another. */
export function deltaOf(from: ReadonlyMap<string, KubeObject>, to: ReadonlyMap<string, KubeObject>): Delta {
  const put = [...to].filter(([key, object]) => JSON.stringify(from.get(key)) !== JSON.stringify(object)).map(([, object]) => object);
  return { put, gone: [...from.keys()].filter((key) => !to.has(key)) };
}

const UID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** Writes steps, one in each line. Their uids are replaced by short ones. `file` and `comment` name another corpus. */
export function writeCorpus(
  steps: readonly object[],
  { seed, kubernetes }: Pick<CorpusHeader, 'seed' | 'kubernetes'>,
  file = CORPUS,
  comment = 'Made by npm run test:cluster:corpus -- --write',
): void {
  const header: CorpusHeader = { comment, seed, kubernetes, steps: steps.length };
  const short = new Map<string, string>();
  const text = [header, ...steps].map((line) => JSON.stringify(line)).join('\n');
  const shortened = text.replaceAll(UID, (uid) => {
    const known = short.get(uid) ?? `uid-${short.size}`;
    short.set(uid, known);
    return known;
  });
  writeFileSync(file, gzipSync(`${shortened}\n`, { level: 9 }));
}

/** Reads the stored steps. */
export function readCorpus<S = CorpusStep>(file = CORPUS): { readonly header: CorpusHeader; readonly steps: readonly S[] } {
  const [header = '', ...lines] = gunzipSync(readFileSync(file)).toString('utf8').trimEnd().split('\n');
  return { header: JSON.parse(header) as CorpusHeader, steps: lines.map((line) => JSON.parse(line) as S) };
}
