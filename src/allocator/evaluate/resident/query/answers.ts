// Stores the answers of a query for the nodes of a cluster, as the solver wrote them.

import { CLAIM_LIMIT } from '../../../encode/plan.js';
import type { ClaimPlan, SelectedDevice, SlotPlan } from '../../../encode/slot-plan.js';
import { STATUS_FAILED, STATUS_FOUND } from '../../../kernel/layout.js';
import * as P from '../../../kernel/pass-layout.js';
import type { DeviceTable } from '../devices/device-table.js';

/** The number of nodes whose answers are copied together when one of them changes. */
const PORTION = 8;

/** The number of nodes in a page. Space for answers is allocated in whole pages. */
export const PAGE = 256;

type Portion = ArrayLike<number> | undefined;

/** The answers of some nodes: words of an array from an index on, except for the portions that changed since. */
interface Page {
  readonly words: ArrayLike<number>;
  readonly at: number;
  readonly changed: readonly Portion[];
}

/** A page under construction, which no other object has yet. */
interface NewPage extends Page {
  readonly changed: Portion[];
}

/** The answers for nodes, in immutable pages. */
export interface NodeAnswers {
  readonly pages: readonly Page[];
  /** The number of 32-bit words in an answer. */
  readonly words: number;
}

/** The answers of a query for all nodes at one time. */
export interface Answers extends NodeAnswers {
  /** True if no node is feasible. */
  readonly isInfeasible?: true;
}

/** The current answers of a query, copied from the solver's memory. */
export class LatestAnswers implements NodeAnswers {
  #pages: readonly Page[] = [];
  readonly words: number;

  /** `words`: the number of 32-bit words in an answer. */
  constructor(words: number) {
    this.words = words;
  }

  /** Immutable: later answers are in another list. */
  get pages(): readonly Page[] {
    return this.#pages;
  }

  /**
   * Copies the answers of the nodes from `first` to `end`, and of the other nodes on their pages, into one array. Many small arrays would burden the garbage
   * collector. The answers of all nodes begin at `start`.
   */
  readRange(u32: Uint32Array, start: number, first: number, end: number): void {
    const from = Math.floor(first / PAGE);
    const to = Math.ceil(end / PAGE);
    const size = PAGE * this.words;
    const words = u32.slice(start + from * size, start + to * size);
    const pages = this.#pages.slice();
    for (let page = from; page < to; page++) pages[page] = { words, at: (page - from) * size, changed: NONE };
    this.#pages = pages;
  }

  /** Copies the answers of some nodes. The answers of all nodes begin at `start`. */
  read(u32: Uint32Array, start: number, ordinals: readonly number[]): void {
    const before = this.#pages;
    const pages = before.slice();
    this.#pages = pages;
    let last = -1;
    for (const ordinal of ordinals) {
      const portion = Math.floor(ordinal / PORTION);
      if (portion === last) continue;
      last = portion;
      const number = Math.floor(ordinal / PAGE);
      if (pages[number] === before[number]) pages[number] = copyOf(before[number]);
      const page = pages[number] as NewPage;
      page.changed[portion % PORTIONS] = wordsFrom(u32, start + portion * PORTION * this.words, PORTION * this.words);
    }
  }
}

const PORTIONS = PAGE / PORTION;
const NONE: readonly never[] = [];

function copyOf(page: Page | undefined): NewPage {
  return { words: page?.words ?? NONE, at: page?.at ?? 0, changed: page?.changed.slice() ?? [] };
}

/** Copies words. For small arrays, this is faster than a typed array. */
function wordsFrom(u32: ArrayLike<number>, start: number, count: number): readonly number[] {
  const words = new Array<number>(count);
  for (let index = 0; index < count; index++) words[index] = u32[start + index] as number;
  return words;
}

/** Returns these answers, with the results of single-node searches for some nodes. */
export function withResults({ pages, words }: NodeAnswers, found: readonly SearchResult[]): Answers {
  const all = pages.slice();
  const copiedPortions = new Set<Portion>();
  for (const one of found) {
    const number = Math.floor(one.ordinal / PAGE);
    if (all[number] === pages[number]) all[number] = copyOf(pages[number]);
    const page = all[number] as NewPage;
    const place = Math.floor((one.ordinal % PAGE) / PORTION);
    let portion = page.changed[place];
    if (portion === undefined || !copiedPortions.has(portion)) {
      const from = page.at + place * PORTION * words;
      portion = portion === undefined ? wordsFrom(page.words, from, PORTION * words) : Array.from(portion);
      page.changed[place] = portion;
      copiedPortions.add(portion);
    }
    writeAnswer(portion as number[], (one.ordinal % PORTION) * words, one);
  }
  return { pages: all, words };
}

/** Selections as two columns: their slots and their devices. One object per selection would be most of the garbage of a pass. */
export interface SelectionColumns<Device> {
  readonly slots: readonly number[];
  readonly devices: readonly Device[];
}

