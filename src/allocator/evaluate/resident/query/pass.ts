// Solves the same claims for many nodes, each with its own view, in one call into the solver.

import type { DeviceConstraint } from '../../../../core/api/resource-claim.js';
import type { Checkpoint } from '../../../../core/base/checkpoint.js';
import type { ClaimPlan } from '../../../encode/slot-plan.js';
import { appliesTo, tableKeyOf } from '../../../encode/values.js';
import { type Fields, writeFields } from '../../../kernel/memory/region.js';
import * as P from '../../../kernel/pass-layout.js';
import type { ResidentMemory } from '../../../kernel/resident.js';
import { MOST_VALUES, ResidentColumn, type ValueColumn } from '../devices/columns.js';
import type { Occupancy } from '../devices/occupancy.js';
import type { StageAddresses } from '../devices/stage-table.js';
import type { NodeTable } from '../nodes/node-table.js';
import { PassProblem } from './pass-problem.js';
import type { RefCounted, SlotTables } from './slot-tables.js';

/** Work between two clock checks. */
const WORK_BETWEEN_CHECKPOINTS = 4096;

/** The addresses of a problem that does not exist yet. */
const NO_PLACE = { candidates: 0, stages: 0, entries: 0, local: 0, sets: 0 } as const;

/** The inputs of a pass. */
export interface PassSources {
  readonly memory: ResidentMemory;
  readonly nodes: NodeTable;
  /** The number of plain steps after which a node is left to a separate search. */
  readonly plainSteps: number;
  readonly occupancy: Occupancy;
  readonly valueColumns: RefCounted<DeviceConstraint, ValueColumn>;
}

export interface PassProgress {
  /** All nodes before this index of the list are done. */
  readonly done: number;
  /** The number of answers whose status changed, and the number of these changes that concern the host. */
  readonly changed: number;
  readonly changedForHost: number;
}

/** Solves the same claims for many nodes. */
export interface NodeSolver {
  /** Brings all data that the answers depend on up to date. An interrupted update continues the next time. */
  follow(checkpoint: Checkpoint): void;
  /** Begins to solve nodes, from the index `first` on. Their answers are written to `answers`. */
  begin(ordinals: readonly number[], first: number, answers: ResidentColumn): void;
  /** Solves the nodes. After an interruption, `progress` reports how many nodes are solved. */
  run(checkpoint: Checkpoint): void;
  /** The progress since `begin`. */
  readonly progress: PassProgress;
  /** The values that constraints check, by attribute. */
  readonly columns: readonly ValueColumn[];
  /** The most steps of any answer. */
  readonly mostSteps: number;
  /**
   * True if each request needs a fixed number of devices, and only the stages of devices matter. Then the search ends at the
   * first request without a device.
   */
  readonly isPlain: boolean;
  /** Frees its memory. */
  end(): void;
}

/** Solves claims in which each request needs a number of devices, for all nodes in one call. */
export class ResidentPass implements NodeSolver {
  readonly #sources: PassSources;
  readonly #plans: readonly ClaimPlan[];
  readonly #answerSize: number;
  readonly #tables: SlotTables;
  readonly isPlain: boolean;
  readonly mostSteps: number;
  /** The steps of a node that needs no search: one step for each claim, request and selection, and one at the end. */
  readonly #plainFoundSteps: number;
  /** Distinct columns, and the constraints for which they were acquired. */
  readonly columns: ValueColumn[] = [];
  readonly #takers: DeviceConstraint[] = [];
  /** For each constraint, the index of its column. */
  readonly #columnOf: number[] = [];
  readonly #ordinals: ResidentColumn;
  readonly #header: ResidentColumn;
  readonly #plain: ResidentColumn;
  /** Created for the first node that needs it. Claims without constraints usually need none. */
  #problem: PassProblem | undefined;
  #answersAt = 0;
  /**
   * The memory version for which addresses were written, and the number of tables with errors at that time. -1 if placeholders
   * were used for the tables.
   */
  #written = { version: -1, withErrors: 0 };

