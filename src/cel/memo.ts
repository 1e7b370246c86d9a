// Caches the results of a selector by the values that it reads: fifty thousand devices with three different sets of values need three evaluations.

import { type Checkpoint, UNLIMITED, workText } from '../core/base/checkpoint.js';
import { bytesOfText } from '../core/base/lru-cache.js';
import { CelRuntimeError } from './errors.js';
import { type DeviceSignature, deviceSignature } from './reads/device-signature.js';
import type { Reads } from './reads/reads.js';
import type { CelDevice } from './run/device.js';

/** The size of the cache in characters of keys and errors, and the approximate overhead of an entry. A full cache is cleared. */
const MAX_CHARACTERS = 65_536;
const ENTRY_CHARACTERS = 64;
/** Errors with longer messages are not cached. */
const LONGEST_MESSAGE = 2_048;

/** After this many queries, a cache that answered fewer than half of them is no longer used: most devices differ. */
const TRIED = 1_024;

type Evaluation = (device: CelDevice, checkpoint: Checkpoint) => boolean;

/** A cached function. The cache stores results and errors for devices with equal values of everything that the selector reads. */
export class Memo {
  readonly #reads: Reads;
  readonly #evaluate: Evaluation;
  readonly #results = new Map<string, boolean | CelRuntimeError>();
  #signatureOf: DeviceSignature | undefined;
  #characters = 0;
  #queryCount = 0;
  #found = 0;

  constructor(reads: Reads, evaluate: Evaluation) {
    this.#reads = reads;
    this.#evaluate = evaluate;
  }

  /** Bytes of the cached results. */
  get bytes(): number {
    return bytesOfText({ length: this.#characters });
  }

  /** Evaluates like the function. Throws CelRuntimeError. */
  evaluate(device: CelDevice, checkpoint: Checkpoint = UNLIMITED): boolean {
    if (this.#queryCount >= TRIED && this.#found * 2 < this.#queryCount) return this.#evaluate(device, checkpoint);
    this.#signatureOf ??= deviceSignature(this.#reads);
    const signature = this.#signatureOf(device);
    if (signature === undefined) return this.#evaluate(device, checkpoint);
    const key = workText(checkpoint.selectorWork) + signature;
    this.#queryCount += 1;
    let result = this.#results.get(key);
    if (result === undefined) {
      result = outcomeOf(this.#evaluate, device, checkpoint);
      this.#record(key, result);
    } else this.#found += 1;
    if (typeof result === 'boolean') return result;
    throw result;
  }

  #record(key: string, result: boolean | CelRuntimeError): void {
    let characters = key.length + ENTRY_CHARACTERS;
    if (typeof result !== 'boolean') {
      if (result.message.length > LONGEST_MESSAGE) return;
      // The stack repeats the message, so it counts twice.
      characters += ENTRY_CHARACTERS + 2 * result.message.length;
    }
    this.#characters += characters;
    if (this.#characters > MAX_CHARACTERS) {
      this.#results.clear();
      this.#characters = characters;
    }
    this.#results.set(key, result);
  }
}

function outcomeOf(evaluate: Evaluation, device: CelDevice, checkpoint: Checkpoint): boolean | CelRuntimeError {
  try {
    return evaluate(device, checkpoint);
  } catch (error) {
    if (error instanceof CelRuntimeError) return error;
    throw error;
  }
}
