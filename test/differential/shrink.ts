// Shrinks a case: removes all parts that are not needed for the difference.

import type { Case } from '../support/cases.js';
import { type Path, pathsOf } from './paths.js';

/** Fields that objects need to stay valid. */
const KEPT = new Set(['apiVersion', 'kind', 'metadata', 'name', 'spec', 'driver', 'pool', 'nodes', 'claims']);
const MAX_TRIES = 3000;

/** The smallest case that removals lead to. `holds` returns whether a case still has the difference. It must hold for the first case. */
export async function shrink(input: Case, holds: (candidate: Case) => Promise<boolean>): Promise<Case> {
  let current: Case = structuredClone(input);
  let tries = 0;
  let again = true;
  while (again && tries < MAX_TRIES) {
    again = false;
    // Larger parts first. Paths into a list are outdated after a removal: the next round removes the rest.
    for (const path of pathsOf(current, KEPT).sort((left, right) => left.length - right.length)) {
      if (tries++ >= MAX_TRIES) break;
      const candidate = without(current, path);
      if (candidate === undefined || candidate.nodes.length === 0 || !(await holds(candidate))) continue;
      current = candidate;
      again = true;
    }
  }
  return current;
}

/** A copy without the value at a path. Undefined: there is no value. */
function without(input: Case, path: Path): Case | undefined {
  const copy: Case = structuredClone(input);
  let target: unknown = copy;
  for (const key of path.slice(0, -1)) target = (target as Record<string | number, unknown> | undefined)?.[key];
  const last = path.at(-1) as string | number;
  if (Array.isArray(target)) {
    if (Number(last) >= target.length) return undefined;
    target.splice(Number(last), 1);
    return copy;
  }
  if (typeof target !== 'object' || target === null || !Object.hasOwn(target, last)) return undefined;
  delete (target as Record<string, unknown>)[last];
  return copy;
}
