// Budgets of the pods that may be evicted at a time. Source: policy/v1, type PodDisruptionBudget.

import { type DecodedBy, type Decoder, int32, int64, type LargeDecoder, list, map, object, optional, string, time } from './decoder.js';
import { labelSelector } from './label-selector.js';
import { metaDecoders } from './meta.js';
import { otherKind } from './version.js';

/** The API group of PodDisruptionBudgets. */
export const POLICY_GROUP = 'policy';

const lenient = { lenient: true } as const;

/** Decodes a number of pods, or a percentage as a string. */
const countOrPercentage: Decoder<number | string> = {
  decode: (value, context) => (typeof value === 'string' ? value : int32.decode(value, context)),
};

const podDisruptionBudget = object(
  {
    metadata: object({ ...metaDecoders, generation: int64 }, lenient),
    spec: object(
      {
        minAvailable: optional(countOrPercentage),
        maxUnavailable: optional(countOrPercentage),
        /** An empty selector selects every pod of the namespace. */
        selector: optional(labelSelector),
        unhealthyPodEvictionPolicy: optional(string),
      },
      lenient,
    ),
    status: object(
      {
        observedGeneration: int64,
        /** Absent until the disruption controller has counted the pods. */
        disruptionsAllowed: optional(int32),
        currentHealthy: int32,
        desiredHealthy: int32,
        expectedPods: int32,
        /** The times of evictions whose pods are not being deleted yet, by the names of the pods. */
        disruptedPods: map(time),
        conditions: list(object({ type: string, status: string, reason: string, message: string }, lenient)),
      },
      lenient,
    ),
  },
  lenient,
);

/** A limit on the pods of a namespace that may be evicted at a time. */
export interface PodDisruptionBudget extends DecodedBy<typeof podDisruptionBudget> {}

/** Decodes PodDisruptionBudgets, also in increments. Unknown fields are ignored. */
export const podDisruptionBudgetKind: LargeDecoder<PodDisruptionBudget> = otherKind('PodDisruptionBudget', podDisruptionBudget);
