// The options of a simulation of classic DRA, and the shape of its results.

import type { Trace } from './api-client.js';
import type { DriverFactory } from './driver.js';

/**
 * The supported releases with classic DRA. Since 1.31, the field `controller` of a claim distinguishes it from structured parameters.
 * @example
 * ```ts
 * import { CLASSIC_RELEASES, Simulation } from 'dra-allocator/classic';
 *
 * for (const kubernetesVersion of CLASSIC_RELEASES) console.log(kubernetesVersion, (await new Simulation({ kubernetesVersion }).run()).settled);
 * // 1.26 true
 * // 1.27 true
 * // 1.28 true
 * // 1.29 true
 * // 1.30 true
 * ```
 */
export const CLASSIC_RELEASES = ['1.26', '1.27', '1.28', '1.29', '1.30'] as const;

/** One of {@link CLASSIC_RELEASES}. */
export type ClassicRelease = (typeof CLASSIC_RELEASES)[number];

/** The options of a `Simulation`. */
export interface SimulationOptions {
  /** The initial objects: JSON of resource.k8s.io/v1alpha2 or v1alpha1, Pods, Nodes, and any objects that drivers read. */
  readonly objects?: readonly object[];
  /** Drivers by name, as in their classes. */
  readonly drivers?: Readonly<Record<string, DriverFactory>>;
  /** Determines everything random in a cluster, such as uids, generated names and the choice between equally good nodes. Default: 1. */
  readonly seed?: number;
  /** The release that determines the names of claims from templates: `POD-CLAIM` up to 1.27, generated since 1.28. Default: 1.30. */
  readonly kubernetesVersion?: string;
  /**
   * The gate SchedulerQueueingHints, which is off in Kubernetes 1.30. With it, a change only wakes pods that the change may
   * help. Default: false.
   */
  readonly queueingHints?: boolean;
  /** The order of turns: all actors one after the other, or random by the seed. Default: `in-turn`. */
  readonly order?: 'in-turn' | 'random';
}

/** One step of the simulation. */
export interface SimulationEvent extends Trace {
  /** The number of the step, from 1. */
  readonly step: number;
  /** Milliseconds since the start. */
  readonly time: number;
  /** `scheduler`, `kubelet`, `resourceclaim-controller`, `garbage-collector`, `driver NAME`, or `user`. */
  readonly actor: string;
  /** `watch` if the actor was notified of a change; otherwise the name of its action. */
  readonly action: string;
  /** `Kind namespace/name`. */
  readonly object: string;
  /** The outcome in words; empty if the changes show it. */
  readonly outcome: string;
}

/** The result of a run. */
export interface RunResult {
  /** True if no actor has work except for periodic rechecks without effect. False if a limit was reached first. */
  readonly settled: boolean;
  /** The limit that was reached. */
  readonly by?: 'steps' | 'milliseconds';
  readonly events: readonly SimulationEvent[];
}

/** Options of `Simulation.run`. */
export interface RunOptions {
  /** The maximum number of steps. Default: 100,000. */
  readonly steps?: number;
  /** The maximum time, which is checked between steps. Default: no limit. */
  readonly milliseconds?: number;
  /** Called with each event when it happens. The result then has no events. */
  readonly onEvent?: (event: SimulationEvent) => void;
}
