// The steps that tests of published documents share: reading a file as kubectl does, and placing its pods and claims one after the other.

import { readFileSync } from 'node:fs';
import { PreparedClaims } from '../../src/cluster/claims.js';
import { decodeAllObjects } from '../../src/core/api/all-objects.js';
import type { ObjectSet } from '../../src/core/api/objects.js';
import type { Json } from '../../src/core/base/json.js';
import { readText } from '../../src/core/read/read.js';
import type { Allocator, Cluster, Outcome } from '../../src/index.js';
import { type ClaimGroup, claimGroups } from '../../src/scheduler/pods/claims.js';
import { complete } from '../support/filtered.js';

/** The text of a file, by its path below `test/`. */
export function textOf(path: string): string {
  return readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
}

/** The documents of a YAML text. Throws ReadError. */
export function documentsOf(text: string): object[] {
  return readText(text, 'published.yaml').documents.map(({ value }) => value as object);
}

/** Decoded objects. Throws AllocationError. */
export function decode(objects: readonly object[]): ObjectSet {
  return decodeAllObjects(objects.map((value) => ({ value: value as Json })));
}

/** The messages of all warnings about the objects. */
export function warningsOf(objects: readonly object[]): string[] {
  return decode(objects).warnings.map(({ message }) => message);
}

/** `request=device` for each result, in order; the kind of an outcome without results. */
export function picks(outcome: Outcome): string {
  if (outcome.kind !== 'allocated') return outcome.kind;
  return outcome.allocations
    .flatMap(({ devices: { results = [] } }) => results.map(({ request, device }) => `${request}=${device}`))
    .join(' ');
}

/**
 * Places every pod, every pod that a workload makes, and every claim without a pod: on the node with the best score, ties by name, each
 * seeing the selections before it. For each its node and devices, or why it stays pending.
 */
export function place(allocator: Allocator, objects: readonly object[]): Readonly<Record<string, string>> {
  const cluster = allocator.cluster();
  cluster.apply(objects);
  // Objects of the documents have no namespace more often than not.
  return Object.fromEntries(
    Array.from(claimGroups(decode(objects)), (group) => [group.name.replace(' /', ' '), placeGroup(cluster, group)]),
  );
}

function placeGroup(cluster: Cluster, group: ClaimGroup): string {
  if (group.problem !== undefined) return group.problem.message;
  const claims = new PreparedClaims(group.claims);
  const { feasible, scores, errors, outcome } = complete(cluster.filter({ claims }));
  for (const error of errors.values()) if (!error.nodeLocal) return `${error.code}: ${error.message}`;
  const best = feasible[scores.indexOf(Math.max(...scores))];
  if (best === undefined) return 'unallocatable';
  cluster.commit(claims, outcome(best));
  return `${best}: ${picks(outcome(best))}`;
}
