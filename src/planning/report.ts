// The types of a simulation report, which is plain JSON for files, processes and queues.

/** The amount that is in use, and the total amount. */
export interface Use {
  readonly inUse: number;
  readonly of: number;
}

/** The cluster at a time, after the scheduler considered pending pods. */
export interface Sample {
  /** Seconds from the start. */
  readonly at: number;
  /** The number of pods that have a node. */
  readonly placed: number;
  readonly pending: number;
  /** Devices in use by driver. A shared device counts once. A partitionable device and its partitions count separately. */
  readonly devices: Readonly<Record<string, Use>>;
  /** Devices in use, by the class that requested them. */
  readonly classes: Readonly<Record<string, number>>;
  /**
   * Counters of partitionable devices and capacities of shared devices in use, by driver and then by name: `counter slots`, `capacity
   * bandwidth`.
   */
  readonly capacities: Readonly<Record<string, Readonly<Record<string, Use>>>>;
  /** The number of pending pods by cause. */
  readonly causes: Readonly<Record<string, number>>;
  /**
   * The number of further replicas of the pod in `Report.room` that fit. Absent at most times, because counting takes as long
   * as placing the replicas.
   */
  readonly room?: number;
}

/** An event in the life of a pod. */
export interface LogEntry {
  /** Seconds from the start. */
  readonly at: number;
  /**
   * `pending`: the scheduler rejected the pod, or quota is missing. Recorded the first time, and again after an eviction.
   * `ended`: its lifetime ended. `deleted`: by an event, or with its owner. `evicted`: by a drain or a taint. The replacement
   * that the owner makes is another pod. `blocked`: a PodDisruptionBudget blocks its eviction by a drain.
   */
  readonly what: 'created' | 'placed' | 'pending' | 'ended' | 'deleted' | 'evicted' | 'blocked';
  /** The pod as `namespace/name`. */
  readonly pod: string;
  readonly node?: string;
  /** The reason why the pod is pending or blocked, or that no owner replaces an evicted pod. */
  readonly cause?: string;
  /** The evicted pod that this one replaces, as `namespace/name`. */
  readonly replaces?: string;
}

/** An evicted pod, and the replacement that its owner creates. */
export interface Move {
  /** Seconds from the start. */
  readonly at: number;
  /** The evicted pod as `namespace/name`. */
  readonly pod: string;
  /** The node that it is evicted from. */
  readonly from: string;
  /** The replacement; absent if no owner creates one. */
  readonly again?: string;
  /** The node of the replacement. Absent if the replacement never had a node. */
  readonly to?: string;
}

/** A pod on a drained node that cannot be evicted. */
export interface BlockedPod {
  /** `namespace/name`. */
  readonly pod: string;
  /** The PodDisruptionBudgets that select it, as `namespace/name`. */
  readonly budgets: readonly string[];
  /** The message of the API server. */
  readonly message: string;
  /** A change with which the drain goes on. */
  readonly help: string;
}

/** A drained node. */
export interface Drain {
  readonly node: string;
  /** Seconds from the start. */
  readonly at: number;
  /** The time of the last eviction, in seconds from the start. Absent while pods block the drain. */
  readonly doneAt?: number;
  /** The number of evicted pods. */
  readonly evicted: number;
  /** The pods that block the drain at the end. */
  readonly blocked: readonly BlockedPod[];
}

/** Equal pods that are pending at the end. */
export interface StillPending {
  /** The first of them, as `namespace/name`. */
  readonly pod: string;
  readonly count: number;
  /** The scheduler's message, or why the quotas lack room. */
  readonly message: string;
  /** The cause on the closest node, as in `cluster.explain`. */
  readonly explanation?: string;
  /** The node that the explanation is about; absent if the explanation names its nodes. */
  readonly node?: string;
  /** True if they are pending in the input too. */
  readonly wasPending?: true;
}

/** The pods that exist at the start. */
export interface Given {
  readonly running: number;
  readonly pending: number;
}

/** The wait times in seconds of the pods that were placed. */
export interface Waits {
  readonly mean: number;
  readonly median: number;
  readonly p95: number;
  readonly longest: number;
}

/**
 * The number of pods with each event. At the end, each pod of the input (`Report.given`) and each created pod is running, pending, ended,
 * deleted or evicted.
 */
export interface Totals {
  /** The number of created pods, without the pods of the input. */
  readonly created: number;
  /** The number of pods placed during the run, including pending pods of the input, even if they ended later. */
  readonly placed: number;
  readonly ended: number;
  readonly deleted: number;
  readonly evicted: number;
  /** Pods on a node at the end. */
  readonly running: number;
  readonly pending: number;
}

/** The result of a simulation. */
export interface Report {
  /** `interrupted`: a limit ended the call; the report covers the time until then. */
  readonly kind: 'complete' | 'interrupted';
  readonly by?: 'milliseconds' | 'signal';
  /** The seconds from the start to the last event, or to `until`. */
  readonly seconds: number;
  readonly totals: Totals;
  readonly given: Given;
  readonly waits?: Waits;
  /** The pod that `Sample.room` counts, and the maximum of the count. */
  readonly room?: { readonly pod: string; readonly most: number };
  readonly samples: readonly Sample[];
  readonly log: readonly LogEntry[];
  readonly moves: readonly Move[];
  /** The drained nodes. Absent if no node was drained, and if the call was interrupted. */
  readonly drains?: readonly Drain[];
  readonly stillPending: readonly StillPending[];
  /** The checks of a scheduler that apply to the pods and that this library does not do, in words. */
  readonly notLookedAt: readonly string[];
}
