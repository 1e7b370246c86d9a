// Manages resident memory: columns of all devices of a cluster, and passes that search node by node.

import { AllocationError } from '../../core/base/errors.js';
import { checkProblem } from './check-problem.js';
import { type ProblemPlan, planProblem, writeProblem } from './memory/memory.js';
import { writeScratch } from './memory/memory-scratch.js';
import { allowPieces, type Region } from './memory/region.js';
import * as P from './pass-layout.js';
import type { Problem, ProblemConstraint } from './problem.js';
import type { ResidentSpace } from './resident-space.js';

/** A cluster that needs more has a separate space. */
const MOST_SHARED_BYTES = 4 << 20;

/** Memory of one cluster, in pieces of powers of two. The space frees the pieces when this object is collected. */
export class ResidentMemory {
  readonly #space: ResidentSpace;
  /** The sizes of the pieces, by address. The map must not refer to this object, because it outlives the object. */
  readonly #pieces = new Map<number, number>();
  #bytes = 0;
  #version = 0;

  constructor(space: ResidentSpace) {
    this.#space = space;
    space.enter(this, this.#pieces);
  }

  /** All bytes of the space. Valid until the next allocation. */
  get u8(): Uint8Array {
    return this.#space.u8;
  }

  /** All 32-bit words of the space. Valid until the next allocation. */
  get u32(): Uint32Array {
    return this.#space.u32;
  }

  /** The total size of the pieces. */
  get bytes(): number {
    return this.#bytes;
  }

  /** True if this cluster is too large for a shared space. */
  get isTooLargeToShare(): boolean {
    return this.#space.isShared && this.#bytes > MOST_SHARED_BYTES;
  }

  /** Changes when a piece is allocated or freed. While it is equal, all addresses are valid. */
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

  /** The bytes between pieces of memory if it is watched. */
  get gap(): number {
    return this.#space.gap;
  }

  /** Allows the solver to access only the pieces of a region at an address. */
  allowOnly(address: number, region: Region): void {
    allowPieces(this.#space.watch, address, region, 'write');
  }

  #allow(start: number, bytes: number): void {
    const { watch } = this.#space;
    watch?.allow({ start: start + bytes, bytes: P.PIECE_MARGIN }, 'read');
    watch?.allow({ start, bytes }, 'write');
  }

  /** Frees a piece. `bytes` is the size passed to `take`. */
  give(address: number, bytes: number): void {
    const size = sizeOf(bytes);
    this.#version++;
    this.#pieces.delete(address);
    this.#bytes -= size;
    this.#space.give(address, size);
  }

  /** Returns the address of a piece of another size with the same content, and frees the old piece. */
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

  /** Continues a pass until it is done, about `work` devices are checked, or its problem is needed. Returns PASS_ENDED, PASS_GOES_ON or PASS_NEEDS_PROBLEM. */
  run(pass: number, work: number): number {
    this.u32[(pass + P.PASS_WORK) / 4] = work;
    return this.#space.solver.pass(pass);
  }

  /** Writes the stages and candidates of devices from their equivalence classes. All arguments except the devices are addresses. */
  markStages(classes: number, stageOfClass: number, stages: number, candidates: number, first: number, end: number): void {
    this.#space.solver.markStages(classes, stageOfClass, stages, candidates, first, end);
  }
}

function sizeOf(bytes: number): number {
  return Math.max(P.PIECE_SMALLEST, 2 ** (32 - Math.clz32(Math.max(bytes, 1) - 1)));
}

/** The problem shared by all nodes, laid out in resident memory, with space for `problem.deviceCount` devices. */
export class ResidentProblem {
  readonly #memory: ResidentMemory;
  readonly #plan: ProblemPlan;
  readonly base: number;
  readonly scratch: number;

  /** Throws `input-too-large` or `out-of-memory`, and then leaves no memory allocated. */
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

  /** Returns the addresses of the candidates and stages of a stage table. */
  tableAt(stages: Uint8Array): { readonly candidates: number; readonly stages: number } {
    const slot = this.#plan.slots.find((candidate) => candidate.slot.stages === stages);
    return { candidates: this.base + plannedLocation(slot?.candidates), stages: this.base + plannedLocation(slot?.stages) };
  }

  /** Returns the address of a row of entries. */
  entriesAt(row: Uint32Array): number {
    return this.base + plannedLocation(this.#plan.entries.get(row));
  }

  /** Returns the address of a table of value sets. */
  setsAt(sets: ProblemConstraint['sets']): number {
    return this.base + plannedLocation(this.#plan.sets.get(sets)?.location);
  }

  /** Frees its memory. */
  end(): void {
    this.#memory.give(this.base, this.#plan.problemSize);
    this.#memory.give(this.scratch, this.#plan.scratchSize);
  }
}

/** Requires that a location in the problem was planned, since writing elsewhere would overwrite other data. */
function plannedLocation(location: number | undefined): number {
  if (location === undefined) throw new AllocationError('internal', 'the layout of the problem has no place for this array');
  return location;
}
