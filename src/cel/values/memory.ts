// The memory that values take in the engine, in bytes: upper estimates, for the limit of an evaluation (Frame.make).

/** A character of a string in memory; ASCII takes half of it. */
export const CHARACTER_BYTES = 2;
/** A place in a list. */
export const ITEM_BYTES = 8;
/** A value of its own that a place refers to: an int that is not small, a part of a text. */
export const OBJECT_BYTES = 40;
/** An entry of a map, with its key. */
export const ENTRY_BYTES = 64;

/** The memory of a text, a list or a map itself; what its items take was counted when they were made. */
export function memoryOf(value: unknown): number {
  if (typeof value === 'string') return OBJECT_BYTES + value.length * CHARACTER_BYTES;
  if (value instanceof Uint8Array) return OBJECT_BYTES + value.length;
  if (Array.isArray(value)) return OBJECT_BYTES + value.length * ITEM_BYTES;
  return OBJECT_BYTES;
}
