// Defines a part of the bounds of a search: fields of their header, and functions that write the rest.

/** Allocates bytes of the bounds, and returns their location. */
export type Take = (bytes: number) => number;

/** Writes a part. Index 0 is the base of the scratch. */
export type Write = (u32: Uint32Array, view: DataView) => void;

export interface BoundsPart {
  readonly fields: readonly (readonly [number, number])[];
  readonly writers: readonly Write[];
}
