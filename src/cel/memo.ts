// Results of a selector by what it reads: fifty thousand devices that differ in three ways cost three evaluations.

import { type Checkpoint, UNLIMITED, workText } from '../base/checkpoint.js';
import { bytesOfText } from '../base/lru-cache.js';
import { CelRuntimeError } from './errors.js';
import type { Reads } from './reads/reads.js';
import { type DeviceText, tupleText } from './reads/tuple.js';
import type { CelDevice } from './run/device.js';

/** The size of a memo, in characters of keys and of errors, and about what an entry takes besides. Above it a memo starts anew. */
const MAX_CHARACTERS = 65_536;
const ENTRY_CHARACTERS = 64;
/** An error with a longer message is not remembered. */
const LONGEST_MESSAGE = 2_048;

/** After so many questions a memo that has answered less than half of them is given up: every device is different. */
const TRIED = 1_024;

type Evaluation = (device: CelDevice, checkpoint: Checkpoint) => boolean;

/** A function that remembers its results and errors for all devices that are alike to what it reads. */
export class Memo {
  readonly #reads: Reads;
  readonly #evaluate: Evaluation;
  readonly #known = new Map<string, boolean | CelRuntimeError>();
  #textOf: DeviceText | undefined;
  #characters = 0;
  #asked = 0;
  #found = 0;

  constructor(reads: Reads, evaluate: Evaluation) {
    this.#reads = reads;
    this.#evaluate = evaluate;
  }

  /** Bytes of what it remembers. */
  get bytes(): number {
    return bytesOfText({ length: this.#characters });
  }

  /** Like the function. Throws CelRuntimeError. */
  evaluate(device: CelDevice, checkpoint: Checkpoint = UNLIMITED): boolean {
    if (this.#asked >= TRIED && this.#found * 2 < this.#asked) return this.#evaluate(device, checkpoint);
    this.#textOf ??= tupleText(this.#reads);
    const text = this.#textOf(device);
    if (text === undefined) return this.#evaluate(device, checkpoint);
    const tuple = workText(checkpoint.selectorWork) + text;
    this.#asked += 1;
    let result = this.#known.get(tuple);
    if (result === undefined) {
      result = outcomeOf(this.#evaluate, device, checkpoint);
      this.#remember(tuple, result);
    } else this.#found += 1;
    if (typeof result === 'boolean') return result;
    throw result;
  }

  #remember(tuple: string, result: boolean | CelRuntimeError): void {
    let characters = tuple.length + ENTRY_CHARACTERS;
    if (typeof result !== 'boolean') {
      if (result.message.length > LONGEST_MESSAGE) return;
      // The stack repeats the message.
      characters += ENTRY_CHARACTERS + 2 * result.message.length;
    }
    this.#characters += characters;
    if (this.#characters > MAX_CHARACTERS) {
      this.#known.clear();
      this.#characters = characters;
    }
    this.#known.set(tuple, result);
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
