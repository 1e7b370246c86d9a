// Affinity of pods: node affinity as the scheduler's filter and score read it; of pod affinity only whether it exists. Source: core/v1, type Affinity.

import { type DecodedBy, type Decoder, int32, list, object, optional, presence, transform } from './decoder.js';
import { lenientNodeSelector, lenientNodeSelectorTerm } from './meta.js';

const lenient = { lenient: true } as const;

const preferredNodes = object({ weight: int32, preference: lenientNodeSelectorTerm }, lenient);

/** A preferred term of node affinity with its weight. */
export interface PreferredNodes extends DecodedBy<typeof preferredNodes> {}

/** Decodes whether a list has items. */
const isAny: Decoder<boolean> = { ...transform(list(presence), ({ length }) => length > 0), absent: { value: false } };

const podTerms = transform(
  object({ requiredDuringSchedulingIgnoredDuringExecution: isAny, preferredDuringSchedulingIgnoredDuringExecution: isAny }, lenient),
  ({ requiredDuringSchedulingIgnoredDuringExecution: required, preferredDuringSchedulingIgnoredDuringExecution: preferred }) => ({
    required,
    preferred,
  }),
);

const nodeTerms = transform(
  object(
    {
      requiredDuringSchedulingIgnoredDuringExecution: optional(lenientNodeSelector),
      preferredDuringSchedulingIgnoredDuringExecution: list(preferredNodes),
    },
    lenient,
  ),
  ({ requiredDuringSchedulingIgnoredDuringExecution: required, preferredDuringSchedulingIgnoredDuringExecution: preferred }) => ({
    ...(required === undefined ? {} : { required }),
    preferred,
  }),
);

export const affinity = object(
  { nodeAffinity: optional(nodeTerms), podAffinity: optional(podTerms), podAntiAffinity: optional(podTerms) },
  lenient,
);

/** The required and preferred nodes of a pod, and whether it has required and preferred affinity or anti-affinity to other pods. */
export interface Affinity extends DecodedBy<typeof affinity> {}
