// A transform for the compiler, used for the build with assertions: before each load and store the solver asks its host whether it may have these bytes
// (`MemoryWatch` in src/allocator/kernel/memory/memory-watch.ts). It is added to the compiled code, so that none can be forgotten, and the release build has nothing of it.

/** The pass adds parameters next to the addresses that nobody needs: values and growth. By name the type of what is given back as it came. */
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