/** The result of a search of one node. The devices of its selections are numbers; undefined if there is no solution. */
export interface SearchResult {
  readonly ordinal: number;
  readonly steps: number;
  readonly selections: SelectionColumns<number> | undefined;
}

/** Writes the words of an answer at an index. */
export function writeAnswer(words: { [index: number]: number }, start: number, { steps, selections }: SearchResult): void {
  words[start + P.ANSWER_STATUS / 4] = (selections === undefined ? STATUS_FAILED : STATUS_FOUND) | (steps << P.ANSWER_STATUS_BITS);
  words[start + P.ANSWER_SELECTION_COUNT / 4] = selections?.slots.length ?? 0;
  if (selections === undefined) return;
  const { slots, devices } = selections;
  for (let index = 0; index < slots.length; index++) {
    const at = start + (P.ANSWER_SELECTIONS + index * P.SELECTION_SIZE) / 4;
    words[at + P.SELECTION_SLOT / 4] = slots[index] as number;
    words[at + P.SELECTION_DEVICE / 4] = devices[index] as number;
  }
}

/** The answer of a search that failed in its first step, because its first request found no device. */
const FAILED_AT_ONCE: Page = { words: [STATUS_FAILED | (1 << P.ANSWER_STATUS_BITS), /* picks */ 0], at: 0, changed: NONE };

/** Returns the answers if every search failed in its first step. All nodes share one answer. */
export function failedAtOnce(nodes: number): Answers {
  return { pages: new Array<Page>(Math.ceil(nodes / PAGE)).fill(FAILED_AT_ONCE), words: 0, isInfeasible: true };
}

/** The answer for a node: the status, the steps, and the selections as slots and devices. The answer is read from its portion on demand. */
export class NodeAnswer {
  readonly #words: ArrayLike<number>;
  readonly #at: number;

  constructor(answers: NodeAnswers, ordinal: number) {
    const page = pageOf(answers, ordinal);
    const changed = changedIn(page, ordinal);
    this.#words = changed ?? page.words;
    this.#at = changed === undefined ? page.at + (ordinal % PAGE) * answers.words : (ordinal % PORTION) * answers.words;
  }

  get status(): number {
    return this.#word(P.ANSWER_STATUS) & P.ANSWER_STATUS_MASK;
  }

  get steps(): number {
    return this.#word(P.ANSWER_STATUS) >>> P.ANSWER_STATUS_BITS;
  }

  get slots(): readonly number[] {
    return this.#each((index) => this.#word(index + P.SELECTION_SLOT));
  }

  /** Returns the selections, with the devices of their numbers in a table. */
  selectedDevices(table: DeviceTable): readonly SelectedDevice[] {
    return this.#each((index) => ({
      slot: this.#word(index + P.SELECTION_SLOT),
      device: table.device(this.#word(index + P.SELECTION_DEVICE)),
    }));
  }

  #word(offset: number): number {
    return this.#words[this.#at + offset / 4] as number;
  }

  #each<T>(read: (index: number) => T): readonly T[] {
    const all = new Array<T>(this.#word(P.ANSWER_SELECTION_COUNT));
    for (let index = 0; index < all.length; index++) all[index] = read(P.ANSWER_SELECTIONS + index * P.SELECTION_SIZE);
    return all;
  }
}

export function statusOf(answers: NodeAnswers, ordinal: number): number {
  const page = pageOf(answers, ordinal);
  const changed = changedIn(page, ordinal);
  const word =
    changed === undefined ? page.words[page.at + (ordinal % PAGE) * answers.words] : changed[(ordinal % PORTION) * answers.words];
  return (word as number) & P.ANSWER_STATUS_MASK;
}

function pageOf({ pages }: NodeAnswers, ordinal: number): Page {
  return pages[(ordinal / PAGE) | 0] as Page;
}

function changedIn({ changed }: Page, ordinal: number): ArrayLike<number> | undefined {
  // A page without changes has no portions.
  return changed === NONE ? undefined : changed[((ordinal % PAGE) / PORTION) | 0];
}

/** Returns the greatest number of selections in an answer. */
export function mostSelections(plans: readonly ClaimPlan[]): number {
  return plans.reduce((total, { requests }) => {
    const most = requests.reduce((sum, slots) => sum + slots.reduce((max, slot) => (countOf(slot) > max ? countOf(slot) : max), 0n), 0n);
    return total + (most > BigInt(CLAIM_LIMIT) ? CLAIM_LIMIT : Number(most));
  }, 0);
}

/** Returns an upper bound of the devices of a slot. The count of a request for all devices depends on the node. */
function countOf({ count, all }: SlotPlan): bigint {
  return all === undefined ? count : BigInt(CLAIM_LIMIT);
}
