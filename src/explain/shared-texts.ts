// Stores equal texts of explanations once: 100,000 nodes can have nearly equal explanations.

import { shorten } from '../core/base/words.js';
import type { NodeExplanation } from './explanation.js';

/** Shorter texts are not shared: a reference costs as much. */
const SHORTEST = 32;

/** The most characters of the line and the error of a node, and of other texts. Each node may have a different text. */
const LONGEST_LINE = 2000;
const LONGEST = 10_240;

/** Fields that are not searched: they can name very many devices, with strings of the input. */
const NAMES_OF_DEVICES: ReadonlySet<string> = new Set(['devices', 'leftDevices']);

/** The texts of one call. */
export class SharedTexts {
  readonly #known = new Map<string, string>();

  /** Replaces texts of an explanation with shared ones, in place, and returns it. */
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
