// Affinity of pods to nodes and to other pods. Source: core/v1, type Affinity.

import { type DecodedBy, int32, list, object, optional, string, transform } from './decoder.js';
import { labelSelector } from './label-selector.js';
import { lenientNodeSelector, lenientNodeSelectorTerm } from './meta.js';

const lenient = { lenient: true } as const;

const preferredNodes = object({ weight: int32, preference: lenientNodeSelectorTerm }, lenient);

/** A preferred term of node affinity with its weight. */
export interface PreferredNodes extends DecodedBy<typeof preferredNodes> {}

const podAffinityTerm = object(
  {
    labelSelector: optional(labelSelector),
    namespaces: list(string),
    namespaceSelector: optional(labelSelector),
    topologyKey: string,
    matchLabelKeys: list(string),
    mismatchLabelKeys: list(string),
  },
  lenient,
);

/** A set of pods, and the key of a node label. The values of the label are the domains in which the pods are considered. */
export interface PodAffinityTerm extends DecodedBy<typeof podAffinityTerm> {}

const preferredPods = object({ weight: int32, podAffinityTerm }, lenient);

/** A preferred term with its weight. */
export interface PreferredPods extends DecodedBy<typeof preferredPods> {}

const podTerms = transform(
  object(
    {
      requiredDuringSchedulingIgnoredDuringExecution: list(podAffinityTerm),
      preferredDuringSchedulingIgnoredDuringExecution: list(preferredPods),
    },
    lenient,
  ),
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

/** The required and preferred nodes of a pod, and its affinity and anti-affinity to other pods. */
export interface Affinity extends DecodedBy<typeof affinity> {}
