// Writes files atomically: however the program ends, a file is complete or absent.

import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, lstatSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { InputError } from '../input/input-error.js';

/** Writes a text to a temporary file and renames it. Throws {@link InputError}; `what` names the file in messages. */
export function writeWhole(path: string, text: string, what: string): void {
  // Processes on several machines may write to one folder, so process IDs are not unique there.
  const temporaryPath = `${path}.${randomUUID()}.tmp`;
  try {
    // The rename would replace a device or a pipe with a file.
    if (lstatSync(path, { throwIfNoEntry: false })?.isFile() === false) throw new Error('not a regular file');
    const file = openSync(temporaryPath, 'wx');
    try {
      writeFileSync(file, text);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporaryPath, path);
  } catch (error) {
    rmSync(temporaryPath, { force: true });
    throw new InputError(`cannot write ${what} ${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
