// Digests that identify inputs of simulations: the texts of files, the options, and the program.

import { createHash, type Hash } from 'node:crypto';
import { isAbsolute, join } from 'node:path';
import type { Sweep } from '../../../planning/sweep.js';
import { readInputs } from '../input/input.js';
import type { SimulateSettings } from './settings.js';

/** A digest over the files of a simulation. Repeated files count once. */
export class Fingerprint {
  readonly #hash: Hash = createHash('sha256');
  readonly #recursive: boolean;

  /** `version`: the version of the program. */
  constructor(settings: SimulateSettings, version: string) {
    this.#recursive = settings.recursive;
    this.#add('options', JSON.stringify([version, answeringOptions(settings)]));
  }

  #add(name: string, text: string): void {
    this.#hash.update(`${name} ${Buffer.byteLength(text)}\n`).update(text);
  }

  /** Adds the texts of files and directories, regardless of their names. Throws InputError. */
  async addFiles(name: string, files: readonly string[]): Promise<void> {
    this.#add(name, '');
    for await (const { bytes } of readInputs(files, this.#recursive, NO_INPUT, [])) {
      this.#hash.update(`file ${bytes.length}\n`).update(bytes);
    }
  }

  addText(name: string, text: string): void {
    this.#add(name, text);
  }

  /** Returns the digest. This must be the last call. */
  end(): string {
    return `sha256:${this.#hash.digest('hex')}`;
  }
}

async function* NOTHING(): AsyncGenerator<Uint8Array> {}
const NO_INPUT = NOTHING();

/** Returns the options that affect results, without names of files. The contents of files are added separately. */
function answeringOptions(settings: SimulateSettings): object {
  const {
    output: _output,
    headings: _headings,
    checkpoint: _checkpoint,
    resumes: _resumes,
    files: _files,
    limits,
    time: _time,
    ...rest
  } = settings;
  const { shard: _shard, write: _write, podTemplates: _kinds, schedulerConfig: _profiles, nodeTemplates, ...answering } = rest;
  const { milliseconds: _milliseconds, ...bounds } = limits;
  return { ...answering, bounds, nodeTemplates: nodeTemplates.map(({ count }) => count) };
}

/** Adds the files that options name. */
export async function addFilesOfOptions(
  fingerprint: Fingerprint,
  { podTemplates, schedulerConfig, nodeTemplates }: SimulateSettings,
): Promise<void> {
  await fingerprint.addFiles('pod-templates', podTemplates);
  if (schedulerConfig !== undefined) await fingerprint.addFiles('scheduler-config', [schedulerConfig]);
  for (const { of } of nodeTemplates) await fingerprint.addFiles('node-template', [of]);
}

/** Returns the digest of a sweep: of the input files, and of all files that it names. */
export async function fingerprintOfSweep(sweep: Sweep, folder: string, settings: SimulateSettings, version: string): Promise<string> {
  const fingerprint = new Fingerprint(settings, version);
  await fingerprint.addFiles('given', settings.files);
  await addFilesOfOptions(fingerprint, settings);
  for (const part of [...sweep.clusters, ...sweep.workloads]) {
    fingerprint.addText('part', part.name);
    await fingerprint.addFiles('files', filesIn(folder, part.files));
  }
  return fingerprint.end();
}

/** Returns the paths of files that a file in this folder names. */
export function filesIn(folder: string, files: readonly string[]): readonly string[] {
  return files.map((file) => (isAbsolute(file) ? file : join(folder, file)));
}
