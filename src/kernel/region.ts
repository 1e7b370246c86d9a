// A region of memory that is planned before a byte of it is written.

import { checkLimit } from './problem.js';

/** Hands out space of a region, each piece aligned to 8 bytes. Throws `input-too-large`. */
export class Region {
  size: number;

  constructor(headerSize: number) {
    this.size = align(headerSize);
  }

  take(bytes: number): number {
    const location = this.size;
    this.size = align(location + bytes);
    checkLimit('bytes', this.size);
    return location;
  }
}

/** Rounds up to the next multiple of 8. */
export function align(bytes: number): number {
  return Math.ceil(bytes / 8) * 8;
}

/** Sets a bit of a bitset at a location. */
export function setBit(u32: Uint32Array, location: number, bit: number): void {
  const word = location / 4 + (bit >>> 5);
  u32[word] = ((u32[word] as number) | (1 << (bit & 31))) >>> 0;
}
