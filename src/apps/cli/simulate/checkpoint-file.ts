// The file of a checkpoint, which is written regularly and atomically.

import { readFileSync } from 'node:fs';
import { type Json, NumberLiteral } from '../../../core/base/json.js';
import { readText } from '../../../core/read/read.js';
import type { CheckpointJson } from '../../../planning/answers.js';
import { InputError } from '../input/input-error.js';
import type { SnapshotWithDocuments } from '../input/load-snapshot.js';
import { addFilesOfOptions, Fingerprint } from './fingerprint.js';
import type { SimulateSettings } from './settings.js';
import { writeWhole } from './write-whole.js';

const MILLISECONDS_BETWEEN = 5000;

export class CheckpointFile {
  readonly #path: string;
  #writtenAt = performance.now();

  constructor(path: string) {
    this.#path = path;
  }

  /** Returns the checkpoint as JSON. Throws {@link InputError} and ReadError. */
  async read(): Promise<Json> {
    let text: string;
    try {
      text = readFileSync(this.#path, 'utf8');
    } catch (error) {
      throw new InputError(`cannot read the checkpoint ${this.#path}: ${error instanceof Error ? error.message : String(error)}`);
    }
    const [document] = readText(text, this.#path, { yaml: 0 }).documents;
    if (document !== undefined) return document.value;
    throw new InputError(`the checkpoint ${this.#path} is empty`);
  }

  writeNowAndThen(checkpoint: () => CheckpointJson): void {
    if (performance.now() - this.#writtenAt >= MILLISECONDS_BETWEEN) this.write(checkpoint());
  }

  /** Throws {@link InputError}. */
  write(checkpoint: CheckpointJson): void {
    writeWhole(this.#path, `${JSON.stringify(checkpoint)}\n`, 'the checkpoint');
    this.#writtenAt = performance.now();
  }
}

/** Returns a digest of the inputs on which a simulation depends: the documents, the options with the files that they name, and the program. */
export async function fingerprintOf({ documents }: SnapshotWithDocuments, settings: SimulateSettings, version: string): Promise<string> {
  const fingerprint = new Fingerprint(settings, version);
  await addFilesOfOptions(fingerprint, settings);
  const text = JSON.stringify(
    documents.map(({ value }) => value),
    (_, value: unknown) => {
      if (typeof value === 'bigint') return `${value}n`;
      return value instanceof NumberLiteral ? value.text : value;
    },
  );
  fingerprint.addText('documents', text);
  return fingerprint.end();
}
