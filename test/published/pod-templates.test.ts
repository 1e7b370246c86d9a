// Every file under test/manifests/pod-templates, made-up objects of further kinds, and the pods that come of them. The files are manifests of public
// projects and are never changed.

import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { allWarnings, decodeAllObjects } from '../../src/core/api/all-objects.js';
import { BUILT_IN_POD_TEMPLATES } from '../../src/core/api/pod-template-kinds.js';
import type { Workload } from '../../src/core/api/workload.js';
import { readText } from '../../src/core/read/read.js';
import { podsToMake } from '../../src/scheduler/pods/owners.js';
import { podNameOf } from '../../src/scheduler/pods/pod-names.js';
import { runProgram } from '../apps/cli/run-program.js';
import { manifest } from '../support/api.js';

/** The workloads of a text, and what they say of themselves. */
function workloadsOf(text: string): readonly Workload[] {
  const set = decodeAllObjects(readText(text, 'test.yaml').documents);
  const { workloads } = set;
  const warnings = allWarnings(set);
  expect(warnings).toEqual([]);
  return workloads;
}

/** The names of the pods that come of a text, those of one set in brackets behind the field of the template. */
function podsOf(text: string): string[] {
  const workloads = workloadsOf(text);
  const { missing } = podsToMake(workloads, [], 3);
  return workloads.flatMap(({ metadata, podSets }) =>
    podSets.map((set) => {
      const names = Array.from({ length: missing.get(set) ?? 0 }, (_, number) => podNameOf(metadata.name, set, number));
      return `${set.path.join('.')}: ${names.join(' ')}`;
    }),
  );
}

const ROWS: Readonly<Record<string, readonly string[]>> = {
  'jobset-dra': [
    `spec.replicatedJobs.0.template.spec.template: ${[0, 1, 2].map((job) => `training-job-workers-${job}-0 training-job-workers-${job}-1`).join(' ')}`,
  ],
  'jobset-paralleljobs': [
    `spec.replicatedJobs.0.template.spec.template: ${[0, 1, 2, 3].map((pod) => `paralleljobs-workers-0-${pod}`).join(' ')}`,
    'spec.replicatedJobs.1.template.spec.template: paralleljobs-driver-0-0',
  ],
  'knative-service': ['spec.template: helloworld-test-image-0'],
  'lws-sample': [
    `spec.leaderWorkerTemplate.workerTemplate: ${[0, 1, 2].map((group) => `leaderworkerset-sample-${group}`).join(' ')}`,
    `spec.leaderWorkerTemplate.workerTemplate: ${[0, 1, 2].flatMap((group) => [1, 2, 3].map((worker) => `leaderworkerset-sample-${group}-${worker}`)).join(' ')}`,
  ],
  'lws-vllm': ['spec.leaderWorkerTemplate.leaderTemplate: vllm-0 vllm-1', 'spec.leaderWorkerTemplate.workerTemplate: vllm-0-1 vllm-1-1'],
  'mpi-job': [
    'spec.mpiReplicaSpecs.Launcher.template: tensorflow-benchmarks-launcher',
    'spec.mpiReplicaSpecs.Worker.template: tensorflow-benchmarks-worker-0 tensorflow-benchmarks-worker-1',
  ],
  'kubevirt-vmi-dra': ['spec: virt-launcher-vmi-dra-pgpu'],
  notebook: ['spec.template: notebook-sample-v1-0'],
  'pytorch-job': [
    'spec.pytorchReplicaSpecs.Master.template: pytorch-simple-master-0',
    'spec.pytorchReplicaSpecs.Worker.template: pytorch-simple-worker-0',
  ],
  'ray-cluster-multihost': [
    'spec.headGroupSpec.template: raycluster-tpu-v4-multihost-head',
    'spec.workerGroupSpecs.0.template: raycluster-tpu-v4-multihost-tpu-group-worker-0 raycluster-tpu-v4-multihost-tpu-group-worker-1',
  ],
  'ray-job': [
    'spec.rayClusterSpec.headGroupSpec.template: rayjob-sample-head',
    'spec.rayClusterSpec.workerGroupSpecs.0.template: rayjob-sample-small-group-worker-0',
  ],
  'ray-service': [
    'spec.rayClusterConfig.headGroupSpec.template: rayservice-sample-head',
    'spec.rayClusterConfig.workerGroupSpecs.0.template: rayservice-sample-small-group-worker-0',
  ],
  rollout: [`spec.template: ${[0, 1, 2, 3, 4].map((pod) => `rollout-canary-${pod}`).join(' ')}`],
  'tf-job': [
    'spec.tfReplicaSpecs.Chief.template: dist-mnist-for-e2e-test-chief-0',
    'spec.tfReplicaSpecs.PS.template: dist-mnist-for-e2e-test-ps-0',
    'spec.tfReplicaSpecs.Worker.template: dist-mnist-for-e2e-test-worker-0 dist-mnist-for-e2e-test-worker-1',
  ],
  'train-job': [],
  'workflow-dag': ['spec.templates.1: dag-diamond-0-echo'],
  'workflow-sidecar': ['spec.templates.0: sidecar-0-sidecar-example'],
};

