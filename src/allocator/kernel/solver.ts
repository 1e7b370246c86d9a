// Implements the typed boundary to the Wasm solver. It contains the layout, but does not load modules: the caller passes one.

import { type Checkpoint, SLICE_MILLISECONDS, UNLIMITED } from '../../core/base/checkpoint.js';
import { weakEntryIn } from '../../core/base/entry-in.js';
import { AllocationError } from '../../core/base/errors.js';
import type { Incremental } from '../../core/base/incremental.js';
import { planBounds } from './bounds/bounds.js';
import { checkingProblem } from './check-problem.js';
import type { Kernel } from './kernel.js';
import * as L from './layout.js';
import { type ProblemPlan, planningProblem, writingProblem } from './memory/memory.js';
import { writingResourceState } from './memory/memory-resources.js';
import { NEVER, readSelections, writeBeginning } from './memory/memory-scratch.js';
import type { MemoryWatch, MemoryWatcher } from './memory/memory-watch.js';
import { align, allowPieces, type Views, viewsOf } from './memory/region.js';
import type { MovedSearch, Problem, Search, SearchAnswer } from './problem.js';
import { ResidentMemory } from './resident.js';
import { ResidentSpace } from './resident-space.js';
import { exportsOf, newInstance, newInstanceAsync, newPlace, type Place, type SolverExports } from './solver-place.js';

const PAGE_SIZE = 65_536;
/** The bytes cleared at once, and the microseconds needed if they were never used. */
const BYTES_CLEARED = 1 << 18;
const CLEARING_UNITS = 60;
/** The most idle instances. A search that yields while another runs has a separate instance. */
const IDLE_INSTANCES = 4;
/** A larger search stays in its instance, because copying it would block the event loop for long. */
const MOST_COPIED = 8 << 20;
/** An instance with more memory is dropped after its search, because memory never shrinks. */
const MOST_REUSED_BYTES = 64 << 20;
/** The byte that fills the memory of a debug build, which reveals reads of unwritten memory. */
const PATTERN = 0xa5;
const MOST_WORK = Number.MAX_SAFE_INTEGER;
const ANY_WORK = BigInt(MOST_WORK);

/** The step at which the bounds of a search start, and which bounds: BOUND_* bits. */
export interface BoundsPolicy {
  /** The number of plain steps before the bounds start. Infinity: never. */
  readonly plainSteps: number;
  readonly bounds: number;
}

/** Most searches end before bounds would pay. bench/results/solver-constants.md has the steps for 64 and 1,024. */
export const ESCALATE: BoundsPolicy = { plainSteps: 256, bounds: L.BOUND_ALL };

/** Plain search alone, with as many steps as the reference. */
export const PLAIN: BoundsPolicy = { plainSteps: Number.POSITIVE_INFINITY, bounds: 0 };

/** The Wasm solver as a kernel. Searches are re-entrant: each owns an instance until it ends. */
export class WasmKernel implements Kernel {
  readonly #policy: BoundsPolicy;
  readonly #solvers: Solvers;

  private constructor(solvers: Solvers, policy: BoundsPolicy) {
    this.#solvers = solvers;
    this.#policy = policy;
  }

  /**
   * Instantiates the solver. Throws `internal` if the ABI of the module differs from the ABI of this host. `watcher` is for a build with assertions, which checks
   * each load and store with it.
   */
  static async create(module: WebAssembly.Module, policy: BoundsPolicy = ESCALATE, watcher?: MemoryWatcher): Promise<WasmKernel> {
    const solvers = watcher === undefined ? weakEntryIn(solversOf, module, () => new Solvers(module)) : new Solvers(module, watcher);
    await solvers.prepare();
    return new WasmKernel(solvers, policy);
  }

