// Topology spread constraints of pods. Source: core/v1, type TopologySpreadConstraint.

import { type DecodedBy, int32, list, object, optional, string } from './decoder.js';
import { labelSelector } from './label-selector.js';

const fields = {
  maxSkew: int32,
  topologyKey: string,
  whenUnsatisfiable: string,
  labelSelector: optional(labelSelector),
  minDomains: optional(int32),
  nodeAffinityPolicy: optional(string),
  nodeTaintsPolicy: optional(string),
  matchLabelKeys: list(string),
} as const;

export const topologySpreadConstraint = object(fields, { lenient: true });

/** Decodes a constraint of a scheduler configuration, where unknown fields are errors. */
export const defaultSpreadConstraint = object(fields);

/** A bound on how unevenly pods are spread over the values of a node label. */
export interface TopologySpreadConstraint extends DecodedBy<typeof topologySpreadConstraint> {}
