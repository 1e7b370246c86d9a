// The exports of the solver: its version, and a few functions. Everything else passes through memory (layout.ts).

import { ABI_VERSION, LAYOUT_HASH } from './layout';

export { pass } from './pass';
export { search } from './search';
export { markStages } from './stages';

/** The version of the ABI that this module speaks. */
export function abiVersion(): u32 {
  return ABI_VERSION;
}

/** The checksum of the layout that this module was built with. */
export function layoutHash(): u32 {
  return LAYOUT_HASH;
}

/** The first byte of memory that is the host's. */
export function heapBase(): u32 {
  return <u32>__heap_base;
}

/** 1 in a build with assertions. */
export function isDebug(): u32 {
  return ASC_NO_ASSERT ? 0 : 1;
}
