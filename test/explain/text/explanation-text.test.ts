import { expect, it } from 'vitest';
import { withoutStyles } from '../../../src/core/base/styled-text.js';
import { readText } from '../../../src/core/read/index.js';
import { createAllocator, explanationText, type KubernetesObjectJson, type ResourceClaimJson } from '../../../src/index.js';
import { documents, GPU_CLASS, GPU_TEMPLATE, gpuClaim, gpuSlice, runProgram } from '../../apps/cli/run-program.js';

const node = (name: string, spec = ''): string =>
  `{apiVersion: v1, kind: Node, metadata: {name: ${name}}, spec: {${spec}}, status: {allocatable: {cpu: 4, memory: 8Gi, pods: 110}}}\n`;
const pod = (name: string, claims: string): string =>
  `{apiVersion: v1, kind: Pod, metadata: {name: ${name}, namespace: default, uid: u}, spec: {resourceClaims: [${claims}], containers: [{name: main, image: app, resources: {requests: {cpu: 1}}}]}}\n`;
const held = (name: string): string =>
  `{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: ${name}, namespace: default, uid: h}, spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: gpu}}]}}, status: {allocation: {devices: {results: [{request: gpu, driver: gpu.example.com, pool: node-a, device: gpu-0}]}}}}\n`;

const TEXT = documents(
  GPU_CLASS,
  GPU_TEMPLATE,
  gpuSlice('node-a', 1),
  gpuSlice('node-b', 2),
  node('node-a'),
  node('node-b', 'taints: [{key: dedicated, value: training, effect: NoSchedule}]'),
  node('node-c', 'unschedulable: true'),
  held('busy'),
  gpuClaim('lone', 9).replace('name: lone', 'name: lone, namespace: default'),
  gpuClaim('many', 7).replace('name: many', 'name: many, namespace: default'),
  pod('one', '{name: g, resourceClaimTemplateName: one-gpu}'),
  pod('two', '{name: g, resourceClaimTemplateName: one-gpu}, {name: h, resourceClaimName: many}'),
);

const objects = readText(TEXT, 'cluster.yaml').documents.map(({ value }) => value as KubernetesObjectJson);
const cluster = (await createAllocator()).cluster();
cluster.apply(objects);
const named = (kind: string, name: string): KubernetesObjectJson =>
  objects.find((object) => object.kind === kind && object.metadata?.name === name) as KubernetesObjectJson;

it.each([false, true])('is what the command prints of pods and claims, whole: %s', async (wide) => {
  for (const [kind, name] of [
    ['Pod', 'one'],
    ['Pod', 'two'],
    ['ResourceClaim', 'lone'],
  ] as const) {
    const object = named(kind, name);
    const explanation = kind === 'Pod' ? cluster.explain({ pod: object }) : cluster.explain({ claims: [object as ResourceClaimJson] });
    const { out } = await runProgram(
      ['explain', '-f', '-', `${kind === 'Pod' ? 'pod' : 'claim'}/${name}`, ...(wide ? ['-o', 'wide'] : [])],
      TEXT,
    );
    expect(out).not.toBe('');
    expect(explanationText(explanation, object, { wide })).toBe(out);
  }
});

it('breaks lines at the width, and has no marks of styles', () => {
  const text = explanationText(cluster.explain({ pod: named('Pod', 'two') }), named('Pod', 'two'), { width: 50 });
  expect(text).toBe(withoutStyles(text));
  expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(50);
});

it('knows a claim without a kind by its spec, and takes others for pods', () => {
  const claim = {
    metadata: { name: 'c' },
    spec: { devices: { requests: [{ name: 'gpu', exactly: { deviceClassName: 'gpu', count: 9 } }] } },
  };
  expect(explanationText(cluster.explain({ claims: [claim] }), claim)).toMatch(/^claim default\/c fits on none of the 3 nodes/);
  const bare = { metadata: { name: 'p', namespace: 'ml' }, spec: { containers: [] } };
  expect(explanationText(cluster.explain({ pod: bare }), bare)).toMatch(/^pod ml\/p fits on node-a/);
});

it('names the object that a change is made in, where a request or a word has its name', () => {
  const nodes = [{ node: 'n', kind: 'unallocatable', text: '', requests: [], unavailable: [], pools: [] }];
  const suggestionOf = (text: string, kind: string, name: string) => ({
    size: 1,
    text,
    by: 'author',
    patches: [{ object: { kind, name }, patch: [] }],
  });
  const suggestions = [
    suggestionOf('request 3 devices instead of 5 in request gpu', 'ResourceClaimTemplate', 'gpu'),
    suggestionOf('request 2 of cpu instead of 4 in container a', 'Deployment', 'a'),
    suggestionOf('uncordon node n', 'Node', 'n'),
    suggestionOf('delete pod default/b, which uses 1 of cpu', 'Pod', 'b'),
  ];
  const explanation = { kind: 'unallocatable', nodes, groups: [{ nodes: ['n'], text: '' }], suggestions };
  const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p', namespace: 'default' } };
  const lines = explanationText(explanation as never, pod as never).split('\n');
  expect(lines.filter((line) => /^ {2}\d {2}/.test(line))).toEqual([
    '  1  request 3 devices instead of 5 in request gpu (ResourceClaimTemplate gpu)',
    '  2  request 2 of cpu instead of 4 in container a (Deployment a)',
    '  3  uncordon node n',
    '  4  delete pod default/b, which uses 1 of cpu',
  ]);
});
