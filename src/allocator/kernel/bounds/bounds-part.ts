// A part of the bounds of a search: fields of their header, and what writes the rest.

/** Hands out bytes of the bounds. */
export type Take = (bytes: number) => number;

/** Writes a part, with the base of the scratch as the first byte. */
export type Write = (u32: Uint32Array, view: DataView) => void;

export interface BoundsPart {
  readonly fields: readonly (readonly [number, number])[];
  readonly writers: readonly Write[];
}
