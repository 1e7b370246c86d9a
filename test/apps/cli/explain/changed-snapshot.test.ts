import { expect, it } from 'vitest';
import { changedSnapshot } from '../../../../src/apps/cli/explain/changed-snapshot.js';
import { loadSnapshot } from '../../../../src/apps/cli/input/load-snapshot.js';
import { directoryWith, GPU_CLASS } from '../run-program.js';

const NODES = ['a', 'b'].map((name) => `{apiVersion: v1, kind: Node, metadata: {name: ${name}}}\n`);
const POD = '{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {containers: [{name: c, image: x}]}}\n';

async function read() {
  const directory = directoryWith({ 'input.yaml': [...NODES, POD, GPU_CLASS].join('---\n') });
  return await loadSnapshot({ files: [directory], recursive: false }, (async function* () {})());
}
const names = (objects: readonly { readonly metadata: { readonly name: string } }[]) => objects.map(({ metadata }) => metadata.name);
const changes = (object: { kind: string; namespace?: string; name: string }, op: 'add' | 'replace', path: string, value: unknown) => ({
  patches: [{ object, patch: [{ op, path, value }] }],
  superseded: [],
});

it('replaces objects in their place, and adds new ones at the end', async () => {
  const input = await read();
  const cordoned = changedSnapshot(input, changes({ kind: 'Node', name: 'a' }, 'add', '/spec', { unschedulable: true }), 'default');
  const [first, second] = cordoned?.snapshot.objects.nodes ?? [];
  expect([first?.spec.unschedulable, second?.spec.unschedulable]).toEqual([true, false]);
  expect(cordoned?.snapshot.jsonOf(first as object)).toEqual({
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name: 'a' },
    spec: { unschedulable: true },
  });
  const [pod] = input.objects.pods;
  expect([cordoned?.snapshot.order(pod as object), cordoned?.snapshot.jsonOf(pod as object)]).toEqual([
    input.order(pod as object),
    input.jsonOf(pod as object),
  ]);
  const whole = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'c' } };
  const added = changedSnapshot(input, changes({ kind: 'Node', name: 'c' }, 'add', '', whole), 'default');
  expect([names(added?.snapshot.objects.nodes ?? []), names(added?.changed.nodes ?? [])]).toEqual([['a', 'b', 'c'], ['c']]);
});

it('leaves out objects that controllers recreate', async () => {
  const input = await read();
  const gone = changedSnapshot(input, { patches: [], superseded: [{ kind: 'Pod', namespace: 'default', name: 'p' }] }, 'default');
  expect(gone?.snapshot.objects.pods).toEqual([]);
});

it('is undefined for a change that cannot be applied or makes an invalid object', async () => {
  const input = await read();
  const node = { kind: 'Node', name: 'a' };
  expect(changedSnapshot(input, changes(node, 'replace', '/spec/taints/0', 1), 'default')).toBeUndefined();
  expect(changedSnapshot(input, changes(node, 'add', '/spec', 1), 'default')).toBeUndefined();
});
