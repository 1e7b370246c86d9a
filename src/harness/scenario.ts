// Scenarios as data, and what an allocator does to run them.

import type { AllocationResult, KubernetesObjectJson, ResourceClaimJson } from '../index.js';

/** Something to be queried of every allocator in the same way: a cluster, and what is requested of it, step by step. */
export interface Scenario {
  readonly name: string;
  /** Gates that are on or off next to the defaults of the newest release, by their Kubernetes names. */
  readonly featureGates?: Readonly<Record<string, boolean>>;
  readonly steps: readonly ScenarioStep[];
}

/** A step of a scenario: objects that come, or questions. */
export type ScenarioStep = ApplyStep | QuestionStep;

/** Objects that come to the cluster: Nodes, ResourceSlices, DeviceClasses, DeviceTaintRules. */
export interface ApplyStep {
  readonly do: 'apply';
  readonly objects: readonly KubernetesObjectJson[];
  /** True where applying them is what the scenario is about. Default: false. */
  readonly isMeasured?: boolean;
}

/**
 * Questions, one after the other. `allocate`: the claims of one pod get devices on one node, and keep them. `filter`: on which nodes would they get devices;
 * nothing changes.
 */
export interface QuestionStep {
  readonly do: 'allocate' | 'filter';
  /** For each question the claims that go together, of resource.k8s.io/v1. */
  readonly questions: readonly (readonly ResourceClaimJson[])[];
  /** False for what only fills the cluster. Default: true. */
  readonly isMeasured?: boolean;
  /** So many questions keep their devices: before each further one the oldest gives them back. Default: all keep them. */
  readonly keeps?: number;
}

/** An allocator that takes part. */
export interface BenchAllocator {
  readonly name: string;
  /** Makes a cluster of the objects that are there in the beginning. Not measured. */
  prepare(setup: BenchSetup): BenchSession | Promise<BenchSession>;
}

/** The beginning of a cluster. */
export interface BenchSetup {
  readonly featureGates: Readonly<Record<string, boolean>>;
  readonly objects: readonly KubernetesObjectJson[];
}

/** A cluster of an allocator. A scenario that needs a function which is not there is left out for it. */
export interface BenchSession {
  /** More objects; one of the name of another one takes its place. */
  apply?(objects: readonly KubernetesObjectJson[]): void | Promise<void>;
  /** Chooses a node and devices for claims; they keep them. */
  allocate?(claims: readonly ResourceClaimJson[]): AllocateAnswer | Promise<AllocateAnswer>;
  /** Gives back what was allocated for claims. */
  release?(claims: readonly ResourceClaimJson[]): void | Promise<void>;
  /** Finds the nodes on which claims would get devices. */
  filter?(claims: readonly ResourceClaimJson[]): FilterAnswer | Promise<FilterAnswer>;
  /** Ends what the cluster holds. */
  close?(): void | Promise<void>;
}

/** Devices on a node, that there are none, or why the attempt ended. */
export type AllocateAnswer =
  | { readonly kind: 'allocated'; readonly node: string; readonly allocations: readonly AllocationResult[] }
  | { readonly kind: 'unallocatable' }
  | { readonly kind: 'error'; readonly message: string };

/** Nodes by name, or why the attempt ended. */
export type FilterAnswer =
  | { readonly kind: 'nodes'; readonly nodes: readonly string[] }
  | { readonly kind: 'error'; readonly message: string };
