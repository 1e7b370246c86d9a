// What claims of one shape ask of a cluster, and its answers for every node: prepared once, solved for all nodes in one call, and kept: the
// next time only nodes that changed meanwhile are solved again.

import type { Checkpoint } from '../encode/checkpoint.js';
import { CLAIM_LIMIT, type ClaimPlan, type SlotPlan } from '../encode/plan.js';
import { wantedKey } from '../encode/stages.js';
import { appliesTo, attributeOf } from '../encode/values.js';
import { ENTRY_MISSING } from '../kernel/layout.js';
import * as P from '../kernel/pass-layout.js';
import type { Problem, ProblemClaim, ProblemConstraint, Slot } from '../kernel/problem.js';
import { type ResidentMemory, ResidentProblem } from '../kernel/resident.js';
import { type Answers, type KnownOfAnswers, mostPicks, NodeAnswer, PORTION, type Portion, statusOf } from './answers.js';
import { ResidentColumn, type ValueColumn } from './columns.js';
import type { Journal } from './journal.js';
import type { NodeTable } from './node-table.js';
import type { StageTable } from './stage-table.js';

/** Devices for which a problem has room at least. */
const LEAST_DEVICES = 64;

/** Work between two looks at the clock. */
const WORK_BETWEEN_CHECKPOINTS = 4096;

/** Steps that an answer has room for. */
const MOST_STEPS = 1 << 24;

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

/** Where a question finds what it is made of. */
export interface QuestionSources {
  readonly memory: ResidentMemory;
  readonly nodes: NodeTable;
  readonly journal: Journal;
  /** Steps of plain search after which a node is left to a search of its own. */
  readonly plainSteps: number;
  /** Where the bitset of devices in use lies. */
  readonly occupied: () => number;
  readonly stageTables: Lender<SlotPlan, StageTable>;
  readonly valueColumns: Lender<string, ValueColumn>;
}

/** Gives out what several questions share, and takes it back. */
interface Lender<K, T> {
  take(key: K): T;
  give(key: K): void;
}

/** A question to a cluster. */
export class Question {
  readonly #sources: QuestionSources;
  #tables: TableInUse[] = [];
  /** For each slot which of them it looks at. */
  #tableOf: TableInUse[] = [];
  #columns: ColumnInUse[] = [];
  /** For each constraint of the claims which of them it is about. */
  #columnOf: number[] = [];
  /** The claims that it was made of, planned. */
  readonly plans: readonly ClaimPlan[];
  /** Their requests and subrequests, in order. */
  readonly slots: readonly SlotPlan[];
  readonly #wordsOfAnswer: number;
  readonly #answers: ResidentColumn;
  readonly #ordinals: ResidentColumn;
  readonly #header: ResidentColumn;
  readonly #plain: ResidentColumn;
  #problem: ResidentProblem | undefined;
  #devices = 0;
  /** Nodes to be solved again, by ordinal. */
  #isDirty = new Uint8Array(0);
  #dirty: readonly number[] = [];
  /** Whether some of them may have been solved by themselves meanwhile. */
  #hasSolvedDirty = false;
  #journal = -1;
  #portions: Portion[] = [];
  /** Nodes that the host has to search. */
  readonly #elsewhere = new Set<number>();
  #known: KnownOfAnswers = {};
  /** The version of the memory for which addresses were written, and how many tables had errors then. */
  #written = { version: -1, withErrors: 0 };
  #isEnded = false;

  constructor(sources: QuestionSources, plans: readonly ClaimPlan[]) {
    this.#sources = sources;
    this.plans = plans;
    this.slots = plans.flatMap(({ requests }) => requests.flat());
    this.#wordsOfAnswer = P.ANSWER_PICKS / 4 + 2 * mostPicks(plans);
    this.#answers = new ResidentColumn(sources.memory, this.#wordsOfAnswer * 4);
    this.#ordinals = new ResidentColumn(sources.memory, 4);
    this.#header = new ResidentColumn(sources.memory, 1);
    this.#plain = new ResidentColumn(sources.memory, P.PLAIN_REQUEST_SIZE);
  }

