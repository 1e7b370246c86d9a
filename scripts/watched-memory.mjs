// A transform for the AssemblyScript compiler, for the build with assertions: before each load and store the solver asks its host for permission.
// The host is `MemoryWatch` in src/allocator/kernel/memory/memory-watch.ts. The transform changes the compiled code, so no access is
// missed and the release build stays unchanged.

/** The pass adds unused parameters to its hooks, such as values and growth. The map has, by hook, the type of the value that the hook returns unchanged. */
const UNUSED = new Map([
  ['load_val_i32', 'i32'],
  ['load_val_i64', 'i64'],
  ['load_val_f32', 'f32'],
  ['load_val_f64', 'f64'],
  ['store_val_i32', 'i32'],
  ['store_val_i64', 'i64'],
  ['store_val_f32', 'f32'],
  ['store_val_f64', 'f64'],
  ['memory_grow_pre', 'i32'],
  ['memory_grow_post', 'i32'],
]);

export class WatchedMemory {
  /** @param {any} module of binaryen, which the compiler brings with it */
  afterCompile(module) {
    const { binaryen } = /** @type {any} */ (this);
    module.runPasses(['instrument-memory']);
    for (const [name, type] of UNUSED) {
      module.removeFunction(name);
      const parameters = binaryen.createType([binaryen.i32, binaryen[type]]);
      module.addFunction(name, parameters, binaryen[type], [], module.local.get(1, binaryen[type]));
    }
  }
}
