import { describe, expect, it } from 'vitest';
import { type Cluster, createAllocator } from '../../src/index.js';
import { type NodeTemplateJson, nodesNeeded, nodesNeededAsync, nodeTemplatesOf } from '../../src/planning/index.js';
import { device, deviceClass, node, request, slice } from '../support/objects.js';

const allocator = await createAllocator();

const template = (name: string, count: number): object => ({
  apiVersion: 'resource.k8s.io/v1',
  kind: 'ResourceClaimTemplate',
  metadata: { namespace: 'default', name },
  spec: { spec: { devices: { requests: [request('r', { count })] } } },
});
const pod = (name: string, needs: string, more: object = {}): object => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name },
  spec: { containers: [{ name: 'c' }], resourceClaims: [{ name: 'gpu', resourceClaimTemplateName: needs }], ...more },
});
const devices = (count: number) => Array.from({ length: count }, (_, index) => device(`d${index}`));
const GROUP = {
  node: node('group', { shape: 'gpu' }, { allocatable: { cpu: '8', pods: '10' } }),
  resourceSlices: [slice('group-gpus', devices(4), { nodeName: 'group', pool: { name: 'group' } })],
} as unknown as NodeTemplateJson;

function clusterOf(...objects: readonly object[]): Cluster {
  const cluster = allocator.cluster();
  cluster.apply([deviceClass('any'), template('one', 1), template('two', 2), template('three', 3), ...objects] as never);
  return cluster;
}

const pods = (count: number, needs: string, prefix = needs): object[] =>
  Array.from({ length: count }, (_, index) => pod(`${prefix}-${index}`, needs));

describe('the number of nodes that are needed', () => {
  it('is the least where each node takes what it can', () => {
    const found = nodesNeeded(clusterOf(...pods(9, 'one')), { template: GROUP });
    expect(found).toMatchObject({ kind: 'complete', count: 3, atLeast: 3, isLeast: true, stillPending: [] });
    expect(found.placements).toHaveLength(9);
    expect(new Set(found.placements.map(({ node: name }) => name))).toEqual(new Set(['group-1', 'group-2', 'group-3']));
  });

  it('counts what nodes that are there take', () => {
    const there = [node('a'), slice('a', devices(3), { nodeName: 'a', pool: { name: 'a' } })];
    expect(nodesNeeded(clusterOf(...there, ...pods(3, 'one')), { template: GROUP })).toMatchObject({ count: 0, isLeast: true });
    expect(nodesNeeded(clusterOf(...there, ...pods(8, 'one')), { template: GROUP })).toMatchObject({ count: 2, atLeast: 2, isLeast: true });
  });

  it('is no more than a bound where pods of several shapes share nodes', () => {
    const found = nodesNeeded(clusterOf(...pods(2, 'three'), ...pods(4, 'two')), { template: GROUP });
    expect(found).toMatchObject({ count: 4, atLeast: 2, isLeast: false });
  });

  it('tells of pods that no number of such nodes helps, and why', () => {
    const elsewhere = pod('elsewhere', 'one', { nodeSelector: { shape: 'other' } });
    const found = nodesNeeded(clusterOf(...pods(1, 'one'), elsewhere), { template: GROUP });
    expect(found.count).toBe(1);
    expect(found.stillPending).toMatchObject([
      { pod: 'default/elsewhere', count: 1, message: 'it does not fit on an empty node like group-1' },
    ]);
    expect(found.stillPending[0]?.explanation).not.toBe('');
  });

  it('makes the pods of owners, and counts what DaemonSets take on each node', () => {
    const spec = (name: string): object => ({ containers: [{ name, resources: { requests: { cpu: '3' } } }] });
    const daemons = { apiVersion: 'apps/v1', kind: 'DaemonSet', metadata: { name: 'agent' }, spec: { template: { spec: spec('agent') } } };
    const work = {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'work' },
      spec: { replicas: 4, template: { spec: spec('w') } },
    };
    const alone = nodesNeeded(clusterOf(), { template: GROUP, objects: [work] as never });
    expect(alone.count).toBe(2);
    const important = { ...daemons, spec: { template: { spec: { ...spec('agent'), priority: 1000 } } } };
    const found = nodesNeeded(clusterOf(), { template: GROUP, objects: [important, work] as never });
    expect(found).toMatchObject({ count: 4, isLeast: false });
  });

  it('ends at the most nodes that are allowed, at its limits, and where one more node stays empty', async () => {
    const cluster = clusterOf(...pods(9, 'one'));
    expect(nodesNeeded(cluster, { template: GROUP, most: 2 })).toMatchObject({ isLeast: false, stillPending: [{ count: 1 }] });
    expect(nodesNeeded(cluster, { template: GROUP, limits: { milliseconds: 0 } })).toMatchObject({ kind: 'interrupted' });
    expect(await nodesNeededAsync(cluster, { template: GROUP })).toEqual(nodesNeeded(cluster, { template: GROUP }));
    const signal = AbortSignal.abort();
    expect(await nodesNeededAsync(cluster, { template: GROUP, limits: { signal } })).toMatchObject({ kind: 'interrupted', by: 'signal' });
  });

  it('rejects what is no template', () => {
    const cluster = clusterOf();
    expect(() => nodesNeeded(cluster, {} as never)).toThrow('template: expected an object with name, node, ');
    const shared = { ...GROUP, resourceSlices: [slice('s', devices(1), { allNodes: true })] } as unknown as NodeTemplateJson;
    expect(() => nodesNeeded(clusterOf(...pods(1, 'one')), { template: shared })).toThrow('resourceSlices[0]');
    expect(() => nodeTemplatesOf([{ kind: 'NodePool', metadata: { name: 'p' } }])).toThrow(
      'documents[0]: NodePool p needs an InstanceType',
    );
    expect(() => nodeTemplatesOf([{ kind: 'NodePool' }])).toThrow('documents[0].metadata.name');
    expect(() => nodeTemplatesOf({} as never)).toThrow('nodeTemplatesOf(documents): expected a list');
    for (const [wrong, path] of [
      [{ node: { metadata: [] } }, 'node.metadata'],
      [{ node: { metadata: { labels: 'x' } } }, 'node.metadata.labels'],
      [{ ...GROUP, resourceSlices: [{ spec: 1 }] }, 'resourceSlices[0].spec'],
      [{ ...GROUP, resourceSlices: [{ spec: { pool: true } }] }, 'resourceSlices[0].spec.pool'],
      [{ ...GROUP, resourceSlices: [slice('s', 3 as never, { nodeName: 'group' })] }, 'template.resourceSlices[0]'],
      [{ node: node('group', {}, { allocatable: 5 as never }) }, 'template.node'],
    ] as const)
      expect(() => nodesNeeded(clusterOf(...pods(1, 'one')), { template: wrong as never }), path).toThrow(`${path}: `);
    expect(() =>
      nodesNeeded(cluster, {
        template: { node: { metadata: null, spec: null }, resourceSlices: [{ metadata: null, spec: null }] } as never,
      }),
    ).not.toThrow();
    expect(() => nodeTemplatesOf([])).toThrow('the input has no node template');
  });
});

