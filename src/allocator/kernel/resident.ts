// Memory that stays: columns over all devices of a cluster, and passes that search one node after the other.

import { AllocationError } from '../../core/base/errors.js';
import { checkProblem } from './check-problem.js';
import { type ProblemPlan, planProblem, writeProblem } from './memory/memory.js';
import { writeScratch } from './memory/memory-scratch.js';
import { allowPieces, type Region } from './memory/region.js';
import * as P from './pass-layout.js';
import type { Problem, ProblemConstraint } from './problem.js';
import type { ResidentSpace } from './resident-space.js';

/** A cluster that needs more has a space of its own. */
const MOST_SHARED_BYTES = 4 << 20;

/** Memory in pieces of powers of two, for one cluster. The pieces go back to the space once nothing refers to this any more. */
export class ResidentMemory {
  readonly #space: ResidentSpace;
  /** The sizes of the pieces by their addresses: all that is left of this when it is collected. */
  readonly #pieces = new Map<number, number>();
  #bytes = 0;
  #version = 0;

  constructor(space: ResidentSpace) {
    this.#space = space;
    space.enter(this, this.#pieces);
  }

  /** All bytes of the space. Valid until something is taken. */
  get u8(): Uint8Array {
    return this.#space.u8;
  }

  /** All words of 32 bits. Valid until something is taken. */
  get u32(): Uint32Array {
    return this.#space.u32;
  }

  /** Bytes of the pieces. */
  get bytes(): number {
    return this.#bytes;
  }

  /** True if this is too large for a space that others use, too. */
  get isTooLargeToShare(): boolean {
    return this.#space.isShared && this.#bytes > MOST_SHARED_BYTES;
  }

  /** Changes whenever a piece is taken or given back: what lies where is the same while it is. */
  get version(): number {
    return this.#version;
  }

  /** Returns the address of a zeroed block. Throws `out-of-memory`. */
  take(bytes: number): number {
    const size = sizeOf(bytes);
    this.#version++;
    const address = this.#space.take(size);
    this.#pieces.set(address, size);
    this.#bytes += size;
    this.#allow(address, bytes);
    return address;
  }

  /** Bytes between pieces of memory, where it is watched. */
  get gap(): number {
    return this.#space.gap;
  }

  /** Allows the solver only the pieces of a region that lies at an address. */
  allowOnly(address: number, region: Region): void {
    allowPieces(this.#space.watch, address, region, 'write');
  }

  #allow(start: number, bytes: number): void {
    const { watch } = this.#space;
    watch?.allow({ start: start + bytes, bytes: P.PIECE_MARGIN }, 'read');
    watch?.allow({ start, bytes }, 'write');
  }

  /** Gives a piece back, by what `take` was requested. */
  give(address: number, bytes: number): void {
    const size = sizeOf(bytes);
    this.#version++;
    this.#pieces.delete(address);
    this.#bytes -= size;
    this.#space.give(address, size);
  }

  /** A piece of another size with the same content. The old one is given back. */
  resize(address: number, bytes: number, newBytes: number): number {
    if (sizeOf(bytes) === sizeOf(newBytes)) {
      this.#allow(address, newBytes);
      return address;
    }
    const moved = this.take(newBytes);
    this.u8.copyWithin(moved, address, address + Math.min(bytes, newBytes));
    this.give(address, bytes);
    return moved;
  }

  /** Goes on with a pass until it is done, about `work` devices have been considered, or its problem is needed. Gives which: PASS_ENDED, ... */
  run(pass: number, work: number): number {
    this.u32[(pass + P.PASS_WORK) / 4] = work;
    return this.#space.solver.pass(pass);
  }

  /** Writes stages and candidates of devices by their equivalence classes; all arguments but the devices are addresses. */
  markStages(classes: number, stageOfClass: number, stages: number, candidates: number, first: number, end: number): void {
    this.#space.solver.markStages(classes, stageOfClass, stages, candidates, first, end);
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

  /** Throws `input-too-large`, or `out-of-memory`; then it has allocated no memory. */
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
