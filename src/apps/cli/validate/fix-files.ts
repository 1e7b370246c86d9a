// Fixes in files: each file is written next to itself and put in its place, so that nobody ever finds half of it.

import { randomUUID } from 'node:crypto';
import { existsSync, realpathSync } from 'node:fs';
import { chmod, chown, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';
import { decodeUtf8 } from '../../../core/read/read.js';
import { inputError, readable, readRegularFile } from '../input/input.js';
import { InputError } from '../input/input-error.js';
import { applyFixes, type DocumentFix, type Refused } from './fixes.js';

/** The outcome for a file. */
export interface FixedFile {
  readonly file: string;
  readonly made: readonly DocumentFix[];
  readonly refused: readonly Refused[];
}

/** Makes fixes in a file, as `changeFile` writes it. */
export async function fixFile(file: string, fixes: readonly DocumentFix[], given: readonly string[]): Promise<FixedFile> {
  const { made, refused } = await changeFile(file, given, (text) => applyFixes(text, file, fixes, { collectDuplicates: true }));
  return { file, made, refused };
}

/**
 * Writes another text into a file, unless it is the one that is there. Only files and folders that were `given`, and what is in these folders, are
 * written: a link in a folder does not lead out of it. Throws {@link InputError}, also if the file is no longer what was read.
 */
export async function changeFile<T extends { readonly text: string }>(
  file: string,
  given: readonly string[],
  change: (text: string) => T,
): Promise<T> {
  const path = readable(file, () => realpathSync(file));
  if (!given.some((each) => isWithin(path, each))) throw new InputError(`${file}: a link to ${path}: name that file to have it rewritten`);
  const before = readRegularFile(path);
  const text = decodeUtf8(before, file);
  const changed = change(text);
  if (changed.text !== text) await replaceFile(path, before, withMark(before, changed.text));
  return changed;
}

/** Returns whether a path without links is a file or folder that was given, or is in such a folder. */
function isWithin(path: string, given: string): boolean {
  if (!existsSync(given)) return false;
  const way = relative(realpathSync(given), path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** The text with the mark of byte order that decoding may have removed. */
function withMark(before: Uint8Array, text: string): string {
  const hadMark = before[0] === 0xef && before[1] === 0xbb && before[2] === 0xbf;
  return hadMark && !text.startsWith('\ufeff') ? `\ufeff${text}` : text;
}

async function replaceFile(path: string, before: Uint8Array, text: string): Promise<void> {
  const beside = join(dirname(path), `.${basename(path)}.${randomUUID()}.tmp`);
  try {
    // A file can be replaced in a folder even if the file itself must not be written.
    await (await open(path, 'r+')).close();
    const { mode, uid, gid } = await stat(path);
    await writeFile(beside, text, { flag: 'wx' });
    // Only the superuser can give a file to its owner.
    await chown(beside, uid, gid).catch(() => {});
    await chmod(beside, mode & 0o7777);
    if (Buffer.compare(await readFile(path), before) !== 0)
      throw new InputError(`${path}: the file changed in the meantime and is not rewritten`);
    await rename(beside, path);
  } catch (error) {
    throw inputError(path, error);
  } finally {
    await rm(beside, { force: true });
  }
}
