// Edits that replace a claim of a pod with another claim.

import type { Pod, PodResourceClaim } from '../../../core/api/pod.js';
import type { Change, ClaimSwap } from '../change.js';
import type { Edit } from '../edit.js';
import { jsonOf } from '../json-of.js';

/** An edit that gives the pod another claim, and the only node where it can help; undefined if it may help on any node. */
export interface ClaimEdit {
  readonly edit: Edit;
  readonly node: string | undefined;
}

/** Returns the change of an entry of a pod's claims. */
export function entryChange(pod: Pod, place: number, value: PodResourceClaim, swap?: ClaimSwap): Change {
  const operation = { op: 'replace', path: ['spec', 'resourceClaims', place], value, json: jsonOf(value) } as const;
  return { target: { kind: 'Pod', object: pod }, operation, ...(swap && { swap }) };
}
