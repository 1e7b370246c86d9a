// A cluster with a pod to be placed, and the answer of the scheduler's plugins.

/** A Kubernetes object as JSON. Integers beyond the exact range of JavaScript are bigint. */
export type ObjectJson = Readonly<Record<string, unknown>> & {
  readonly metadata: Readonly<Record<string, unknown>> & { readonly name: string };
};

/** A cluster with a pod, which is new if it has no UID. The oracle, test/oracle/filters, reads the same format. */
export interface FilterCase {
  readonly id: string;
  /** The feature gates that differ from the defaults of Kubernetes 1.37. */
  readonly featureGates: Readonly<Record<string, boolean>>;
  /** The configuration of the scheduler; absent: the default. */
  readonly schedulerConfig?: object;
  readonly nodes: readonly ObjectJson[];
  readonly pods: readonly ObjectJson[];
  readonly deviceClasses: readonly ObjectJson[];
  readonly pod: ObjectJson;
  readonly namespaces?: readonly ObjectJson[];
  readonly services?: readonly ObjectJson[];
  readonly replicationControllers?: readonly ObjectJson[];
  readonly replicaSets?: readonly ObjectJson[];
  readonly statefulSets?: readonly ObjectJson[];
  readonly persistentVolumes?: readonly ObjectJson[];
  readonly persistentVolumeClaims?: readonly ObjectJson[];
  readonly storageClasses?: readonly ObjectJson[];
  readonly csiNodes?: readonly ObjectJson[];
  readonly csiDrivers?: readonly ObjectJson[];
  readonly csiStorageCapacities?: readonly ObjectJson[];
  readonly volumeAttachments?: readonly ObjectJson[];
}

/** A rejection with the scheduler's reasons. Without a plugin, the framework itself rejects. */
export interface OracleStatus {
  readonly plugin?: string;
  readonly code: string;
  readonly reasons: readonly string[] | null;
}

/** The score of a node by a plugin: raw, and normalized and weighted. */
export interface OracleScore {
  readonly raw: number;
  readonly weighted: number;
}

/** The answer of the scheduler's plugins. */
export interface OracleAnswer {
  readonly id?: string;
  /** The reason why the scheduler does not start with its configuration. */
  readonly configError?: string;
  /** True if the configuration has no profile for the pod. */
  readonly noProfile?: true;
  /** The plugins of a configured profile, in their order. Scores with their weights. */
  readonly plugins?: Readonly<Record<'preFilter' | 'filter' | 'score', readonly string[]>>;
  /** The reason why the pod is not considered. */
  readonly preEnqueue?: OracleStatus;
  /** A rejection for all nodes. */
  readonly preFilter?: OracleStatus;
  /** The only nodes that are considered, if PreFilter names some. */
  readonly preFilterNodes?: readonly string[];
  /** The rejection of each node. Null: the pod fits the node. */
  readonly nodes?: Readonly<Record<string, OracleStatus | null>>;
  /** The message if the pod fits no node. */
  readonly message?: string;
  /** The scores of nodes that the pod fits, by plugin. */
  readonly scores?: Readonly<Record<string, Readonly<Record<string, OracleScore>>>>;
  /** The reason for missing scores: the scheduler tries again later. */
  readonly scoreError?: string;
  /** The reason for a missing answer. */
  readonly error?: string;
  readonly panic?: boolean;
}
