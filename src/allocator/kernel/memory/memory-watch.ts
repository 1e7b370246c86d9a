// Checks each load and store of the solver in a build with assertions against the allowed pieces of memory. The release build contains no such check.

/** A piece of memory: its start and its size in bytes. */
export interface Piece {
  readonly start: number;
  readonly bytes: number;
}

/** Watches the pieces of one memory. */
export interface MemoryWatch {
  /** The functions that the build with assertions imports. */
  readonly imports: WebAssembly.ModuleImports;
  /** The bytes to leave free between pieces, a multiple of 8, so that an access beyond a piece hits no other piece. */
  readonly gap: number;
  /** Allows the solver to read these bytes, or also to write them. */
  allow(piece: Piece, access: 'read' | 'write'): void;
  /** Revokes the access to these bytes. */
  forbid(piece: Piece): void;
}

/** Creates watches of memories. */
export interface MemoryWatcher {
  /** The gap that all its watches require. */
  readonly gap: number;
  watch(memory: WebAssembly.Memory): MemoryWatch;
}
