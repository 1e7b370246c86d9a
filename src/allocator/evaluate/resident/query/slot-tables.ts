// The stage tables of the requests and subrequests of claims, each once. While no device is free they need not be made: where devices in use are no
// choice, nobody asks what they match.

import type { Checkpoint } from '../../../../core/base/checkpoint.js';
import { selectionSignature } from '../../../encode/signatures.js';
import type { SlotPlan } from '../../../encode/slot-plan.js';
import type { Occupancy } from '../devices/occupancy.js';
import type { StageAddresses, StageTable } from '../devices/stage-table.js';

/** Shared by several queries: each entry counts its users, and stays as long as there is one. */
export interface RefCounted<K, T> {
  acquire(key: K): T;
  release(key: K): void;
}

/** Stage tables by slot. */
export class SlotTables {
  readonly #shared: RefCounted<SlotPlan, StageTable>;
  readonly #occupancy: Occupancy;
  /** True when some slot can have devices in use. */
  readonly #sharesAll: boolean;
  /** True when the tables were made; others stand in for them as long as no device was free. */
  #areMade = false;
  /** The slots that they were taken for. */
  readonly #takers: SlotPlan[] = [];
  readonly slots: readonly SlotPlan[];
  readonly all: StageTable[] = [];
  /** For each slot the number of its table. */
  readonly numbers: number[] = [];

  /** `slots`: requests and subrequests of all claims, in order. */
  constructor(shared: RefCounted<SlotPlan, StageTable>, occupancy: Occupancy, slots: readonly SlotPlan[]) {
    this.#shared = shared;
    this.#occupancy = occupancy;
    this.#sharesAll = slots.some(({ adminAccess }) => adminAccess);
    this.slots = slots;
    const known = new Map<string, number>();
    for (const slot of slots) {
      const key = selectionSignature(slot);
      const number = known.get(key) ?? this.all.length;
      this.numbers.push(number);
      if (number < this.all.length) continue;
      known.set(key, number);
      this.all.push(shared.acquire(slot));
      this.#takers.push(slot);
    }
  }

  /** The table of a slot. */
  of(slot: number): StageTable {
    return this.all[this.numbers[slot] as number] as StageTable;
  }

  get areMade(): boolean {
    return this.#areMade;
  }

  /** The addresses of the candidates of each table, and of the stages (0: no device has an error). */
  get addresses(): readonly StageAddresses[] {
    // The devices in use stand in for the candidates: none of them is left once those in use are left out, as of any others.
    if (!this.#areMade) return this.all.map(() => ({ candidates: this.#occupancy.address, stages: 0 }));
    return this.all.map(({ addresses }) => addresses);
  }

  /** The number of tables in which some device has an error; -1: they were not made. */
  get withErrors(): number {
    if (!this.#areMade) return -1;
    let count = 0;
    for (const { addresses } of this.all) if (addresses.stages !== 0) count++;
    return count;
  }

  /** True when answers do not depend on the tables, which were not made so far. */
  get canWait(): boolean {
    return !this.#areMade && !this.#sharesAll && this.#occupancy.isFull;
  }

  /** Brings the tables up to date, if answers depend on them. */
  followIfNeeded(checkpoint: Checkpoint): void {
    if (!this.canWait) this.follow(checkpoint);
  }

  /** Brings the tables up to date. */
  follow(checkpoint: Checkpoint): void {
    for (const table of this.all) table.follow(checkpoint);
    this.#areMade = true;
  }

  /** Gives them back. */
  end(): void {
    for (const slot of this.#takers) this.#shared.release(slot);
  }
}
