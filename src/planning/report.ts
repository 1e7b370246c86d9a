// The result of a simulation is plain JSON, so that it goes into files, between processes, and through a queue as it is.

/** Something that is used up, and how much of it there is. */
export interface Use {
  readonly inUse: number;
  readonly of: number;
}

/** The cluster at a time, after the scheduler considered what was pending. */
export interface Sample {
  /** Seconds from the start. */
  readonly at: number;
  /** The number of pods that have a node. */
  readonly placed: number;
  readonly pending: number;
  /** Devices in use by driver, each once however many share it. A device that is cut into others counts next to them. */
  readonly devices: Readonly<Record<string, Use>>;
  /** Devices in use by the class that they were requested with. */
  readonly classes: Readonly<Record<string, number>>;
  /** Counters of cards that are cut up and capacities of devices that are shared, in use, by driver and then by name: `counter slots`, `capacity bandwidth`. */
  readonly capacities: Readonly<Record<string, Readonly<Record<string, Use>>>>;
  /** The number of pending pods by cause. */
  readonly causes: Readonly<Record<string, number>>;
  /** Tells for how many more of the pod of `Report.room` there was room. Not at every time, since it takes as long as placing them. */
  readonly room?: number;
}

/** Something that happened to a pod. */
export interface LogEntry {
  /** Seconds from the start. */
  readonly at: number;
  /**
   * `pending`: rejected for the first time, or since it was evicted, by the scheduler or for want of quota. `ended`: its lifetime was over. `deleted`: by an event, or with its owner. `evicted`: by a
   * drain, or by a taint; what its owner makes in its place is another pod.
   */
  readonly what: 'created' | 'placed' | 'pending' | 'ended' | 'deleted' | 'evicted';
  /** The pod as `namespace/name`. */
  readonly pod: string;
  readonly node?: string;
  /** Why it is pending, or that no owner replaces an evicted pod. */
  readonly cause?: string;
  /** The evicted pod in whose place its owner creates this one, as `namespace/name`. */
  readonly replaces?: string;
}

/** A pod that is evicted, and the one that its owner creates in its place. */
export interface Move {
  /** Seconds from the start. */
  readonly at: number;
  /** The evicted pod as `namespace/name`. */
  readonly pod: string;
  /** The node that it is evicted from. */
  readonly from: string;
  /** The pod in its place; absent: no owner creates one. */
  readonly again?: string;
  /** The node of the pod in its place; absent: it had none until the end. */
  readonly to?: string;
}

/** Pods that are equal and pending finally. */
export interface StillPending {
  /** The first of them, as `namespace/name`. */
  readonly pod: string;
  readonly count: number;
  /** The scheduler's message, or why no quota has room. */
  readonly message: string;
  /** The cause at the closest node, as in `cluster.explain`. */
  readonly explanation?: string;
  /** The node that the explanation is about; absent where it names its nodes. */
  readonly node?: string;
  /** They are pending in the input, too. */
  readonly wasPending?: true;
}

/** The pods that are there in the beginning. */
export interface Given {
  readonly running: number;
  readonly pending: number;
}

/** The seconds that pods waited for their nodes, of those that got one. */
export interface Waits {
  readonly mean: number;
  readonly median: number;
  readonly p95: number;
  readonly longest: number;
}

/**
 * The number of pods to which something happened. Each pod of the input (`Report.given`) and each created pod is running or pending at the end, or has ended, or was
 * deleted or evicted.
 */
export interface Totals {
  /** Pods of the input are not among them. */
  readonly created: number;
  /** The number that were placed during the run, whatever became of them later; pods of the input that were pending are among them. */
  readonly placed: number;
  readonly ended: number;
  readonly deleted: number;
  readonly evicted: number;
  /** On a node finally. */
  readonly running: number;
  readonly pending: number;
}

/** The result of a simulation. */
export interface Report {
  /** `interrupted`: a limit of the call came first; it reports what was until then. */
  readonly kind: 'complete' | 'interrupted';
  readonly by?: 'milliseconds' | 'signal';
  /** The seconds from the start to the last thing that happened, or to `until`. */
  readonly seconds: number;
  readonly totals: Totals;
  readonly given: Given;
  readonly waits?: Waits;
  /** The pod that `Sample.room` counts, and the most that it counts to. */
  readonly room?: { readonly pod: string; readonly most: number };
  readonly samples: readonly Sample[];
  readonly log: readonly LogEntry[];
  readonly moves: readonly Move[];
  readonly stillPending: readonly StillPending[];
  /** The things about pods that a scheduler checks and this library does not, in words. */
  readonly notLookedAt: readonly string[];
}