  /** Whether it was given up, and may no longer be used. */
  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** The nodes that the host has to search, by ordinal. */
  get elsewhere(): ReadonlySet<number> {
    return this.#elsewhere;
  }

  /** Bytes that the answers take. */
  get bytes(): number {
    return 2 * this.#answers.bytes;
  }

  /** Brings everything up to date that the answers depend on. What a checkpoint interrupts goes on from there the next time. */
  prepare(checkpoint: Checkpoint): void {
    this.#layOut();
    this.#answers.grow(Math.ceil(this.#sources.nodes.count / PORTION) * PORTION);
    for (const { table } of this.#tables) table.follow(checkpoint);
    for (const { column } of this.#columns) column.follow(checkpoint);
    // A device may be the first that has a list.
    this.#layOut();
    this.noteChanges();
  }

  /** Solves the nodes that changed, of all or of these. What a checkpoint interrupts goes on from there. Requires: nothing changed since `prepare`. */
  solve(checkpoint: Checkpoint, only?: readonly number[]): void {
    const wanted = this.#dirtyOf(only);
    if (wanted.length === 0) return;
    const { memory } = this.#sources;
    const header = this.#writeHeader(wanted);
    try {
      do checkpoint();
      while (!memory.run(header, WORK_BETWEEN_CHECKPOINTS));
    } finally {
      const done = memory.u32[(header + P.PASS_DONE) / 4] as number;
      this.#read(done === wanted.length ? wanted : wanted.slice(0, done), header);
      if (only === undefined) this.#dirty = wanted.slice(done);
      // Nodes that are asked for one at a time are noted again with each change.
      else if (this.#dirty.length > 2 * this.#isDirty.length) this.#dirty = this.#dirty.filter((ordinal) => this.#isDirty[ordinal] === 1);
      this.#hasSolvedDirty = only !== undefined;
    }
  }

  /** The answers as they are now. */
  answers(): Answers {
    return { portions: this.#portions.slice(), words: this.#wordsOfAnswer, known: this.#known };
  }

  /** The answer of one node as it is now. */
  answer(ordinal: number): NodeAnswer {
    return new NodeAnswer({ portions: this.#portions, words: this.#wordsOfAnswer }, ordinal);
  }

  /** Whether the answers of all nodes are there. */
  get isDone(): boolean {
    return this.#dirty.length === 0;
  }

  /** Whether the answer of a node is there. */
  isSolved(ordinal: number): boolean {
    return this.#isDirty[ordinal] === 0;
  }

  /** Gives back what it took. */
  end(): void {
    this.#isEnded = true;
    this.#endProblem();
    for (const column of [this.#answers, this.#ordinals, this.#header, this.#plain]) column.end();
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
    const claims = this.plans.map(({ claim, requests }): ProblemClaim => {
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

  /** Notes which nodes changed since the last time, whose answers are there no more. */
  noteChanges(): void {
    const { journal, nodes } = this.#sources;
    if (this.#isDirty.length < nodes.count) {
      const larger = new Uint8Array(Math.max(2 * this.#isDirty.length, nodes.count));
      larger.set(this.#isDirty);
      this.#isDirty = larger;
    }
    if (this.#journal === journal.end) return;
    const changed = journal.since(this.#journal);
    this.#journal = journal.end;
    // Where most changed, telling them apart takes longer than solving all.
    if (changed === undefined || changed.length > nodes.count / 2) {
      this.#isDirty.fill(1, 0, nodes.count);
      this.#dirty = nodes.ordinals;
      return;
    }
    const fresh = changed.filter((ordinal) => {
      const isFresh = this.#isDirty[ordinal] === 0;
      this.#isDirty[ordinal] = 1;
      return isFresh;
    });
    if (fresh.length > 0) this.#dirty = this.#dirty.length === 0 ? fresh : [...this.#dirty, ...fresh];
  }

  /** Writes what a pass over these nodes needs. Gives where it lies. */
  #writeHeader(ordinals: readonly number[]): number {
    const { memory, nodes } = this.#sources;
    const isAll = ordinals === nodes.ordinals;
    if (!isAll) this.#ordinals.grow(ordinals.length);
    // Mostly nothing lies elsewhere than the last time.
    const withErrors = this.#tables.reduce((count, { table }) => count + (table.addresses.stages === 0 ? 0 : 1), 0);
    if (this.#written.version !== memory.version || this.#written.withErrors !== withErrors) {
      this.#writeAddresses();
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
    return header;
  }

  /** Writes where everything lies that a pass needs. */
  #writeAddresses(): void {
    const { memory, nodes, plainSteps, occupied } = this.#sources;
    const problem = this.#problem as ResidentProblem;
    const tables = P.PASS_SIZE;
    const columns = tables + this.#tables.length * P.PASS_TABLE_SIZE;
    const columnOf = columns + this.#columns.length * P.PASS_COLUMN_SIZE;
    this.#header.grow(columnOf + this.#columnOf.length * 4);
    this.#plain.grow(this.slots.length);
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
    write(P.PASS_ANSWERS, [this.#answers.address, this.#wordsOfAnswer * 4]);
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
    const slots = this.slots;
    const areFree = this.plans.every(({ claim, requests }) => claim.spec.devices.constraints.length === 0 && requests.length > 0);
    const tables = this.#tableOf.map(({ table }) => table.addresses);
    const mayFail = tables.some(({ stages }) => stages !== 0);
    if (!areFree || mayFail || slots.some(({ subrequestIndex, adminAccess }) => subrequestIndex !== undefined || adminAccess))
      return [0, 0, 0];
    const { u32 } = this.#sources.memory;
    let steps = this.plans.length + 1;
    slots.forEach(({ count }, index) => {
      u32.set([tables[index]?.candidates ?? 0, Number(count)], (this.#plain.address + index * P.PLAIN_REQUEST_SIZE) / 4);
      steps += 1 + Number(count);
    });
    return [slots.length, this.#plain.address, steps];
  }

  /** Takes the answers of nodes out of the memory of the solver. */
  #read(ordinals: readonly number[], header: number): void {
    const { u32 } = this.#sources.memory;
    const start = this.#answers.address / 4;
    const size = PORTION * this.#wordsOfAnswer;
    if (ordinals === this.#sources.nodes.ordinals) {
      this.#isDirty.fill(0);
      // One array for all: many small ones keep the collector of garbage busy.
      const all = u32.slice(start, start + Math.ceil(ordinals.length / PORTION) * size);
      this.#portions = [];
      for (let at = 0; at < all.length; at += size) this.#portions.push({ u32: all, at });
    } else {
      const copied = new Set<number>();
      for (const ordinal of ordinals) {
        this.#isDirty[ordinal] = 0;
        copied.add(Math.floor(ordinal / PORTION));
      }
      for (const portion of copied)
        this.#portions[portion] = { u32: u32.slice(start + portion * size, start + (portion + 1) * size), at: 0 };
    }
    if (u32[(header + P.PASS_CHANGED) / 4] !== 0) this.#known = {};
    if (u32[(header + P.PASS_CHANGED_ELSEWHERE) / 4] === 0) return;
    for (const ordinal of ordinals) {
      if (statusOf({ portions: this.#portions, words: this.#wordsOfAnswer }, ordinal) === P.ANSWER_ELSEWHERE) this.#elsewhere.add(ordinal);
      else this.#elsewhere.delete(ordinal);
    }
  }

  /** The nodes to be solved again, of all or of these. */
  #dirtyOf(only: readonly number[] | undefined): readonly number[] {
    if (only === undefined && !this.#hasSolvedDirty) return this.#dirty;
    return (only ?? this.#dirty).filter((ordinal) => this.#isDirty[ordinal] === 1);
  }
}
