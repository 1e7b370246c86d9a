// Affinity of pods: to nodes as the scheduler's filter and score read it; to other pods only as far as there is any. Source: core/v1, type
// Affinity.

import { type DecodedBy, type Decoder, int32, list, object, optional, presence, transform } from './decoder.js';
import { lenientNodeSelector, lenientNodeSelectorTerm } from './meta.js';

const lenient = { lenient: true } as const;

const preferredNodes = object({ weight: int32, preference: lenientNodeSelectorTerm }, lenient);

/** A term that nodes score for, with its weight. */
export interface PreferredNodes extends DecodedBy<typeof preferredNodes> {}

/** Returns whether a list has items. */
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

/** Decodes an affinity. */
export const affinity = object(
  { nodeAffinity: optional(nodeTerms), podAffinity: optional(podTerms), podAntiAffinity: optional(podTerms) },
  lenient,
);

/** The nodes that a pod must and would rather be on, and whether there are other pods that it must and would rather be with or without. */
export interface Affinity extends DecodedBy<typeof affinity> {}