test.each(Object.entries(ROWS))('%s', (name, pods) => {
  expect(podsOf(manifest(`pod-templates/${name}.yaml`))).toEqual(pods);
});

test('every file has its row', () => {
  const files = readdirSync(new URL('../manifests/pod-templates', import.meta.url)).sort();
  expect(files).toEqual(
    Object.keys(ROWS)
      .map((name) => `${name}.yaml`)
      .sort(),
  );
});

test('a workflow has its containers and sidecars in one pod', () => {
  const [workflow] = workloadsOf(manifest('pod-templates/workflow-sidecar.yaml'));
  expect(workflow?.podSets[0]?.template.spec.containers.map(({ name }) => name)).toEqual(['', 'influxdb']);
});

test('what is unknown is said', () => {
  expect(workloadsOf(manifest('pod-templates/train-job.yaml'))[0]?.remarks).toEqual([
    'its runtime flux-distributed is not in the input, so its pods are unknown, unless the input has the JobSet of this TrainJob',
  ]);
  expect(workloadsOf(manifest('pod-templates/workflow-dag.yaml'))[0]?.remarks).toEqual([
    'each of its templates counts as one pod: the number and order of its steps are not considered',
  ]);
  expect(workloadsOf(manifest('pod-templates/lws-vllm.yaml'))[0]?.remarks).toEqual([]);
});

test.each<[string, string, readonly string[]]>([
  ['jobset.x-k8s.io/v1alpha2', 'JobSet', ['alpha.jobset.sigs.k8s.io/exclusive-topology']],
  ['leaderworkerset.x-k8s.io/v1', 'LeaderWorkerSet', ['leaderworkerset.sigs.k8s.io/exclusive-topology']],
])('%s %s: affinity that a webhook adds is reported', (apiVersion, kind, [annotation]) => {
  const [owner] = workloadsOf(
    `{apiVersion: ${apiVersion}, kind: ${kind}, metadata: {name: o, annotations: {${annotation}: rack}}, spec: {}}`,
  );
  expect(owner?.remarks).toEqual([`the affinity that its annotation ${annotation} adds to its pods is not considered`]);
});

const TEMPLATE = '{spec: {containers: [{name: m}], resourceClaims: [{name: g, resourceClaimName: c}]}}';
const MACHINE =
  '{spec: {domain: {devices: {gpus: [{name: g, claimName: g, requestName: r}]}}, resourceClaims: [{name: g, resourceClaimName: c}]}}';

