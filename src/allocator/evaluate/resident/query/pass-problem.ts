// Lays out one problem in the solver's memory for all nodes, with space for the devices of any node. A pass gathers the data of
// each node into it.

import { semanticsOf } from '../../../../core/api/constraint-semantics.js';
import { kindOf } from '../../../encode/constraint-kind.js';
import { CLAIM_LIMIT, countOf, isPrioritized } from '../../../encode/plan.js';
import type { ClaimPlan } from '../../../encode/slot-plan.js';
import { appliesTo } from '../../../encode/values.js';
import { ENTRY_MISSING } from '../../../kernel/layout.js';
import * as P from '../../../kernel/pass-layout.js';
import type { Problem, ProblemClaim, ProblemConstraint } from '../../../kernel/problem.js';
import { type ResidentMemory, ResidentProblem } from '../../../kernel/resident.js';
import { MOST_VALUES, ResidentColumn, type ValueColumn } from '../devices/columns.js';

/** The minimum number of devices for which a problem has space. */
const LEAST_DEVICES = 64;

/** The tables and columns of the slots and constraints, in order. */
interface PassInputs {
  /** For each slot, the index of its stage table. */
  readonly tableOf: readonly number[];
  readonly tableCount: number;
  /** For each constraint, the index of its column, or NO_COLUMN. */
  readonly columnOf: readonly number[];
  readonly columns: readonly ValueColumn[];
}

/** The space for the values of a node under a constraint. */
interface Column {
  readonly entries: Uint32Array;
  readonly local: ResidentColumn;
  readonly hasLists: boolean;
  readonly sets: ProblemConstraint['sets'];
}

/** For a constraint that covers no request. */
const NO_ENTRIES: Pick<Column, 'entries' | 'sets' | 'hasLists'> = { entries: new Uint32Array(0), sets: [], hasLists: false };

/** A problem whose stages, entries and sets are filled in for each node. */
export class PassProblem {
  readonly #devices: number;
  readonly #problem: ResidentProblem;
  /** Placeholders for the stages of each table. */
  readonly #stages: readonly Uint8Array[];
  readonly #columns: Column[] = [];

  /** Throws `input-too-large` and `out-of-memory`. */
  constructor(memory: ResidentMemory, plans: readonly ClaimPlan[], inputs: PassInputs, mostDevices: number) {
    const devices = Math.max(LEAST_DEVICES, 2 ** Math.ceil(Math.log2(Math.max(1, mostDevices))));
    this.#devices = devices;
    this.#stages = Array.from({ length: inputs.tableCount }, () => new Uint8Array(devices));
    try {
      for (const column of inputs.columns) this.#columns.push(columnFor(memory, column, devices));
      this.#problem = new ResidentProblem(memory, problemOf(plans, inputs, this.#stages, this.#columns, devices));
    } catch (error) {
      for (const { local } of this.#columns) local.end();
      throw error;
    }
  }

  /** Returns whether it has space for nodes with that many devices, and for the lists of columns. */
  fits(mostDevices: number, columns: readonly ValueColumn[]): boolean {
    return this.#devices >= mostDevices && columns.every((column, index) => this.#columns[index]?.hasLists === column.hasLists);
  }

  get addresses(): { readonly problem: number; readonly scratch: number } {
    return { problem: this.#problem.base, scratch: this.#problem.scratch };
  }

  /** Returns the addresses for the candidates and stages of a table. */
  tableAt(index: number): { readonly candidates: number; readonly stages: number } {
    return this.#problem.tableAt(this.#stages[index] as Uint8Array);
  }

  /** Returns the addresses for the entries of a column, its working memory, and its sets. */
  columnAt(index: number): { readonly entries: number; readonly local: number; readonly sets: number } {
    const { entries, local, sets } = this.#columns[index] as Column;
    return { entries: this.#problem.entriesAt(entries), local: local.address, sets: this.#problem.setsAt(sets) };
  }

  /** Frees its memory. */
  end(): void {
    for (const { local } of this.#columns) local.end();
    this.#problem.end();
  }
}

function columnFor(memory: ResidentMemory, { hasLists }: ValueColumn, devices: number): Column {
  const local = new ResidentColumn(memory, hasLists ? P.LOCAL_SIZE : 4);
  local.grow(hasLists ? MOST_VALUES : devices);
  const sets = hasLists ? Array.from({ length: devices + 1 }, () => []) : [];
  return { entries: new Uint32Array(devices).fill(ENTRY_MISSING), local, hasLists, sets };
}

function problemOf(
  plans: readonly ClaimPlan[],
  { tableOf, columnOf }: PassInputs,
  stages: readonly Uint8Array[],
  columns: readonly Column[],
  devices: number,
): Problem {
  let nextSlot = 0;
  let nextConstraint = 0;
  const claims = plans.map(({ claim, requests }): ProblemClaim => {
    const slots = requests.flat();
    return {
      requests: requests.map((requestSlots) => ({
        prioritized: isPrioritized(requestSlots),
        slots: requestSlots.map((slot) => ({
          count: countOf(slot),
          adminAccess: slot.adminAccess,
          stages: stages[tableOf[nextSlot++] as number] as Uint8Array,
        })),
      })),
      constraints: claim.spec.devices.constraints.map((constraint): ProblemConstraint => {
        const { entries, sets, hasLists } = columns[columnOf[nextConstraint++] as number] ?? NO_ENTRIES;
        const rows = slots.map((slot) => (appliesTo(constraint, slot) ? entries : undefined));
        const { minSize } = semanticsOf(constraint);
        return {
          kind: kindOf(constraint),
          ...(minSize === 1 ? {} : { minSize }),
          valueCount: hasLists ? MOST_VALUES : devices,
          sets,
          rows,
        };
      }),
    };
  });
  return { deviceCount: devices, occupied: [], claimLimit: CLAIM_LIMIT, claims };
}
