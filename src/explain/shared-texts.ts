// Stores equal texts of explanations once: 100,000 nodes can have nearly equal explanations.

import { type Checkpoint, endOfCall } from '../core/base/checkpoint.js';
import type { Incremental } from '../core/base/incremental.js';
import { shorten } from '../core/base/words.js';
import type { NodeExplanation } from './explanation.js';

/** Shorter texts are not shared, because a reference costs as much. */
const SHORTEST = 32;

/** The most characters of the first line and error of a node, and of other texts: each node may have a different text. */
const LONGEST_LINE = 2000;
const LONGEST = 10_240;

/**
 * Fields whose values are not searched for texts: there can be very many devices, with strings of the input. A conflict is
 * processed separately.
 */
const NOT_SEARCHED: ReadonlySet<string | number> = new Set(['devices', 'leftDevices', 'conflict']);

/** The texts of one call. */
export class SharedTexts {
  readonly #textsByText = new Map<string, string>();

  /** Replaces texts of an explanation with shared ones, in place, and returns it. */
  *in(node: NodeExplanation, checkpoint: Checkpoint): Incremental<NodeExplanation> {
    const { error, text, conflict } = node;
    if (error !== undefined) error.message = this.#shared(shorten(error.message, LONGEST_LINE));
    Object.assign(node, { text: this.#shared(shorten(text, LONGEST_LINE)) });
    try {
      yield* this.#replacing(node, checkpoint);
      if (conflict !== undefined) yield* this.#replacing(conflict, checkpoint);
    } catch (error) {
      // If the call ends here, the rest of the texts is unchanged.
      endOfCall(error);
    }
    return node;
  }

  /** Replaces the texts of fields and of lists in them. */
  *#replacing(fields: object, checkpoint: Checkpoint): Incremental<void> {
    for (const [name, field] of Object.entries(fields)) {
      if (!Array.isArray(field)) this.#replace(fields, name, field);
      else
        for (let index = 0; index < field.length; index++) {
          this.#replace(field, index, field[index]);
          if (checkpoint.due()) yield;
        }
    }
  }

  #replace(owner: object, name: string | number, value: unknown): void {
    if (typeof value === 'string') (owner as Record<string | number, unknown>)[name] = this.#shared(shorten(value, LONGEST));
    else if (typeof value === 'object' && value !== null && !NOT_SEARCHED.has(name))
      for (const [inner, field] of Object.entries(value)) this.#replace(value, inner, field);
  }

  #shared(text: string): string {
    if (text.length < SHORTEST) return text;
    const sharedText = this.#textsByText.get(text);
    if (sharedText === undefined) this.#textsByText.set(text, text);
    return sharedText ?? text;
  }
}
