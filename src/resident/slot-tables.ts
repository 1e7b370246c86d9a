// The stage tables of the requests and subrequests of claims, each once.

import type { Checkpoint } from '../encode/checkpoint.js';
import type { SlotPlan } from '../encode/plan.js';
import { wantedKey } from '../encode/stages.js';
import type { StageTable } from './stage-table.js';

/** Gives out what several questions share, and takes it back. */
export interface Lender<K, T> {
  take(key: K): T;
  give(key: K): void;
}

/** Stage tables by slot. */
export class SlotTables {
  readonly #lender: Lender<SlotPlan, StageTable>;
  /** The slots that they were taken for. */
  readonly #takers: SlotPlan[] = [];
  readonly slots: readonly SlotPlan[];
  readonly all: StageTable[] = [];
  /** For each slot the number of its table. */
  readonly numbers: number[] = [];

  /** `slots`: requests and subrequests of all claims, in order. */
  constructor(lender: Lender<SlotPlan, StageTable>, slots: readonly SlotPlan[]) {
    this.#lender = lender;
    this.slots = slots;
    const known = new Map<string, number>();
    for (const slot of slots) {
      const key = wantedKey(slot);
      const number = known.get(key) ?? this.all.length;
      this.numbers.push(number);
      if (number < this.all.length) continue;
      known.set(key, number);
      this.all.push(lender.take(slot));
      this.#takers.push(slot);
    }
  }

  /** The table of a slot. */
  of(slot: number): StageTable {
    return this.all[this.numbers[slot] as number] as StageTable;
  }

  /** Brings the tables up to date. */
  follow(checkpoint: Checkpoint): void {
    for (const table of this.all) table.follow(checkpoint);
  }

  /** Gives them back. */
  end(): void {
    for (const slot of this.#takers) this.#lender.give(slot);
  }
}
