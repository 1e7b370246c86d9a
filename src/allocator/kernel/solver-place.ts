// Provides the memory, imports and checked exports of an instance of the solver.

import { AllocationError } from '../../core/base/errors.js';
import * as L from './layout.js';
import type { MemoryWatch, MemoryWatcher } from './memory/memory-watch.js';
import type { PassExports } from './resident-space.js';

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

/** Creates a memory of one page. Throws `out-of-memory`: a process can have about 13,000 memories. */
export function newPlace(watcher: MemoryWatcher | undefined): Place {
  const memory = withinMemory(() => new WebAssembly.Memory({ initial: 1 }));
  return { memory, watch: watcher?.watch(memory) };
}

/** Creates an instance. Throws `out-of-memory`: each instance allocates tables. */
export function newInstance(module: WebAssembly.Module, place: Place): WebAssembly.Instance {
  return withinMemory(() => new WebAssembly.Instance(module, importsFor(place)));
}

/** Like `newInstance`, without blocking. */
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
  throw new AllocationError('out-of-memory', 'no solver memory is left for another search');
}

function importsFor({ memory, watch }: Place): WebAssembly.Imports {
  return {
    env: {
      memory,
      ...watch?.imports,
      // Only the debug build calls this, when an assertion fails.
      abort(message: number, file: number, line: number, column: number): never {
        throw new AllocationError(
          'internal',
          `solver assertion failed: ${readString(memory, message)} at ${readString(memory, file)}:${line}:${column}`,
        );
      },
    },
  };
}

/** Reads an AssemblyScript string: UTF-16, with its size in bytes four bytes before it. */
function readString(memory: WebAssembly.Memory, pointer: number): string {
  if (pointer === 0) return '?';
  const size = new DataView(memory.buffer).getUint32(pointer - 4, true);
  return Array.from(new Uint16Array(memory.buffer, pointer, size >>> 1), (code) => String.fromCharCode(code)).join('');
}

/** Returns the functions of an instance. Throws `internal` if its ABI differs from the ABI of this host. */
export function exportsOf(instance: WebAssembly.Instance): SolverExports {
  const solver = instance.exports as unknown as SolverExports;
  const version = solver.abiVersion();
  const hash = solver.layoutHash() >>> 0;
  if (version === L.ABI_VERSION && hash === L.LAYOUT_HASH) return solver;
  throw new AllocationError(
    'internal',
    `the solver module has ABI ${version} and layout ${hash}, but this host needs ABI ${L.ABI_VERSION} and layout ${L.LAYOUT_HASH}`,
  );
}
