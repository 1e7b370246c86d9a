// The built-in table of kinds that make pods: kinds of Kubernetes and custom resources for device workloads. Each row names the source of its fields.

import type { JsonObject } from '../base/json.js';
import { KUBEVIRT } from './kubevirt-kinds.js';
import { RAY } from './ray-kinds.js';

const TEMPLATE = 'spec.template';
const SELECTING_REPLICA_SETS: JsonObject = { madeBy: 'apps/v1 ReplicaSet', selector: 'spec.selector' };
const SUSPENDED = { path: 'spec.suspend', is: true };

/** Returns the paths of the claims that a StatefulSet makes for its pods. Kinds that make StatefulSets have its fields. */
const claimsAt = (spec: string): JsonObject => ({
  volumeClaims: `${spec}.volumeClaimTemplates`,
  volumeClaimRetention: `${spec}.persistentVolumeClaimRetentionPolicy`,
});

/** Returns the row of a kind like Deployment: one pod per replica, 1 by default. Extra pods during an update (maxSurge) are not counted. */
const replicated = (group: string, kind: string, more: JsonObject = {}): JsonObject => ({
  group,
  kind,
  pods: [{ template: TEMPLATE, count: { path: 'spec.replicas', default: 1 } }],
  ...more,
});

/** Returns the remark on an annotation for which a webhook adds affinity to pods. */
const exclusive = (annotation: string): JsonObject => ({
  when: `metadata.annotations["${annotation}"]`,
  text: `the affinity that its annotation ${annotation} adds to its pods is not considered`,
});

/** Returns the row of a StatefulSet. */
const numbered = (group: string): JsonObject =>
  replicated(group, 'StatefulSet', {
    pods: [{ template: TEMPLATE, count: { path: 'spec.replicas', default: 1, start: 'spec.ordinals.start' }, ...claimsAt('spec') }],
  });

/** Returns the pods of a Job: at most `parallelism` in parallel, and no more than the remaining completions. Source: batch/v1 JobSpec. */
const jobPods = (job: string, before: readonly JsonObject[] = []): JsonObject => ({
  template: `${job}.template`,
  count: [...before, { path: `${job}.parallelism`, default: 1, atMost: `${job}.completions` }],
  completions: [...before, { path: `${job}.completions` }],
});

/**
 * Returns the row of a kind with a map of replica specs: `spec.tfReplicaSpecs.Worker`. Source: kubeflow.org/v1 of
 * kubeflow/training-operator v1.9, types ReplicaSpec and RunPolicy.
 */
const kubeflow = (kind: string, field: string): JsonObject => ({
  group: 'kubeflow.org',
  kind,
  label: 'training.kubeflow.org/job-name',
  done: ['Succeeded', 'Failed'],
  stopped: [{ path: 'spec.runPolicy.suspend', is: true }],
  pods: [
    {
      template: `spec.${field}.*.template`,
      count: { path: `spec.${field}.*.replicas`, default: 1 },
      names: '{name}-{set}-{0}',
      labels: { 'training.kubeflow.org/replica-type': '{set}' },
    },
  ],
});

/** Returns the templates with containers of a workflow. Source: argoproj.io/v1alpha1 WorkflowSpec and Template of argoproj/argo-workflows. */
const workflow = (kind: string, spec: string, more: JsonObject): JsonObject => ({
  group: 'argoproj.io',
  kind,
  label: 'workflows.argoproj.io/workflow',
  remarks: [
    { text: 'each of its templates counts as one pod: the number and order of its steps are not considered' },
    { when: `${spec}.workflowTemplateRef`, text: 'the templates that it uses from a WorkflowTemplate are not considered' },
    { when: `${spec}.podSpecPatch`, text: 'its podSpecPatch, which changes its pods, is not considered' },
  ],
  pods: [
    {
      template: `${spec}.templates[*]`,
      containers: ['container', 'script', 'containerSet.containers', 'sidecars'],
      inherits: {
        nodeSelector: `${spec}.nodeSelector`,
        affinity: `${spec}.affinity`,
        tolerations: `${spec}.tolerations`,
        schedulerName: `${spec}.schedulerName`,
        hostNetwork: `${spec}.hostNetwork`,
        priorityClassName: `${spec}.podPriorityClassName`,
      },
      names: '{name}-{set}',
    },
  ],
  ...more,
});

