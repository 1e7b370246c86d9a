// A part of the bounds of a search: fields of their header, and what writes the rest. What takes long is found bit by bit.

/** Hands out bytes of the bounds. */
export type Take = (bytes: number) => number;

/** Writes a part, with the base of the scratch as the first byte. */
export type Write = (u32: Uint32Array, view: DataView) => void;

/** What is found bit by bit: between two of them others may have their turn. */
export type Gradually<T> = Generator<undefined, T, undefined>;

export interface BoundsPart {
  readonly fields: readonly (readonly [number, number])[];
  readonly writers: readonly Write[];
}

/** All of it in one go. */
export function atOnce<T>(parts: Gradually<T>): T {
  for (;;) {
    const { done, value } = parts.next();
    if (done === true) return value;
  }
}
