// Groups that got nothing, as data for programs.

import type { JsonObject } from '../../base/json.js';
import type { Rejection } from '../../filters/filter.js';
import type { ClaimGroup } from '../../schedule/claims.js';
import type { GroupResult } from '../placement/group-result.js';

/** A pod, or a claim that no pod names, that no node takes. */
export function refusalJson(group: ClaimGroup, result: Exclude<GroupResult, { kind: 'placed' | 'error' | 'interrupted' }>): JsonObject {
  const rejections = result.kind === 'unallocatable' ? result.pod?.rejections : undefined;
  return { ...subjectJson(group), message: messageOf(result), rejections: rejectionsJson(rejections ?? new Map()) };
}

/** The pod or claim of a group: kind, namespace and name. */
export function subjectJson({ name, pod, claims, madeFor }: ClaimGroup): JsonObject {
  const metadata = (pod ?? claims[0] ?? madeFor)?.metadata;
  const kind = pod !== undefined ? 'Pod' : claims.length > 0 ? 'ResourceClaim' : (madeFor?.kind ?? '');
  return { kind, namespace: metadata?.namespace ?? '', name: metadata?.name ?? name };
}

/** The reasons of nodes by their names. */
export function rejectionsJson(rejections: ReadonlyMap<string, readonly Rejection[]>): JsonObject {
  return Object.fromEntries(Array.from(rejections, ([node, reasons]) => [node, reasons.map((reason) => ({ ...reason }))]));
}

function messageOf(result: Parameters<typeof refusalJson>[1]): string {
  switch (result.kind) {
    case 'problem':
      return result.problem.message;
    case 'no-node':
      return result.message;
    case 'unallocatable':
      return result.pod?.message ?? 'no node has the devices';
  }
}
