import { describe, expect, it } from 'vitest';
import { documents, GPU_CLASS, GPU_TEMPLATE, gpuSlice, runProgram } from '../run-program.js';

const NODE = (name: string): string =>
  `{apiVersion: v1, kind: Node, metadata: {name: ${name}}, status: {allocatable: {cpu: 8, memory: 8Gi, pods: 110}}}\n`;
const SPEC = '{resourceClaims: [{name: g, resourceClaimTemplateName: one-gpu}], containers: [{name: main, image: app}]}';
const CLUSTER = documents(GPU_CLASS, GPU_TEMPLATE, gpuSlice('node-a', 2), gpuSlice('node-b', 1), NODE('node-a'), NODE('node-b'));

function owner(kind: string, name: string, by?: string, spec = SPEC): string {
  const group = kind === 'Job' ? 'batch/v1' : 'apps/v1';
  const replicas = kind === 'Job' ? 'parallelism: 2' : 'replicas: 2, selector: {matchLabels: {a: b}}';
  const reference = by === undefined ? '' : `, ${referenceTo(by)}`;
  return `{apiVersion: ${group}, kind: ${kind}, metadata: {name: ${name}, uid: u-${name}, labels: {a: b}${reference}}, spec: {${replicas}, template: {metadata: {labels: {a: b}}, spec: ${spec}}}}\n`;
}

function referenceTo(kindAndName: string): string {
  const [kind = '', name = ''] = kindAndName.split('/');
  return `ownerReferences: [{apiVersion: ${kind === 'Job' ? 'batch/v1' : 'apps/v1'}, kind: ${kind}, name: ${name}, uid: u-${name}, controller: true}]`;
}

const pod = (name: string, by?: string, more = ''): string =>
  `{apiVersion: v1, kind: Pod, metadata: {name: ${name}, uid: p-${name}, labels: {a: b}${by === undefined ? '' : `, ${referenceTo(by)}`}}, spec: ${SPEC.replace('{', `{${more}`)}}\n`;

async function rowsOf(input: string, ...names: string[]): Promise<readonly string[]> {
  const { out } = await runProgram(['fit', '-f', '-', '--no-headers', ...names], documents(CLUSTER, input));
  return out
    .trimEnd()
    .split('\n')
    .map((row) => row.split(/ {3,}/).slice(0, 3).join('|'));
}

const DEPLOYMENT = documents(owner('Deployment', 'web'), owner('ReplicaSet', 'web-x', 'Deployment/web'));
const TWO = documents(pod('web-x-1', 'ReplicaSet/web-x'), pod('web-x-2', 'ReplicaSet/web-x'));

describe('pending pods of one owner', () => {
  it('have one row, named after the topmost owner of the input', async () => {
    expect(await rowsOf(documents(DEPLOYMENT, TWO))).toEqual(['deployment default/web|3|3']);
    expect(await rowsOf(documents(DEPLOYMENT, TWO), 'deployment/web')).toEqual(['deployment default/web|3|3']);
    expect(await rowsOf(documents(owner('Deployment', 'web'), TWO))).toEqual(['deployment default/web|3|3']);
    expect(await rowsOf(TWO)).toEqual(['replicaset default/web-x|3|3']);
    for (const kind of ['StatefulSet', 'Job']) {
      const two = documents(pod('db-0', `${kind}/db`), pod('db-1', `${kind}/db`));
      expect(await rowsOf(documents(owner(kind, 'db'), two))).toEqual([`${kind.toLowerCase()} default/db|3|3`]);
    }
  });

  it('stand together with those that the owner has yet to make', async () => {
    // The API server has filled in the pod that is there.
    const filled = pod('web-x-1', 'ReplicaSet/web-x', 'priority: 0, ');
    expect(await rowsOf(documents(DEPLOYMENT, filled))).toEqual(['deployment default/web|3|3']);
    expect(await rowsOf(documents(DEPLOYMENT, filled), 'deployment/web')).toEqual(['deployment default/web|3|3']);
  });

  it('have the name of the owner that is named, and a single pod that is named has its own', async () => {
    const input = documents(DEPLOYMENT, TWO, pod('alone'));
    expect(await rowsOf(input, 'replicaset/web-x')).toEqual(['replicaset default/web-x|3|3']);
    expect(await rowsOf(input, 'pod/web-x-1')).toEqual(['pod default/web-x-1|3|3']);
    expect(await rowsOf(input, 'pod/web-x-1', 'web-x-2', 'pod/alone')).toEqual(['deployment default/web|3|3', 'pod default/alone|3|3']);
    expect(await rowsOf(documents(DEPLOYMENT, owner('Job', 'run'), TWO), 'deployment/web', 'job/run')).toEqual([
      'job default/run|3|3',
      'deployment default/web|3|3',
    ]);
  });

  it('have a row for each template while another one is rolled out', async () => {
    const other = documents(owner('ReplicaSet', 'web-y', 'Deployment/web'), pod('web-y-1', 'ReplicaSet/web-y', 'priority: 7, '));
    expect(await rowsOf(documents(DEPLOYMENT, TWO, other))).toEqual(['replicaset default/web-x|3|3', 'replicaset default/web-y|3|3']);
  });

  it('are reported with their problem where all of them have one', async () => {
    const { code, out } = await runProgram(['fit', '-f', '-'], documents(CLUSTER, TWO.replaceAll('one-gpu', 'gone')));
    expect(code).toBe(1);
    expect(out.match(/replicaset default\/web-x +0 +- +ResourceClaimTemplate "gone" not found in namespace/g)).toHaveLength(1);
  });
});

it('sets of pods of one owner are distinguished by their names', async () => {
  const set = (name: string): string => `{name: ${name}, template: {spec: {parallelism: 1, template: {spec: ${SPEC}}}}}`;
  const jobSet = `{apiVersion: jobset.x-k8s.io/v1alpha2, kind: JobSet, metadata: {name: js}, spec: {replicatedJobs: [${set('leader')}, ${set('workers')}]}}\n`;
  expect(await rowsOf(jobSet)).toEqual(['jobset default/js (leader)|3|3', 'jobset default/js (workers)|3|3']);
});
