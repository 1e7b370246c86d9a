// Reads the inputs of -f: files, directories and standard input, in a deterministic order and within limits.

import { closeSync, createReadStream, openSync, readdirSync, readSync, realpathSync, statSync } from 'node:fs';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { type Checkpoint, UNLIMITED } from '../../../core/base/checkpoint.js';
import { some } from '../../../core/base/words.js';
import { DEFAULT_LIMITS } from '../../../core/read/limits.js';
import type { Diagnostic } from './content-error.js';
import { InputError } from './input-error.js';

/** The bytes of an input, and its name in messages. */
export interface InputBytes {
  readonly file: string;
  readonly bytes: Uint8Array;
}

/** The longest input, in any language. */
const MAX_INPUT_BYTES = DEFAULT_LIMITS.json;

const MANIFEST = /\.(?:ya?ml|json)$/;

/** The minimum number of bytes per read, because a file can grow and a pipe reports no size. */
const PORTION = 1 << 16;

/** The name of standard input in messages. */
export const STDIN = '<stdin>';

/** The most repeated files in a warning; others are only counted. */
const MAX_REPEATED = 5;

/**
 * Reads every input. A directory yields its *.yaml, *.yml and *.json files sorted by name, with `recursive` also from its subdirectories. Each file
 * is read once, even if it is named several times; a warning lists repeated files. Throws {@link InputError}, and CallEnded from the checkpoint.
 */
export async function* readInputs(
  names: readonly string[],
  recursive: boolean,
  stdin: AsyncIterable<Uint8Array>,
  warnings: Diagnostic[],
  checkpoint = UNLIMITED,
): AsyncGenerator<InputBytes> {
  const files = new FilesRead();
  for (const name of names) {
    checkpoint.check();
    if (name === '-') yield { file: STDIN, bytes: await readStream(watched(stdin, checkpoint), STDIN) };
    else {
      for await (const input of readPath(name, recursive, files)) {
        yield input;
        checkpoint.check();
      }
    }
  }
  const { repeated } = files;
  if (repeated.length > 0) warnings.push({ message: `named more than once, but read only once: ${some(repeated, MAX_REPEATED)}` });
}

/** The files read so far. Two paths may lead to one file: by a directory, or by a link. */
class FilesRead {
  readonly #paths = new Set<string>();
  /** Repeated files, by the paths that the user named. */
  readonly repeated: string[] = [];

  /** Records a file. Returns whether the file is new. */
  add(file: string): boolean {
    const path = realpathSync(file);
    const isNew = !this.#paths.has(path);
    if (isNew) this.#paths.add(path);
    else this.repeated.push(file);
    return isNew;
  }
}

/** Reads files synchronously: no other work is pending, and asynchronous reads cost Node about ten milliseconds to set up. */
async function* readPath(path: string, recursive: boolean, files: FilesRead): AsyncGenerator<InputBytes> {
  if (/^https?:\/\//i.test(path)) throw new InputError(`${path}: URLs are not supported: pipe the content in with -f -`);
  if (path === devNull) return yield { file: path, bytes: new Uint8Array() };
  const status = readable(path, () => statSync(path));
  if (!status.isDirectory()) {
    // A named pipe on the command line is meant to be read, as in -f <(command).
    if (!status.isFile() && !status.isFIFO())
      throw new InputError(`${path}: neither a file nor a directory: pipe its content in with -f -`);
    if (status.isFIFO()) yield { file: path, bytes: await readPipe(path) };
    else if (readable(path, () => files.add(path))) yield { file: path, bytes: readFile(path, status.size) };
    return;
  }
  let found = false;
  for (const file of manifestsIn(path, recursive)) {
    found = true;
    // Opening a pipe that is in a directory could block forever.
    const entry = readable(file, () => statSync(file));
    if (!entry.isFile()) throw new InputError(`${file}: not a regular file: pipe its content in with -f -`);
    if (readable(file, () => files.add(file))) yield { file, bytes: readFile(file, entry.size) };
  }
  if (!found)
    throw new InputError(
      `${path}: no *.yaml, *.yml or *.json file in this directory${recursive ? '' : ': add -R to read the directories below it'}`,
    );
}

/** Links to directories are not followed, so that the walk ends. */
function* manifestsIn(directory: string, recursive: boolean): Generator<string> {
  const entries = readable(directory, () => readdirSync(directory, { withFileTypes: true }));
  const sorted = entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of sorted) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) {
      if (recursive) yield* manifestsIn(path, recursive);
    } else if (MANIFEST.test(entry.name)) yield path;
  }
}

