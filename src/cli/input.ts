// What -f names -> documents: files, directories and standard input, in a settled order and within limits.

import { open, readdir, stat } from 'node:fs/promises';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { DEFAULT_LIMITS } from '../read/limits.js';

/** Something that was named as input cannot be read: exit code 3. The message begins with its name. */
export class InputError extends Error {
  override readonly name = 'InputError';
}

/** The bytes of one input, and what to call it in messages. */
export interface InputBytes {
  readonly file: string;
  readonly bytes: Uint8Array;
}

/** No text may be longer, whatever its language. */
const MAX_INPUT_BYTES = DEFAULT_LIMITS.json;

const MANIFEST = /\.(?:ya?ml|json)$/;

/** How standard input is called in messages. */
const STDIN = '<stdin>';

/**
 * Reads every input. Directories give their *.yaml, *.yml and *.json files sorted by name, with `recursive` also those of
 * directories below. Throws {@link InputError}.
 */
export async function* readInputs(
  names: readonly string[],
  recursive: boolean,
  stdin: AsyncIterable<Uint8Array>,
): AsyncGenerator<InputBytes> {
  for (const name of names) {
    if (name === '-') yield { file: STDIN, bytes: await readStream(stdin, STDIN) };
    else yield* readPath(name, recursive);
  }
}

async function* readPath(path: string, recursive: boolean): AsyncGenerator<InputBytes> {
  if (/^https?:\/\//i.test(path)) throw new InputError(`${path}: addresses are not read; pipe the content in with -f -`);
  if (path === devNull) return yield { file: path, bytes: new Uint8Array() };
  const status = await readable(path, () => stat(path));
  if (!status.isDirectory()) {
    // A pipe that somebody names is meant to be read, as in -f <(command).
    if (!status.isFile() && !status.isFIFO())
      throw new InputError(`${path}: neither a file nor a directory; pipe its content in with -f -`);
    yield { file: path, bytes: await readFile(path, status.size) };
    return;
  }
  let found = false;
  for await (const file of manifestsIn(path, recursive)) {
    found = true;
    // Opening a pipe that happens to lie in a directory could wait for ever.
    const { isRegular, size } = await readable(file, async () => {
      const entry = await stat(file);
      return { isRegular: entry.isFile(), size: entry.size };
    });
    if (!isRegular) throw new InputError(`${file}: not a regular file; pipe its content in with -f -`);
    yield { file, bytes: await readFile(file, size) };
  }
  if (!found)
    throw new InputError(
      `${path}: no *.yaml, *.yml or *.json file in this directory${recursive ? '' : ' (directories below are read with -R)'}`,
    );
}

/** Links to directories are not followed, so that a walk ends. */
async function* manifestsIn(directory: string, recursive: boolean): AsyncGenerator<string> {
  const entries = await readable(directory, () => readdir(directory, { withFileTypes: true }));
  const sorted = entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of sorted) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) {
      if (recursive) yield* manifestsIn(path, recursive);
    } else if (MANIFEST.test(entry.name)) yield path;
  }
}

async function readFile(path: string, size: number): Promise<Uint8Array> {
  if (size > MAX_INPUT_BYTES) throw tooLarge(path);
  return readable(path, async () => {
    const handle = await open(path);
    try {
      return await readStream(handle.createReadStream({ autoClose: false }), path);
    } finally {
      await handle.close();
    }
  });
}

async function readStream(stream: AsyncIterable<Uint8Array>, name: string): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) size += keep(chunks, chunk, size, name);
  return Buffer.concat(chunks);
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
  ['ELOOP', 'too many links'],
  ['ENAMETOOLONG', 'the name is too long'],
  ['ENOTDIR', 'a part of the path is not a directory'],
]);

async function readable<T>(path: string, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    if (!(error instanceof Error) || error instanceof InputError) throw error;
    const code = 'code' in error ? String(error.code) : '';
    throw new InputError(`${path}: ${REASONS.get(code) ?? error.message}`);
  }
}
