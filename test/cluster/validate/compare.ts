// Compares validation of a case with the answer of an API server: the verdict, and the paths of the fields.

import { UNLIMITED } from '../../../src/core/base/checkpoint.js';
import { formatPath } from '../../../src/core/base/json.js';
import { readText } from '../../../src/core/read/read.js';
import { placeOfKey } from '../../../src/validate/decode/repeated-keys.js';
import type { Finding, ValidateOptions } from '../../../src/validate/index.js';
import { findRejections } from '../../../src/validate/rejections.js';
import { serverOf } from '../../../src/validate/server.js';
import { ALL_GATES } from '../real/control-plane.mjs';
import type { Server } from './answers.mjs';
import type { Answer } from './judge.mjs';
import { NAMESPACES } from './judge.mjs';

/** Our verdict: the errors with their paths. */
export interface Judgement {
  readonly refused: boolean;
  readonly errors: readonly Pick<Finding, 'path' | 'rule' | 'message'>[];
}

/** A difference: in the verdict, or in paths that only one side names. */
export interface Difference {
  readonly kind: 'verdict' | 'paths';
  readonly onlyTheirs: readonly string[];
  readonly onlyOurs: readonly string[];
}

/** The options with which validation behaves as the API server of a recording. */
export function optionsOf({ version, gates }: Server): ValidateOptions {
  const [release = version] = /^\d+\.\d+/.exec(version) ?? [];
  if (gates === 'default') return { kubernetesVersion: release };
  return { kubernetesVersion: release, featureGates: Object.fromEntries((ALL_GATES[release] ?? []).map((name) => [name, true])) };
}

const namespaces = NAMESPACES.map((metadata) => ({ apiVersion: 'v1', kind: 'Namespace', metadata }));

/** Validates the texts of cases, in the namespaces of the API server. Shared preparation is done once. */
export function judgeAll(texts: readonly string[], options: ValidateOptions): readonly Judgement[] {
  const documents = texts.map((text) => readText(text, 'case.json', { collectDuplicates: true }).documents[0]);
  const { minor } = serverOf(options);
  const errors = documents.map((document) =>
    (document?.duplicates ?? [])
      .filter(({ path }) => placeOfKey(document?.value ?? null, path, minor) === 'known')
      .map(({ path }) => ({ path: formatPath(path), rule: 'duplicate-field', message: '' })),
  ) as Finding[][];
  const found = findRejections([...namespaces, ...documents.map((document) => document?.value ?? null)], options, UNLIMITED);
  for (const { finding, source } of found) errors[source - namespaces.length]?.push(finding);
  return errors.map((errors) => ({ refused: errors.length > 0, errors }));
}

/** Compares our judgement with the answer. Undefined: they agree. */
export function compare(answer: Answer, ours: Judgement): Difference | undefined {
  const refused = answer.code !== 201;
  const types = new Set(answer.causes.map(({ type }) => type));
  const form = types.has('WrongType') ? withoutPlaces : types.has('DuplicateField') ? withDots : asItIs;
  const theirs = [...new Set(answer.causes.map(({ path }) => form(path)))];
  const mine = [...new Set(ours.errors.map(({ path }) => form(path)))];
  if (refused !== ours.refused) return { kind: 'verdict', onlyTheirs: theirs, onlyOurs: mine };
  // For some errors the API server names no field, for example for a quantity that it cannot read. There is nothing to compare.
  if (theirs.length === 0) return undefined;
  const onlyTheirs = theirs.filter((path) => !mine.includes(path));
  // Its decoder stops at the first value of a wrong type, and it does not validate objects with repeated keys. Our validation reports all
  // errors.
  const onlyOurs = form === asItIs ? mine.filter((path) => !theirs.includes(path)) : [];
  return onlyTheirs.length + onlyOurs.length === 0 ? undefined : { kind: 'paths', onlyTheirs, onlyOurs };
}

function asItIs(path: string): string {
  return path;
}

/** Paths of repeated keys have no brackets around the keys of maps, which may be numbers. */
function withDots(path: string): string {
  return path.replace(/\[([^\]]*)\]/g, '.$1');
}

/** Go's decoder also names embedded structs, which are no fields in JSON. */
function withoutPlaces(path: string): string {
  return path
    .replace(/\[[^\]]*\]/g, '')
    .replace(/\.basic(?=\.|$)/, '')
    .replace(/\.exactly(?=\.|$)/, '')
    .replace(/\.(DeviceConfiguration|LocalObjectReference|VolumeSource|PersistentVolumeSource)(?=\.)/, '');
}
