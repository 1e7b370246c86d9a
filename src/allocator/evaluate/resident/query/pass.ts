// A pass: the same claims for many nodes, each with what it sees, in one call into the solver.

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

/** The places of a problem that is not there yet. */
const NO_PLACE = { candidates: 0, stages: 0, entries: 0, local: 0, sets: 0 } as const;

/** The sources that a pass is made of. */
export interface PassSources {
  readonly memory: ResidentMemory;
  readonly nodes: NodeTable;
  /** Steps of plain search after which a node is left to a search of its own. */
  readonly plainSteps: number;
  readonly occupancy: Occupancy;
  readonly valueColumns: RefCounted<DeviceConstraint, ValueColumn>;
}

/** The progress of a pass. */
export interface PassProgress {
  /** It is through with the nodes before this place. */
  readonly done: number;
  /** The numbers of answers with another status than before, and of those among them that concern the host. */
  readonly changed: number;
  readonly changedForHost: number;
}

/** Solves the same claims for many nodes. */
export interface NodeSolver {
  /** Brings everything up to date that the answers depend on. What a checkpoint interrupts goes on from there the next time. */
  follow(checkpoint: Checkpoint): void;
  /** Begins to solve nodes, from one of them on; their answers go where `answers` lie. */
  begin(ordinals: readonly number[], first: number, answers: ResidentColumn): void;
  /** Solves them. What a checkpoint interrupts is done as far as `progress` says. */
  run(checkpoint: Checkpoint): void;
  /** The progress since it began. */
  readonly progress: PassProgress;
  /** The values that constraints check, attribute by attribute. */
  readonly columns: readonly ValueColumn[];
  /** No answer has more steps. */
  readonly mostSteps: number;
  /** True when each request requests a number of devices, by only their stages: then the first that finds none ends the search. */
  readonly isPlain: boolean;
  /** Gives back what it took. */
  end(): void;
}

/** Solves claims in which each request requests a number of devices, all nodes in one call. */
export class ResidentPass implements NodeSolver {
  readonly #sources: PassSources;
  readonly #plans: readonly ClaimPlan[];
  readonly #answerSize: number;
  readonly #tables: SlotTables;
  readonly isPlain: boolean;
  readonly mostSteps: number;
  /** Steps to devices of a node that needs no search: one for each claim, request and pick, and one to end. */
  readonly #plainFoundSteps: number;
  /** Columns, each once, and the constraints that they were taken for. */
  readonly columns: ValueColumn[] = [];
  readonly #takers: DeviceConstraint[] = [];
  /** For each constraint the number of its column. */
  readonly #columnOf: number[] = [];
  readonly #ordinals: ResidentColumn;
  readonly #header: ResidentColumn;
  readonly #plain: ResidentColumn;
  /** Made when a node is the first that needs it: claims without constraints mostly find their devices without. */
  #problem: PassProblem | undefined;
  #answersAt = 0;
  /** The version of the memory for which addresses were written, and how many tables had errors then; -1: others stood in for them. */
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
    // Longer searches are left to the host, and answers have no room for more.
    this.mostSteps = Math.min(P.ANSWER_MOST_STEPS, Math.max(sources.plainSteps, this.isPlain ? this.#plainFoundSteps : 0));
    this.#ordinals = new ResidentColumn(sources.memory, 4);
    this.#header = new ResidentColumn(sources.memory, 1);
    this.#plain = new ResidentColumn(sources.memory, P.PLAIN_REQUEST_SIZE);
    this.#takeColumns();
  }

  #takeColumns(): void {
    for (const { claim, requests } of this.#plans) {
      for (const constraint of claim.spec.devices.constraints) {
        // One that is over no request has neither entries nor a column.
        const isOver = requests.some((slots) => slots.some((slot) => appliesTo(constraint, slot)));
        this.#columnOf.push(isOver ? this.#columnFor(constraint) : P.NO_COLUMN);
      }
    }
  }

  #columnFor(constraint: DeviceConstraint): number {
    const key = tableKeyOf(constraint);
    const known = this.#takers.findIndex((taker) => tableKeyOf(taker) === key);
    if (known >= 0) return known;
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
    // Mostly nothing lies elsewhere than the last time.
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

  /** Writes where everything lies that a pass needs. */
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

  /** Writes the requests of claims in which only the stages counts. Gives what the header tells of them. */
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
