// The answers of a question for the nodes of a cluster, as the solver wrote them.

import { CLAIM_LIMIT, type ClaimPlan, type SlotPlan } from '../encode/plan.js';
import * as P from '../kernel/pass-layout.js';
import type { Pick as DevicePick } from '../kernel/problem.js';

/** Nodes whose answers are kept together: what changes is copied in such portions. */
export const PORTION = 32;

/** The answers of some nodes, from a place in an array on. */
export interface Portion {
  readonly u32: Uint32Array;
  readonly at: number;
}

/** The answers of a question for all nodes, in portions that never change. */
export interface Answers {
  readonly portions: readonly Portion[];
  /** 32-bit words of one answer. */
  readonly words: number;
  /** What was derived from the status of nodes: the same for all answers between which no status changed. */
  readonly known: KnownOfAnswers;
}

/** What is worth deriving once. */
export interface KnownOfAnswers {
  feasible?: { readonly names: readonly string[]; readonly order: object };
  /** The first node on which the claims fit. */
  first?: { readonly name: string | undefined; readonly order: object };
}

/** What became of a node: how the search ended, its steps, and the picks as slots and devices. Read from its portion when it is asked for. */
export class NodeAnswer {
  readonly #portion: Uint32Array;
  readonly #at: number;

  constructor({ portions, words }: Pick<Answers, 'portions' | 'words'>, ordinal: number) {
    const { u32, at } = portions[Math.floor(ordinal / PORTION)] as Portion;
    this.#portion = u32;
    this.#at = at + (ordinal % PORTION) * words;
  }

  get status(): number {
    return (this.#portion[this.#at] as number) & P.ANSWER_STATUS_MASK;
  }

  get steps(): number {
    return (this.#portion[this.#at] as number) >>> P.ANSWER_STATUS_BITS;
  }

  get picks(): readonly DevicePick[] {
    const picks: DevicePick[] = [];
    const end = this.#at + 2 + 2 * (this.#portion[this.#at + 1] as number);
    for (let at = this.#at + 2; at < end; at += 2)
      picks.push({ slot: this.#portion[at] as number, device: this.#portion[at + 1] as number });
    return picks;
  }
}

/** The status of a node. */
export function statusOf({ portions, words }: Pick<Answers, 'portions' | 'words'>, ordinal: number): number {
  const { u32, at } = portions[Math.floor(ordinal / PORTION)] as Portion;
  return (u32[at + (ordinal % PORTION) * words] as number) & P.ANSWER_STATUS_MASK;
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
