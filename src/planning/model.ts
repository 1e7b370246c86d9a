// The pods and owners of a simulation.

import type { Pod, PodSpec } from '../core/api/pod.js';
import type { PodSet } from '../core/api/pod-sets.js';
import type { Workload } from '../core/api/workload.js';
import type { PreparedPod } from '../placement/prepared-pod.js';

/** Pods that differ in only their names. */
export interface Shape {
  /** The first of their specs, which all of them have. */
  readonly spec: PodSpec;
  readonly priority: number;
  /** They have claims that others may have as well, so that a pod which was placed may help them. */
  readonly isSharing: boolean;
}

/** A pod, as it was created, and what became of it. */
export interface SimulatedPod {
  pod: Pod;
  readonly key: string;
  /** `namespace/name`. */
  readonly name: string;
  prepared: PreparedPod;
  shape: Shape;
  /** Pods that were created earlier have lower numbers. */
  readonly order: number;
  /** Milliseconds from the start. */
  readonly createdAt: number;
  readonly owned: OwnedSet | undefined;
  /** It is there in the beginning. */
  readonly isGiven: boolean;
  /** The milliseconds that it runs; undefined: it stays. */
  readonly lifetime: number | undefined;
  /** Undefined: it is pending. */
  node: string | undefined;
  /** Milliseconds from the start; undefined: it is pending, or had its node before. */
  placedAt: number | undefined;
  /** It is gone: what was planned for it is off. */
  isGone: boolean;
  /** When a taint of its node evicts it, and since when that is planned. */
  eviction: { readonly since: number; readonly at: number } | undefined;
  /** When a taint of one of its devices evicts it. */
  deviceEviction: number | undefined;
}

/** Pods that an owner makes, alike but for their names. */
export interface OwnedSet {
  readonly owner: Owner;
  set: PodSet;
  /** The number of pods that it shall have, where somebody scaled it. */
  scaledTo: number | undefined;
  /** The spec of its pods; for pods of one node each made anew. */
  spec: PodSpec;
  /** The pods that are there, in the order in which they came, and for which node each is where there is one for each. */
  readonly pods: Map<SimulatedPod, string | undefined>;
  /** The number of pods whose lifetime is over. */
  succeeded: number;
  /** Pods that it has not made when the cluster was considered: somebody left them out. */
  absent: number;
  readonly absentOn: Set<string>;
  /** No pod is made at this time any more, in milliseconds from the start: the one before was evicted as soon as it had its node. */
  heldAt: number | undefined;
  /** A pod was evicted after everything else had happened: those in its place may come and go without end. */
  comesAgain: boolean;
  nextNumber: number;
  /** The names of evicted pods, in whose place it creates the next ones. */
  readonly evicted: string[];
}

/** An object that makes pods. */
export interface Owner {
  readonly key: string;
  workload: Workload;
  readonly lifetime: number | undefined;
  sets: OwnedSet[];
}
