// Modules with which the build replaces these imports.

declare module '#solver-text' {
  /** The solver, compressed with gzip, in base64; part of the bundle. */
  const text: string;
  export default text;
}

declare module '#solver-module' {
  /** The solver, compiled by the runtime that loads the bundle. */
  const module: WebAssembly.Module;
  export default module;
}
