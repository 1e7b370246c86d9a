// The problem of claims as it is for every node, in the memory of the solver: one call solves it for all nodes, each with what it sees.

import type { Checkpoint } from '../encode/checkpoint.js';
import { CLAIM_LIMIT, type ClaimPlan, type SlotPlan } from '../encode/plan.js';
import { wantedKey } from '../encode/stages.js';
import { appliesTo, attributeOf } from '../encode/values.js';
import { ENTRY_MISSING } from '../kernel/layout.js';
import * as P from '../kernel/pass-layout.js';
import type { Problem, ProblemClaim, ProblemConstraint, Slot } from '../kernel/problem.js';
import { type ResidentMemory, ResidentProblem } from '../kernel/resident.js';
import { ResidentColumn, type ValueColumn } from './columns.js';
import type { NodeTable } from './node-table.js';
import type { StageTable } from './stage-table.js';

/** Devices for which a problem has room at least. */
const LEAST_DEVICES = 64;

/** Work between two looks at the clock. */
const WORK_BETWEEN_CHECKPOINTS = 4096;

/** Steps that an answer has room for. */
export const MOST_STEPS = 1 << 24;

/** Values that the devices of a node can have of an attribute with lists; a node with more is searched by itself. */
const MOST_VALUES = 4096;

/** A stage table, the request that it was taken for, and what of the problem stands for it. */
interface TableInUse {
  readonly plan: SlotPlan;
  readonly table: StageTable;
  readonly placeholder: Uint8Array;
}

/** An attribute under a constraint, and what of the problem stands for its entries and sets. */
interface ColumnInUse {
  readonly attribute: string;
  readonly column: ValueColumn;
  readonly placeholder: Uint32Array;
  readonly local: ResidentColumn;
  readonly hasLists: boolean;
  readonly sets: ProblemConstraint['sets'];
}

/** Of a constraint that is over no request. */
const NO_ENTRIES: Pick<ColumnInUse, 'placeholder' | 'sets' | 'hasLists'> = { placeholder: new Uint32Array(0), sets: [], hasLists: false };

/** Where a pass finds what it is made of. */
export interface PassSources {
  readonly memory: ResidentMemory;
  readonly nodes: NodeTable;
  /** Steps of plain search after which a node is left to a search of its own. */
  readonly plainSteps: number;
  /** Where the bitset of devices in use lies. */
  readonly occupied: () => number;
  readonly stageTables: Lender<SlotPlan, StageTable>;
  readonly valueColumns: Lender<string, ValueColumn>;
}

/** Gives out what several passes share, and takes it back. */
interface Lender<K, T> {
  take(key: K): T;
  give(key: K): void;
}

/** How far a pass came: how many nodes it is through with, and how many answers have another status than before, of them such that concern the host. */
export interface PassProgress {
  readonly done: number;
  readonly changed: number;
  readonly changedElsewhere: number;
}

/** Solves the same claims for many nodes. */
export interface NodeSolver {
  /** Brings everything up to date that the answers depend on. What a checkpoint interrupts goes on from there the next time. */
  follow(checkpoint: Checkpoint): void;
  /** Begins to solve nodes, whose answers go where `answers` lie. */
  begin(ordinals: readonly number[], answers: ResidentColumn): void;
  /** Solves them. What a checkpoint interrupts is done as far as `progress` says. */
  run(checkpoint: Checkpoint): void;
  /** How far it came since it began. */
  readonly progress: PassProgress;
  /** Gives back what it took. */
  end(): void;
}

/** Solves claims in which each request wants a number of devices, all nodes in one call. */
export class ResidentPass implements NodeSolver {
  readonly #sources: PassSources;
  readonly #plans: readonly ClaimPlan[];
  readonly #slots: readonly SlotPlan[];
  readonly #answerSize: number;
  #tables: TableInUse[] = [];
  /** For each slot which of them it looks at. */
  #tableOf: TableInUse[] = [];
  #columns: ColumnInUse[] = [];
  /** For each constraint of the claims which of them it is about. */
  #columnOf: number[] = [];
  readonly #ordinals: ResidentColumn;
  readonly #header: ResidentColumn;
  readonly #plain: ResidentColumn;
  #problem: ResidentProblem | undefined;
  #devices = 0;
  /** The version of the memory for which addresses were written, and how many tables had errors then. */
  #written = { version: -1, withErrors: 0 };

