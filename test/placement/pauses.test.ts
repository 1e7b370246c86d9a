// Calls for pods with long lists pause between the entries, and answer as without pauses.

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Checkpoint, SliceOver, UNLIMITED } from '../../src/core/base/checkpoint.js';
import { inOneGo } from '../../src/core/base/incremental.js';
import type { Cluster } from '../../src/library/cluster.js';
import { admitting, type PodQuery } from '../../src/placement/pod-question.js';
import { UsedPorts } from '../../src/scheduler/filters/host-ports.js';
import { Priorities } from '../../src/scheduler/pods/priorities.js';
import { Ranking } from '../../src/scheduler/scores/ranking.js';
import { context, pod as decoded } from '../scheduler/filters/objects.js';
import { Counted } from '../support/counted.js';

const LONG = 40;
const many = <T>(make: (index: number) => T, count = LONG): T[] => Array.from({ length: count }, (_, index) => make(index));
const named = <T>(make: (index: number) => T): Record<string, T> =>
  Object.fromEntries(many((index) => [`example.com/r${index}`, make(index)]));

const META = { name: 'p', namespace: 'ns' };
const podOf = (spec: object, metadata: object = META): object => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata,
  spec: { containers: [{ name: 'c', image: 'i' }], ...spec },
});
const nodeOf = (name: string, rest: object = {}): object => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name, labels: Object.fromEntries(many((index) => [`k${index}`, 'v'])) },
  spec: { taints: many((index) => ({ key: `k${index}`, effect: index % 2 === 0 ? 'NoSchedule' : 'PreferNoSchedule' })) },
  status: {
    allocatable: { cpu: 8, memory: '8Gi', pods: 100, ...named(() => 2) },
    images: many((index) => ({ names: [`i${index}:latest`], sizeBytes: 500_000_000 })),
  },
  ...rest,
});
const GROUP = 'resource.k8s.io/v1';
const running = (index: number): object =>
  podOf(
    { nodeName: 'b', containers: [{ name: 'c', ports: many((own) => ({ hostPort: 80, hostIP: `10.0.${index}.${own}` })) }] },
    { name: `r${index}`, namespace: 'ns' },
  );
const OBJECTS: readonly object[] = [
  ...['a', 'b', 'c'].map((name) => nodeOf(name)),
  nodeOf('d', { spec: { unschedulable: true } }),
  ...many(running, 3),
  ...many((index) => ({
    apiVersion: GROUP,
    kind: 'DeviceClass',
    metadata: { name: `x${index}` },
    spec: { extendedResourceName: `y/z${index}` },
  })),
  { apiVersion: GROUP, kind: 'ResourceClaimTemplate', metadata: { name: 't', namespace: 'ns' }, spec: { spec: { devices: {} } } },
];
const tolerations = many((index) => ({ key: `k${index}`, operator: 'Exists' }));
const expression = (index: number, value = 'v'): object => ({ matchExpressions: [{ key: `k${index}`, operator: 'In', values: [value] }] });
const required = (nodeSelectorTerms: readonly object[]): object => ({
  nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } },
});

const PODS: Readonly<Record<string, object>> = {
  tolerations: podOf({ tolerations: tolerations.slice(0, -1) }),
  'affinity terms': podOf({ tolerations, affinity: required(many((index) => expression(index, 'w'))) }),
  'preferred terms': podOf({
    tolerations,
    affinity: {
      nodeAffinity: {
        preferredDuringSchedulingIgnoredDuringExecution: many((index) => ({ weight: index + 1, preference: expression(index) })),
      },
    },
  }),
  labels: podOf({ tolerations, nodeSelector: Object.fromEntries(many((index) => [`k${index}`, 'v'])) }),
  'host ports': podOf({
    tolerations,
    containers: [{ name: 'c', ports: many((index) => ({ hostPort: 80, hostIP: `10.0.${index === 7 ? 1 : 9}.${index}` })) }],
  }),
  resources: podOf({ tolerations, containers: [{ name: 'c', resources: { requests: named((index) => (index === 9 ? 3 : 2)) } }] }),
  containers: podOf({ tolerations, initContainers: many((index) => ({ name: `j${index}`, image: `i${index}` })) }),
  claims: podOf({ tolerations, resourceClaims: many((index) => ({ name: `c${index}`, resourceClaimTemplateName: 't' })) }),
  gates: podOf({ schedulingGates: many((index) => ({ name: `g${index}` })) }),
};

