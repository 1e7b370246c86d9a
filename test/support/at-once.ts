import type { Incremental } from '../../src/core/base/incremental.js';

/** A computation that pauses once. */
export function* atOnce<T>(run: () => T): Incremental<T> {
  yield;
  return run();
}
