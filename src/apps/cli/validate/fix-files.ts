// Fixes in files: each file is written beside itself and put in its place, so that nobody ever finds half of it.

import { randomUUID } from 'node:crypto';
import { chmod, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { decodeUtf8 } from '../../../core/read/read.js';
import { applyFixes, type DocumentFix, type Refused } from './fixes.js';

/** The outcome for a file. */
export interface FixedFile {
  readonly file: string;
  readonly made: readonly DocumentFix[];
  readonly refused: readonly Refused[];
}

/** Makes fixes in a file. It is not written where none can be made, or where it is no longer what was read. Throws what the file system throws. */
export async function fixFile(file: string, fixes: readonly DocumentFix[]): Promise<FixedFile> {
  const { made, refused } = await changeFile(file, (text) => applyFixes(text, file, fixes, { collectDuplicates: true }));
  return { file, made, refused };
}

/** Writes another text into a file, unless it is the one that is there, or the file is no longer what was read. Throws what the file system throws. */
export async function changeFile<T extends { readonly text: string }>(file: string, change: (text: string) => T): Promise<T> {
  const path = await realpath(file);
  const before = await readFile(path);
  const text = decodeUtf8(before, file);
  const changed = change(text);
  if (changed.text !== text) await replaceFile(path, before, withMark(before, changed.text));
  return changed;
}

/** The text with the mark of byte order that decoding may have taken off. */
function withMark(before: Uint8Array, text: string): string {
  const hadMark = before[0] === 0xef && before[1] === 0xbb && before[2] === 0xbf;
  return hadMark && !text.startsWith('\ufeff') ? `\ufeff${text}` : text;
}

async function replaceFile(path: string, before: Uint8Array, text: string): Promise<void> {
  const beside = join(dirname(path), `.${basename(path)}.${randomUUID()}.tmp`);
  const { mode } = await stat(path);
  try {
    await writeFile(beside, text, { flag: 'wx' });
    await chmod(beside, mode & 0o7777);
    if (Buffer.compare(await readFile(path), before) !== 0) throw new Error(`${path} has changed meanwhile: it is left as it is`);
    await rename(beside, path);
  } finally {
    await rm(beside, { force: true });
  }
}
