// Fields of pods in the examples of rules about topology spread and affinity between pods.

import type { Assignments } from '../rule.js';

/** Returns a pod's topology spread constraint, with some fields added or replaced. */
export function spreadConstraint(fields: Assignments = {}): Assignments {
  const constraint = { maxSkew: 1, topologyKey: 'topology.kubernetes.io/zone', whenUnsatisfiable: 'DoNotSchedule' };
  return { 'spec.topologySpreadConstraints': [{ ...constraint, ...fields }] };
}

/** Returns a term of the anti-affinity that a pod requires. */
export function antiAffinityTerm(term: Assignments): Assignments {
  return { 'spec.affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution': [term] };
}
