// The kubectl command that dumps every object that affects answers, for help and README.

/** The kinds to dump, by their kubectl names. Every API server serves them. */
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
  'namespaces',
  'persistentvolumeclaims',
  'persistentvolumes',
  'storageclasses',
  'csinodes',
  'csidrivers',
  'csistoragecapacities',
  'volumeattachments',
  'deployments',
  'replicasets',
  'statefulsets',
  'daemonsets',
  'jobs',
  'cronjobs',
  'replicationcontrollers',
  'services',
  'poddisruptionbudgets',
];

/** Kinds that some clusters serve. kubectl prints no objects at all if one of the requested kinds is not served. */
export const KINDS_OF_SOME_CLUSTERS: readonly string[] = ['devicetaintrules', 'podgroups.scheduling.k8s.io'];

/** Returns the command for some of the kinds. */
export function dumpOf(kinds: readonly string[], kubectl = 'kubectl'): string {
  return `${kubectl} get ${kinds.join(',')} -A -o json`;
}
