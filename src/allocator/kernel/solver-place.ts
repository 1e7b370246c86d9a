// The place of an instance of the solver: its memory, its imports, and its exports, checked.

import { AllocationError } from '../../core/base/errors.js';
import * as L from './layout.js';
import type { MemoryWatch, MemoryWatcher } from './memory/memory-watch.js';
import type { PassExports } from './resident-space.js';

/** The functions of the solver. */
export interface SolverExports extends PassExports {
  readonly abiVersion: () => number;
  readonly layoutHash: () => number;
  readonly isDebug: () => number;
  readonly search: (problemBase: number, scratchBase: number) => number;
}

/** The memory of an instance. */
export interface Place {
  readonly memory: WebAssembly.Memory;
  readonly watch: MemoryWatch | undefined;
}

/** Makes a memory of one page. Throws `out-of-memory`: a process can have some 13,000 memories. */
export function newPlace(watcher: MemoryWatcher | undefined): Place {
  const memory = withinMemory(() => new WebAssembly.Memory({ initial: 1 }));
  return { memory, watch: watcher?.watch(memory) };
}

/** Makes an instance. Throws `out-of-memory`: each instance allocates tables. */
export function newInstance(module: WebAssembly.Module, place: Place): WebAssembly.Instance {
  return withinMemory(() => new WebAssembly.Instance(module, importsFor(place)));
}

/** Makes an instance like `newInstance`, without blocking. */
export function newInstanceAsync(module: WebAssembly.Module, place: Place): Promise<WebAssembly.Instance> {
  return WebAssembly.instantiate(module, importsFor(place)).catch(outOfMemory);
}

function withinMemory<T>(make: () => T): T {
  try {
    return make();
  } catch (error) {
    return outOfMemory(error);
  }
}

function outOfMemory(error: unknown): never {
  if (!(error instanceof RangeError)) throw error;
  throw new AllocationError('out-of-memory', 'one more search needs solver memory of its own, which cannot be had');
}

/** The imports of an instance. */
function importsFor({ memory, watch }: Place): WebAssembly.Imports {
  return {
    env: {
      memory,
      ...watch?.imports,
      // Only the debug build calls it: an assertion failed.
      abort(message: number, file: number, line: number, column: number): never {
        throw new AllocationError(
          'internal',
          `solver assertion failed: ${readString(memory, message)} at ${readString(memory, file)}:${line}:${column}`,
        );
      },
    },
  };
}

/** Reads a string of AssemblyScript: UTF-16, its size in bytes four bytes before it. */
function readString(memory: WebAssembly.Memory, pointer: number): string {
  if (pointer === 0) return '?';
  const size = new DataView(memory.buffer).getUint32(pointer - 4, true);
  return Array.from(new Uint16Array(memory.buffer, pointer, size >>> 1), (code) => String.fromCharCode(code)).join('');
}

/** The functions of a module. Throws `internal` when it speaks another ABI than this host. */
export function exportsOf(instance: WebAssembly.Instance): SolverExports {
  const solver = instance.exports as unknown as SolverExports;
  const version = solver.abiVersion();
  const hash = solver.layoutHash() >>> 0;
  if (version === L.ABI_VERSION && hash === L.LAYOUT_HASH) return solver;
  throw new AllocationError(
    'internal',
    `the solver module has ABI ${version} with layout ${hash}, this host needs ${L.ABI_VERSION} with ${L.LAYOUT_HASH}`,
  );
}
