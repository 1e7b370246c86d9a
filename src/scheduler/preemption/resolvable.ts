// Says which rejections of a node may end when pods of the node are removed. The scheduler has the status Unschedulable for them, and
// UnschedulableAndUnresolvable for all others. Source: Filter of the plugins of Kubernetes 1.37.1.

import type { Rejection, RejectionCode } from '../filters/filter.js';

/** True for codes whose rejections may end when pods are removed. A function decides for a single rejection. */
const RESOLVABLE: Readonly<Record<RejectionCode, boolean | ((rejection: Rejection) => boolean)>> = {
  'other-scheduler': false,
  'scheduling-gated': false,
  'other-node': false,
  'node-unschedulable': false,
  'untolerated-taint': false,
  'node-affinity': false,
  'added-affinity': false,
  'host-port': true,
  'too-many-pods': true,
  // Requests of the pod that do not cover its claims have the code too.
  'insufficient-resource': ({ message, exceedsNode }) => exceedsNode !== true && message.startsWith('Insufficient '),
  'volume-claim-missing': false,
  'volume-in-use': true,
  'volume-limit': true,
  'volume-claim': false,
  'volume-binding': false,
  'volume-missing': false,
  'volume-zone': false,
  // A node without the label of a constraint has no domain.
  'topology-spread': ({ excess }) => excess !== undefined,
  'pod-affinity': false,
  'pod-anti-affinity': true,
  'existing-anti-affinity': true,
  'undeclared-feature': false,
  'devices-off': false,
  claims: false,
  'claim-elsewhere': false,
  devices: false,
  binding: false,
  'not-scored': false,
};

/** Returns whether the removal of pods may end these rejections of a node. */
export function areResolvable(rejections: readonly Rejection[]): boolean {
  return rejections.every((rejection) => {
    const isResolvable = RESOLVABLE[rejection.code];
    return typeof isResolvable === 'boolean' ? isResolvable : isResolvable(rejection);
  });
}
