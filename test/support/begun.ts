import type { Search } from '../../src/allocator/kernel/problem.js';
import type { Incremental } from '../../src/core/base/incremental.js';

/** A kernel's computation that begins this search. */
export function* begun(search: Search): Incremental<Search> {
  yield;
  return search;
}
