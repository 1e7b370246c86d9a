// Estimates the memory of values in bytes: upper bounds, for the memory limit of an evaluation (Frame.make).

/** A character of a string in memory; ASCII uses half of it. */
export const CHARACTER_BYTES = 2;
/** An item of a list. */
export const ITEM_BYTES = 8;
/** A separate value that an item refers to: a large int, a part of a text. */
export const OBJECT_BYTES = 40;
/** An entry of a map, with its key. */
export const ENTRY_BYTES = 64;

/** Returns the memory of a text, list or map itself. The memory of items was counted at their creation. */
export function memoryOf(value: unknown): number {
  if (typeof value === 'string') return OBJECT_BYTES + value.length * CHARACTER_BYTES;
  if (value instanceof Uint8Array) return OBJECT_BYTES + value.length;
  if (Array.isArray(value)) return OBJECT_BYTES + value.length * ITEM_BYTES;
  return OBJECT_BYTES;
}
