import { expect, test } from 'vitest';
import { documents, GPU_CLASS, GPU_TEMPLATE, gpuClaim, gpuSlice, runProgram } from '../run-program.js';

const nodes = (input: string, ...options: string[]) => runProgram(['nodes', '-f', '-', ...options], input);
const node = (name: string, spec = ''): string =>
  `{apiVersion: v1, kind: Node, metadata: {name: ${name}}, spec: {${spec}}, status: {allocatable: {cpu: 4, memory: 8Gi, pods: 110}}}\n`;
const pod = (name: string, requests: string, claims = '{name: g, resourceClaimTemplateName: one-gpu}', rest = ''): string =>
  `{apiVersion: v1, kind: Pod, metadata: {name: ${name}}, spec: {resourceClaims: [${claims}], containers: [{name: main, image: app, resources: {requests: {${requests}}}}]${rest}}}\n`;
const runs = (name: string, on: string, requests: string): string => pod(name, requests, '', `, nodeName: ${on}`);

const CLUSTER = documents(
  GPU_CLASS,
  GPU_TEMPLATE,
  gpuSlice('node-a', 2),
  gpuSlice('node-b', 2),
  gpuSlice('node-c', 2),
  node('node-a'),
  node('node-b'),
  node('node-c', 'taints: [{key: dedicated, effect: NoSchedule}]'),
  node('node-d'),
  runs('r', 'node-a', 'cpu: 2, memory: 4Gi'),
);

test('nodes that could take a pod come with their scores, the best first, then the others with their reasons', async () => {
  const { code, out, err } = await nodes(documents(CLUSTER, pod('p', 'cpu: 1, memory: 2Gi')));
  expect([code, err]).toEqual([0, '']);
  expect(out).toBe(`NODE     FITS   SCORE   REASON
node-b   yes    450     -
node-a   yes    400     -
node-c   no     -       node(s) had untolerated taint(s) (dedicated:NoSchedule)
node-d   no     -       request gpu needs 1 device, but this node has no devices
`);
});

test('a reason has 100 characters at most; -o wide has the whole', async () => {
  const holder = `training-${'of-a-large-model-'.repeat(8)}x`;
  const held = `{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: ${holder}}, spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: gpu}}]}}, status: {allocation: {devices: {results: [{request: gpu, driver: gpu.example.com, pool: node-a, device: gpu-0}]}}}}\n`;
  const selectors = `, selectors: [{cel: {expression: "device.attributes['gpu.example.com'].model == 'a model that no device has'"}}]`;
  const slice = gpuSlice('node-a', 2, ', attributes: {model: {string: another}}');
  const input = documents(GPU_CLASS, slice, node('node-a'), held, gpuClaim('c', 2), gpuClaim('d', 2, selectors));
  const { out } = await nodes(input);
  const [headings = '', ...rows] = out.trimEnd().split('\n');
  expect(rows.map((row) => row.slice(headings.indexOf('REASON')))).toEqual([
    'request gpu: needs 2, 1 available: 1 allocated to claim training-of-a-large-model-of-a-large-mode...',
    'request gpu: 2 do not match the selector: `model == \'a model that no device has\'`, value "another"',
  ]);
  const wide = await nodes(input, '-o', 'wide');
  expect(wide.out).toContain(`1 allocated to claim default/${holder})`);
  expect(wide.out).toContain("model == 'a model that no device has'");
});

test('-o wide has the part of each plugin, -o name the names alone, -o json all of it as data', async () => {
  const input = documents(CLUSTER, pod('p', 'cpu: 1, memory: 2Gi'));
  const { out } = await nodes(input, '-o', 'wide');
  expect(out.split('\n')[1]).toBe(
    'node-b   yes    450     TaintToleration=300,NodeResourcesFit=75,NodeResourcesBalancedAllocation=75,ImageLocality=0,DynamicResources=0   -',
  );
  expect((await nodes(input, '-o', 'name')).out).toBe('node/node-b\nnode/node-a\n');
  const [first, ...others] = JSON.parse((await nodes(input, '-o', 'json')).out).pods;
  expect(others).toEqual([]);
  expect([first.kind, first.namespace, first.name]).toEqual(['Pod', 'default', 'p']);
  expect(first.nodes[0]).toMatchObject({ node: 'node-b', fits: true, score: 450, scores: { TaintToleration: 300 } });
  expect(first.nodes.slice(2)).toEqual([
    {
      node: 'node-c',
      fits: false,
      rejections: [{ code: 'untolerated-taint', message: 'node(s) had untolerated taint(s)', detail: 'dedicated:NoSchedule' }],
    },
    {
      node: 'node-d',
      fits: false,
      rejections: [
        {
          code: 'devices',
          message: 'cannot allocate all claims',
          detail: 'claim default/p-g, request gpu: needs 1 device, this node has none; 6 on other nodes',
        },
      ],
    },
  ]);
  expect((await nodes(input, '-o', 'yaml')).out).toContain('pods:\n');
});