/** Reads a file that is written later. Throws {@link InputError}, also for pipes and devices. */
export function readRegularFile(path: string): Uint8Array {
  const status = readable(path, () => statSync(path));
  if (status.isDirectory()) throw new InputError(`${path}: is a directory: name a file in it`);
  if (!status.isFile()) throw new InputError(`${path}: not a regular file`);
  return readFile(path, status.size);
}

function readFile(path: string, size: number): Uint8Array {
  if (size > MAX_INPUT_BYTES) throw tooLarge(path);
  return readable(path, () => {
    const file = openSync(path, 'r');
    try {
      const chunks: Uint8Array[] = [];
      let length = 0;
      for (;;) {
        const chunk = Buffer.allocUnsafe(Math.max(size - length, PORTION));
        const read = readSync(file, chunk);
        if (read === 0) return Buffer.concat(chunks);
        length += keep(chunks, chunk.subarray(0, read), length, path);
      }
    } finally {
      closeSync(file);
    }
  });
}

/** Reads asynchronously, since this process may also be the writer of the pipe. */
async function readPipe(path: string): Promise<Uint8Array> {
  try {
    return await readStream(createReadStream(path), path);
  } catch (error) {
    throw inputError(path, error);
  }
}

async function readStream(stream: AsyncIterable<Uint8Array>, name: string): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) size += keep(chunks, chunk, size, name);
  return Buffer.concat(chunks);
}

/** Milliseconds between two checks of the limits while no chunk arrives. */
const LOOK_MILLISECONDS = 50;

/** Yields the chunks of a stream until the checkpoint ends the call, even while no chunk arrives. */
async function* watched(stream: AsyncIterable<Uint8Array>, checkpoint: Checkpoint): AsyncGenerator<Uint8Array> {
  if (checkpoint === UNLIMITED) return yield* stream;
  const chunks = stream[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = chunks.next();
      let found: Awaited<typeof next> | undefined;
      do {
        found = await firstOf(next, LOOK_MILLISECONDS);
        checkpoint.check();
      } while (found === undefined);
      if (found.done === true) return;
      yield found.value;
    }
  } finally {
    // An open stream would keep the process running.
    (stream as { readonly destroy?: () => void }).destroy?.();
  }
}

/** Resolves with the result of a promise, or with undefined after a delay. */
async function firstOf<T>(promise: Promise<T>, milliseconds: number): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, milliseconds, undefined);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

function keep(chunks: Uint8Array[], chunk: Uint8Array, size: number, name: string): number {
  if (size + chunk.length > MAX_INPUT_BYTES) throw tooLarge(name);
  chunks.push(chunk);
  return chunk.length;
}

function tooLarge(name: string): InputError {
  return new InputError(`${name}: larger than the limit of ${MAX_INPUT_BYTES} bytes`);
}

const REASONS: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'no such file or directory'],
  ['EACCES', 'permission denied'],
  ['ELOOP', 'too many symbolic links'],
  ['ENAMETOOLONG', 'the name is too long'],
  ['ENOTDIR', 'a part of the path is not a directory'],
  ['ERR_INVALID_ARG_VALUE', 'the path has an invalid character'],
]);

/** Runs an action on a path. Throws {@link InputError} for any error of the platform. */
export function readable<T>(path: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw inputError(path, error);
  }
}

/** Returns an error of the platform about a path as an {@link InputError}. */
export function inputError(path: string, error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof InputError) return error;
  const code = 'code' in error ? String(error.code) : '';
  return new InputError(`${path}: ${REASONS.get(code) ?? error.message}`);
}
