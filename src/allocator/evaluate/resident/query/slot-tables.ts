// Holds the distinct stage tables of the requests and subrequests of claims. While no device is free, they need not be built, since no request can select a
// device in use.

import type { Checkpoint } from '../../../../core/base/checkpoint.js';
import { selectionSignature } from '../../../encode/signatures.js';
import type { SlotPlan } from '../../../encode/slot-plan.js';
import type { Occupancy } from '../devices/occupancy.js';
import type { StageAddresses, StageTable } from '../devices/stage-table.js';

/** Objects shared by several queries. Each exists as long as it has users. */
export interface RefCounted<K, T> {
  acquire(key: K): T;
  release(key: K): void;
}

/** Stage tables by slot. */
export class SlotTables {
  readonly #shared: RefCounted<SlotPlan, StageTable>;
  readonly #occupancy: Occupancy;
  /** True if some slot can select devices in use. */
  readonly #sharesAll: boolean;
  /** True after the tables were built. Placeholders replace them as long as no device is free. */
  #areMade = false;
  /** The slots for which the tables were acquired. */
  readonly #takers: SlotPlan[] = [];
  readonly slots: readonly SlotPlan[];
  readonly all: StageTable[] = [];
  /** For each slot, the index of its table. */
  readonly numbers: number[] = [];

  /** `slots`: the requests and subrequests of all claims, in order. */
  constructor(shared: RefCounted<SlotPlan, StageTable>, occupancy: Occupancy, slots: readonly SlotPlan[]) {
    this.#shared = shared;
    this.#occupancy = occupancy;
    this.#sharesAll = slots.some(({ adminAccess }) => adminAccess);
    this.slots = slots;
    const numberByKey = new Map<string, number>();
    for (const slot of slots) {
      const key = selectionSignature(slot);
      const number = numberByKey.get(key) ?? this.all.length;
      this.numbers.push(number);
      if (number < this.all.length) continue;
      numberByKey.set(key, number);
      this.all.push(shared.acquire(slot));
      this.#takers.push(slot);
    }
  }

  of(slot: number): StageTable {
    return this.all[this.numbers[slot] as number] as StageTable;
  }

  get areMade(): boolean {
    return this.#areMade;
  }

  /** The addresses of the candidates of each table, and of the stages (0 if no device has an error). */
  get addresses(): readonly StageAddresses[] {
    // The bitset of devices in use replaces the candidates: without the devices in use, both sets are empty.
    if (!this.#areMade) return this.all.map(() => ({ candidates: this.#occupancy.address, stages: 0 }));
    return this.all.map(({ addresses }) => addresses);
  }

  /** The number of tables in which some device has an error; -1 if they are not built. */
  get withErrors(): number {
    if (!this.#areMade) return -1;
    let count = 0;
    for (const { addresses } of this.all) if (addresses.stages !== 0) count++;
    return count;
  }

  /** True if the tables are not built, and answers do not depend on them. */
  get canWait(): boolean {
    return !this.#areMade && !this.#sharesAll && this.#occupancy.isFull;
  }

  /** Brings the tables up to date if answers depend on them. */
  followIfNeeded(checkpoint: Checkpoint): void {
    if (!this.canWait) this.follow(checkpoint);
  }

  /** Brings the tables up to date. */
  follow(checkpoint: Checkpoint): void {
    for (const table of this.all) table.follow(checkpoint);
    this.#areMade = true;
  }

  /** Releases the tables. */
  end(): void {
    for (const slot of this.#takers) this.#shared.release(slot);
  }
}
