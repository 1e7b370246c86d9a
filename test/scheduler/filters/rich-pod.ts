// A pod with a value in every field that is decoded.

import { DecodeContext } from '../../../src/core/api/context.js';
import { decodePod } from '../../../src/core/api/pod.js';
import type { Json } from '../../../src/core/base/json.js';

const requirement = { key: 'k', operator: 'In', values: ['a', 'b'] };
const container = {
  name: 'c',
  image: 'i',
  restartPolicy: 'Never',
  restartPolicyRules: [{ action: 'Restart' }],
  ports: [{ containerPort: 1, hostPort: 2, protocol: 'TCP', hostIP: '1.1.1.1' }],
  volumeMounts: [{ bindMountOptions: ['a'] }],
  resources: { requests: { cpu: 1 }, limits: { cpu: 2 }, claims: [{ name: 'a', request: 'r' }] },
};
const statuses = [{ name: 'c', allocatedResources: { cpu: 1 }, resources: { requests: { cpu: 1 }, limits: { cpu: 1 } } }];
export const RICH_MANIFEST = {
  metadata: { name: 'p', namespace: 'ns', uid: 'u', labels: { a: 'b' } },
  spec: {
    nodeName: 'n',
    nodeSelector: { a: 'b' },
    affinity: {
      nodeAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: {
          nodeSelectorTerms: [{ matchExpressions: [requirement], matchFields: [requirement] }],
        },
        preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1, preference: { matchExpressions: [requirement] } }],
      },
      podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{}] },
      podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{}] },
    },
    tolerations: [{ key: 'k', operator: 'Equal', value: 'v', effect: 'NoSchedule' }],
    topologySpreadConstraints: [{ whenUnsatisfiable: 'DoNotSchedule' }],
    schedulingGates: [{ name: 'g' }],
    schedulerName: 's',
    priorityClassName: 'c',
    priority: 1,
    preemptionPolicy: 'Never',
    runtimeClassName: 'r',
    hostNetwork: true,
    hostUsers: true,
    overhead: { cpu: 1 },
    resources: { requests: { cpu: 1 }, limits: { cpu: 1 } },
    volumes: [{ name: 'v', image: { reference: 'i' } }],
    resourceClaims: [{ name: 'c', resourceClaimName: 'd' }],
    schedulingGroup: { podGroupName: 'g' },
    initContainers: [container],
    containers: [container],
  },
  status: {
    phase: 'Pending',
    conditions: [{ type: 'PodResizePending', reason: 'Infeasible' }],
    containerStatuses: statuses,
    initContainerStatuses: statuses,
    allocatedResources: { cpu: 1 },
    resources: { requests: { cpu: 1 }, limits: { cpu: 1 } },
    resourceClaimStatuses: [{ name: 'c', resourceClaimName: 'd' }],
    extendedResourceClaimStatus: { resourceClaimName: 'e' },
    nominatedNodeName: 'n',
    nodeAllocatableResourceClaimStatuses: [
      {
        resourceClaimName: 'c',
        containers: ['c'],
        mapping: [{ name: 'cpu', quantity: 1 }],
        overhead: [{ name: 'cpu', perPod: 1, perContainer: 1 }],
      },
    ],
  },
};

/** That pod, decoded. */
export const RICH_POD = decodePod(RICH_MANIFEST as Json, new DecodeContext());