let counted: Counted;
let turns: number;

function clusterOf(objects = OBJECTS): Cluster {
  counted = new Counted();
  counted.hooks.yieldNow = () => {
    turns++;
  };
  turns = 0;
  counted.cluster.apply(objects as never);
  return counted.cluster;
}

/** Returns the public values of a pod. */
function told(result: object): unknown {
  return JSON.parse(JSON.stringify(result));
}

// Every slice ends at once, so every call pauses as often as possible.
beforeEach(() => {
  const { beginSlice } = Checkpoint.prototype;
  vi.spyOn(Checkpoint.prototype, 'beginSlice').mockImplementation(function (this: Checkpoint) {
    beginSlice.call(this, 0);
  });
  vi.spyOn(Checkpoint.prototype, 'beginTrial').mockImplementation(() => {
    throw new SliceOver();
  });
});
afterEach(() => {
  vi.restoreAllMocks();
});

describe.each(Object.entries(PODS))('a pod of many %s', (_, pod) => {
  test('is asked about on all nodes in slices as in one go', async () => {
    const inOneGo = told(clusterOf().filter({ pod: pod as never } as never));
    const inSlices = told((await clusterOf().filterAsync({ pod: pod as never } as never)) as never);
    expect(inSlices).toEqual(inOneGo);
    expect(turns).toBeGreaterThan(2 * LONG);
  });

  test.each(['a', 'd', nodeOf('new')])('is asked about on a node in slices as in one go', async (node) => {
    const inOneGo = clusterOf().allocate({ pod, node } as never);
    expect(await clusterOf().allocateAsync({ pod, node } as never)).toEqual(inOneGo);
    expect(turns).toBeGreaterThan(LONG);
  });

  test('is asked about on a node that was made up while others come and go', async () => {
    const asked = { pod, node: nodeOf('new') };
    const inOneGo = clusterOf().allocate(asked as never);
    const cluster = clusterOf();
    counted.hooks.yieldNow = () => {
      turns++;
      if (turns % 2 === 0) cluster.apply([nodeOf('other')] as never);
      else cluster.remove([nodeOf('other')] as never);
    };
    expect(await cluster.allocateAsync(asked as never)).toEqual(inOneGo);
  });

  test('is explained in slices as in one go', async () => {
    const inOneGo = clusterOf().explain({ pod } as never);
    expect(await clusterOf().explainAsync({ pod } as never)).toEqual(inOneGo);
    expect(turns).toBeGreaterThan(2 * LONG);
  });

  test('is asked about while nodes and pods come and go, and the next call answers as of then', async () => {
    const cluster = clusterOf();
    const other = nodeOf('other');
    counted.hooks.yieldNow = () => {
      turns++;
      if (turns % 3 === 0) cluster.apply([other, running(turns % 7)] as never);
      if (turns % 3 === 1) cluster.remove([other, running(turns % 5)] as never);
      if (turns % 50 === 2) cluster.apply([{ apiVersion: GROUP, kind: 'DeviceClass', metadata: { name: 'new' }, spec: {} }] as never);
    };
    const names = (result: { readonly kind: string }): string[] => {
      const { feasible, rejections } = result as unknown as { feasible: readonly string[]; rejections: ReadonlyMap<string, unknown> };
      return [...feasible, ...rejections.keys()].filter((name) => name !== 'other').sort();
    };
    expect(names((await cluster.filterAsync({ pod } as never)) as never)).toEqual(['a', 'b', 'c', 'd']);
    counted.hooks.yieldNow = () => {};
    expect(told((await cluster.filterAsync({ pod } as never)) as never)).toEqual(told(cluster.filter({ pod } as never)));
  });
});

test('many nodes are ranked in turns, before the result is read', async () => {
  const count = 2100;
  const status = { allocatable: { cpu: 8, pods: 9 } };
  const nodes = many((index) => nodeOf(`n${index}`, { spec: {}, status: { ...status, images: index === 7 ? [] : undefined } }), count);
  const pod = podOf({ containers: [{ name: 'c', resources: { requests: { cpu: 1 } } }] });
  const inOneGo = clusterOf(nodes).filter({ pod } as never);
  const cluster = clusterOf(nodes);
  const put = vi.spyOn(Ranking.prototype, 'put');
  let [before, most] = [0, 0];
  counted.hooks.yieldNow = () => {
    most = Math.max(most, put.mock.calls.length - before);
    before = put.mock.calls.length;
  };
  const result = await cluster.filterAsync({ pod } as never);
  expect([before, most]).toEqual([count, 32]);
  expect(told(result)).toEqual(told(inOneGo));
  // The result of the other call is ranked when it is read.
  expect(put).toHaveBeenCalledTimes(2 * count);
});

