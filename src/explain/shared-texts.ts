// Texts that explanations of several nodes have in common, each kept once: nodes may be 100,000, and say nearly the same.

import { AllocationError } from '../base/errors.js';
import { shorten } from '../base/words.js';

/** Shorter texts take no more than what refers to them. */
const SHORTEST = 32;

/** More characters of a text are not kept: nobody reads on, and each node may have another one. */
const LONGEST = 10_240;

/** Fields with the names of very many devices, which are texts of the input. */
const NAMES_OF_DEVICES: ReadonlySet<string> = new Set(['devices', 'leftDevices']);

/** The texts of one call. */
export class SharedTexts {
  readonly #known = new Map<string, string>();

  /** Puts the shared text in the place of each one in an explanation, which is ours to change, and returns it. */
  in<T>(value: T): T {
    if (typeof value !== 'object' || value === null) return value;
    const fields = value as Record<string, unknown>;
    for (const [name, field] of Object.entries(fields)) {
      if (NAMES_OF_DEVICES.has(name)) continue;
      if (typeof field === 'string') fields[name] = this.#shared(field);
      else this.in(field);
    }
    if (value instanceof AllocationError) value.message = this.#shared(value.message);
    return value;
  }

  #shared(text: string): string {
    if (text.length < SHORTEST) return text;
    const shown = shorten(text, LONGEST);
    const known = this.#known.get(shown);
    if (known === undefined) this.#known.set(shown, shown);
    return known ?? shown;
  }
}
