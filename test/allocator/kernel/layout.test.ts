import { expect, it } from 'vitest';
import * as layout from '../../../src/allocator/kernel/layout.js';
import * as passLayout from '../../../src/allocator/kernel/pass-layout.js';

/** Returns the FNV-1a hash over `NAME=value` of every constant except the hash itself, sorted by name. */
function hashOf(constants: Readonly<Record<string, number>>): number {
  let hash = 0x811c9dc5;
  for (const name of Object.keys(constants).sort()) {
    if (name === 'LAYOUT_HASH') continue;
    for (const char of `${name}=${constants[name]};`) hash = Math.imul(hash ^ char.charCodeAt(0), 0x01000193);
  }
  return (hash >>> 0) & 0x7fffffff;
}

it('carries the checksum of its own constants', () => {
  expect(layout.LAYOUT_HASH).toBe(hashOf({ ...layout, ...passLayout }));
});

it('fits its headers and keeps 64-bit fields aligned', () => {
  expect(layout.HEADER_TRAIL_CAPACITY).toBeLessThan(layout.HEADER_SIZE);
  expect(layout.SCRATCH_ERROR_CONSTRAINT).toBeLessThan(layout.SCRATCH_HEADER_SIZE);
  for (const field of [layout.SCRATCH_STEPS, layout.SCRATCH_STEP_LIMIT, layout.SCRATCH_WORK, layout.TRAIL_ENTRY_VALUE]) {
    expect(field % 8).toBe(0);
  }
});
