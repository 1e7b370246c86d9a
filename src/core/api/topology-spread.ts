// Topology spread constraints of pods. Source: core/v1, type TopologySpreadConstraint.

import { type DecodedBy, int32, list, object, optional, string } from './decoder.js';
import { labelSelector } from './label-selector.js';

export const topologySpreadConstraint = object(
  {
    maxSkew: int32,
    topologyKey: string,
    whenUnsatisfiable: string,
    labelSelector: optional(labelSelector),
    minDomains: optional(int32),
    nodeAffinityPolicy: optional(string),
    nodeTaintsPolicy: optional(string),
    matchLabelKeys: list(string),
  },
  { lenient: true },
);

/** A bound on how unevenly pods are spread over the values of a node label. */
export interface TopologySpreadConstraint extends DecodedBy<typeof topologySpreadConstraint> {}
