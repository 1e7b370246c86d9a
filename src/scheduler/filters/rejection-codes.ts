// The table of codes for rejections of nodes. docs/reference/explanation-codes.md is generated from it.

/** The codes in the order of the scheduler's plugins, each with its meaning and remedy. */
export const REJECTION_CODES = {
  'other-scheduler': {
    plugin: 'none',
    meaning: 'No profile of the scheduler configuration has the name in `spec.schedulerName`, so the scheduler ignores the pod.',
    remedy: 'correct `spec.schedulerName`, or add a profile',
  },
  'scheduling-gated': {
    plugin: 'SchedulingGates',
    meaning: 'The pod has scheduling gates.',
    remedy: 'the controller that set the gate must remove it',
  },
  'other-node': {
    plugin: 'NodeName',
    meaning: 'The pod names another node, or can only run on other nodes.',
    remedy: 'remove `spec.nodeName` or the affinity',
  },
  'node-unschedulable': {
    plugin: 'NodeUnschedulable',
    meaning: 'The node is cordoned.',
    remedy: 'run `kubectl uncordon`, or add a toleration for `node.kubernetes.io/unschedulable`',
  },
  'untolerated-taint': {
    plugin: 'TaintToleration',
    meaning: 'The node has a taint that the pod does not tolerate.',
    remedy: 'add a toleration, or use another node',
  },
  'node-affinity': {
    plugin: 'NodeAffinity',
    meaning: 'The labels of the node do not match the node selector or affinity of the pod.',
    remedy: 'correct the node selector or affinity, or label the node',
  },
  'added-affinity': {
    plugin: 'NodeAffinity',
    meaning: 'The node does not match the node affinity that the scheduler configuration adds to each pod.',
    remedy: 'label the node, or change `addedAffinity` of the profile',
  },
  'host-port': {
    plugin: 'NodePorts',
    meaning: 'A host port that the pod needs is in use.',
    remedy: 'use another host port or another node',
  },
  'too-many-pods': {
    plugin: 'NodeResourcesFit',
    meaning: 'The node already runs its maximum number of pods.',
    remedy: 'use another node, or remove pods from this node',
  },
  'insufficient-resource': {
    plugin: 'NodeResourcesFit',
    meaning: 'The node has too little of a resource left.',
    remedy: 'request less, or remove pods from the node',
  },
  'volume-claim-missing': {
    plugin: 'VolumeRestrictions',
    meaning: 'A persistent volume claim that the pod names does not exist.',
    remedy: 'create the claim',
  },
  'volume-in-use': {
    plugin: 'VolumeRestrictions',
    meaning: 'A disk of the pod is in use on the node, or a claim that allows only one pod is in use.',
    remedy: 'wait for the other pod, or remove it',
  },
  'volume-limit': {
    plugin: 'NodeVolumeLimits',
    meaning: 'No more volumes of a CSI driver can be attached to the node, or the node lacks the driver.',
    remedy: 'use another node, or remove pods with volumes from this node',
  },
  'volume-claim': {
    plugin: 'VolumeBinding',
    meaning: 'A persistent volume claim of the pod is not bound, is lost, is being deleted, or belongs to another pod.',
    remedy: 'run `kubectl describe pvc` for the reason',
  },
  'volume-binding': {
    plugin: 'VolumeBinding',
    meaning: 'The node cannot access the volume of a claim, or no volume can be found or provisioned there.',
    remedy: 'use a node that can access the volume, or create a volume for the node',
  },
  'volume-missing': {
    plugin: 'VolumeZone',
    meaning: 'The persistent volume of a claim does not exist.',
    remedy: 'restore the volume, or delete and recreate the claim',
  },
  'volume-zone': {
    plugin: 'VolumeZone',
    meaning: 'The volume of a claim is in another zone or region than the node.',
    remedy: 'use a node in the zone of the volume',
  },
  'topology-spread': {
    plugin: 'PodTopologySpread',
    meaning: 'The domain of the node would have too many pods for a topology spread constraint, or the node lacks the topology label.',
    remedy: 'use another node, raise maxSkew, or label the node',
  },
  'pod-affinity': {
    plugin: 'InterPodAffinity',
    meaning: 'The domain of the node has no pod that the affinity of the pod requires.',
    remedy: 'use another node, or change the affinity',
  },
  'pod-anti-affinity': {
    plugin: 'InterPodAffinity',
    meaning: 'The domain of the node has a pod that the anti-affinity of this pod excludes.',
    remedy: 'use another node, or change the anti-affinity',
  },
  'existing-anti-affinity': {
    plugin: 'InterPodAffinity',
    meaning: 'The domain of the node has a pod whose anti-affinity excludes this pod.',
    remedy: 'use another node, or change the anti-affinity of the other pod',
  },
  'undeclared-feature': {
    plugin: 'NodeDeclaredFeatures',
    meaning: 'The node does not declare a feature that the pod needs.',
    remedy: 'use a node with a newer kubelet',
  },
  'devices-off': {
    plugin: 'DynamicResources',
    meaning: 'The profile of the scheduler does not run DynamicResources, so the claims of the pod are not allocated.',
    remedy: 'enable DynamicResources, or use another profile',
  },
  claims: {
    plugin: 'DynamicResources',
    meaning: 'A claim of the pod is missing, is being deleted, or belongs to another pod.',
    remedy: 'create or correct the claim',
  },
  'claim-elsewhere': {
    plugin: 'DynamicResources',
    meaning: 'The devices of an allocated claim are not available on the node.',
    remedy: 'use a node that can access them, or deallocate the claim',
  },
  devices: {
    plugin: 'DynamicResources',
    meaning: 'The devices of the claims cannot be allocated on the node.',
    remedy: 'run `explain` for the reason',
  },
  binding: {
    plugin: 'DynamicResources',
    meaning: 'The node passes all filters, but the scheduler cannot bind the pod to it.',
    remedy: 'see the message for the cause',
  },
  'not-scored': {
    plugin: 'DynamicResources',
    meaning:
      'Several nodes are suitable, but the scheduler of this release fails to score them, because only some claims of the pod are allocated.',
    remedy: 'upgrade to 1.35.6, 1.36.2 or later, or let only one node be suitable',
  },
} as const satisfies Readonly<Record<string, { readonly plugin: string; readonly meaning: string; readonly remedy: string }>>;

/** A code for the rejection of a node. Stable: programs may depend on it. docs/reference/explanation-codes.md has the meaning of each. */
export type RejectionCode = keyof typeof REJECTION_CODES;
