import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadSnapshot } from '../../../../src/apps/cli/input/load-snapshot.js';
import { directoryWith, runProgram } from '../run-program.js';

async function* nothing(): AsyncGenerator<Uint8Array> {}

const load = (files: Readonly<Record<string, string | Uint8Array>>) => {
  const directory = directoryWith(files);
  return { directory, snapshot: loadSnapshot({ files: [directory], recursive: false }, nothing()) };
};

test('objects without a namespace are in the default one and still know where they come from', async () => {
  const { directory, snapshot } = load({ 'a.yaml': 'kind: Pod\napiVersion: v1\nmetadata:\n  name: p\n' });
  const { objects, locate } = await snapshot.then((loaded) => ({ objects: loaded.objects, locate: loaded.locate.bind(loaded) }));
  const [pod] = objects.pods;
  expect(pod?.metadata.namespace).toBe('default');
  expect(pod && locate(pod, [['metadata', 'name']])).toBe(`${join(directory, 'a.yaml')}:4:3`);
});

test('the place of what is not there is that of what is around it', async () => {
  const { directory, snapshot } = load({ 'a.yaml': '\nkind: Pod\napiVersion: v1\nmetadata:\n  name: p\n' });
  const loaded = await snapshot;
  const [pod] = loaded.objects.pods;
  expect(pod && loaded.locate(pod, [['metadata', 'labels', 'a']])).toBe(`${join(directory, 'a.yaml')}:4:1`);
});

test('objects have the order of the input across files, documents, lists and kinds', async () => {
  const pod = (name: string): string => `{"kind": "Pod", "apiVersion": "v1", "metadata": {"name": "${name}"}}`;
  const list = `{"kind": "List", "apiVersion": "v1", "items": [${Array.from({ length: 11 }, (_, index) => pod(`l${index}`)).join(', ')}]}`;
  const claim = '{"kind": "ResourceClaim", "apiVersion": "resource.k8s.io/v1", "metadata": {"name": "claim"}}';
  const { snapshot } = load({
    'a.json': `${claim}\n${list}`,
    'b.yaml': `${pod('b')}\n---\n{kind: Deployment, apiVersion: apps/v1, metadata: {name: web}}\n---\n${pod('c')}`,
  });
  const loaded = await snapshot;
  const { pods, workloads, resourceClaims } = loaded.objects;
  const sorted = [...pods, ...workloads, ...resourceClaims]
    .sort((a, b) => loaded.order(a) - loaded.order(b))
    .map(({ metadata }) => metadata.name);
  expect(sorted).toEqual(['claim', ...Array.from({ length: 11 }, (_, index) => `l${index}`), 'b', 'web', 'c']);
});

test('what is not a Kubernetes object has its place', async () => {
  const { directory, snapshot } = load({ 'a.yaml': 'kind: Pod\napiVersion: v1\nmetadata: {name: p}\n---\n- 1\n' });
  await expect(snapshot).rejects.toMatchObject({ name: 'ContentError', place: `${join(directory, 'a.yaml')}:5:1` });
});

test('text that is not UTF-8 has its place', async () => {
  const { directory, snapshot } = load({ 'a.yaml': Uint8Array.of(0x61, 0x0a, 0xff) });
  await expect(snapshot).rejects.toMatchObject({ name: 'ReadError', file: join(directory, 'a.yaml'), line: 2, column: 1 });
});

test('warnings of the reader and of the decoder have their places', async () => {
  const { directory, snapshot } = load({
    'a.yaml':
      'kind: ResourceClaim\napiVersion: resource.k8s.io/v1\nmetadata:\n  name: c\nspec:\n  controller: x\n  devices:\n    requests:\n    - name: r\n      exactly: {deviceClassName: c, adminAccess: on}\n',
  });
  const { warnings } = await snapshot.catch(() => ({ warnings: [] }));
  expect(warnings.map(({ place }) => place)).toContain(`${join(directory, 'a.yaml')}:10:50`);
});

test('of several paths in an object the first one that exists has its place', async () => {
  const { directory, snapshot } = load({ 'a.yaml': 'kind: Pod\napiVersion: v1\nmetadata:\n  name: p\nspec:\n  nodeName: node-a\n' });
  const loaded = await snapshot;
  const [pod] = loaded.objects.pods;
  const locate = (...paths: string[][]): string | undefined => pod && loaded.locate(pod, paths);
  expect(locate(['spec', 'other', 'x'], ['spec', 'nodeName'])).toBe(`${join(directory, 'a.yaml')}:6:3`);
  expect(locate(['metadata', 'other'], ['spec', 'other'])).toBe(`${join(directory, 'a.yaml')}:3:1`);
});

test('an object without a name has its place', async () => {
  const { directory, snapshot } = load({ 'a.yaml': 'kind: Node\napiVersion: v1\nmetadata:\n  labels: {}\n' });
  await expect(snapshot).rejects.toMatchObject({
    message: 'metadata.name: an object needs a name',
    place: `${join(directory, 'a.yaml')}:3:1`,
  });
});

test('a JSON file with a comma too many is a mistake, although YAML would take it', async () => {
  const text = '{"kind": "Node", "apiVersion": "v1",\n "metadata": {"name": "a"},}';
  const { directory, snapshot } = load({ 'a.json': text });
  await expect(snapshot).rejects.toMatchObject({
    message: expect.stringContaining('expected a key in double quotes'),
    file: join(directory, 'a.json'),
    line: 2,
    column: 28,
  });
  expect((await load({ 'a.yaml': text }).snapshot).objects.nodes).toHaveLength(1);
});

test('a file with the name of JSON that holds YAML is read', async () => {
  expect((await load({ 'a.json': 'kind: Node\napiVersion: v1\nmetadata: {name: a}\n', 'b.json': '' }).snapshot).objects.nodes).toHaveLength(
    1,
  );
});

test('skipped kinds are counted in one note', async () => {
  const { snapshot } = load({
    'a.yaml': '{kind: B, apiVersion: x/v1}\n---\n{kind: A, apiVersion: v1}\n---\n{kind: B, apiVersion: x/v1}\n',
  });
  expect((await snapshot).warnings).toEqual([
    { message: 'skipped objects of kinds that do not affect devices: 1 v1 A, 2 x/v1 B', severity: 'note' },
  ]);
});

test('what a simulation plays makes no pods for other commands, which say that they skip it', async () => {
  const trace = readFileSync('examples/simulate/trace.yaml', 'utf8');
  const named = trace.replace('kind: Trace\n', 'kind: Trace\nmetadata: {name: busy, namespace: ml}\n');
  for (const text of [trace, named]) {
    const { code, out, err } = await runProgram(['nodes', '-f', 'examples/simulate/cluster.yaml', '-f', '-', '-o', 'json'], text);
    expect(code).toBe(0);
    expect(out).not.toContain('train');
    expect(err).toContain('note: skipped objects of kinds that do not affect devices: 1 simulate.dra-allocator/v1alpha1 Trace\n');
  }
});
