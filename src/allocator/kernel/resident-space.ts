// Manages a memory with a solver instance on it. Small clusters share one: V8 reserves 10 GiB of addresses for each memory, so a process can have about 13,000.

import { AllocationError } from '../../core/base/errors.js';
import type { MemoryWatch } from './memory/memory-watch.js';
import * as P from './pass-layout.js';

/** The functions that the solver offers to passes. */
export interface PassExports {
  readonly heapBase: () => number;
  readonly pass: (base: number) => number;
  readonly markStages: (classes: number, stageOfClass: number, stages: number, candidates: number, first: number, end: number) => void;
}

const PAGE_SIZE = 65_536;
/** The most clusters in a shared space, and the size at which it accepts no more. One cluster keeps the memory of all others from being collected. */
const MOST_CLUSTERS = 64;
const MOST_BYTES = 64 << 20;

/** The sizes of pieces, by address. */
type Pieces = ReadonlyMap<number, number>;

/** Memory in pieces for the clusters that entered. Each piece has a margin. After it is freed, it is reused for the next piece of its size. */
export class ResidentSpace {
  readonly solver: PassExports;
  readonly watch: MemoryWatch | undefined;
  readonly isShared: boolean;
  readonly #memory: WebAssembly.Memory;
  readonly #free = new Map<number, number[]>();
  /**
   * The registry is not global, because it must not keep the space in memory. Undefined if the runtime has no such registry; then pieces stay allocated as long
   * as the space.
   */
  readonly #collected =
    typeof FinalizationRegistry === 'undefined' ? undefined : new FinalizationRegistry<Pieces>((pieces) => this.#leave(pieces));
  #clusters = 0;
  #end: number;
  #u8: Uint8Array;
  #u32: Uint32Array;

  /** Accepts a memory without other users. */
  constructor(memory: WebAssembly.Memory, solver: PassExports, watch?: MemoryWatch, isShared = false) {
    this.#memory = memory;
    this.solver = solver;
    this.watch = watch;
    this.isShared = isShared;
    const heapBase = solver.heapBase() >>> 0;
    watch?.allow({ start: 0, bytes: heapBase }, 'write');
    this.#end = Math.ceil(heapBase / P.PIECE_SMALLEST) * P.PIECE_SMALLEST;
    this.#u8 = new Uint8Array(memory.buffer);
    this.#u32 = new Uint32Array(memory.buffer);
  }

  /** True if another cluster may enter. */
  get hasRoom(): boolean {
    return this.#clusters < MOST_CLUSTERS && this.#end <= MOST_BYTES;
  }

  /** Registers a user of the space. Its pieces are freed when it is collected. */
  enter(user: object, pieces: Pieces): void {
    this.#clusters++;
    this.#collected?.register(user, pieces);
  }

  #leave(pieces: Pieces): void {
    this.#clusters--;
    for (const [address, size] of pieces) this.give(address, size);
  }

  get u8(): Uint8Array {
    return this.#u8;
  }

  get u32(): Uint32Array {
    return this.#u32;
  }

  /** The bytes between pieces of memory if it is watched. */
  get gap(): number {
    return this.watch?.gap ?? 0;
  }

  /** Returns the address of a zeroed block. `size` is a power of two. Throws `out-of-memory`. */
  take(size: number): number {
    const freeAddress = this.#free.get(size)?.pop();
    if (freeAddress !== undefined) {
      this.#u8.fill(0, freeAddress, freeAddress + size + P.PIECE_MARGIN);
      return freeAddress;
    }
    const address = this.#end;
    const end = address + size + P.PIECE_MARGIN + this.gap;
    this.#grow(end);
    this.#end = end;
    return address;
  }

  give(address: number, size: number): void {
    this.watch?.forbid({ start: address, bytes: size + P.PIECE_MARGIN });
    const freeAddresses = this.#free.get(size);
    if (freeAddresses === undefined) this.#free.set(size, [address]);
    else freeAddresses.push(address);
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
    // Grows by more than needed now, because each growth creates all views again.
    const spare = Math.ceil(this.#memory.buffer.byteLength / PAGE_SIZE / 4);
    if (!this.#tryGrow(missing + spare) && !this.#tryGrow(missing)) {
      throw new AllocationError('out-of-memory', `the cluster needs ${end} bytes of solver memory, more than is available`);
    }
    this.#u8 = new Uint8Array(this.#memory.buffer);
    this.#u32 = new Uint32Array(this.#memory.buffer);
  }
}
