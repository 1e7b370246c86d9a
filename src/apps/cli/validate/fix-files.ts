// Applies fixes to files. Each file is written to a temporary file and renamed, so it is never incomplete.

import { randomUUID } from 'node:crypto';
import { existsSync, realpathSync } from 'node:fs';
import { chmod, chown, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';
import { decodeUtf8 } from '../../../core/read/read.js';
import { applyFixes, type DocumentFix, type RejectedFix } from '../edit/fixes.js';
import { inputError, readable, readRegularFile } from '../input/input.js';
import { InputError } from '../input/input-error.js';

/** The result for a file. */
export interface FixedFile {
  readonly file: string;
  readonly made: readonly DocumentFix[];
  readonly rejectedFixes: readonly RejectedFix[];
}

/** Applies fixes to a file through `changeFile`. */
export async function fixFile(file: string, fixes: readonly DocumentFix[], inputFiles: readonly string[]): Promise<FixedFile> {
  const { made, rejectedFixes } = await changeFile(file, inputFiles, (text) => applyFixes(text, file, fixes, { collectDuplicates: true }));
  return { file, made, rejectedFixes };
}

/**
 * Writes a changed text into a file, unless it is equal. Only the `inputFiles` files, and files within the `inputFiles`
 * folders, are written: a link in a folder must not lead out of it. Throws {@link InputError}, also if the file changed after
 * it was read.
 */
export async function changeFile<T extends { readonly text: string }>(
  file: string,
  inputFiles: readonly string[],
  change: (text: string) => T,
): Promise<T> {
  const path = readable(file, () => realpathSync(file));
  if (!inputFiles.some((each) => isWithin(path, each))) throw new InputError(`${file}: a link to ${path}: name that file to rewrite it`);
  const before = readRegularFile(path);
  const text = decodeUtf8(before, file);
  const changed = change(text);
  if (changed.text !== text) await replaceFile(path, before, withMark(before, changed.text));
  return changed;
}

/** Returns whether a path without links is one of the given files or folders, or is inside one of the folders. */
function isWithin(path: string, inputFile: string): boolean {
  if (!existsSync(inputFile)) return false;
  const way = relative(realpathSync(inputFile), path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** Returns the text with the byte order mark that decoding may have removed. */
function withMark(before: Uint8Array, text: string): string {
  const hadMark = before[0] === 0xef && before[1] === 0xbb && before[2] === 0xbf;
  return hadMark && !text.startsWith('\ufeff') ? `\ufeff${text}` : text;
}

async function replaceFile(path: string, before: Uint8Array, text: string): Promise<void> {
  const temporaryPath = join(dirname(path), `.${basename(path)}.${randomUUID()}.tmp`);
  try {
    // Renaming can replace a file in a folder even if the file itself is read-only.
    await (await open(path, 'r+')).close();
    const { mode, uid, gid } = await stat(path);
    await writeFile(temporaryPath, text, { flag: 'wx' });
    // Only the superuser can set the owner of a file.
    await chown(temporaryPath, uid, gid).catch(() => {});
    await chmod(temporaryPath, mode & 0o7777);
    if (Buffer.compare(await readFile(path), before) !== 0)
      throw new InputError(`${path}: the file changed in the meantime and is not rewritten`);
    await rename(temporaryPath, path);
  } catch (error) {
    throw inputError(path, error);
  } finally {
    await rm(temporaryPath, { force: true });
  }
}
