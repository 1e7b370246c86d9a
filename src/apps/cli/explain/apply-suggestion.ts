// `--apply`: writes a suggestion into files of the input.

import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { count, some } from '../../../core/base/words.js';
import { decodeUtf8 } from '../../../core/read/read.js';
import type { ObjectPatch, Suggestion } from '../../../explain/explanation.js';
import { applyPatches } from '../edit/apply-patches.js';
import { ContentError } from '../input/content-error.js';
import { readable, readRegularFile, STDIN } from '../input/input.js';
import { InputError } from '../input/input-error.js';
import { diagnose, type Streams } from '../streams.js';
import { changeFile } from '../validate/fix-files.js';
import { isOfNewObject, keyOfObject as nameOf, type SuggestionsOfInput } from './suggestions-of-input.js';

/**
 * The files to change, and the number of the suggestion, from 1. By default the first suggestion that only changes objects in the files,
 * and creates or deletes no object.
 */
export interface ApplyOptions {
  readonly files: readonly string[];
  readonly suggestion?: number | undefined;
  /** The namespace of objects that name none. */
  readonly namespace?: string | undefined;
  /** Returns the input file of an object, to distinguish objects of the same name. Absent: any file. */
  readonly fileOf?: ((object: ObjectPatch['object']) => string | undefined) | undefined;
}

/** Suggestions, and their effects on the input. */
export type Applicable = Pick<SuggestionsOfInput, 'all' | 'rejectionOf' | 'superseded'>;

/** Writes a suggestion. Throws {@link ContentError} and InputError if no suggestion can be written. */
export async function applySuggestion(found: Applicable | undefined, applyOptions: ApplyOptions, streams: Streams): Promise<void> {
  const options = { ...applyOptions, files: distinctFiles(applyOptions.files) };
  const { files, suggestion } = options;
  const suggestions = found?.all ?? [];
  if (found === undefined || suggestions.length === 0) throw new ContentError({ message: 'no change to apply: no small change helps' });
  const chosenSuggestions = suggestion === undefined ? suggestions : suggestions.slice(suggestion - 1, suggestion);
  if (chosenSuggestions.length === 0)
    throw new ContentError({ message: `no suggestion ${suggestion}: expected 1 to ${suggestions.length}` });
  const texts = files.map((file) => ({ file, text: decodeUtf8(readRegularFile(file), file) }));
  const whys: string[] = [];
  for (const each of chosenSuggestions) {
    const outside = outsideOf(each, found, options);
    const others = chosenSuggestions.length > 1 ? '; --suggestion N writes another change' : '';
    if (outside !== undefined) throw new ContentError({ message: `no file is changed: ${outside}${others}` });
    const whole = suggestion === undefined ? each.patches.find(isOfWholeObject) : undefined;
    const why =
      whole === undefined ? whyNot(each, texts, options) : `${nameOf(whole.object)} ${fateOf(whole)}: name the suggestion by its number`;
    if (why === undefined) return write(each, found.superseded(each.patches), options, streams);
    whys.push(why);
  }
  throw new ContentError({ message: `no file is changed: ${whys[0]}` });
}

/** Returns the files without duplicates, compared by real path, so that a change is applied once. Throws InputError. */
function distinctFiles(files: readonly string[]): readonly string[] {
  const paths = files.map((file) => readable(file, () => realpathSync(file)));
  return files.filter((_, index) => paths.indexOf(paths[index] as string) === index);
}

/** Returns the object outside of the input that a suggestion changes, as an error; undefined if it changes no such object. `--apply` then tries no other suggestion. */
function outsideOf({ patches }: Suggestion, found: Applicable, { fileOf }: ApplyOptions): string | undefined {
  const rejection = patches.map(({ object }) => found.rejectionOf(object)).find((why) => why !== undefined);
  if (rejection !== undefined || fileOf === undefined) return rejection;
  const absent = patches.find((patch) => !isOfNewObject(patch) && fileOf(patch.object) === undefined);
  return absent === undefined ? undefined : `${nameOf(absent.object)} needs a change and is not in the input: change it in the cluster`;
}

