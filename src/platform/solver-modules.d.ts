// Modules that the build puts in the place of these imports.

declare module '#solver-bytes' {
  /** The bytes of the solver, part of the bundle. */
  const bytes: Uint8Array<ArrayBuffer>;
  export default bytes;
}

declare module '#solver-module' {
  /** The solver, compiled by the runtime that loads the bundle. */
  const module: WebAssembly.Module;
  export default module;
}
