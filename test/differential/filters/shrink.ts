// Shrinks a case: removes all parts that are not needed for the difference. Sends many candidates to the oracle at once.

import { type Path, pathsOf } from '../paths.js';
import type { FilterCase } from './case.js';

/** Fields that objects need to stay valid. Without the last three, the scheduler may crash. */
const KEPT = new Set([
  'id',
  'apiVersion',
  'kind',
  'metadata',
  'name',
  'nodes',
  'pods',
  'pod',
  'deviceClasses',
  'featureGates',
  'spec',
  'status',
  'allocatable',
  'storageClassName',
  'capacity',
  'storage',
]);
const ROUNDS = 400;
/** The number of candidates that are sent at once. */
const AT_ONCE = 25;

/** The smallest case that removals lead to. `differ` returns for each candidate whether it still has the difference. */
export function shrink(input: FilterCase, differ: (candidates: readonly FilterCase[]) => readonly boolean[]): FilterCase {
  let current = input;
  for (let round = 0; round < ROUNDS; round++) {
    const candidates = pathsOf(current, KEPT)
      .sort((left, right) => left.length - right.length)
      .map((path) => without(current, path));
    const smaller = firstOf(candidates, differ);
    if (smaller === undefined) return current;
    current = smaller;
  }
  return current;
}

function firstOf(candidates: readonly FilterCase[], differ: (some: readonly FilterCase[]) => readonly boolean[]): FilterCase | undefined {
  for (let start = 0; start < candidates.length; start += AT_ONCE) {
    const some = candidates.slice(start, start + AT_ONCE);
    const found = differ(some).indexOf(true);
    if (found !== -1) return some[found];
  }
  return undefined;
}

function without(input: FilterCase, path: Path): FilterCase {
  const copy: FilterCase = structuredClone(input);
  let target: unknown = copy;
  for (const key of path.slice(0, -1)) target = (target as Record<string | number, unknown>)[key];
  const last = path.at(-1) as string | number;
  if (Array.isArray(target)) target.splice(Number(last), 1);
  else delete (target as Record<string, unknown>)[last];
  return copy;
}
