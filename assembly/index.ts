// Exports the functions of the solver. All other data passes through memory (layout.ts).

import { ABI_VERSION, LAYOUT_HASH } from './layout';

export { pass } from './pass';
export { search } from './search';
export { markStages } from './stages';

/** Returns the version of the ABI that this module implements. */
export function abiVersion(): u32 {
  return ABI_VERSION;
}

/** Returns the checksum of the layout with which this module was built. */
export function layoutHash(): u32 {
  return LAYOUT_HASH;
}

/** Returns the address of the first byte of memory that belongs to the host. */
export function heapBase(): u32 {
  return <u32>__heap_base;
}

/** Returns 1 in a build with assertions, else 0. */
export function isDebug(): u32 {
  return ASC_NO_ASSERT ? 0 : 1;
}
