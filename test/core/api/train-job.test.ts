import { describe, expect, test } from 'vitest';
import { decodeAllObjects } from '../../../src/core/api/all-objects.js';
import { objectName } from '../../../src/core/api/meta.js';
import type { ObjectSet } from '../../../src/core/api/objects.js';
import { builtInPodTemplates } from '../../../src/core/api/pod-template-table.js';
import type { Json } from '../../../src/core/base/json.js';
import { podsToMake } from '../../../src/scheduler/pods/owners.js';
import { errorOf, yaml } from '../../support/api.js';

const decode = (...texts: readonly string[]): ObjectSet =>
  decodeAllObjects(
    texts.map((text) => ({ value: yaml(text) as Json })),
    { podTemplates: builtInPodTemplates() },
  );

const job = (name: string, step: string, spec: string, rest = ''): string =>
  `{name: ${name}, template: {metadata: {labels: {${step === '' ? '' : `trainer.kubeflow.org/trainjob-ancestor-step: ${step}`}}}, spec: {template: {spec: {${spec}}}}}${rest}}`;
const runtime = (kind: string, jobs: readonly string[], policy = '', meta = ''): string =>
  `{apiVersion: trainer.kubeflow.org/v1alpha1, kind: ${kind}, metadata: {name: torch${meta}}, spec: {mlPolicy: {${policy}}, template: {spec: {replicatedJobs: [${jobs.join(', ')}]}}}}`;
const trainJob = (spec: string, meta = ''): string =>
  `{apiVersion: trainer.kubeflow.org/v1alpha1, kind: TrainJob, metadata: {name: t${meta}}, spec: {runtimeRef: {name: torch}, ${spec}}}`;

const NODE = job('node', 'trainer', 'containers: [{name: node, resources: {requests: {cpu: 1, memory: 1Gi}}}], nodeSelector: {a: b, c: d}');
const TORCH = runtime('ClusterTrainingRuntime', [NODE], 'numNodes: 3');

/** The sets of the only TrainJob: name, number of pods, and spec of one. */
function setsOf(set: ObjectSet) {
  const workload = set.workloads.find(({ kind }) => kind === 'TrainJob');
  return (workload?.podSets ?? []).map(({ name, replicas, template }) => ({ name, replicas, spec: template.spec }));
}
const counts = (set: ObjectSet) => setsOf(set).map(({ name, replicas }) => [name, replicas]);

describe('a TrainJob has the pods of its runtime', () => {
  test('wherever in the input that is, as many as it has nodes', () => {
    expect(counts(decode(TORCH, trainJob('')))).toEqual([['node', 3]]);
    expect(counts(decode(trainJob('trainer: {numNodes: 5}'), TORCH))).toEqual([['node', 5]]);
    const [set] = setsOf(decode(TORCH, trainJob('')));
    expect(set?.spec.nodeSelector).toEqual(
      new Map([
        ['a', 'b'],
        ['c', 'd'],
      ]),
    );
  });

  test('of its namespace where it names one of a namespace', () => {
    const own = runtime('TrainingRuntime', [NODE], '', ', namespace: ns');
    const spec = 'runtimeRef: {name: torch, kind: TrainingRuntime}';
    const named = (namespace: string) => trainJob('', namespace).replace('runtimeRef: {name: torch}', spec);
    expect(counts(decode(own, named(', namespace: ns')))).toEqual([['node', 1]]);
    expect(counts(decode(own, named('')))).toEqual([]);
  });

  test('with a launcher for MPI, which may be a node as well', () => {
    const jobs = [job('launcher', 'trainer', 'containers: [{name: node}]'), job('node', '', 'containers: [{name: node}]')];
    expect(counts(decode(runtime('ClusterTrainingRuntime', jobs, 'numNodes: 4, mpi: {}'), trainJob('')))).toEqual([
      ['launcher', 1],
      ['node', 4],
    ]);
    expect(counts(decode(runtime('ClusterTrainingRuntime', jobs, 'numNodes: 4, mpi: {runLauncherAsNode: true}'), trainJob('')))).toEqual([
      ['launcher', 1],
      ['node', 3],
    ]);
  });

  test('with the resources that it says, in the place of those of the runtime', () => {
    const [set] = setsOf(decode(TORCH, trainJob('trainer: {resourcesPerNode: {requests: {cpu: 2}}}')));
    expect([...(set?.spec.containers[0]?.requests ?? [])].map(([name, amount]) => `${name} ${amount}`)).toEqual(['cpu 2']);
  });

  test.each([
    [
      'podTemplateOverrides',
      'podTemplateOverrides: [{targetJobs: [{name: node}], spec: SPEC}, {targetJobs: [{name: other}], spec: {nodeSelector: {z: z}}}]',
    ],
    ['podSpecOverrides', 'podSpecOverrides: [{targetJobs: [{name: node}], FIELDS}]'],
    [
      'runtimePatches',
      'runtimePatches: [{manager: m, trainingRuntimeSpec: {template: {spec: {replicatedJobs: [{name: node, template: {spec: {template: {spec: SPEC}}}}, {name: none}]}}}}]',
    ],
  ])('with %s merged into it', (_, text) => {
    const fields = 'nodeSelector: {a: x}, tolerations: [{key: k, operator: Exists}], schedulingGates: [{name: g}]';
    const sets = setsOf(decode(TORCH, trainJob(text.replace('SPEC', `{${fields}}`).replace('FIELDS', fields))));
    expect(sets).toHaveLength(1);
    expect(Object.fromEntries(sets[0]?.spec.nodeSelector ?? [])).toEqual({ a: 'x', c: 'd' });
    expect(sets[0]?.spec.tolerations).toMatchObject([{ key: 'k' }]);
    expect(sets[0]?.spec.schedulingGates).toEqual([{ name: 'g' }]);
    expect(sets[0]?.spec.containers).toHaveLength(1);
  });
});

