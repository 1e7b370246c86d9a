// Files that are written as a whole: the reader one, and whatever ends the program, it is there or it is not.

import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, lstatSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { InputError } from '../input/input-error.js';

/** Writes a text next to the file and puts it in its place. Throws {@link InputError}; `what` is what messages call the file. */
export function writeWhole(path: string, text: string, what: string): void {
  // Processes of several machines may write into one folder: their numbers are no names.
  const beside = `${path}.${randomUUID()}.tmp`;
  try {
    // A device or a pipe would be replaced by a file.
    if (lstatSync(path, { throwIfNoEntry: false })?.isFile() === false) throw new Error('not a regular file');
    const file = openSync(beside, 'wx');
    try {
      writeFileSync(file, text);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(beside, path);
  } catch (error) {
    rmSync(beside, { force: true });
    throw new InputError(`cannot write ${what} ${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
