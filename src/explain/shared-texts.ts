// Texts that explanations of several nodes have in common, each kept once: nodes may be 100,000, and say nearly the same.

import { shorten } from '../base/words.js';
import type { NodeExplanation } from './explanation.js';

/** Shorter texts take no more than what refers to them. */
const SHORTEST = 32;

/** More characters are not kept, of the line and the error of a node and of other texts: nobody reads on, and each node may have another one. */
const LONGEST_LINE = 2000;
const LONGEST = 10_240;

/** Fields with the names of very many devices, which are texts of the input. */
const NAMES_OF_DEVICES: ReadonlySet<string> = new Set(['devices', 'leftDevices']);

/** The texts of one call. */
export class SharedTexts {
  readonly #known = new Map<string, string>();

  /** Puts shared texts in the place of those of an explanation, which is ours to change, and returns it. */
  in(node: NodeExplanation): NodeExplanation {
    const { error } = node;
    if (error !== undefined) error.message = this.#shared(shorten(error.message, LONGEST_LINE));
    return Object.assign(this.#replaced(node), { text: this.#shared(shorten(node.text, LONGEST_LINE)) });
  }

  #replaced<T extends object>(value: T): T {
    const fields = value as Record<string, unknown>;
    for (const [name, field] of Object.entries(fields)) {
      if (typeof field === 'string') fields[name] = this.#shared(shorten(field, LONGEST));
      else if (typeof field === 'object' && field !== null && !NAMES_OF_DEVICES.has(name)) this.#replaced(field);
    }
    return value;
  }

  #shared(text: string): string {
    if (text.length < SHORTEST) return text;
    const known = this.#known.get(text);
    if (known === undefined) this.#known.set(text, text);
    return known ?? text;
  }
}