  /** `answerSize`: bytes of the answer of a node. */
  constructor(sources: PassSources, plans: readonly ClaimPlan[], answerSize: number) {
    this.#sources = sources;
    this.#plans = plans;
    this.#slots = plans.flatMap(({ requests }) => requests.flat());
    this.#answerSize = answerSize;
    this.#ordinals = new ResidentColumn(sources.memory, 4);
    this.#header = new ResidentColumn(sources.memory, 1);
    this.#plain = new ResidentColumn(sources.memory, P.PLAIN_REQUEST_SIZE);
  }

  follow(checkpoint: Checkpoint): void {
    this.#layOut();
    for (const { table } of this.#tables) table.follow(checkpoint);
    for (const { column } of this.#columns) column.follow(checkpoint);
    // A device may be the first that has a list.
    this.#layOut();
  }

  begin(ordinals: readonly number[], answers: ResidentColumn): void {
    const { memory, nodes } = this.#sources;
    const isAll = ordinals === nodes.ordinals;
    if (!isAll) this.#ordinals.grow(ordinals.length);
    // Mostly nothing lies elsewhere than the last time.
    const withErrors = this.#tables.reduce((count, { table }) => count + (table.addresses.stages === 0 ? 0 : 1), 0);
    if (this.#written.version !== memory.version || this.#written.withErrors !== withErrors) {
      this.#writeAddresses(answers);
      this.#written = { version: memory.version, withErrors };
    }
    const header = this.#header.address;
    const { u32 } = memory;
    if (!isAll) u32.set(ordinals, this.#ordinals.address / 4);
    u32[(header + P.PASS_ORDINALS) / 4] = isAll ? 0 : this.#ordinals.address;
    u32[(header + P.PASS_ORDINAL_COUNT) / 4] = ordinals.length;
    u32[(header + P.PASS_DONE) / 4] = 0;
    u32[(header + P.PASS_CHANGED) / 4] = 0;
    u32[(header + P.PASS_CHANGED_ELSEWHERE) / 4] = 0;
  }

  run(checkpoint: Checkpoint): void {
    const { memory } = this.#sources;
    do checkpoint();
    while (!memory.run(this.#header.address, WORK_BETWEEN_CHECKPOINTS));
  }

  get progress(): PassProgress {
    const { u32 } = this.#sources.memory;
    const read = (field: number): number => u32[(this.#header.address + field) / 4] as number;
    return { done: read(P.PASS_DONE), changed: read(P.PASS_CHANGED), changedElsewhere: read(P.PASS_CHANGED_ELSEWHERE) };
  }

  end(): void {
    this.#endProblem();
    for (const column of [this.#ordinals, this.#header, this.#plain]) column.end();
  }

  /** The problem, with room for the devices of any node. */
  #layOut(): void {
    const { memory, nodes, stageTables, valueColumns } = this.#sources;
    const hasNewLists = this.#columns.some(({ column, hasLists }) => !hasLists && column.addresses.lists !== 0);
    if (this.#problem !== undefined && this.#devices >= nodes.mostDevices && !hasNewLists) return;
    const devices = Math.max(LEAST_DEVICES, 2 ** Math.ceil(Math.log2(Math.max(1, nodes.mostDevices))));
    this.#endProblem();
    this.#devices = devices;
    const tables = new Map<string, TableInUse>();
    const slotOf = (plan: SlotPlan): Slot => {
      const key = wantedKey(plan);
      let table = tables.get(key);
      if (table === undefined) {
        table = { plan, table: stageTables.take(plan), placeholder: new Uint8Array(devices) };
        tables.set(key, table);
        this.#tables.push(table);
      }
      this.#tableOf.push(table);
      return {
        count: plan.count > 0x7fffffffn ? 0x7fffffff : Number(plan.count),
        adminAccess: plan.adminAccess,
        stages: table.placeholder,
      };
    };
    const columnFor = (attribute: string): ColumnInUse => {
      let column = this.#columns.find((known) => known.attribute === attribute);
      if (column === undefined) {
        const taken = valueColumns.take(attribute);
        const hasLists = taken.addresses.lists !== 0;
        const local = new ResidentColumn(memory, hasLists ? P.LOCAL_SIZE : 4);
        local.grow(hasLists ? MOST_VALUES : devices);
        const placeholder = new Uint32Array(devices).fill(ENTRY_MISSING);
        column = {
          attribute,
          column: taken,
          placeholder,
          local,
          hasLists,
          sets: hasLists ? Array.from({ length: devices + 1 }, () => []) : [],
        };
        this.#columns.push(column);
      }
      this.#columnOf.push(this.#columns.indexOf(column));
      return column;
    };
    const claims = this.#plans.map(({ claim, requests }): ProblemClaim => {
      const slots = requests.flat();
      return {
        requests: requests.map((plans) => ({ prioritized: plans[0]?.subrequestIndex !== undefined, slots: plans.map(slotOf) })),
        constraints: claim.spec.devices.constraints.map((constraint): ProblemConstraint => {
          const isOver = slots.some((slot) => appliesTo(constraint, slot));
          // One that is over no request has neither entries nor a column.
          if (!isOver) this.#columnOf.push(P.NO_COLUMN);
          const { placeholder: row, sets, hasLists } = isOver ? columnFor(attributeOf(constraint)) : NO_ENTRIES;
          const kind = constraint.matchAttribute === undefined ? 'distinct' : 'match';
          const rows = slots.map((slot) => (appliesTo(constraint, slot) ? row : undefined));
          return { kind, valueCount: hasLists ? MOST_VALUES : devices, sets, rows };
        }),
      };
    });
    const problem: Problem = { deviceCount: devices, occupied: [], claimLimit: CLAIM_LIMIT, claims };
    this.#problem = new ResidentProblem(memory, problem);
  }

  #endProblem(): void {
    const { stageTables, valueColumns } = this.#sources;
    for (const { plan } of this.#tables) stageTables.give(plan);
    for (const { attribute, local } of this.#columns) {
      valueColumns.give(attribute);
      local.end();
    }
    this.#tables = [];
    this.#tableOf = [];
    this.#columns = [];
    this.#columnOf = [];
    this.#problem?.end();
    this.#problem = undefined;
  }

  /** Writes where everything lies that a pass needs. */
  #writeAddresses(answers: ResidentColumn): void {
    const { memory, nodes, plainSteps, occupied } = this.#sources;
    const problem = this.#problem as ResidentProblem;
    const tables = P.PASS_SIZE;
    const columns = tables + this.#tables.length * P.PASS_TABLE_SIZE;
    const columnOf = columns + this.#columns.length * P.PASS_COLUMN_SIZE;
    this.#header.grow(columnOf + this.#columnOf.length * 4);
    this.#plain.grow(this.#slots.length);
    const header = this.#header.address;
    const write = (at: number, fields: readonly number[]): void => memory.u32.set(fields, (header + at) / 4);
    const where = nodes.addresses;
    write(P.PASS_PROBLEM, [problem.base, problem.scratch]);
    write(P.PASS_NODES, [
      where.nodes,
      where.runs,
      occupied(),
      this.#tables.length,
      header + tables,
      this.#columns.length,
      header + columns,
      header + columnOf,
    ]);
    write(columnOf, this.#columnOf);
    write(P.PASS_ANSWERS, [answers.address, this.#answerSize]);
    write(P.PASS_PLAIN_STEPS, [Math.min(plainSteps, MOST_STEPS), ...this.#writePlain()]);
    this.#tables.forEach(({ table, placeholder }, index) => {
      const from = table.addresses;
      const to = problem.tableAt(placeholder);
      write(tables + index * P.PASS_TABLE_SIZE, [from.candidates, from.stages, to.candidates, to.stages]);
    });
    this.#columns.forEach(({ column, placeholder, local, sets }, index) => {
      const { values, firsts, lists } = column.addresses;
      const to = [problem.entriesAt(placeholder), local.address, lists, problem.setsAt(sets), MOST_VALUES];
      write(columns + index * P.PASS_COLUMN_SIZE, [values, firsts, ...to]);
    });
  }

  /** Writes the requests of claims in which nothing but the stages counts. Gives how many they are, where they lie, and the steps. */
  #writePlain(): readonly number[] {
    const slots = this.#slots;
    const areFree = this.#plans.every(({ claim, requests }) => claim.spec.devices.constraints.length === 0 && requests.length > 0);
    const tables = this.#tableOf.map(({ table }) => table.addresses);
    const mayFail = tables.some(({ stages }) => stages !== 0);
    if (!areFree || mayFail || slots.some(({ subrequestIndex, adminAccess }) => subrequestIndex !== undefined || adminAccess))
      return [0, 0, 0];
    const { u32 } = this.#sources.memory;
    let steps = this.#plans.length + 1;
    slots.forEach(({ count }, index) => {
      u32.set([tables[index]?.candidates ?? 0, Number(count)], (this.#plain.address + index * P.PLAIN_REQUEST_SIZE) / 4);
      steps += 1 + Number(count);
    });
    return [slots.length, this.#plain.address, steps];
  }
}
