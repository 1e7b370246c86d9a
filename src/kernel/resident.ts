// Memory that stays, with a solver on it: columns over all devices of a cluster, and passes that search one node after the other.

import { AllocationError } from '../base/errors.js';
import { type ProblemPlan, planProblem, writeProblem } from './memory/memory.js';
import { writeScratch } from './memory/memory-scratch.js';
import type { MemoryWatch } from './memory/memory-watch.js';
import { allowPieces, type Region } from './memory/region.js';
import * as P from './pass-layout.js';
import { checkProblem, type Problem, type ProblemConstraint } from './problem.js';

/** The functions that the solver offers to passes. */
export interface PassExports {
  readonly heapBase: () => number;
  readonly pass: (base: number) => number;
  readonly markStages: (classes: number, stageOfClass: number, stages: number, candidates: number, first: number, end: number) => void;
}

const PAGE_SIZE = 65_536;

/** Memory in pieces of powers of two, each with a margin. A piece that is given back serves the next one of its size. */
export class ResidentMemory {
  readonly #memory: WebAssembly.Memory;
  readonly #solver: PassExports;
  readonly #watch: MemoryWatch | undefined;
  readonly #free = new Map<number, number[]>();
  #end: number;
  #u8: Uint8Array;
  #u32: Uint32Array;
  #version = 0;

  /** Takes a memory that nobody else uses. */
  constructor(memory: WebAssembly.Memory, solver: PassExports, watch?: MemoryWatch) {
    this.#memory = memory;
    this.#solver = solver;
    this.#watch = watch;
    const heapBase = solver.heapBase() >>> 0;
    watch?.allow({ start: 0, bytes: heapBase }, 'write');
    this.#end = Math.ceil(heapBase / P.PIECE_SMALLEST) * P.PIECE_SMALLEST;
    this.#u8 = new Uint8Array(memory.buffer);
    this.#u32 = new Uint32Array(memory.buffer);
  }

  /** All bytes. Valid until something is taken. */
  get u8(): Uint8Array {
    return this.#u8;
  }

  /** All words of 32 bits. Valid until something is taken. */
  get u32(): Uint32Array {
    return this.#u32;
  }

  get bytes(): number {
    return this.#memory.buffer.byteLength;
  }

  /** Changes whenever a piece is taken or given back: what lies where is the same while it is. */
  get version(): number {
    return this.#version;
  }

  /** The address of a piece of zeros. Throws `input-too-large`. */
  take(bytes: number): number {
    const size = sizeOf(bytes);
    this.#version++;
    const known = this.#free.get(size)?.pop();
    if (known !== undefined) {
      this.#u8.fill(0, known, known + size + P.PIECE_MARGIN);
      this.#allow(known, bytes);
      return known;
    }
    const address = this.#end;
    const end = address + size + P.PIECE_MARGIN + this.gap;
    this.#grow(end);
    this.#end = end;
    this.#allow(address, bytes);
    return address;
  }

  /** Bytes between pieces of memory, where it is watched. */
  get gap(): number {
    return this.#watch?.gap ?? 0;
  }

  /** Allows the solver only the pieces of a region that lies at an address. */
  allowOnly(address: number, region: Region): void {
    allowPieces(this.#watch, address, region, 'write');
  }

  #allow(start: number, bytes: number): void {
    this.#watch?.allow({ start: start + bytes, bytes: P.PIECE_MARGIN }, 'read');
    this.#watch?.allow({ start, bytes }, 'write');
  }

  /** Gives a piece back, by what `take` was asked for. */
  give(address: number, bytes: number): void {
    const size = sizeOf(bytes);
    this.#version++;
    this.#watch?.forbid({ start: address, bytes: size + P.PIECE_MARGIN });
    const known = this.#free.get(size);
    if (known === undefined) this.#free.set(size, [address]);
    else known.push(address);
  }

  /** A piece of another size with the same content. The old one is given back. */
  resize(address: number, bytes: number, newBytes: number): number {
    if (sizeOf(bytes) === sizeOf(newBytes)) {
      this.#allow(address, newBytes);
      return address;
    }
    const moved = this.take(newBytes);
    this.#u8.copyWithin(moved, address, address + Math.min(bytes, newBytes));
    this.give(address, bytes);
    return moved;
  }