test.each<[string, string, readonly string[]]>([
  [
    'a job of Volcano',
    `{apiVersion: batch.volcano.sh/v1alpha1, kind: Job, metadata: {name: j}, spec: {tasks: [{name: ps, template: ${TEMPLATE}}, {name: worker, replicas: 2, template: ${TEMPLATE}}]}}`,
    ['spec.tasks.0.template: j-ps-0', 'spec.tasks.1.template: j-worker-0 j-worker-1'],
  ],
  [
    'a finished job of Volcano',
    `{apiVersion: batch.volcano.sh/v1alpha1, kind: Job, metadata: {name: j}, spec: {tasks: [{name: ps, template: ${TEMPLATE}}]}, status: {state: {phase: Completed}}}`,
    ['spec.tasks.0.template: '],
  ],
  [
    'a VirtualMachine that runs',
    `{apiVersion: kubevirt.io/v1, kind: VirtualMachine, metadata: {name: v}, spec: {runStrategy: Always, template: ${MACHINE}}}`,
    ['spec.template.spec: virt-launcher-v'],
  ],
  [
    'a VirtualMachine that is halted',
    `{apiVersion: kubevirt.io/v1, kind: VirtualMachine, metadata: {name: v}, spec: {runStrategy: Halted, template: ${MACHINE}}}`,
    ['spec.template.spec: '],
  ],
  [
    'a VirtualMachine that does not run',
    `{apiVersion: kubevirt.io/v1, kind: VirtualMachine, metadata: {name: v}, spec: {running: false, template: ${MACHINE}}}`,
    ['spec.template.spec: '],
  ],
  [
    'a VirtualMachineInstance that ended',
    '{apiVersion: kubevirt.io/v1, kind: VirtualMachineInstance, metadata: {name: v}, spec: {domain: {}, resourceClaims: [{name: g, resourceClaimName: c}]}, status: {phase: Succeeded}}',
    ['spec: '],
  ],
  [
    'a VirtualMachineInstanceReplicaSet',
    `{apiVersion: kubevirt.io/v1, kind: VirtualMachineInstanceReplicaSet, metadata: {name: v}, spec: {replicas: 2, template: ${MACHINE}}}`,
    ['spec.template.spec: virt-launcher-v-0 virt-launcher-v-1'],
  ],
  [
    'a VirtualMachinePool',
    `{apiVersion: pool.kubevirt.io/v1beta1, kind: VirtualMachinePool, metadata: {name: v}, spec: {replicas: 2, virtualMachineTemplate: {spec: {runStrategy: Always, template: ${MACHINE}}}}}`,
    ['spec.virtualMachineTemplate.spec.template.spec: virt-launcher-v-0 virt-launcher-v-1'],
  ],
  [
    'a CloneSet',
    `{apiVersion: apps.kruise.io/v1alpha1, kind: CloneSet, metadata: {name: c}, spec: {replicas: 2, template: ${TEMPLATE}}}`,
    ['spec.template: c-0 c-1'],
  ],
  [
    'an InferenceService with containers of its own',
    '{apiVersion: serving.kserve.io/v1beta1, kind: InferenceService, metadata: {name: s}, spec: {predictor: {minReplicas: 2, containers: [{name: m}], resourceClaims: [{name: g, resourceClaimName: c}]}}}',
    ['spec.predictor: s-predictor-0 s-predictor-1'],
  ],
  [
    'an InferenceService with a model',
    '{apiVersion: serving.kserve.io/v1beta1, kind: InferenceService, metadata: {name: s}, spec: {predictor: {minReplicas: 0, model: {resources: {limits: {example.com/gpu: 1}}}}}}',
    ['spec.predictor: s-predictor-0'],
  ],
  [
    'a SparkApplication',
    `{apiVersion: sparkoperator.k8s.io/v1beta2, kind: SparkApplication, metadata: {name: s}, spec: {driver: {cores: 1}, executor: {instances: 2, template: ${TEMPLATE}}}}`,
    ['spec.executor.template: s-exec-0 s-exec-1'],
  ],
])('%s', (_, text, pods) => {
  expect(podsOf(text)).toEqual(pods);
});

test('validate has nothing to say about kinds that are not of Kubernetes', async () => {
  const kueue = '{apiVersion: kueue.x-k8s.io/v1beta2, kind: Workload, metadata: {name: w}, spec: {podSets: []}}';
  const files = Object.keys(ROWS).map((name) => manifest(`pod-templates/${name}.yaml`));
  const volcano = '{apiVersion: batch.volcano.sh/v1alpha1, kind: Job, metadata: {name: j}}';
  const { out, code } = await runProgram(['validate', '-f', '-'], [...files, kueue, volcano].join('\n---\n'));
  expect(out).toBe('');
  expect(code).toBe(0);
});

test('the page lists each kind', () => {
  const page = readFileSync('docs/reference/pod-templates.md', 'utf8');
  const kinds = BUILT_IN_POD_TEMPLATES.map(({ kind }) => String(kind));
  expect(kinds.filter((kind) => !new RegExp(`\\b${kind}\\b`).test(page))).toEqual([]);
});

test('the index lists each manifest', () => {
  const index = readFileSync('test/manifests/INDEX.md', 'utf8');
  const files = readdirSync('test/manifests', { recursive: true, encoding: 'utf8' }).filter((name) => /\.(?:yaml|json)$/.test(name));
  expect(files.filter((name) => !index.includes(name.replaceAll('\\', '/')))).toEqual([]);
});
