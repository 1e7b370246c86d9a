// Tolerations of pods and taints of nodes. Source: core/v1, types Toleration and Taint.

import { type DecodedBy, int64, object, optional, string } from './decoder.js';

const lenient = { lenient: true } as const;

/** Decodes a toleration. `tolerationSeconds` affects only eviction, not the choice of a node. */
export const toleration = object(
  { key: string, operator: string, value: string, effect: string, tolerationSeconds: optional(int64) },
  lenient,
);

/** The taints that a pod tolerates: all that match the fields that are set. */
export interface Toleration extends DecodedBy<typeof toleration> {}

export const taint = object({ key: string, value: string, effect: string }, lenient);

/** A taint of a node, which excludes pods that do not tolerate it. */
export interface Taint extends DecodedBy<typeof taint> {}