const ARGO: readonly JsonObject[] = [
  workflow('Workflow', 'spec', { stopped: [SUSPENDED, { path: 'status.phase', is: ['Succeeded', 'Failed', 'Error'] }] }),
  workflow('CronWorkflow', 'spec.workflowSpec', { label: '', stopped: [SUSPENDED] }),
  { group: 'argoproj.io', kind: 'WorkflowTemplate' },
  { group: 'argoproj.io', kind: 'ClusterWorkflowTemplate' },
  // Source: argoproj.io/v1alpha1 RolloutSpec and ExperimentSpec of argoproj/argo-rollouts.
  replicated('argoproj.io', 'Rollout', {
    ...SELECTING_REPLICA_SETS,
    remarks: [
      {
        when: 'spec.workloadRef',
        text: 'uses the pod template of {spec.workloadRef.kind} {spec.workloadRef.name}, whose pods are counted separately',
      },
    ],
  }),
  {
    group: 'argoproj.io',
    kind: 'Experiment',
    stopped: [{ path: 'status.phase', is: ['Successful', 'Failed', 'Error'] }],
    pods: [{ template: 'spec.templates[*].template', count: { path: 'spec.templates[*].replicas', default: 1 } }],
  },
];

/**
 * Returns the row of a kind with one pod, or with more pods if its annotations request them. Source: serving.knative.dev/v1
 * RevisionTemplateSpec of knative/serving.
 */
const knative = (kind: string, label: string): JsonObject => ({
  group: 'serving.knative.dev',
  kind,
  label,
  remarks: [{ text: 'counts as its min-scale number of pods, at least one: autoscaling is not considered' }],
  pods: [
    {
      template: TEMPLATE,
      count: { path: `${TEMPLATE}.metadata.annotations["autoscaling.knative.dev/min-scale"]`, default: 1, atLeast: 1 },
    },
  ],
});

/** The jobs of a JobSet. Source: jobset.x-k8s.io/v1alpha2 JobSetSpec and GenPodName of kubernetes-sigs/jobset. */
const replicatedJobs: JsonObject = {
  ...jobPods('spec.replicatedJobs[*].template.spec', [{ path: 'spec.replicatedJobs[*].replicas', default: 1 }]),
  names: '{name}-{set}-{0}-{1}',
  labels: { 'jobset.sigs.k8s.io/replicatedjob-name': '{set}' },
};

const TRAINING: readonly JsonObject[] = [
  kubeflow('PyTorchJob', 'pytorchReplicaSpecs'),
  kubeflow('TFJob', 'tfReplicaSpecs'),
  kubeflow('XGBoostJob', 'xgbReplicaSpecs'),
  kubeflow('PaddleJob', 'paddleReplicaSpecs'),
  kubeflow('JAXJob', 'jaxReplicaSpecs'),
  {
    // Source: kubeflow.org/v2beta1 MPIJobSpec and its defaults of kubeflow/mpi-operator.
    ...kubeflow('MPIJob', 'mpiReplicaSpecs'),
    pods: [
      {
        template: 'spec.mpiReplicaSpecs.Launcher.template',
        set: 'launcher',
        count: { path: 'spec.mpiReplicaSpecs.Launcher.replicas', default: 1 },
        names: '{name}-launcher',
        labels: { 'training.kubeflow.org/job-role': 'launcher' },
      },
      {
        template: 'spec.mpiReplicaSpecs.Worker.template',
        set: 'worker',
        count: { path: 'spec.mpiReplicaSpecs.Worker.replicas', default: 0 },
        names: '{name}-worker-{0}',
        labels: { 'training.kubeflow.org/job-role': 'worker' },
      },
    ],
  },
  {
    // Source: trainer.kubeflow.org/v1alpha1 TrainJobSpec of kubeflow/trainer. `train-job.ts` adds the jobs of its runtime.
    group: 'trainer.kubeflow.org',
    kind: 'TrainJob',
    label: 'jobset.sigs.k8s.io/jobset-name',
    done: ['Complete', 'Failed'],
    stopped: [SUSPENDED],
    remarks: [
      {
        unless: 'spec.replicatedJobs',
        text: 'its runtime {spec.runtimeRef.name} is not in the input, so its pods are unknown, unless the input has the JobSet of this TrainJob',
      },
    ],
    pods: [replicatedJobs],
  },
  { group: 'trainer.kubeflow.org', kind: 'TrainingRuntime' },
  { group: 'trainer.kubeflow.org', kind: 'ClusterTrainingRuntime' },
];

