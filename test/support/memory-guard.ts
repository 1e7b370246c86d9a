// Watches the memory of a solver with assertions: each load and store must lie within one allocation of the search.

import type { MemoryWatch, MemoryWatcher, Piece } from '../../src/allocator/kernel/memory/memory-watch.js';

/** A read beyond the end of an allocation is usually a word or two too far. */
const GAP = 64;

const READ = 1;
const WRITE = 2;

/** The access that the solver has to each byte. */
class MemoryGuard implements MemoryWatch {
  readonly gap = GAP;
  #allowed = new Uint8Array(0);
  /** Bytes from this address on may not be accessed. */
  #end = 0;

  readonly imports = {
    load_ptr: (_place: number, bytes: number, offset: number, address: number): number => this.#check(address, offset, bytes, READ),
    store_ptr: (_place: number, bytes: number, offset: number, address: number): number => this.#check(address, offset, bytes, WRITE),
  };

  allow({ start, bytes }: Piece, access: 'read' | 'write'): void {
    const end = start + bytes;
    if (end > this.#allowed.length) {
      const larger = new Uint8Array(2 * end);
      larger.set(this.#allowed);
      this.#allowed = larger;
    }
    this.#allowed.fill(access === 'read' ? READ : READ | WRITE, start, end);
    this.#end = Math.max(this.#end, end);
  }

  forbid({ start, bytes }: Piece): void {
    if (start >= this.#end) return;
    this.#allowed.fill(0, start, Math.min(start + bytes, this.#end));
    if (start + bytes >= this.#end) this.#end = start;
  }

  #check(address: number, offset: number, bytes: number, access: number): number {
    const start = (address >>> 0) + offset;
    const allowed = this.#allowed;
    // Allocations have gaps between them that are longer than any access.
    const both = (allowed[start] as number) & (allowed[start + bytes - 1] as number) & access;
    if (both === 0) throw new Error(`the solver ${access === READ ? 'reads' : 'writes'} ${bytes} bytes at ${start}, which are not its own`);
    return address;
  }
}

/** Watches every memory of a kernel. */
export const memoryGuard: MemoryWatcher = { gap: GAP, watch: () => new MemoryGuard() };
