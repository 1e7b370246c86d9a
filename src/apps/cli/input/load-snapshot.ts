// Reads the files of an input to decoded cluster objects.

import { isJsonObject } from '../../../core/api/decoder.js';
import type { PodTemplateKind } from '../../../core/api/pod-template-table.js';
import type { Checkpoint } from '../../../core/base/checkpoint.js';
import { append } from '../../../core/base/lists.js';
import type { ReadResult, SourceDocument } from '../../../core/read/read.js';
import { textOf } from '../../../validate/objects.js';
import { linesOf } from '../message.js';
import type { Text } from '../validate/texts.js';
import { ContentError, type Diagnostic } from './content-error.js';
import { type GroupGate, gatesOfJson, withGates } from './group-gates.js';
import { type InputBytes, readInputs } from './input.js';
import { parseInput } from './parse.js';
import { rejections } from './rejections.js';
import {
  decodeKinds,
  type NumberedSource,
  type ReadSnapshot,
  type Snapshot,
  type SnapshotOptions,
  snapshotOf,
  sourcesOf,
} from './snapshot.js';

/** Reads, validates and decodes every input. Throws InputError, ReadError, {@link ContentError} with the place of the error, and CallEnded. */
export async function loadSnapshot(options: SnapshotOptions, stdin: AsyncIterable<Uint8Array>): Promise<Snapshot> {
  const warnings: Diagnostic[] = [];
  const kinds = await readKinds(options, stdin, warnings);
  const texts = await readTexts(options.files, options, stdin, warnings);
  return judgedSnapshot(texts, kinds, options, warnings);
}

/** An input with documents of an API group of this program, such as a Trace. They are not cluster objects. */
export interface SnapshotWithDocuments {
  readonly snapshot: Snapshot;
  readonly groupDocuments: readonly SourceDocument[];
  /** All documents, in order. */
  readonly documents: readonly SourceDocument[];
  /** The gates that its PodGroups need, including PodGroups within documents of the group. */
  readonly gates: readonly GroupGate[];
}

/** Reads every input like {@link loadSnapshot}. Documents of a group are returned without decoding; objects within them are validated. */
export async function loadSnapshotWithDocuments(
  group: string,
  options: SnapshotOptions,
  stdin: AsyncIterable<Uint8Array>,
): Promise<SnapshotWithDocuments> {
  const warnings: Diagnostic[] = [];
  const kinds = await readKinds(options, stdin, warnings);
  const texts = await readTexts(options.files, options, stdin, warnings);
  const all = sourcesOf(texts);
  const isOwn = ({ document: { value } }: NumberedSource): boolean =>
    isJsonObject(value) && textOf(value, 'apiVersion').startsWith(`${group}/`);
  const sources = all.filter((source) => !isOwn(source));
  const within = all.filter(isOwn).flatMap((source) => sourcesWithin(source, options));
  const gates = gatesIn([...sources, ...within]);
  if (options.server !== undefined)
    append(warnings, await rejections(texts, [...sources, ...within], withGates(options.server, gates), options.checkpoint));
  const snapshot = snapshotOf(sources, { ...options, kinds }, warnings);
  const groupDocuments = all.filter(isOwn).map(({ document }) => document);
  return { snapshot, groupDocuments, documents: all.map(({ document }) => document), gates };
}

/** Returns the cluster objects within a document of this program as documents, since the API server would validate them later. */
function sourcesWithin(source: NumberedSource, { others }: SnapshotOptions): readonly NumberedSource[] {
  const { document } = source;
  const objects = others?.objectsWithin?.(document.value) ?? [];
  return objects.map(({ value, path }) => ({
    ...source,
    document: { ...document, value, locate: (steps) => document.locate([...path, ...steps]), duplicates: [] },
  }));
}

/** The input without and with additional files, whose objects are added or replace objects of the same kind and name. */
export interface SnapshotPair {
  readonly before: Snapshot;
  readonly after: Snapshot;
}

/** Reads every input like {@link loadSnapshot}, and the changed objects. The second snapshot contains only new warnings. */
export async function loadSnapshots(
  options: SnapshotOptions,
  others: Pick<SnapshotOptions, 'files' | 'server' | 'libraryGates'>,
  stdin: AsyncIterable<Uint8Array>,
): Promise<SnapshotPair> {
  const warnings: Diagnostic[] = [];
  const kinds = await readKinds(options, stdin, warnings);
  const texts = await readTexts(options.files, options, stdin, warnings);
  const before = await judgedSnapshot(texts, kinds, options, warnings);
  if (others.files.length === 0) return { before, after: before };
  const laterWarnings: Diagnostic[] = [];
  const later = await readTexts(others.files, options, stdin, laterWarnings);
  const after = await judgedSnapshot([...texts, ...later], kinds, { ...options, ...others }, laterWarnings, texts.length);
  const earlierTexts = new Set(before.warnings.map(textOfDiagnostic));
  return { before, after: after.withWarnings(after.warnings.filter((warning) => !earlierTexts.has(textOfDiagnostic(warning)))) };
}

function textOfDiagnostic({ message, place = '' }: Diagnostic): string {
  return [place, ...linesOf(message)].join('\n');
}

async function readKinds(
  { podTemplates = [], checkpoint }: SnapshotOptions,
  stdin: AsyncIterable<Uint8Array>,
  warnings: Diagnostic[],
): Promise<readonly PodTemplateKind[]> {
  const kinds: PodTemplateKind[] = [];
  for await (const input of readInputs(podTemplates, false, stdin, warnings, checkpoint))
    append(kinds, decodeKinds(parse(input, warnings, checkpoint).documents));
  return kinds;
}

async function readTexts(
  files: readonly string[],
  { recursive, progress, checkpoint }: SnapshotOptions,
  stdin: AsyncIterable<Uint8Array>,
  warnings: Diagnostic[],
): Promise<readonly Text[]> {
  const texts: Text[] = [];
  for await (const input of readInputs(files, recursive, stdin, warnings, checkpoint)) {
    progress?.update(() => `reading ${input.file}`);
    texts.push({ file: input.file, result: parse(input, warnings, checkpoint) });
  }
  progress?.update(() => 'checking the input');
  return texts;
}

/** Validates and decodes texts. Texts from number `replacesFrom` on replace objects of earlier ones. */
async function judgedSnapshot(
  texts: readonly Text[],
  kinds: readonly PodTemplateKind[],
  { server, ...options }: SnapshotOptions,
  warnings: Diagnostic[],
  replacesFrom = Number.POSITIVE_INFINITY,
): Promise<ReadSnapshot> {
  const sources = sourcesOf(texts);
  if (server !== undefined) append(warnings, await rejections(texts, sources, withGates(server, gatesIn(sources)), options.checkpoint));
  return snapshotOf(sources, { ...options, kinds, replacesFrom }, warnings);
}

function gatesIn(sources: readonly NumberedSource[]): readonly GroupGate[] {
  return gatesOfJson(sources.map(({ document }) => document.value));
}

function parse(input: InputBytes, warnings: Diagnostic[], checkpoint: Checkpoint | undefined): ReadResult {
  const result = parseInput(input, {}, checkpoint);
  for (const { file, line, column, message } of result.warnings) warnings.push({ message, place: `${file}:${line}:${column}` });
  return result;
}