  /** Goes on with a pass until it is done, about `work` devices have been looked at, or its problem is needed. Gives which: PASS_ENDED, ... */
  run(pass: number, work: number): number {
    this.#u32[(pass + P.PASS_WORK) / 4] = work;
    return this.#solver.pass(pass);
  }

  /** Writes stages and candidates of devices by their equivalence classes; all arguments but the devices are addresses. */
  markStages(classes: number, stageOfClass: number, stages: number, candidates: number, first: number, end: number): void {
    this.#solver.markStages(classes, stageOfClass, stages, candidates, first, end);
  }

  #tryGrow(pages: number): boolean {
    try {
      this.#memory.grow(pages);
      return true;
    } catch {
      return false;
    }
  }

  #grow(end: number): void {
    const missing = Math.ceil((end - this.#memory.buffer.byteLength) / PAGE_SIZE);
    if (missing <= 0) return;
    // More than is needed now: each time all views are made anew.
    const spare = Math.ceil(this.#memory.buffer.byteLength / PAGE_SIZE / 4);
    if (!this.#tryGrow(missing + spare) && !this.#tryGrow(missing)) {
      throw new AllocationError('input-too-large', `the cluster needs ${end} bytes of solver memory, which cannot be had`);
    }
    this.#u8 = new Uint8Array(this.#memory.buffer);
    this.#u32 = new Uint32Array(this.#memory.buffer);
  }
}

function sizeOf(bytes: number): number {
  return Math.max(P.PIECE_SMALLEST, 2 ** (32 - Math.clz32(Math.max(bytes, 1) - 1)));
}

/** A problem as it is for every node, laid out in memory that stays, with room for `problem.deviceCount` devices. */
export class ResidentProblem {
  readonly #memory: ResidentMemory;
  readonly #plan: ProblemPlan;
  readonly base: number;
  readonly scratch: number;

  /** Throws `input-too-large` when there is no memory for it, and then has taken none. */
  constructor(memory: ResidentMemory, problem: Problem) {
    checkProblem(problem);
    this.#memory = memory;
    this.#plan = planProblem(problem, memory.gap);
    this.base = memory.take(this.#plan.problemSize);
    try {
      this.scratch = memory.take(this.#plan.scratchSize);
    } catch (error) {
      memory.give(this.base, this.#plan.problemSize);
      throw error;
    }
    const { buffer } = memory.u8;
    writeProblem(buffer as ArrayBuffer, this.base, this.#plan);
    writeScratch(buffer as ArrayBuffer, this.scratch, this.#plan, {
      stepLimit: Number.POSITIVE_INFINITY,
      plainSteps: Number.POSITIVE_INFINITY,
    });
    memory.allowOnly(this.base, this.#plan.regions.problem);
    memory.allowOnly(this.scratch, this.#plan.regions.scratch);
  }

  /** The addresses of the candidates and stages of a stage table. */
  tableAt(stages: Uint8Array): { readonly candidates: number; readonly stages: number } {
    const slot = this.#plan.slots.find((candidate) => candidate.slot.stages === stages);
    return { candidates: this.base + known(slot?.candidates), stages: this.base + known(slot?.stages) };
  }

  /** The address of a row of entries. */
  entriesAt(row: Uint32Array): number {
    return this.base + known(this.#plan.entries.get(row));
  }

  /** The address of a table of value sets. */
  setsAt(sets: ProblemConstraint['sets']): number {
    return this.base + known(this.#plan.sets.get(sets)?.location);
  }

  /** Gives back what it took. */
  end(): void {
    this.#memory.give(this.base, this.#plan.problemSize);
    this.#memory.give(this.scratch, this.#plan.scratchSize);
  }
}

/** A location in a problem. Writing where nothing was planned would spoil what lies there. */
function known(location: number | undefined): number {
  if (location === undefined) throw new AllocationError('internal', 'no place in the problem was planned for this');
  return location;
}
