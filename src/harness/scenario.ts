// Scenarios as data, and the interface of allocators that run them.

import type { AllocationResult, KubernetesObjectJson, ResourceClaimJson } from '../index.js';

/** A task for every allocator: a cluster, and requests to it, step by step. */
export interface Scenario {
  readonly name: string;
  /** Gates that differ from the defaults of the newest release, by their Kubernetes names. */
  readonly featureGates?: Readonly<Record<string, boolean>>;
  readonly steps: readonly ScenarioStep[];
}

/** A step of a scenario: applied objects, or questions. */
export type ScenarioStep = ApplyStep | QuestionStep;

/** Objects that are applied to the cluster: Nodes, ResourceSlices, DeviceClasses, DeviceTaintRules. */
export interface ApplyStep {
  readonly do: 'apply';
  readonly objects: readonly KubernetesObjectJson[];
  /** True if applying the objects is measured. Default: false. */
  readonly isMeasured?: boolean;
}

/** Consecutive questions. `allocate`: allocates the claims of one pod on one node. `filter`: returns the nodes on which they fit, and changes no state. */
export interface QuestionStep {
  readonly do: 'allocate' | 'filter';
  /** The claims of each question, of resource.k8s.io/v1. */
  readonly questions: readonly (readonly ResourceClaimJson[])[];
  /** False for questions that only fill the cluster. Default: true. */
  readonly isMeasured?: boolean;
  /**
   * The number of questions whose devices stay allocated. Each further question first releases the devices of the oldest one.
   * Default: all.
   */
  readonly keeps?: number;
}

/** An allocator to measure. */
export interface BenchAllocator {
  readonly name: string;
  /** Makes a cluster of the initial objects. Not measured. */
  prepare(setup: BenchSetup): BenchSession | Promise<BenchSession>;
}

/** The initial state of a cluster. */
export interface BenchSetup {
  readonly featureGates: Readonly<Record<string, boolean>>;
  readonly objects: readonly KubernetesObjectJson[];
}

/** A cluster of an allocator. Scenarios that need a missing function are skipped. */
export interface BenchSession {
  /** Applies more objects; an object replaces an earlier one of the same name. */
  apply?(objects: readonly KubernetesObjectJson[]): void | Promise<void>;
  /** Selects a node and devices for claims, and keeps them allocated. */
  allocate?(claims: readonly ResourceClaimJson[]): AllocateAnswer | Promise<AllocateAnswer>;
  /** Releases the devices of claims. */
  release?(claims: readonly ResourceClaimJson[]): void | Promise<void>;
  /** Returns the nodes on which claims fit. */
  filter?(claims: readonly ResourceClaimJson[]): FilterAnswer | Promise<FilterAnswer>;
  /** Releases the resources of the cluster. */
  close?(): void | Promise<void>;
}

/** Devices on a node, no possible allocation, or the error that ended the attempt. */
export type AllocateAnswer =
  | { readonly kind: 'allocated'; readonly node: string; readonly allocations: readonly AllocationResult[] }
  | { readonly kind: 'unallocatable' }
  | { readonly kind: 'error'; readonly message: string };

/** Nodes by name, or the error that ended the attempt. */
export type FilterAnswer =
  | { readonly kind: 'nodes'; readonly nodes: readonly string[] }
  | { readonly kind: 'error'; readonly message: string };
