// The pods and owners of a simulation.

import type { Pod, PodSpec } from '../core/api/pod.js';
import type { PodSet } from '../core/api/pod-sets.js';
import type { Workload } from '../core/api/workload.js';
import type { PreparedPod } from '../placement/prepared-pod.js';

/** Pods that differ only in their names, and in fields that no filter reads. */
export interface Shape {
  /** The first of their specs, shared by all of them. */
  readonly spec: PodSpec;
  readonly priority: number;
  /** True if they use claims that other pods may share, or their nodes depend on other pods. A placed pod may then help them. */
  readonly isSharing: boolean;
  /** The key of the PodGroup that the scheduler places together. */
  readonly gang: string | undefined;
}

/** A pod as it was created, and its current state. */
export interface SimulatedPod {
  pod: Pod;
  readonly key: string;
  /** `namespace/name`. */
  readonly name: string;
  prepared: PreparedPod;
  shape: Shape;
  /** Increases with each created pod. */
  readonly order: number;
  /** Milliseconds from the start. */
  readonly createdAt: number;
  readonly owned: OwnedSet | undefined;
  /** True if the pod exists at the start. */
  readonly isFromInput: boolean;
  /** The number of milliseconds that the pod runs. Undefined if it runs without end. */
  readonly lifetime: number | undefined;
  /** Undefined while the pod is pending. */
  node: string | undefined;
  /** Milliseconds from the start; undefined if it is pending, or had its node at the start. */
  placedAt: number | undefined;
  /** True after the pod was removed: its timers then have no effect. */
  isGone: boolean;
  /** The time of its eviction by a taint of its node, and the time when the eviction was planned. */
  eviction: { readonly since: number; readonly at: number } | undefined;
  /** The time when a taint of one of its devices evicts it. */
  deviceEviction: number | undefined;
}

/** Pods that an owner makes, equal except for their names. */
export interface OwnedSet {
  readonly owner: Owner;
  set: PodSet;
  /** The number of replicas set by a scale event. */
  scaledTo: number | undefined;
  /** The spec of the pods. Pods for single nodes have separate specs. */
  spec: PodSpec;
  /** The existing pods in order of creation; for pods of single nodes, with the node of each. */
  readonly pods: Map<SimulatedPod, string | undefined>;
  /** The number of pods whose lifetime ended. */
  succeeded: number;
  /** The number of pods that the input omits although the owner made them. */
  absent: number;
  readonly absentOn: Set<string>;
  /**
   * The time at which no more pods are made, in milliseconds from the start. It is the time at which a pod was evicted as soon
   * as it had its node.
   */
  heldAt: number | undefined;
  /** True if a pod was evicted after all events: its replacements may be evicted endlessly. */
  comesAgain: boolean;
  nextNumber: number;
  /** The names of evicted pods that the next pods replace. */
  readonly evicted: string[];
}

/** An object that makes pods. */
export interface Owner {
  readonly key: string;
  workload: Workload;
  readonly lifetime: number | undefined;
  sets: OwnedSet[];
}
