// A build with assertions asks for each load and store of the solver whether the bytes are its own. The build for users has nothing of it.

/** A piece of memory: where it begins, and how many bytes it has. */
export interface Piece {
  readonly start: number;
  readonly bytes: number;
}

/** Knows the pieces of one memory. */
export interface MemoryWatch {
  /** The functions that the build with assertions imports. */
  readonly imports: WebAssembly.ModuleImports;
  /** Bytes to leave free between pieces, a multiple of 8, so that an access beyond a piece lies in none. */
  readonly gap: number;
  /** The solver may read these bytes from now on, or also write them. */
  allow(piece: Piece, access: 'read' | 'write'): void;
  /** The solver may no longer have these bytes. */
  forbid(piece: Piece): void;
}

/** Watches memories. */
export interface MemoryWatcher {
  /** The gap of all its watches. */
  readonly gap: number;
  watch(memory: WebAssembly.Memory): MemoryWatch;
}
