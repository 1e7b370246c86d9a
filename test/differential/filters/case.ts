// A cluster with a pod that is to be placed, and what the scheduler's own plugins say of it.

/** A Kubernetes object as JSON; integers beyond those of JavaScript are bigint. */
export type ObjectJson = Readonly<Record<string, unknown>> & {
  readonly metadata: Readonly<Record<string, unknown>> & { readonly name: string };
};

/** A cluster with a pod. The oracle, test/oracle/filters, reads the same. */
export interface FilterCase {
  readonly id: string;
  /** The gates that differ from the defaults of Kubernetes 1.37. */
  readonly featureGates: Readonly<Record<string, boolean>>;
  readonly nodes: readonly ObjectJson[];
  readonly pods: readonly ObjectJson[];
  readonly deviceClasses: readonly ObjectJson[];
  readonly pod: ObjectJson;
}

/** A rejection in the words of the scheduler; the plugin is absent when the framework itself rejects. */
export interface OracleStatus {
  readonly plugin?: string;
  readonly code: string;
  readonly reasons: readonly string[] | null;
}

/** The score that a plugin gives a node: as it counts, and normalized and weighted. */
export interface OracleScore {
  readonly raw: number;
  readonly weighted: number;
}

/** The answer of the scheduler's plugins. */
export interface OracleAnswer {
  readonly id?: string;
  /** The reason why the pod is not considered. */
  readonly preEnqueue?: OracleStatus;
  /** A rejection for all nodes. */
  readonly preFilter?: OracleStatus;
  /** The only nodes that are considered, where PreFilter names some. */
  readonly preFilterNodes?: readonly string[];
  /** The rejection of each node, null where there is none. */
  readonly nodes?: Readonly<Record<string, OracleStatus | null>>;
  /** The message when no node takes the pod. */
  readonly message?: string;
  /** The scores of nodes that may take the pod, by plugin. */
  readonly scores?: Readonly<Record<string, Readonly<Record<string, OracleScore>>>>;
  /** The reason why there are none: the scheduler tries again later. */
  readonly scoreError?: string;
  /** The reason why there is no answer. */
  readonly error?: string;
  readonly panic?: boolean;
}
