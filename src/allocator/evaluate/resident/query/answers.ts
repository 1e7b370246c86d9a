// The answers of a query for the nodes of a cluster, as the solver wrote them.

import { CLAIM_LIMIT } from '../../../encode/plan.js';
import type { ClaimPlan, PickedDevice, SlotPlan } from '../../../encode/slot-plan.js';
import { STATUS_FAILED, STATUS_FOUND } from '../../../kernel/layout.js';
import * as P from '../../../kernel/pass-layout.js';
import type { DeviceTable } from '../devices/device-table.js';

/** Nodes whose answers are copied together when one of them changes. */
const PORTION = 8;

/** Nodes whose portions are stored together. There is room for the answers of whole pages. */
export const PAGE = 256;

type Portion = ArrayLike<number> | undefined;

/** The answers of some nodes: from a place in an array on, but for the portions that changed since. */
interface Page {
  readonly words: ArrayLike<number>;
  readonly at: number;
  readonly changed: readonly Portion[];
}

/** A page while it is read, before anybody else has it. */
interface NewPage extends Page {
  readonly changed: Portion[];
}

/** The answers for nodes, in pages, none of which ever changes. */
export interface NodeAnswers {
  readonly pages: readonly Page[];
  /** 32-bit words of one answer. */
  readonly words: number;
}

/** The answers of a query for all nodes, as they were at a time. */
export interface Answers extends NodeAnswers {
  /** No node has devices. */
  readonly isInfeasible?: true;
}

/** The answers of a query as they are now, taken out of the memory of the solver. */
export class LatestAnswers implements NodeAnswers {
  #pages: readonly Page[] = [];
  readonly words: number;

  /** `words`: 32-bit words of one answer. */
  constructor(words: number) {
    this.words = words;
  }

  /** Never change: answers that are read later are in another list. */
  get pages(): readonly Page[] {
    return this.#pages;
  }

  /**
   * Takes the answers of the nodes from one on up to another one, and of the others on their pages, into one array: many small ones keep the collector
   * of garbage busy. The answers of all nodes begin at `start`.
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

  /** Takes the answers of some nodes, of all those that begin at `start`. */
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

/** A copy. Small arrays like this are made faster than typed ones. */
function wordsFrom(u32: ArrayLike<number>, start: number, count: number): readonly number[] {
  const words = new Array<number>(count);
  for (let index = 0; index < count; index++) words[index] = u32[start + index] as number;
  return words;
}

/** Answers with others in the place of some, which were found by searches of single nodes. */
export function withResults({ pages, words }: NodeAnswers, found: readonly SearchResult[]): Answers {
  const all = pages.slice();
  const own = new Set<Portion>();
  for (const one of found) {
    const number = Math.floor(one.ordinal / PAGE);
    if (all[number] === pages[number]) all[number] = copyOf(pages[number]);
    const page = all[number] as NewPage;
    const place = Math.floor((one.ordinal % PAGE) / PORTION);
    let portion = page.changed[place];
    if (portion === undefined || !own.has(portion)) {
      const from = page.at + place * PORTION * words;
      portion = portion === undefined ? wordsFrom(page.words, from, PORTION * words) : Array.from(portion);
      page.changed[place] = portion;
      own.add(portion);
    }
    writeAnswer(portion as number[], (one.ordinal % PORTION) * words, one);
  }
  return { pages: all, words };
}

/** Selects as two columns: their slots, and their devices. One object for each selection would be most of what a pass leaves to the collector of garbage. */
export interface Picks<Device> {
  readonly slots: readonly number[];
  readonly devices: readonly Device[];
}

/** The result of a search of one node: its selections, by the numbers of the devices; undefined: nothing fits. */
export interface SearchResult {
  readonly ordinal: number;
  readonly steps: number;
  readonly picks: Picks<number> | undefined;
}

/** Writes the words of an answer from a place on. */
export function writeAnswer(words: { [index: number]: number }, start: number, { steps, picks }: SearchResult): void {
  words[start + P.ANSWER_STATUS / 4] = (picks === undefined ? STATUS_FAILED : STATUS_FOUND) | (steps << P.ANSWER_STATUS_BITS);
  words[start + P.ANSWER_PICK_COUNT / 4] = picks?.slots.length ?? 0;
  if (picks === undefined) return;
  const { slots, devices } = picks;
  for (let index = 0; index < slots.length; index++) {
    const at = start + (P.ANSWER_PICKS + index * P.PICK_SIZE) / 4;
    words[at + P.PICK_SLOT / 4] = slots[index] as number;
    words[at + P.PICK_DEVICE / 4] = devices[index] as number;
  }
}

/** A search that ended with its first step, as its first request found nothing. */
const FAILED_AT_ONCE: Page = { words: [STATUS_FAILED | (1 << P.ANSWER_STATUS_BITS), /* picks */ 0], at: 0, changed: NONE };

/** The answers where every search ended so. No words apart: it is one answer for all nodes. */
export function failedAtOnce(nodes: number): Answers {
  return { pages: new Array<Page>(Math.ceil(nodes / PAGE)).fill(FAILED_AT_ONCE), words: 0, isInfeasible: true };
}

/** The answer for a node: how the search ended, its steps, and the selections as slots and devices. Read from its portion when it is requested. */
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

  /** The slots of the selections. */
  get slots(): readonly number[] {
    return this.#each((pick) => this.#word(pick + P.PICK_SLOT));
  }

  /** The picks, with the devices that a table has for their numbers. */
  picked(table: DeviceTable): readonly PickedDevice[] {
    return this.#each((pick) => ({ slot: this.#word(pick + P.PICK_SLOT), device: table.device(this.#word(pick + P.PICK_DEVICE)) }));
  }

  /** A field of the answer, by its offset. */
  #word(offset: number): number {
    return this.#words[this.#at + offset / 4] as number;
  }

  /** Reads each selection, by its offset. */
  #each<T>(read: (pick: number) => T): readonly T[] {
    const all = new Array<T>(this.#word(P.ANSWER_PICK_COUNT));
    for (let index = 0; index < all.length; index++) all[index] = read(P.ANSWER_PICKS + index * P.PICK_SIZE);
    return all;
  }
}

/** The status of a node. */
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
  // A page in which nothing changed has no portions to look for.
  return changed === NONE ? undefined : changed[((ordinal % PAGE) / PORTION) | 0];
}

/** The greatest number of selections that an answer can have. */
export function mostPicks(plans: readonly ClaimPlan[]): number {
  return plans.reduce((total, { requests }) => {
    const most = requests.reduce((sum, slots) => sum + slots.reduce((max, slot) => (countOf(slot) > max ? countOf(slot) : max), 0n), 0n);
    return total + (most > BigInt(CLAIM_LIMIT) ? CLAIM_LIMIT : Number(most));
  }, 0);
}

/** Bounds the devices that a slot may get. Requests for all have no count before they meet a node. */
function countOf({ count, all }: SlotPlan): bigint {
  return all === undefined ? count : BigInt(CLAIM_LIMIT);
}