/** Devices of kinds; a class for each kind; a template of claims for one device of each list, whose first kind that is available counts. */
const kindOf = (kind: string): object => deviceClass(kind, `device.attributes["d.example.com"].kind == "${kind}"`);
const ofKinds = (...kinds: string[]) => kinds.map((kind, index) => device(`d${index}`, { kind }));
const needs = (name: string, ...lists: string[][]): object => {
  const requests = lists.map((kinds, index) => ({
    name: `r${index}`,
    firstAvailable: kinds.map((kind) => ({ name: kind, deviceClassName: kind })),
  }));
  return { ...template(name, 1), spec: { spec: { devices: { requests } } } };
};
const shapeWith = (...kinds: string[]) =>
  ({
    node: node('t'),
    resourceSlices: [slice('t', ofKinds(...kinds), { nodeName: 't', pool: { name: 't' } })],
  }) as unknown as NodeTemplateJson;

describe('pods whose place changes with the number of nodes', () => {
  const present = (...kinds: string[]) => [node('n'), slice('n', ofKinds(...kinds), { nodeName: 'n', pool: { name: 'n' } })];
  const classes = ['old', 'mid', 'new'].map(kindOf);

  it('count as well when a pod of higher priority has taken what they had without new nodes', () => {
    const templates = [needs('h', ['new', 'old']), needs('x1', ['mid'], ['new']), needs('x2', ['mid'], ['old']), needs('a', ['mid'])];
    const waiting = [pod('h', 'h', { priority: 10 }), pod('x1', 'x1', { priority: 8 }), pod('x2', 'x2', { priority: 8 }), pod('a', 'a')];
    const cluster = clusterOf(...classes, ...templates, ...present('old', 'mid'), ...waiting);
    expect(nodesNeeded(cluster, { template: shapeWith('new', 'new', 'mid') })).toMatchObject({ count: 2, stillPending: [] });
  });

  it('are not pending when a new node makes room for them on another one', () => {
    const templates = [needs('either', ['new', 'old']), needs('old', ['old']), needs('new', ['new'])];
    const waiting = [pod('a', 'either', { priority: 10 }), pod('b', 'old'), pod('z', 'new')];
    const found = nodesNeeded(clusterOf(...classes, ...templates, ...present('old'), ...waiting), { template: shapeWith('new', 'new') });
    expect(found).toMatchObject({ count: 1, isLeast: true, stillPending: [] });
    expect(found.placements.map((placed) => placed.pod)).toEqual(['default/a', 'default/z']);
  });

  it('end as those of no new node where each one has an error that ends the attempts of the scheduler', () => {
    const odd = slice('t-odd', [device('odd')], { nodeName: 't', pool: { name: 't-odd' } });
    const shape = shapeWith('new');
    const broken = { ...shape, resourceSlices: [...(shape.resourceSlices ?? []), odd] } as unknown as NodeTemplateJson;
    const cluster = clusterOf(
      ...classes,
      needs('old', ['old']),
      needs('new', ['new']),
      ...present('old'),
      pod('a', 'old'),
      pod('z', 'new'),
    );
    const found = nodesNeeded(cluster, { template: broken });
    expect(found).toMatchObject({ count: 0, stillPending: [{ pod: 'default/z', count: 1, explanation: expect.stringContaining('kind') }] });
  });

  it('do not keep other pods from an answer with an error of their own', () => {
    const broken = { ...needs('broken', ['new']), spec: { spec: { devices: { requests: [request('r', { count: 33 })] } } } };
    const cluster = clusterOf(...classes, needs('new', ['new']), broken, pod('bad', 'broken'), ...pods(3, 'new'));
    const found = nodesNeeded(cluster, { template: shapeWith('new', 'new') });
    expect(found).toMatchObject({ count: 2, stillPending: [{ pod: 'default/bad', explanation: expect.stringContaining('33 devices') }] });
  });
});

