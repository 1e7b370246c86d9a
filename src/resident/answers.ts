// The answers of a question for the nodes of a cluster, as the solver wrote them.

import { CLAIM_LIMIT, type ClaimPlan, type PickedDevice, type SlotPlan } from '../encode/plan.js';
import * as P from '../kernel/pass-layout.js';
import type { DeviceTable } from './device-table.js';

/** Nodes whose answers are kept together: what changes is copied in such portions. */
export const PORTION = 8;

/** Portions whose places are kept together. */
const PAGE = 32;

/** The answers of some nodes, from a place in an array on. */
interface Portion {
  readonly u32: ArrayLike<number>;
  readonly at: number;
}

/** What became of nodes, in pages of portions. None of them ever changes. */
export interface NodeAnswers {
  readonly pages: readonly (readonly Portion[])[];
  /** 32-bit words of one answer. */
  readonly words: number;
}

/** The answers of a question for all nodes, as they were at a time. */
export interface Answers extends NodeAnswers {
  /** What was derived from the status of nodes: the same for all answers between which no status changed. */
  readonly known: KnownOfAnswers;
}

/** The answers of a question as they are now, taken out of the memory of the solver. */
export class LatestAnswers implements NodeAnswers {
  #pages: (readonly Portion[])[] = [];
  readonly words: number;

  /** `words`: 32-bit words of one answer. */
  constructor(words: number) {
    this.words = words;
  }

  /** Callers keep a copy of the list. */
  get pages(): readonly (readonly Portion[])[] {
    return this.#pages;
  }

  /** Takes the answers of the first `count` nodes, which begin at `start`. */
  readAll(u32: Uint32Array, start: number, count: number): void {
    const size = PORTION * this.words;
    // One array for all: many small ones keep the collector of garbage busy.
    const all = u32.slice(start, start + Math.ceil(count / PORTION) * size);
    this.#pages = [];
    for (let at = 0; at < all.length; at += PAGE * size) {
      const page: Portion[] = [];
      for (let place = at; place < Math.min(at + PAGE * size, all.length); place += size) page.push({ u32: all, at: place });
      this.#pages.push(page);
    }
  }

  /** Takes the answers of some nodes, of all those that begin at `start`. */
  read(u32: Uint32Array, start: number, ordinals: readonly number[]): void {
    const size = PORTION * this.words;
    const copied = new Map<number, Portion[]>();
    let last = -1;
    for (const ordinal of ordinals) {
      const portion = Math.floor(ordinal / PORTION);
      if (portion === last) continue;
      last = portion;
      const page = Math.floor(portion / PAGE);
      let copy = copied.get(page);
      if (copy === undefined) {
        copy = this.#pages[page]?.slice() ?? [];
        copied.set(page, copy);
        this.#pages[page] = copy;
      }
      const words: number[] = [];
      for (let at = start + portion * size; at < start + (portion + 1) * size; at++) words.push(u32[at] as number);
      copy[portion % PAGE] = { u32: words, at: 0 };
    }
  }
}

/** What is worth deriving once. */
export interface KnownOfAnswers {
  feasible?: { readonly names: readonly string[]; readonly order: object };
  /** The first node on which the claims fit. */
  first?: { readonly name: string | undefined; readonly place: number; readonly order: object };
}

/** What became of a node: how the search ended, its steps, and the picks as slots and devices. Read from its portion when it is asked for. */
export class NodeAnswer {
  readonly #portion: ArrayLike<number>;
  readonly #at: number;

  constructor(answers: NodeAnswers, ordinal: number) {
    const { u32, at } = portionOf(answers, ordinal);
    this.#portion = u32;
    this.#at = at + (ordinal % PORTION) * answers.words;
  }

  get status(): number {
    return (this.#portion[this.#at] as number) & P.ANSWER_STATUS_MASK;
  }

  get steps(): number {
    return (this.#portion[this.#at] as number) >>> P.ANSWER_STATUS_BITS;
  }

  /** The slots of the picks. */
  get slots(): readonly number[] {
    return this.#each((at) => this.#portion[at] as number);
  }

  /** The picks, with the devices that a table has for their numbers. */
  picked(table: DeviceTable): readonly PickedDevice[] {
    return this.#each((at) => ({ slot: this.#portion[at] as number, device: table.device(this.#portion[at + 1] as number) }));
  }

  #each<T>(read: (at: number) => T): readonly T[] {
    const all: T[] = [];
    const end = this.#at + 2 + 2 * (this.#portion[this.#at + 1] as number);
    for (let at = this.#at + 2; at < end; at += 2) all.push(read(at));
    return all;
  }
}

/** The status of a node. */
export function statusOf(answers: NodeAnswers, ordinal: number): number {
  const { u32, at } = portionOf(answers, ordinal);
  return (u32[at + (ordinal % PORTION) * answers.words] as number) & P.ANSWER_STATUS_MASK;
}

function portionOf({ pages }: NodeAnswers, ordinal: number): Portion {
  const portion = Math.floor(ordinal / PORTION);
  return (pages[Math.floor(portion / PAGE)] as readonly Portion[])[portion % PAGE] as Portion;
}

/** The greatest number of picks that an answer can have. */
export function mostPicks(plans: readonly ClaimPlan[]): number {
  return plans.reduce((total, { requests }) => {
    const most = requests.reduce((sum, slots) => sum + slots.reduce((max, slot) => (countOf(slot) > max ? countOf(slot) : max), 0n), 0n);
    return total + (most > BigInt(CLAIM_LIMIT) ? CLAIM_LIMIT : Number(most));
  }, 0);
}

/** How many devices a slot may get. Requests for all have no count before they meet a node. */
function countOf({ count, all }: SlotPlan): bigint {
  return all === undefined ? count : BigInt(CLAIM_LIMIT);
}
