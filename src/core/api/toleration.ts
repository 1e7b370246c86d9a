// Tolerations of pods and taints of nodes. Source: core/v1, types Toleration and Taint.

import { type DecodedBy, int64, object, optional, string } from './decoder.js';

const lenient = { lenient: true } as const;

/** Decodes a toleration. How long it lasts decides nothing about where a pod may go, but when it has to leave. */
export const toleration = object(
  { key: string, operator: string, value: string, effect: string, tolerationSeconds: optional(int64) },
  lenient,
);

/** A taint that a pod puts up with: all those that agree with the fields that are given. */
export interface Toleration extends DecodedBy<typeof toleration> {}

/** Decodes a taint. */
export const taint = object({ key: string, value: string, effect: string }, lenient);

/** A mark of a node that keeps pods away that do not tolerate it. */
export interface Taint extends DecodedBy<typeof taint> {}