test('a node is made anew once for many pods with ports that come to it', () => {
  const cluster = clusterOf();
  const pod = PODS['host ports'] as never;
  cluster.filter({ pod });
  const made = vi.spyOn(UsedPorts.prototype, 'with');
  cluster.apply(many((index) => running(index + 10), 100) as never);
  cluster.filter({ pod });
  expect(made.mock.calls.length).toBeLessThan(10);
});

test('a pod of very long lists has no shape, and pods of a shape are weighed', () => {
  const classes = { priorities: new Priorities([]), runtimeClasses: new Map() };
  const { features } = context();
  const of = (count: number): PodQuery => {
    const containers = many((index) => ({ name: `c${index}`, ports: many((hostPort) => ({ hostPort }), 100) }), count);
    return inOneGo(admitting(decoded({ containers }), classes, features, UNLIMITED));
  };
  expect([of(1), of(10), of(1000)].map(({ shape }) => shape === undefined)).toEqual([false, false, true]);
  expect(of(10).bytes).toBeGreaterThan(5 * of(1).bytes);
});

describe('a call that pauses while other objects change', () => {
  const antiAffinity = (term: object): object => ({ podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } });
  const names = many((index) => `n${index}`, 6);
  const hosts = names.map((name) => ({ apiVersion: 'v1', kind: 'Node', metadata: { name, labels: { host: name } } }));
  const isFeasible = (result: object): unknown => (told(result) as { feasible?: unknown }).feasible;

  /** Applies one of two states, in turn, at each pause, and returns the feasible nodes. */
  async function whileChanging(
    pod: object,
    objects: readonly object[],
    states: readonly [readonly object[], readonly object[]],
  ): Promise<unknown> {
    const cluster = clusterOf([...objects, ...states[0]]);
    counted.hooks.yieldNow = () => {
      turns++;
      cluster.apply(states[turns % 2] as never);
    };
    return isFeasible(await cluster.filterAsync({ pod: pod as never } as never));
  }

  test('reads the namespaces as of one time', async () => {
    const namespace = (team: string): object => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'other', labels: { team } } });
    const others = names.map((nodeName) => podOf({ nodeName }, { name: `on-${nodeName}`, namespace: 'other' }));
    const term = { topologyKey: 'host', labelSelector: {}, namespaceSelector: { matchLabels: { team: 'a' } } };
    const pod = podOf({ affinity: antiAffinity(term), tolerations });
    const feasible = await whileChanging(pod, [...hosts, ...others], [[namespace('a')], [namespace('b')]]);
    expect([[], names]).toContainEqual(feasible);
    expect(turns).toBeGreaterThan(names.length);
  });

  test('reads the claims for volumes as of one time', async () => {
    const volumeOn = (name: string): object => ({
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      metadata: { name: `pv-${name}` },
      spec: {
        nodeAffinity: { required: { nodeSelectorTerms: [{ matchExpressions: [{ key: 'host', operator: 'In', values: [name] }] }] } },
      },
    });
    const annotations = { 'pv.kubernetes.io/bind-completed': 'yes' };
    const claimNames = many((index) => `c${index}`, 4);
    const bound = (name: string): readonly object[] =>
      claimNames.map((claim) => ({
        apiVersion: 'v1',
        kind: 'PersistentVolumeClaim',
        metadata: { name: claim, namespace: 'ns', uid: claim, annotations },
        spec: { volumeName: `pv-${name}` },
      }));
    const volumes = claimNames.map((claimName) => ({ name: claimName, persistentVolumeClaim: { claimName } }));
    const objects = [...hosts, volumeOn('n0'), volumeOn('n5')];
    const feasible = await whileChanging(podOf({ volumes, tolerations }), objects, [bound('n0'), bound('n5')]);
    expect([['n0'], ['n5']]).toContainEqual(feasible);
  });
});
