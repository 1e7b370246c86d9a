// Plans a region of memory before its first byte is written.

import { checkLimit, PROBLEM_LIMITS } from '../problem.js';
import type { MemoryWatch, Piece } from './memory-watch.js';

/** Allocates space in a region, each piece aligned to 8 bytes. Throws `input-too-large`. */
export class Region {
  size = 0;
  readonly #gap: number;
  /** The pieces. Recorded only if there are gaps between them. */
  readonly pieces: Piece[] = [];

  /** `gap`: the bytes between pieces, a multiple of 8. */
  constructor(headerSize: number, gap = 0) {
    this.#gap = gap;
    if (headerSize > 0) this.take(headerSize);
  }

  take(bytes: number): number {
    const location = this.size;
    this.size = align(location + bytes) + this.#gap;
    if (this.#gap > 0) this.pieces.push({ start: location, bytes });
    if (this.size > PROBLEM_LIMITS.bytes) checkLimit('bytes', this.size);
    return location;
  }
}

/** Allows the solver to access the pieces of a region at `base`, and no other bytes of the region. */
export function allowPieces(watch: MemoryWatch | undefined, base: number, { size, pieces }: Region, access: 'read' | 'write'): void {
  if (watch === undefined) return;
  watch.forbid({ start: base, bytes: size });
  for (const { start, bytes } of pieces) watch.allow({ start: base + start, bytes }, access);
}

/** Rounds up to the next multiple of 8. */
export function align(bytes: number): number {
  return Math.ceil(bytes / 8) * 8;
}

/** A memory as numbers of several sizes. */
export interface Views {
  readonly u8: Uint8Array;
  readonly u32: Uint32Array;
  readonly i64: BigInt64Array;
}

const cachedViews = new WeakMap<ArrayBuffer, Views>();

/** Returns the views of a memory, cached because creating them takes longer than writing a small problem. */
export function viewsOf(memory: ArrayBuffer): Views {
  let views = cachedViews.get(memory);
  if (views === undefined) {
    views = { u8: new Uint8Array(memory), u32: new Uint32Array(memory), i64: new BigInt64Array(memory) };
    cachedViews.set(memory, views);
  }
  return views;
}

/** Fields of a record, each with its offset in the layout. */
export type Fields = readonly (readonly [offset: number, value: number])[];

export function writeFields(u32: Uint32Array, record: number, fields: Fields): void {
  for (const [offset, value] of fields) u32[(record + offset) / 4] = value;
}

export function setBit(u32: Uint32Array, location: number, bit: number): void {
  const word = (location >>> 2) + (bit >>> 5);
  u32[word] = (u32[word] as number) | (1 << (bit & 31));
}
