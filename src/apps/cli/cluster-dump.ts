// The command of kubectl that writes all of a cluster that answers rest on, as help and README tell it.

/** The kinds to ask for, as kubectl names them. Every API server serves them. */
export const DUMPED_KINDS: readonly string[] = [
  'nodes',
  'pods',
  'resourceclaims',
  'resourceclaimtemplates',
  'deviceclasses',
  'resourceslices',
  'resourcequotas',
  'limitranges',
  'priorityclasses',
  'runtimeclasses',
  'deployments',
  'replicasets',
  'statefulsets',
  'daemonsets',
  'jobs',
  'cronjobs',
  'replicationcontrollers',
];

/** Kinds that some clusters serve. kubectl prints nothing when it is requested one that is not served. */
export const KINDS_OF_SOME_CLUSTERS: readonly string[] = ['devicetaintrules', 'podgroups.scheduling.k8s.io'];

/** The command for some of the kinds. */
export function dumpOf(kinds: readonly string[], kubectl = 'kubectl'): string {
  return `${kubectl} get ${kinds.join(',')} -A -o json`;
}
