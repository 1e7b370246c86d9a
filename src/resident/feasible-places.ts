// Which places of an order of nodes have devices, kept up to date: the first of them is asked for after every change.

import { STATUS_FOUND } from '../kernel/layout.js';
import { type NodeAnswers, statusOf } from './answers.js';
import type { NodeOrder } from './node-order.js';

/** A byte for each place of an order. */
export class FeasiblePlaces {
  #order: NodeOrder | undefined;
  /** By ordinal its place; -1: it has none. */
  #places = new Int32Array(0);
  #bytes = new Uint8Array(0);

  /** The first place whose node has devices; -1: none has. */
  first(answers: NodeAnswers, order: NodeOrder): number {
    if (this.#order !== order) this.#read(answers, order);
    return this.#bytes.indexOf(1);
  }

  /** Takes up the answers of some nodes. */
  follow(ordinals: readonly number[], answers: NodeAnswers): void {
    if (this.#order === undefined) return;
    for (const ordinal of ordinals) {
      const place = this.#places[ordinal] ?? -1;
      if (place >= 0) this.#bytes[place] = byteOf(answers, ordinal);
    }
  }

  /** All answers changed. */
  forget(): void {
    this.#order = undefined;
  }

  #read(answers: NodeAnswers, order: NodeOrder): void {
    const { ordinals } = order;
    const most = ordinals.reduce((max, ordinal) => Math.max(max, ordinal), -1);
    this.#places = new Int32Array(most + 1).fill(-1);
    ordinals.forEach((ordinal, place) => {
      this.#places[ordinal] = place;
    });
    this.#bytes = Uint8Array.from(ordinals, (ordinal) => byteOf(answers, ordinal));
    this.#order = order;
  }
}

function byteOf(answers: NodeAnswers, ordinal: number): number {
  return statusOf(answers, ordinal) === STATUS_FOUND ? 1 : 0;
}
