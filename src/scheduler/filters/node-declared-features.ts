// NodeDeclaredFeatures: accepts only nodes that declare the kubelet features that a pod needs. Only features that are visible
// in a pod before it is scheduled are considered. Source: plugin nodedeclaredfeatures of Kubernetes 1.37.1 and
// nodedeclaredfeatures/features of k8s.io/component-helpers v0.37.2.

import type { Container } from '../../core/api/container.js';
import type { PodSpec } from '../../core/api/pod.js';
import { ITEMS_A_UNIT } from '../../core/base/incremental.js';
import { PASSED, type PlainFilter } from './filter.js';

/** A feature by the name that nodes declare, and the test of pods that need it. */
interface DeclaredFeature {
  readonly name: string;
  neededBy(spec: PodSpec): boolean;
}

const FEATURES: readonly DeclaredFeature[] = [
  {
    name: 'RestartAllContainersOnContainerExits',
    neededBy: (spec) =>
      someContainer(spec, ({ restartPolicyRules }) => restartPolicyRules.some(({ action }) => action === 'RestartAllContainers')),
  },
  { name: 'UserNamespacesHostNetworkSupport', neededBy: ({ hostNetwork, hostUsers }) => hostNetwork && hostUsers === false },
  {
    name: 'VolumeBindMountOptions',
    neededBy: (spec) => someContainer(spec, ({ volumeMounts }) => volumeMounts.length > 0),
  },
];

function someContainer({ containers, initContainers }: PodSpec, holds: (container: Container) => boolean): boolean {
  return containers.some(holds) || initContainers.some(holds);
}

export const nodeDeclaredFeatures: PlainFilter = {
  plugin: 'NodeDeclaredFeatures',
  changesWith: 'node',
  prepare({ spec }, { features }, checkpoint) {
    if (!features.nodeDeclaredFeatures) return undefined;
    checkpoint.step(spec.containers.length + spec.initContainers.length);
    const needed = FEATURES.filter((feature) => feature.neededBy(spec));
    if (needed.length === 0) return undefined;
    return {
      test({ node }, testCheckpoint) {
        const { declaredFeatures } = node.status;
        testCheckpoint.step(needed.length + Math.ceil(declaredFeatures.length / ITEMS_A_UNIT));
        const missing = needed.filter(({ name }) => !declaredFeatures.includes(name));
        if (missing.length === 0) return PASSED;
        const detail = `the node does not declare ${missing.map(({ name }) => name).join(', ')}`;
        return [{ code: 'undeclared-feature', message: "node(s) didn't match Pod's required features", detail }];
      },
    };
  },
};