test('a TrainJob without its runtime makes no pods and says so; a suspended or finished one makes none', () => {
  const [alone] = decode(trainJob('')).workloads;
  expect(alone?.podSets).toEqual([]);
  expect(alone?.remarks).toEqual([
    'its runtime torch is not in the input, so its pods are unknown, unless the input has the JobSet of this TrainJob',
  ]);
  expect(counts(decode(TORCH, trainJob('suspend: true')))).toEqual([['node', 0]]);
  const done = decode(TORCH, trainJob('').replace(/\}$/, ', status: {conditions: [{type: Complete, status: "True"}]}}'));
  expect(counts(done)).toEqual([['node', 0]]);
});

test('the JobSet that came of a TrainJob makes its pods, not both of them', () => {
  const jobSet =
    '{apiVersion: jobset.x-k8s.io/v1alpha2, kind: JobSet, metadata: {name: t, uid: u, ownerReferences: [{apiVersion: trainer.kubeflow.org/v1alpha1, kind: TrainJob, name: t, uid: v, controller: true}]}, ' +
    'spec: {replicatedJobs: [{name: node, template: {spec: {parallelism: 3, completions: 3, template: {spec: {containers: [{name: node}]}}}}}]}}';
  const { workloads } = decode(TORCH, trainJob('', ', uid: v'), jobSet);
  const { missing } = podsToMake(workloads, [], 1);
  const made = workloads.flatMap(({ kind, metadata, podSets }) => podSets.map((set) => [kind, objectName(metadata), missing.get(set)]));
  expect(made.filter(([, , count]) => count !== 0)).toEqual([['JobSet', 't', 3]]);
  const labelled =
    '{apiVersion: v1, kind: Pod, metadata: {name: p, labels: {jobset.sigs.k8s.io/jobset-name: t}, ownerReferences: [{apiVersion: batch/v1, kind: Job, name: t-node-0, uid: w, controller: true}]}, spec: {}}';
  const missingOf = ({ workloads: all, pods }: ObjectSet) => [...podsToMake(all, pods, 1).missing.values()].sort();
  expect(missingOf(decode(TORCH, trainJob('', ', uid: v'), jobSet, labelled))).toEqual([0, 2]);
  expect(missingOf(decode(TORCH, trainJob('', ', uid: v'), labelled))).toEqual([2]);
});

test('more overrides and jobs than the API server takes by far are rejected', () => {
  const many = trainJob(`runtimePatches: [${'{}, '.repeat(1001)}]`);
  expect(errorOf(() => decode(TORCH, many))).toMatchObject({ code: 'input-too-large' });
  const jobs = runtime('ClusterTrainingRuntime', Array(10_001).fill('{}'));
  expect(errorOf(() => decode(jobs, trainJob('')))).toMatchObject({ code: 'input-too-large' });
});