/** The rows of the table, in the format of user-defined rows. */
export const BUILT_IN_POD_TEMPLATES: readonly JsonObject[] = [
  replicated('apps', 'Deployment', SELECTING_REPLICA_SETS),
  replicated('apps', 'ReplicaSet', { selector: 'spec.selector' }),
  replicated('', 'ReplicationController'),
  { ...numbered('apps'), selector: 'spec.selector' },
  { group: 'apps', kind: 'DaemonSet', perNode: true, pods: [{ template: TEMPLATE }] },
  {
    group: 'batch',
    kind: 'Job',
    label: 'batch.kubernetes.io/job-name',
    done: ['Complete', 'Failed'],
    stopped: [SUSPENDED],
    pods: [
      {
        ...jobPods('spec'),
        labels: { 'job-name': '{name}' },
        succeeded: 'status.succeeded',
        settled: ['status.completedIndexes', 'status.failedIndexes'],
      },
    ],
  },
  {
    group: 'batch',
    kind: 'CronJob',
    done: ['Complete', 'Failed'],
    stopped: [SUSPENDED, { path: 'spec.jobTemplate.spec.suspend', is: true }],
    made: 'spec.jobTemplate.metadata',
    pods: [jobPods('spec.jobTemplate.spec')],
  },
  { group: '', kind: 'PodTemplate', pods: [{ template: 'template' }] },
  {
    group: 'jobset.x-k8s.io',
    kind: 'JobSet',
    label: 'jobset.sigs.k8s.io/jobset-name',
    done: ['Completed', 'Failed'],
    stopped: [SUSPENDED],
    remarks: [
      exclusive('alpha.jobset.sigs.k8s.io/exclusive-topology'),
      { when: 'spec.volumeClaimPolicies', text: 'its volumeClaimPolicies are not considered' },
    ],
    pods: [replicatedJobs],
  },
  {
    // Source: leaderworkerset.x-k8s.io/v1 LeaderWorkerSetSpec of kubernetes-sigs/lws, which also documents the names of pods.
    group: 'leaderworkerset.x-k8s.io',
    kind: 'LeaderWorkerSet',
    label: 'leaderworkerset.sigs.k8s.io/name',
    madeBy: 'apps/v1 StatefulSet',
    remarks: [
      exclusive('leaderworkerset.sigs.k8s.io/exclusive-topology'),
      exclusive('leaderworkerset.sigs.k8s.io/subgroup-exclusive-topology'),
    ],
    pods: [
      {
        template: ['spec.leaderWorkerTemplate.leaderTemplate', 'spec.leaderWorkerTemplate.workerTemplate'],
        set: 'leader',
        count: { path: 'spec.replicas', default: 1 },
        names: '{name}-{0}',
        labels: { 'leaderworkerset.sigs.k8s.io/worker-index': '0' },
        ...claimsAt('spec.leaderWorkerTemplate'),
      },
      {
        template: 'spec.leaderWorkerTemplate.workerTemplate',
        set: 'worker',
        count: [
          { path: 'spec.replicas', default: 1 },
          { path: 'spec.leaderWorkerTemplate.size', default: 1, from: 1 },
        ],
        names: '{name}-{0}-{1}',
        ...claimsAt('spec.leaderWorkerTemplate'),
      },
    ],
  },
  ...TRAINING,
  ...RAY,
  {
    // Source: kubeflow.org/v1 NotebookSpec of kubeflow/kubeflow v1.9, whose controller makes a StatefulSet of one replica.
    group: 'kubeflow.org',
    kind: 'Notebook',
    label: 'notebook-name',
    madeBy: 'apps/v1 StatefulSet',
    stopped: [{ path: 'metadata.annotations["kubeflow-resource-stopped"]' }],
    pods: [{ template: TEMPLATE }],
  },
  ...ARGO,
  ...KUBEVIRT,
  {
    // Source: kueue.x-k8s.io/v1beta2 WorkloadSpec of kubernetes-sigs/kueue.
    group: 'kueue.x-k8s.io',
    kind: 'Workload',
    describesOwner: true,
    done: ['Finished'],
    stopped: [{ path: 'spec.active', is: false }],
    pods: [
      {
        template: 'spec.podSets[*].template',
        count: { path: 'spec.podSets[*].count', default: 1 },
        labels: { 'kueue.x-k8s.io/podset': '{set}' },
      },
    ],
  },
  {
    // Source: batch.volcano.sh/v1alpha1 JobSpec and MakePodName of volcano-sh/volcano.
    group: 'batch.volcano.sh',
    kind: 'Job',
    label: 'volcano.sh/job-name',
    stopped: [
      { path: 'status.state.phase', is: ['Completed', 'Failed', 'Terminated', 'Aborted', 'Completing', 'Terminating', 'Aborting'] },
    ],
    remarks: [{ text: 'its pods are placed one by one: Volcano gangs and queues are not considered' }],
    pods: [
      {
        template: 'spec.tasks[*].template',
        count: { path: 'spec.tasks[*].replicas', default: 1 },
        names: '{name}-{set}-{0}',
        labels: { 'volcano.sh/task-spec': '{set}' },
      },
    ],
  },
  // Source: apps.kruise.io/v1alpha1 and v1beta1 of openkruise/kruise.
  replicated('apps.kruise.io', 'CloneSet', {
    pods: [{ template: TEMPLATE, count: { path: 'spec.replicas', default: 1 }, volumeClaims: 'spec.volumeClaimTemplates' }],
  }),
  numbered('apps.kruise.io'),
  { group: 'apps.kruise.io', kind: 'DaemonSet', perNode: true, pods: [{ template: TEMPLATE }] },
  {
    // Source: serving.kserve.io/v1beta1 InferenceServiceSpec of kserve/kserve. Components are pod specs. A ServingRuntime
    // supplies the rest for their model.
    group: 'serving.kserve.io',
    kind: 'InferenceService',
    label: 'serving.kserve.io/inferenceservice',
    remarks: [
      { text: 'counts as minReplicas pods for each component, at least one: autoscaling is not considered' },
      {
        when: 'spec.predictor.model',
        text: 'only the resources of its model are considered, not the containers of the ServingRuntime that runs the model',
      },
    ],
    pods: ['predictor', 'transformer', 'explainer'].map((component) => ({
      template: `spec.${component}`,
      set: component,
      containers: ['containers', 'model'],
      count: { path: `spec.${component}.minReplicas`, default: 1, atLeast: 1 },
      names: '{name}-{set}-{0}',
      labels: { component },
    })),
  },
  {
    // Source: sparkoperator.k8s.io/v1beta2 SparkApplicationSpec of kubeflow/spark-operator. Spark makes the pods from separate fields.
    group: 'sparkoperator.k8s.io',
    kind: 'SparkApplication',
    label: 'sparkoperator.k8s.io/app-name',
    stopped: [SUSPENDED, { path: 'status.applicationState.state', is: ['COMPLETED', 'FAILED'] }],
    remarks: [
      {
        text: 'only the pod templates of its driver and executors are considered, not the Spark fields for cores and memory',
      },
    ],
    pods: [
      { template: 'spec.driver.template', set: 'driver', names: '{name}-{set}', labels: { 'spark-role': 'driver' } },
      {
        template: 'spec.executor.template',
        set: 'executor',
        count: { path: 'spec.executor.instances', default: 1 },
        names: '{name}-exec-{0}',
        labels: { 'spark-role': 'executor' },
      },
    ],
  },
  knative('Service', 'serving.knative.dev/service'),
  knative('Configuration', 'serving.knative.dev/configuration'),
];