describe('templates', () => {
  const POOL = {
    apiVersion: 'karpenter.sh/v1',
    kind: 'NodePool',
    metadata: { name: 'gpu' },
    spec: {
      limits: { cpu: '40' },
      template: {
        metadata: { labels: { team: 'ml' } },
        spec: {
          taints: [{ key: 'gpu', value: 'true', effect: 'NoSchedule' }],
          startupTaints: [{ key: 'starting', effect: 'NoSchedule' }],
          requirements: [
            { key: 'karpenter.sh/capacity-type', operator: 'In', values: ['spot'] },
            { key: 'node.kubernetes.io/instance-type', operator: 'In', values: ['g1', 'g4'] },
            { key: 'example.com/gpus', operator: 'Gt', values: ['1'] },
          ],
        },
      },
    },
  };
  const type = (name: string, gpus: number): object => ({
    kind: 'InstanceType',
    metadata: { name },
    spec: {
      capacity: { cpu: '16', memory: '64Gi', pods: '20' },
      overhead: { cpu: '200m' },
      labels: { 'example.com/gpus': String(gpus) },
      price: gpus,
      resourceSlices: [{ driver: 'd.example.com', devices: devices(gpus) }],
    },
  });

  it('of instance types have a pool for each driver, which is complete', () => {
    const one = type('g4', 4);
    const slices = ['d.example.com', 'e.example.com', 'd.example.com'].map((driver, index) => ({
      driver,
      devices: [device(`d${index}`)],
    }));
    const [found] = nodeTemplatesOf([POOL, { ...one, spec: { ...(one as { spec: object }).spec, resourceSlices: slices } }] as never);
    expect(found?.resourceSlices?.map(({ spec }) => spec?.pool?.resourceSliceCount)).toEqual([2, 1, 2]);
  });

  it('of a NodePool are the instance types that its requirements take, within its limits', () => {
    const templates = nodeTemplatesOf([POOL, { kind: 'List', items: [type('g1', 1), type('g4', 4), type('g8', 8)] }] as never);
    expect(templates.map(({ name, most, price }) => [name, most, price])).toEqual([['gpu-g4', 2, 4]]);
    expect(templates[0]?.node).toMatchObject({
      metadata: { labels: { 'karpenter.sh/nodepool': 'gpu', 'karpenter.sh/capacity-type': 'spot', team: 'ml' } },
      spec: { taints: [{ key: 'gpu' }] },
      status: { allocatable: { cpu: '15800m', memory: '64Gi' } },
    });
    const tolerating = { tolerations: [{ key: 'gpu', operator: 'Exists' }] };
    const cluster = clusterOf(...Array.from({ length: 10 }, (_, index) => pod(`p${index}`, 'one', tolerating)));
    const found = nodesNeeded(cluster, { template: templates[0] as NodeTemplateJson });
    expect(found).toMatchObject({ count: 2, stillPending: [{ count: 2 }] });
  });

  it('of nodes have the slices of each', () => {
    const [a, b] = nodeTemplatesOf([node('a'), node('b'), slice('s', devices(1), { nodeName: 'b' })] as never);
    expect([a?.resourceSlices?.length, b?.resourceSlices?.length]).toEqual([0, 1]);
  });
});