  /** `answerSize`: bytes of the answer of a node. */
  constructor(sources: PassSources, plans: readonly ClaimPlan[], tables: SlotTables, answerSize: number) {
    this.#sources = sources;
    this.#plans = plans;
    this.#tables = tables;
    this.#answerSize = answerSize;
    this.isPlain =
      plans.length > 0 &&
      plans.every(({ claim, requests }) => claim.spec.devices.constraints.length === 0 && requests.length > 0) &&
      tables.slots.every(({ subrequestIndex, adminAccess }) => subrequestIndex === undefined && !adminAccess);
    this.#plainFoundSteps = tables.slots.reduce((steps, { count }) => steps + 1 + Number(count), plans.length + 1);
    // Longer searches are left to the host, because answers cannot store more steps.
    this.mostSteps = Math.min(P.ANSWER_MOST_STEPS, Math.max(sources.plainSteps, this.isPlain ? this.#plainFoundSteps : 0));
    this.#ordinals = new ResidentColumn(sources.memory, 4);
    this.#header = new ResidentColumn(sources.memory, 1);
    this.#plain = new ResidentColumn(sources.memory, P.PLAIN_REQUEST_SIZE);
    this.#takeColumns();
  }

  #takeColumns(): void {
    for (const { claim, requests } of this.#plans) {
      for (const constraint of claim.spec.devices.constraints) {
        // A constraint that covers no request has neither entries nor a column.
        const isOver = requests.some((slots) => slots.some((slot) => appliesTo(constraint, slot)));
        this.#columnOf.push(isOver ? this.#columnFor(constraint) : P.NO_COLUMN);
      }
    }
  }

  #columnFor(constraint: DeviceConstraint): number {
    const key = tableKeyOf(constraint);
    const existingColumn = this.#takers.findIndex((taker) => tableKeyOf(taker) === key);
    if (existingColumn >= 0) return existingColumn;
    this.columns.push(this.#sources.valueColumns.acquire(constraint));
    return this.#takers.push(constraint) - 1;
  }

  follow(checkpoint: Checkpoint): void {
    for (const column of this.columns) column.follow(checkpoint);
    if (this.#problem?.fits(this.#sources.nodes.mostDevices, this.columns) === false) this.#endProblem();
  }

  begin(ordinals: readonly number[], first: number, answers: ResidentColumn): void {
    const { memory, nodes } = this.#sources;
    const isAll = nodes.areAll(ordinals);
    if (!isAll) this.#ordinals.grow(ordinals.length);
    this.#answersAt = answers.address;
    // Usually no address has changed since the last pass.
    const withErrors = this.#tables.withErrors;
    if (this.#written.version !== memory.version || this.#written.withErrors !== withErrors) {
      this.#writeAddresses();
      this.#written = { version: memory.version, withErrors };
    }
    const header = this.#header.address;
    const { u32 } = memory;
    if (!isAll) u32.set(ordinals, this.#ordinals.address / 4);
    u32[(header + P.PASS_ORDINALS) / 4] = isAll ? 0 : this.#ordinals.address;
    u32[(header + P.PASS_ORDINAL_COUNT) / 4] = ordinals.length;
    u32[(header + P.PASS_DONE) / 4] = first;
    u32[(header + P.PASS_CHANGED) / 4] = 0;
    u32[(header + P.PASS_CHANGED_FOR_HOST) / 4] = 0;
  }

  run(checkpoint: Checkpoint): void {
    const { memory, nodes } = this.#sources;
    for (;;) {
      checkpoint.pause();
      const end = memory.run(this.#header.address, WORK_BETWEEN_CHECKPOINTS);
      if (end === P.PASS_ENDED) return;
      if (end !== P.PASS_NEEDS_PROBLEM) continue;
      const inputs = {
        tableOf: this.#tables.numbers,
        tableCount: this.#tables.all.length,
        columnOf: this.#columnOf,
        columns: this.columns,
      };
      this.#problem = new PassProblem(memory, this.#plans, inputs, nodes.mostDevices);
      this.#writeAddresses();
    }
  }

  get progress(): PassProgress {
    const { u32 } = this.#sources.memory;
    const read = (field: number): number => u32[(this.#header.address + field) / 4] as number;
    return { done: read(P.PASS_DONE), changed: read(P.PASS_CHANGED), changedForHost: read(P.PASS_CHANGED_FOR_HOST) };
  }

  end(): void {
    const { valueColumns } = this.#sources;
    this.#endProblem();
    for (const taker of this.#takers) valueColumns.release(taker);
    for (const column of [this.#ordinals, this.#header, this.#plain]) column.end();
  }

  #endProblem(): void {
    this.#problem?.end();
    this.#problem = undefined;
  }

  /** Writes all addresses that a pass needs. */
  #writeAddresses(): void {
    const { memory, nodes, plainSteps, occupancy } = this.#sources;
    const problem = this.#problem;
    const tables = P.PASS_SIZE;
    const columns = tables + this.#tables.all.length * P.PASS_TABLE_SIZE;
    const columnOf = columns + this.columns.length * P.PASS_COLUMN_SIZE;
    this.#header.grow(columnOf + this.#columnOf.length * 4);
    this.#plain.grow(this.#tables.slots.length);
    const header = this.#header.address;
    const write = (record: number, fields: Fields): void => writeFields(memory.u32, header + record, fields);
    const where = nodes.addresses;
    const stageTables = this.#tables.addresses;
    write(0, [
      [P.PASS_PROBLEM, problem?.addresses.problem ?? 0],
      [P.PASS_SCRATCH, problem?.addresses.scratch ?? 0],
      [P.PASS_NODES, where.nodes],
      [P.PASS_RUNS, where.runs],
      [P.PASS_OCCUPIED, occupancy.address],
      [P.PASS_TABLE_COUNT, stageTables.length],
      [P.PASS_TABLES, header + tables],
      [P.PASS_COLUMN_COUNT, this.columns.length],
      [P.PASS_COLUMNS, header + columns],
      [P.PASS_CONSTRAINT_COLUMNS, header + columnOf],
      [P.PASS_ANSWERS, this.#answersAt],
      [P.PASS_ANSWER_SIZE, this.#answerSize],
      [P.PASS_PLAIN_STEPS, Math.min(plainSteps, P.ANSWER_MOST_STEPS)],
      ...this.#writePlain(stageTables),
    ]);
    memory.u32.set(this.#columnOf, (header + columnOf) / 4);
    stageTables.forEach(({ candidates, stages }, index) => {
      const to = problem?.tableAt(index) ?? NO_PLACE;
      write(tables + index * P.PASS_TABLE_SIZE, [
        [P.PASS_TABLE_CANDIDATES, candidates],
        [P.PASS_TABLE_STAGES, stages],
        [P.PASS_TABLE_TO_CANDIDATES, to.candidates],
        [P.PASS_TABLE_TO_STAGES, to.stages],
      ]);
    });
    this.columns.forEach(({ addresses: { values, firsts, lists } }, index) => {
      const to = problem?.columnAt(index) ?? NO_PLACE;
      write(columns + index * P.PASS_COLUMN_SIZE, [
        [P.PASS_COLUMN_VALUES, values],
        [P.PASS_COLUMN_FIRSTS, firsts],
        [P.PASS_COLUMN_LISTS, lists],
        [P.PASS_COLUMN_TO_ENTRIES, to.entries],
        [P.PASS_COLUMN_LOCAL, to.local],
        [P.PASS_COLUMN_TO_SETS, to.sets],
        [P.PASS_COLUMN_MOST_VALUES, MOST_VALUES],
      ]);
    });
  }

  /** Writes the requests if only the stages of devices matter. Returns the fields of the header for them. */
  #writePlain(stageTables: readonly StageAddresses[]): Fields {
    const { slots, numbers, withErrors } = this.#tables;
    if (!this.isPlain || withErrors > 0) return [[P.PASS_PLAIN_COUNT, 0]];
    const { u32 } = this.#sources.memory;
    slots.forEach(({ count }, index) => {
      const { candidates } = stageTables[numbers[index] as number] as StageAddresses;
      writeFields(u32, this.#plain.address + index * P.PLAIN_REQUEST_SIZE, [
        [P.PLAIN_REQUEST_CANDIDATES, candidates],
        [P.PLAIN_REQUEST_COUNT, Number(count)],
      ]);
    });
    return [
      [P.PASS_PLAIN_COUNT, slots.length],
      [P.PASS_PLAIN_REQUESTS, this.#plain.address],
      [P.PASS_PLAIN_FOUND_STEPS, this.#plainFoundSteps],
    ];
  }
}
