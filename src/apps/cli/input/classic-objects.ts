// Reads inputs to objects of classic DRA, with positions of errors.

import { decodeOne, type ObjectUse } from '../../../classic/api/decode.js';
import { type ApiObject, ObjectNames, titleOf } from '../../../classic/api/objects.js';
import { DecodeContext, placeOfError } from '../../../core/api/context.js';
import { isJsonObject } from '../../../core/api/decoder.js';
import { type Checkpoint, UNLIMITED } from '../../../core/base/checkpoint.js';
import { AllocationError } from '../../../core/base/errors.js';
import type { Json, PathStep } from '../../../core/base/json.js';
import { append } from '../../../core/base/lists.js';
import type { SourceDocument } from '../../../core/read/read.js';
import { ContentError, type Diagnostic } from './content-error.js';
import { readInputs } from './input.js';
import { EMPTY_INPUT, InputError } from './input-error.js';
import { parseInput } from './parse.js';

/** The objects of the input, and their versions. */
export interface ClassicInput {
  readonly objects: readonly ApiObject[];
  readonly versions: ReadonlySet<string>;
}

/** Reads every input. Throws InputError, ReadError, and {@link ContentError} with the place of the error. */
export async function readClassicObjects(
  files: readonly string[],
  recursive: boolean,
  stdin: AsyncIterable<Uint8Array>,
  warnings: Diagnostic[],
  { use = 'play', checkpoint = UNLIMITED }: { readonly use?: ObjectUse; readonly checkpoint?: Checkpoint } = {},
): Promise<ClassicInput> {
  const documents: SourceDocument[] = [];
  for await (const input of readInputs(files, recursive, stdin, warnings, checkpoint)) {
    const result = parseInput(input, {}, checkpoint);
    for (const { file, line, column, message } of result.warnings) warnings.push({ message, place: `${file}:${line}:${column}` });
    append(documents, result.documents);
  }
  if (documents.length === 0) throw new InputError(EMPTY_INPUT);
  const versions = new Set(documents.flatMap(({ value }) => versionsOf(value)));
  const names = new ObjectNames();
  return { objects: documents.flatMap((document) => checked(document, decoded(document, use, checkpoint), names)), versions };
}

/** Returns the objects of a document. Throws {@link ContentError} for an object that occurs twice in the input. */
function checked(document: SourceDocument, objects: readonly ApiObject[], names: ObjectNames): readonly ApiObject[] {
  const twice = names.firstTwice(objects);
  if (twice === undefined) return objects;
  const path = isJsonObject(document.value) && Array.isArray(document.value['items']) ? ['items', objects.indexOf(twice)] : [];
  throw new ContentError({ message: `${titleOf(twice)} occurs twice in the input`, place: placeIn(document, path) });
}

/** Returns the versions of an object or of the items of a list. */
function versionsOf(value: Json): readonly string[] {
  if (!isJsonObject(value)) return [];
  const { apiVersion, items } = value;
  if (Array.isArray(items)) return items.flatMap((item: Json) => versionsOf(item));
  return typeof apiVersion === 'string' ? [apiVersion] : [];
}

function decoded(document: SourceDocument, use: ObjectUse, checkpoint: Checkpoint): readonly ApiObject[] {
  try {
    return decodeOne(document.value, new DecodeContext([], undefined, checkpoint), use);
  } catch (error) {
    if (!(error instanceof AllocationError)) throw error;
    throw new ContentError({ message: error.message, place: placeIn(document, placeOfError(error)?.path ?? []) });
  }
}

/** Returns the position of a value, or of its nearest parent. */
function placeIn(document: SourceDocument, path: readonly PathStep[]): string {
  for (let length = path.length; length >= 0; length--) {
    const position = document.locate(path.slice(0, length));
    if (position !== undefined) return `${document.file}:${position.line}:${position.column}`;
  }
  return document.file;
}
