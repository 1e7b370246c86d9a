// The rows of the kinds of Ray in the built-in table of kinds that make pods.

import type { JsonObject } from '../base/json.js';

const SUSPENDED = { path: 'spec.suspend', is: true };

/** Returns the head and the worker groups of a cluster. Source: ray.io/v1 RayClusterSpec, and GetWorkerGroupDesiredReplicas of ray-project/kuberay. */
const rayPods = (cluster: string): readonly JsonObject[] => [
  {
    template: `${cluster}.headGroupSpec.template`,
    set: 'head',
    names: '{name}-head',
    labels: { 'ray.io/node-type': 'head' },
    stopped: [{ path: `${cluster}.suspend`, is: true }],
  },
  {
    template: `${cluster}.workerGroupSpecs[*].template`,
    setField: 'groupName',
    count: [
      {
        path: `${cluster}.workerGroupSpecs[*].replicas`,
        default: 0,
        atLeast: `${cluster}.workerGroupSpecs[*].minReplicas`,
        atMost: `${cluster}.workerGroupSpecs[*].maxReplicas`,
      },
      { path: `${cluster}.workerGroupSpecs[*].numOfHosts`, default: 1 },
    ],
    names: '{name}-{set}-worker-{index}',
    labels: { 'ray.io/group': '{set}', 'ray.io/node-type': 'worker' },
    stopped: [
      { path: `${cluster}.suspend`, is: true },
      { path: `${cluster}.workerGroupSpecs[*].suspend`, is: true },
    ],
  },
];

/** Returns the cluster of a RayJob and the pod that submits the job. Source: ray.io/v1 RayJobSpec of ray-project/kuberay. */
const rayJobPods = (job: string): readonly JsonObject[] => [
  ...rayPods(`${job}.rayClusterSpec`),
  {
    template: `${job}.submitterPodTemplate`,
    set: 'submitter',
    names: '{name}',
    stopped: [{ path: `${job}.submissionMode`, is: ['HTTPMode', 'InteractiveMode', 'SidecarMode'] }],
  },
];

/** The kinds of Ray. */
export const RAY: readonly JsonObject[] = [
  { group: 'ray.io', kind: 'RayCluster', label: 'ray.io/cluster', pods: rayPods('spec') },
  {
    group: 'ray.io',
    kind: 'RayJob',
    stopped: [SUSPENDED, { path: 'status.jobDeploymentStatus', is: ['Complete', 'Failed', 'Suspended'] }],
    remarks: [{ when: 'spec.clusterSelector', text: 'runs on an existing RayCluster' }],
    pods: rayJobPods('spec'),
  },
  { group: 'ray.io', kind: 'RayCronJob', stopped: [SUSPENDED], pods: rayJobPods('spec.jobTemplate') },
  { group: 'ray.io', kind: 'RayService', stopped: [SUSPENDED], pods: rayPods('spec.rayClusterConfig') },
];