/** Returns the reason why a suggestion cannot be written into these texts; undefined if it can. */
function whyNot(
  { patches }: Suggestion,
  texts: readonly { readonly file: string; readonly text: string }[],
  options: ApplyOptions,
): string | undefined {
  const results = texts.map(({ file, text }, index) => applyPatches(text, file, patchesFor(index, patches, options), options.namespace));
  const rejectedPatch = results.flatMap((result) => result.rejectedPatches)[0];
  if (rejectedPatch !== undefined) return `${nameOf(rejectedPatch.object)}: ${rejectedPatch.why}`;
  const made = new Set(results.flatMap((result) => result.made.map(nameOf)));
  const missing = patches.find(({ object }) => !made.has(nameOf(object)));
  if (missing === undefined) return undefined;
  const file = options.fileOf?.(missing.object);
  const files = texts.map((each) => each.file).join(', ');
  if (file === undefined) return `${nameOf(missing.object)} is not in ${files}`;
  const remedy = file === STDIN ? 'save the input to a file' : `add --apply ${file}`;
  return `${nameOf(missing.object)} comes from ${file}, not from ${files}: ${remedy}`;
}

async function write(
  { text, patches }: Suggestion,
  superseded: readonly ObjectPatch['object'][],
  options: ApplyOptions,
  streams: Streams,
): Promise<void> {
  const removals = superseded.map((object): ObjectPatch => ({ object, patch: [{ op: 'remove', path: '' }] }));
  const removed = new Set<string>();
  for (const [index, file] of options.files.entries()) {
    const local = patchesFor(index, patches, options);
    const localRemovals = patchesFor(index, removals, options);
    const { made } = await changeFile(file, [file], (before) => {
      const changed = applyPatches(before, file, local, options.namespace);
      const [rejectedPatch] = changed.rejectedPatches;
      if (rejectedPatch !== undefined)
        throw new InputError(`${file}: the file changed in the meantime: ${nameOf(rejectedPatch.object)}: ${rejectedPatch.why}`);
      const without = applyPatches(changed.text, file, localRemovals, options.namespace);
      for (const object of without.made) removed.add(nameOf(object));
      return { ...changed, text: without.text };
    });
    if (made.length > 0) diagnose(streams, 'note', `changed ${made.map(nameOf).join(', ')}: ${text}`, file);
  }
  if (removed.size > 0)
    diagnose(streams, 'note', `removed ${some([...removed], MOST_NAMED)}: controllers create what the changed objects need`);
  const left = superseded.filter((object) => !removed.has(nameOf(object)));
  if (left.length === 0) return;
  const files = [...new Set(left.flatMap((object) => options.fileOf?.(object) ?? []))].join(', ');
  const what = left.length === 1 ? nameOf(left[0] as ObjectPatch['object']) : count(left.length, 'object');
  diagnose(
    streams,
    'note',
    `${what} in ${files} ${left.length === 1 ? 'still has' : 'still have'} the old template: apply the change, then dump the cluster again`,
  );
}

/** The most objects in a message; others are only counted. */
const MOST_NAMED = 3;

/** Returns the patches for one of several files: patches of its objects. New objects go into the first file. */
function patchesFor(index: number, patches: readonly ObjectPatch[], { files, fileOf }: ApplyOptions): readonly ObjectPatch[] {
  const filePath = resolve(files[index] as string);
  return patches.filter((patch) => {
    if (isOfNewObject(patch)) return index === 0;
    const file = fileOf?.(patch.object);
    return file === undefined || resolve(file) === filePath;
  });
}

/** Returns whether a patch creates or deletes its object. */
function isOfWholeObject({ patch }: ObjectPatch): boolean {
  return patch[0]?.path === '';
}

function fateOf(patch: ObjectPatch): string {
  return isOfNewObject(patch) ? 'is a new object' : 'would be deleted';
}