test('a pod that fits nowhere is exit code 1', async () => {
  const { code, out, err } = await nodes(documents(CLUSTER, pod('p', 'cpu: 5')));
  expect([code, err]).toEqual([
    1,
    '<stdin>:48:1: error: pod default/p: 0/4 nodes are available: 1 node(s) had untolerated taint(s), 3 Insufficient cpu.\n',
  ]);
  expect(out).toContain('node-a   no     -       Insufficient cpu (needs 5 CPUs, 2 of 4 free)\n');
});

test('a gate holds a pod from every node', async () => {
  const gated = pod('p', 'cpu: 1', undefined, ', schedulingGates: [{name: example.com/wait}]');
  const { code, out } = await nodes(documents(CLUSTER, gated), '--node', 'node-b');
  expect([code, out]).toEqual([
    1,
    'NODE     FITS   SCORE   REASON\nnode-b   no     -       waiting for scheduling gates: [example.com/wait]\n',
  ]);
});

test('pods take nothing from each other, and a pod that is named is asked about whatever it needs', async () => {
  const input = documents(CLUSTER, pod('p', 'cpu: 3'), pod('q', 'cpu: 3'), pod('plain', 'cpu: 3', ''));
  const { out } = await nodes(input, '-o', 'name');
  expect(out).toBe('node/node-b\n');
  const both = await nodes(input);
  expect(both.out.split('\n')[0]).toMatch(/^FOR +NODE +FITS +SCORE +REASON$/);
  expect(both.out.match(/yes/g)).toHaveLength(2);
  const plain = await nodes(input, 'plain');
  expect(plain.out.match(/^node-[bd] +yes/gm)).toHaveLength(2);
  const { code, err } = await nodes(input, 'nobody', 'r');
  expect([code, err]).toEqual([
    3,
    'note: pod default/r is not pending: it runs on node node-a\nerror: no pod or claim "nobody" in namespace "default"\n',
  ]);
});

test('a claim that no pod names is requested its devices alone', async () => {
  const { code, out } = await nodes(documents(CLUSTER, gpuClaim('c', 2)), 'c');
  expect([code, out.split('\n').slice(0, 4)]).toEqual([
    0,
    ['NODE     FITS   SCORE   REASON', 'node-a   yes    0       -', 'node-b   yes    0       -', 'node-c   yes    0       -'],
  ]);
  const much = await nodes(documents(CLUSTER, gpuClaim('c', 3)));
  expect([much.code, much.err]).toEqual([1, '<stdin>:48:1: error: claim default/c: no node has the devices\n']);
});

test('one pod of each set that an owner makes is asked about', async () => {
  const web =
    '{apiVersion: apps/v1, kind: Deployment, metadata: {name: web}, spec: {replicas: 3, selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, spec: {resourceClaims: [{name: g, resourceClaimTemplateName: one-gpu}], containers: [{name: main, image: app}]}}}}\n';
  const { out } = await nodes(documents(CLUSTER, web), '-o', 'json');
  expect(JSON.parse(out).pods.map(({ name }: { readonly name: string }) => name)).toEqual(['web-0']);
});

test('without any pod or claim that waits there is a note', async () => {
  expect(await nodes(CLUSTER)).toEqual({ code: 0, out: '', err: 'note: no pending pod or claim needs devices\n' });
});

test('answers that need a gate which the newest release has off by default say so, unless a release is given', async () => {
  const tolerant = pod('p', 'cpu: 1', undefined, ', tolerations: [{key: level, operator: Gt, value: "4", effect: NoSchedule}]');
  const input = documents(CLUSTER, node('node-b', 'taints: [{key: level, value: "5", effect: NoSchedule}]'), tolerant);
  const { code, out, err } = await nodes(input);
  expect([code, out.split('\n')[1]?.slice(0, 12)]).toEqual([0, 'node-b   yes']);
  expect(err).toContain('note: the answer for pod default/p needs TaintTolerationComparisonOperators: alpha in 1.37, off by default\n');
  expect((await nodes(input, '--feature-gates', 'TaintTolerationComparisonOperators=true')).err).not.toContain('needs');
});
