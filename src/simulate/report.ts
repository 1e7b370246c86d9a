// The result of a simulation is plain JSON, so that it goes into files, between processes, and through a queue as it is.

/** Something that is used up, and how much of it there is. */
export interface Use {
  readonly inUse: number;
  readonly of: number;
}

/** The cluster at a time, after the scheduler looked at what was pending. */
export interface Sample {
  /** Seconds from the start. */
  readonly at: number;
  /** The number of pods that have a node. */
  readonly placed: number;
  readonly pending: number;
  /** Devices in use by driver, each once however many share it. A device that is cut into others counts beside them. */
  readonly devices: Readonly<Record<string, Use>>;
  /** Devices in use by the class that they were asked for with. */
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
   * `pending`: refused for the first time, or since it was evicted, by the scheduler or for want of quota. `ended`: its lifetime was over. `deleted`: by an event, or with its owner. `evicted`: by a
   * drain, or by a taint; what its owner makes in its place is another pod.
   */
  readonly what: 'created' | 'placed' | 'pending' | 'ended' | 'deleted' | 'evicted';
  /** The pod as `namespace/name`. */
  readonly pod: string;
  readonly node?: string;
  /** Why it is pending, or that nothing brings an evicted pod again. */
  readonly cause?: string;
}

/** Pods that are alike and pending in the end. */
export interface StillPending {
  /** The first of them, as `namespace/name`. */
  readonly pod: string;
  readonly count: number;
  /** The scheduler's message, or why no quota has room. */
  readonly message: string;
  /** The cause of the nearest nodes, as `cluster.explain` tells it. */
  readonly explanation?: string;
}

/** The seconds that pods waited for their nodes, of those that got one. */
export interface Waits {
  readonly mean: number;
  readonly median: number;
  readonly p95: number;
  readonly longest: number;
}

/** The number of pods, each of them `created`; the others say what became of them. */
export interface Totals {
  readonly created: number;
  /** The number that got a node, whatever became of them later. */
  readonly placed: number;
  readonly ended: number;
  readonly deleted: number;
  readonly evicted: number;
  /** On a node in the end. */
  readonly running: number;
  readonly pending: number;
}

/** The result of a simulation. */
export interface Report {
  /** `interrupted`: a limit of the call came first; it tells what was until then. */
  readonly kind: 'complete' | 'interrupted';
  readonly by?: 'milliseconds' | 'signal';
  /** The seconds from the start to the last thing that happened, or to `until`. */
  readonly seconds: number;
  readonly totals: Totals;
  readonly waits?: Waits;
  /** The pod that `Sample.room` counts, and the most that it counts to. */
  readonly room?: { readonly pod: string; readonly most: number };
  readonly samples: readonly Sample[];
  readonly log: readonly LogEntry[];
  readonly stillPending: readonly StillPending[];
  /** The things about pods that a scheduler looks at and this library does not, in words. */
  readonly notLookedAt: readonly string[];
}
