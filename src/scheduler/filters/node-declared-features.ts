// NodeDeclaredFeatures: a pod that needs a feature of the kubelet goes only to nodes that declare it. Source: plugin nodedeclaredfeatures of
// Kubernetes 1.37.1 and nodedeclaredfeatures/features of k8s.io/component-helpers v0.37.2: those whose need a pod shows before it is scheduled.

import type { Container } from '../../core/api/container.js';
import type { PodSpec } from '../../core/api/pod.js';
import type { Checkpoint } from '../../core/base/checkpoint.js';
import { type NodeFilter, PASSED } from './filter.js';

/** A feature by the name that nodes declare, and how a pod shows that it needs it. */
interface DeclaredFeature {
  readonly name: string;
  neededBy(spec: PodSpec, checkpoint: Checkpoint): boolean;
}

const FEATURES: readonly DeclaredFeature[] = [
  {
    name: 'RestartAllContainersOnContainerExits',
    neededBy: (spec, checkpoint) =>
      someContainer(spec, checkpoint, ({ restartPolicyRules }) =>
        checkpoint.some(restartPolicyRules, ({ action }) => action === 'RestartAllContainers'),
      ),
  },
  { name: 'UserNamespacesHostNetworkSupport', neededBy: ({ hostNetwork, hostUsers }) => hostNetwork && hostUsers === false },
  {
    name: 'VolumeBindMountOptions',
    neededBy: (spec, checkpoint) => someContainer(spec, checkpoint, ({ volumeMounts }) => volumeMounts.length > 0),
  },
];

function someContainer({ containers, initContainers }: PodSpec, checkpoint: Checkpoint, holds: (container: Container) => boolean): boolean {
  return checkpoint.some(containers, holds) || checkpoint.some(initContainers, holds);
}

/** The features that the node declares. */
export const nodeDeclaredFeatures: NodeFilter = {
  plugin: 'NodeDeclaredFeatures',
  changesWith: 'node',
  prepare({ spec }, { features }, checkpoint) {
    if (!features.nodeDeclaredFeatures) return undefined;
    const needed = checkpoint.filter(FEATURES, (feature) => feature.neededBy(spec, checkpoint));
    if (needed.length === 0) return undefined;
    return {
      test({ node }, own) {
        const { declaredFeatures } = node.status;
        const missing = needed.filter(({ name }) => !own.some(declaredFeatures, (declared) => declared === name));
        if (missing.length === 0) return PASSED;
        const detail = `the node does not declare ${missing.map(({ name }) => name).join(', ')}`;
        return [{ code: 'undeclared-feature', message: "node(s) didn't match Pod's required features", detail }];
      },
    };
  },
};
