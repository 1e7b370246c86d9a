// `--apply`: writes a suggestion into files of the input.

import { readFile } from 'node:fs/promises';
import type { ObjectPatch, Suggestion } from '../../explain/explanation.js';
import { decodeUtf8 } from '../../read/read.js';
import { ContentError } from '../input/content-error.js';
import { InputError } from '../input/input-error.js';
import { diagnose, type Streams } from '../streams.js';
import { changeFile } from '../validate/fix-files.js';
import { applyPatches } from './apply-patches.js';

/** The files to write into, and the suggestion that is wanted: from 1 on, or the first that changes nothing outside of the files, and makes and deletes no object. */
export interface ApplyOptions {
  readonly files: readonly string[];
  readonly suggestion?: number | undefined;
}

/** Writes a suggestion. Throws {@link ContentError} and InputError where there is none that could be written. */
export async function applySuggestion(
  suggestions: readonly Suggestion[],
  { files, suggestion }: ApplyOptions,
  streams: Streams,
): Promise<void> {
  if (suggestions.length === 0) throw new ContentError({ message: 'there is nothing to apply: no change is known that would help' });
  const asked = suggestion === undefined ? suggestions : suggestions.slice(suggestion - 1, suggestion);
  if (asked.length === 0) throw new ContentError({ message: `there is no suggestion ${suggestion}: there are ${suggestions.length}` });
  const texts = await Promise.all(files.map(async (file) => ({ file, text: await textOf(file) })));
  const whys: string[] = [];
  for (const each of asked) {
    const whole = suggestion === undefined ? each.patches.find(isOfWholeObject) : undefined;
    const why = whole === undefined ? whyNot(each, texts) : `${nameOf(whole.object)} ${fateOf(whole)}: name the suggestion by its number`;
    if (why === undefined) return write(each, files, streams);
    whys.push(why);
  }
  throw new ContentError({ message: `nothing is written: ${whys[0]}` });
}

async function textOf(file: string): Promise<string> {
  try {
    return decodeUtf8(await readFile(file), file);
  } catch (error) {
    if (error instanceof Error && 'code' in error) throw new InputError(`${file}: ${error.message}`);
    throw error;
  }
}

/** The reason why a suggestion cannot be written into these texts; undefined: it can. */
function whyNot({ patches }: Suggestion, texts: readonly { readonly file: string; readonly text: string }[]): string | undefined {
  const results = texts.map(({ file, text }, index) => applyPatches(text, file, patchesFor(index, patches)));
  const refused = results.flatMap((result) => result.refused)[0];
  if (refused !== undefined) return `${nameOf(refused.object)}: ${refused.why}`;
  const made = new Set(results.flatMap((result) => result.made.map(nameOf)));
  const missing = patches.find(({ object }) => !made.has(nameOf(object)));
  return missing === undefined ? undefined : `${nameOf(missing.object)} is not in ${texts.map(({ file }) => file).join(', ')}`;
}

async function write({ text, patches }: Suggestion, files: readonly string[], streams: Streams): Promise<void> {
  for (const [index, file] of files.entries()) {
    const { made } = await changeFile(file, (before) => applyPatches(before, file, patchesFor(index, patches)));
    if (made.length > 0) diagnose(streams, 'note', `changed ${made.map(nameOf).join(', ')}: ${text}`, file);
  }
}

/** The patches for one of several files: new objects come into the first one. */
function patchesFor(index: number, patches: readonly ObjectPatch[]): readonly ObjectPatch[] {
  return index === 0 ? patches : patches.filter((patch) => !isOfNewObject(patch));
}

/** The object is made, or goes. */
function isOfWholeObject({ patch }: ObjectPatch): boolean {
  return patch[0]?.path === '';
}

function isOfNewObject({ patch: [first] }: ObjectPatch): boolean {
  return first?.path === '' && first.op === 'add';
}

function fateOf(patch: ObjectPatch): string {
  return isOfNewObject(patch) ? 'is a new object' : 'would be deleted';
}

function nameOf({ kind, namespace, name }: ObjectPatch['object']): string {
  return `${kind} ${namespace === undefined ? name : `${namespace}/${name}`}`;
}
