// Adds the fields that the DaemonSet controller adds to its pod template for each node. Source: pkg/controller/daemon/util of Kubernetes
// 1.37.1, AddOrUpdateDaemonPodTolerations and ReplaceDaemonSetPodNodeNameNodeAffinity.

import type { PodSpec } from '../../core/api/pod.js';
import type { Toleration } from '../../core/api/toleration.js';

const exists = (key: string, effect: string): Toleration => ({ key, operator: 'Exists', value: '', effect });

const TOLERATIONS: readonly Toleration[] = [
  exists('node.kubernetes.io/not-ready', 'NoExecute'),
  exists('node.kubernetes.io/unreachable', 'NoExecute'),
  exists('node.kubernetes.io/disk-pressure', 'NoSchedule'),
  exists('node.kubernetes.io/memory-pressure', 'NoSchedule'),
  exists('node.kubernetes.io/pid-pressure', 'NoSchedule'),
  exists('node.kubernetes.io/unschedulable', 'NoSchedule'),
];

const HOST_NETWORK: readonly Toleration[] = [exists('node.kubernetes.io/network-unavailable', 'NoSchedule')];

/**
 * Returns the spec of the template with the tolerations of every DaemonSet pod. These follow the tolerations of the template,
 * which keep their effect.
 */
export function daemonSpec(spec: PodSpec): PodSpec {
  return { ...spec, tolerations: [...spec.tolerations, ...TOLERATIONS, ...(spec.hostNetwork ? HOST_NETWORK : [])] };
}

/** Returns the spec of the pod for one node: required node affinity for that node replaces the affinity of the template. */
export function daemonSpecFor(spec: PodSpec, node: string): PodSpec {
  const required = {
    nodeSelectorTerms: [{ matchExpressions: [], matchFields: [{ key: 'metadata.name', operator: 'In', values: [node] }] }],
  };
  const nodeAffinity = { preferred: [], ...spec.affinity?.nodeAffinity, required };
  return { ...spec, affinity: { ...spec.affinity, nodeAffinity } };
}

/** Returns the node that a pending DaemonSet pod is for. */
export function nodeOfDaemon({ affinity }: PodSpec): string | undefined {
  const [term] = affinity?.nodeAffinity?.required?.nodeSelectorTerms ?? [];
  const [field] = term?.matchFields ?? [];
  return field?.key === 'metadata.name' && field.operator === 'In' ? field.values[0] : undefined;
}