  *start(problem: Problem, stepLimit = Number.POSITIVE_INFINITY, checkpoint = UNLIMITED): Incremental<Search> {
    yield* checkingProblem(problem, checkpoint);
    const plan = yield* planningProblem(problem, this.#solvers.gap, checkpoint);
    // An instance that is not loaded when the call ends is garbage-collected.
    const instance = this.#solvers.take();
    yield* instance.loading(plan, stepLimit, this.#policy, checkpoint);
    return new WasmSearch(instance, this.#solvers);
  }

  /** Continues a search that was copied from another instance of the same module. Throws `out-of-memory` and `internal`. */
  resume(moved: MovedSearch): Search {
    const instance = this.#solvers.take();
    instance.resume(moved);
    return new WasmSearch(instance, this.#solvers);
  }

  resident(isSmall = false): ResidentMemory {
    return new ResidentMemory(this.#solvers.space(isSmall));
  }

  /** The number of plain steps before the bounds of a search start. */
  get plainSteps(): number {
    return this.#policy.plainSteps;
  }
}

/** Shared by all allocators of the process, because V8 reserves 10 GiB of addresses for the memory of each instance. */
const solversOf = new WeakMap<WebAssembly.Module, Solvers>();

/** The idle instances of one module, and the memory that small clusters share. */
class Solvers {
  readonly #module: WebAssembly.Module;
  readonly #watcher: MemoryWatcher | undefined;
  readonly #idle: SolverInstance[] = [];
  #shared: ResidentSpace | undefined;

  constructor(module: WebAssembly.Module, watcher?: MemoryWatcher) {
    this.#module = module;
    this.#watcher = watcher;
  }

  get gap(): number | undefined {
    return this.#watcher?.gap;
  }

  /** Creates the first instance without blocking. Throws `out-of-memory` and `internal`. */
  async prepare(): Promise<void> {
    if (this.#idle.length > 0) return;
    const place = newPlace(this.#watcher);
    this.give(new SolverInstance(await newInstanceAsync(this.#module, place), place));
  }

  /** Returns an instance for one search. Throws `out-of-memory`. */
  take(): SolverInstance {
    const idle = this.#idle.pop();
    if (idle !== undefined) return idle;
    const place = newPlace(this.#watcher);
    return new SolverInstance(newInstance(this.#module, place), place);
  }

  /** Accepts an instance after its search, for reuse. */
  give(instance: SolverInstance): void {
    if (this.#idle.length < IDLE_INSTANCES && instance.bytes <= MOST_REUSED_BYTES) this.#idle.push(instance);
  }

  /** Returns the memory for a cluster. A full space remains with its clusters. Throws `out-of-memory`. */
  space(isShared: boolean): ResidentSpace {
    if (isShared && this.#shared?.hasRoom === true) return this.#shared;
    const place = newPlace(this.#watcher);
    const space = new ResidentSpace(place.memory, exportsOf(newInstance(this.#module, place)), place.watch, isShared);
    if (isShared) this.#shared = space;
    return space;
  }
}

class WasmSearch implements Search {
  readonly #instance: SolverInstance;
  readonly #solvers: Solvers;

  constructor(instance: SolverInstance, solvers: Solvers) {
    this.#instance = instance;
    this.#solvers = solvers;
  }

  get steps(): number {
    return this.#instance.steps();
  }

  get ended(): number[] {
    return this.#instance.ended();
  }

  run(work: number): SearchAnswer | undefined {
    return this.#instance.run(work);
  }

  copy(): MovedSearch | undefined {
    return this.#instance.copy();
  }

  end(): void {
    this.#solvers.give(this.#instance);
  }
}

class SolverInstance {
  readonly #memory: WebAssembly.Memory;
  readonly #watch: MemoryWatch | undefined;
  readonly #solver: SolverExports;
  readonly #problemBase: number;
  readonly #isDebug: boolean;
  #buffer: ArrayBuffer;
  #views: Views;
  #scratchBase = 0;
  /** The end of the memory of the search, and the location of its frames in the scratch. */
  #end = 0;
  #frames = 0;
  /** Undefined for a search that came from another instance. */
  #plan: ProblemPlan | undefined;
  /** The bounds that are being laid out. */
  #layout: Incremental<void> | undefined;
  #policy: BoundsPolicy = PLAIN;

  constructor(instance: WebAssembly.Instance, { memory, watch }: Place) {
    this.#memory = memory;
    this.#watch = watch;
    this.#solver = exportsOf(instance);
    const heapBase = this.#solver.heapBase() >>> 0;
    watch?.allow({ start: 0, bytes: heapBase }, 'write');
    this.#problemBase = align(heapBase);
    this.#isDebug = this.#solver.isDebug() === 1;
    this.#buffer = memory.buffer;
    this.#views = viewsOf(memory.buffer);
  }

  get bytes(): number {
    return this.#views.u8.length;
  }

  /** Lays out a problem. Memory grows only at the beginning, so that views stay valid. */
  *loading(plan: ProblemPlan, stepLimit: number, policy: BoundsPolicy, checkpoint: Checkpoint): Incremental<void> {
    this.#plan = plan;
    this.#layout = undefined;
    this.#policy = policy;
    this.#scratchBase = this.#problemBase + plan.problemSize;
    this.#end = this.#scratchBase + plan.scratchSize;
    this.#frames = plan.locations.frames;
    this.#grow(this.#end);
    // Frames and trail are written before they are read, so they are not cleared; a debug build checks this.
    const frames = this.#scratchBase + plan.locations.frames;
    for (let start = this.#problemBase; start < frames; start += BYTES_CLEARED) {
      this.#views.u8.fill(0, start, Math.min(start + BYTES_CLEARED, frames));
      if (checkpoint.due(CLEARING_UNITS)) yield;
    }
    if (this.#isDebug) this.#views.u8.fill(PATTERN, frames);
    yield* writingProblem(this.#buffer, this.#problemBase, plan, checkpoint);
    writeBeginning(this.#buffer, this.#scratchBase, plan, { stepLimit, plainSteps: policy.plainSteps });
    if (plan.problem.resources !== undefined) yield* writingResourceState(this.#views, this.#scratchBase, plan.resources, checkpoint);
    allowPieces(this.#watch, this.#problemBase, plan.regions.problem, 'read');
    allowPieces(this.#watch, this.#scratchBase, plan.regions.scratch, 'write');
    this.#watch?.forbid({ start: this.#end, bytes: this.bytes - this.#end });
  }

  /** Returns the current search, or undefined while it may still request its bounds, which only the host of its problem can lay out. */
  copy(): MovedSearch | undefined {
    if (this.#word(L.SCRATCH_ESCALATE_AT) !== NEVER) return undefined;
    const bounds = this.#word(L.SCRATCH_BOUNDS);
    const next = bounds === 0 ? 0 : this.#word(bounds + L.BOUNDS_STORE_NEXT);
    // The nogoods are last, and most of their space is never used.
    const used = next === 0 ? this.#end : this.#scratchBase + next;
    if (used - this.#problemBase > MOST_COPIED) return undefined;
    const memory = this.#views.u8.slice(this.#problemBase, used);
    return { memory, problemBase: this.#problemBase, scratchBase: this.#scratchBase, frames: this.#frames, end: this.#end };
  }

  resume({ memory, problemBase, scratchBase, frames, end }: MovedSearch): void {
    if (problemBase !== this.#problemBase) throw new AllocationError('internal', 'the search belongs to another solver');
    this.#plan = undefined;
    this.#layout = undefined;
    this.#scratchBase = scratchBase;
    this.#end = end;
    this.#frames = frames;
    this.#grow(end);
    this.#views.u8.set(memory, problemBase);
    // The pieces of the search are unknown here.
    this.#watch?.allow({ start: problemBase, bytes: end - problemBase }, 'write');
  }

  #grow(end: number): void {
    const missing = Math.ceil((end - this.bytes) / PAGE_SIZE);
    if (missing <= 0) return;
    try {
      this.#memory.grow(missing);
    } catch {
      throw new AllocationError('out-of-memory', `the problem needs ${end} bytes of solver memory, more than is available`);
    }
    this.#buffer = this.#memory.buffer;
    this.#views = viewsOf(this.#buffer);
  }

  steps(): number {
    return Number(this.#views.i64[(this.#scratchBase + L.SCRATCH_STEPS) / 8]);
  }

  ended(): number[] {
    const { i64 } = this.#views;
    const bounds = this.#word(L.SCRATCH_BOUNDS);
    if (bounds === 0) return [];
    const statistics = (this.#scratchBase + this.#word(bounds + L.BOUNDS_STATISTICS)) / 8;
    return Array.from({ length: L.BOUND_COUNT }, (_, index) => Number(i64[statistics + index]));
  }

  #word(location: number): number {
    return this.#views.u32[(this.#scratchBase + location) >>> 2] as number;
  }

  run(work: number): SearchAnswer | undefined {
    this.#views.i64[(this.#scratchBase + L.SCRATCH_WORK) / 8] = work < MOST_WORK ? BigInt(Math.max(1, Math.floor(work))) : ANY_WORK;
    if (this.#layout !== undefined && !this.#goOnLayingOut(this.#layout, work)) return undefined;
    const status = this.#solver.search(this.#problemBase, this.#scratchBase);
    if (status === L.STATUS_ESCALATE) {
      this.#layout = this.#layOutBounds();
      return this.run(work);
    }
    const steps = this.steps();
    switch (status) {
      case L.STATUS_RUNNING:
        return undefined;
      case L.STATUS_FOUND:
        return { kind: 'found', selections: readSelections(this.#buffer, this.#scratchBase, this.#frames), steps };
      case L.STATUS_FAILED:
        return { kind: 'failed', steps };
      case L.STATUS_EXCEEDED:
        return { kind: 'exceeded', steps };
      case L.STATUS_STEP_LIMIT:
        return { kind: 'step-limit', steps };
      default:
        return { kind: 'error', error: this.#error(), steps };
    }
  }

  /** Continues laying out bounds. A run of limited work does only a part of that. Returns whether the run may search. */
  #goOnLayingOut(layout: Incremental<void>, work: number): boolean {
    const end = work < MOST_WORK ? performance.now() + SLICE_MILLISECONDS : Number.POSITIVE_INFINITY;
    while (layout.next().done !== true) if (performance.now() >= end) return false;
    this.#layout = undefined;
    this.#views.u32[(this.#scratchBase + L.SCRATCH_ESCALATE_AT) >>> 2] = NEVER;
    return work >= MOST_WORK;
  }

  /** Lays out the bounds of the search, unless they would be too large. */
  *#layOutBounds(): Incremental<void> {
    const plan = this.#plan as ProblemPlan;
    const bounds = yield* planBounds(plan, this.#policy.bounds, this.#policy.plainSteps);
    if (bounds === undefined) return;
    const start = this.#scratchBase + plan.scratchSize;
    try {
      this.#grow(start + bounds.region.size);
    } catch (error) {
      // Plain search needs no more memory.
      if (error instanceof AllocationError) return;
      throw error;
    }
    this.#end = start + bounds.region.size;
    this.#views.u8.fill(0, start, start + bounds.cleared);
    yield* bounds.write(this.#buffer, this.#scratchBase);
    allowPieces(this.#watch, start, bounds.region, 'write');
  }

  #error(): Extract<SearchAnswer, { kind: 'error' }>['error'] {
    const slot = this.#word(L.SCRATCH_ERROR_SLOT);
    const device = this.#word(L.SCRATCH_ERROR_DEVICE);
    const kind = this.#word(L.SCRATCH_ERROR_KIND);
    if (kind === L.ERROR_STAGE) return { kind: 'stage', slot, device };
    if (kind === L.ERROR_REJECTED) return { kind: 'refused', slot, device };
    return { kind: 'value', slot, device, constraint: this.#word(L.SCRATCH_ERROR_CONSTRAINT) };
  }
}
