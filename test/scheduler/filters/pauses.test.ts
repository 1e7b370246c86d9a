// Filters and scores of pods and nodes with long lists yield among the entries, and give the answers that they give in one go.

import { describe, expect, test } from 'vitest';
import type { Pod } from '../../../src/core/api/pod.js';
import { type Checkpoint, UNLIMITED } from '../../../src/core/base/checkpoint.js';
import { type Incremental, inOneGo } from '../../../src/core/base/incremental.js';
import { filterNode, prepareFilters } from '../../../src/scheduler/filters/filters.js';
import { fitErrorMessage } from '../../../src/scheduler/filters/fit-error.js';
import { type NodeInfo, nodeInfo, podInfo, withPod } from '../../../src/scheduler/filters/node-info.js';
import { withPodDefaults } from '../../../src/scheduler/filters/pod-defaults.js';
import { imageSpread } from '../../../src/scheduler/scores/image-spread.js';
import { scoreNodes } from '../../../src/scheduler/scores/total.js';
import { Counting, inIncrements } from '../../support/increments.js';
import { scoreContext } from '../scores/objects.js';
import { context, info, node, pod } from './objects.js';

const LONG = 60;
const many = <T>(make: (index: number) => T, count = LONG): T[] => Array.from({ length: count }, (_, index) => make(index));
const requirement = (values: string[]): object => ({ key: 'zone', operator: 'In', values });
const container = (index: number): object => ({
  name: `c${index}`,
  image: `i${index}`,
  resources: { requests: { cpu: '1m', [`example.com/r${index}`]: 1 } },
  ports: [{ hostPort: index + 1 }],
});

const longPod = pod(
  {
    hostNetwork: true,
    hostUsers: false,
    tolerations: many((index) => ({ key: `k${index}`, operator: 'Exists' })),
    nodeSelector: Object.fromEntries(many((index) => [`l${index}`, ''])),
    affinity: {
      nodeAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: many(() => ({ matchExpressions: [requirement(['b'])] })) },
        preferredDuringSchedulingIgnoredDuringExecution: many(() => ({
          weight: 1,
          preference: { matchExpressions: [requirement(['a'])] },
        })),
      },
    },
    containers: many(container),
    initContainers: many((index) => ({ ...container(index), restartPolicy: index % 2 === 0 ? 'Always' : '' })),
    volumes: many((index) => ({ name: `v${index}`, image: { reference: `v${index}` } })),
  },
  { containerStatuses: many((index) => ({ name: `c${index}`, allocatedResources: { cpu: '2m' } })) },
);
const longNode = node({
  labels: { zone: 'b', ...Object.fromEntries(many((index) => [`l${index}`, ''])) },
  spec: { taints: many((index) => ({ key: `k${index}`, effect: index % 2 === 0 ? 'NoSchedule' : 'PreferNoSchedule' })) },
  status: {
    allocatable: Object.fromEntries(many((index) => [`example.com/r${index}`, 4])),
    images: many((index) => ({ names: [`i${index}:latest`] })),
  },
});
const longInfo = info(
  longNode,
  many((index) => pod({ containers: [container(index)] }, {}, `p${index}`), 10),
);
const { features } = context();

const QUESTIONS: Readonly<Record<string, (checkpoint: Checkpoint) => Incremental<unknown>>> = {
  filters: (checkpoint) => filterNode(longPod, longInfo, context(), checkpoint),
  scores: (checkpoint) => scoreNodes(longPod, [longInfo, longInfo], scoreContext([longInfo]), { checkpoint }),
  defaults: (checkpoint) => withPodDefaults(longPod, { features, runtimeClasses: new Map() }, checkpoint),
  'what a pod takes': (checkpoint) => podInfo(longPod, features, checkpoint),
  'a node with pods': function* (checkpoint) {
    const pods = many(() => inOneGo(podInfo(longPod, features, UNLIMITED)), 3);
    return plain(yield* nodeInfo(longNode, pods, checkpoint));
  },
  'a node with one pod more': function* (checkpoint) {
    return plain(yield* withPod(longInfo, inOneGo(podInfo(longPod, features, UNLIMITED)), checkpoint));
  },
  images: (checkpoint) => imageSpread([longNode, longNode], checkpoint),
  message: (checkpoint) =>
    fitErrorMessage({ nodes: LONG, refusals: [], rejections: many((index) => [{ code: 'devices', message: `m${index}` }]) }, checkpoint),
};

/** Returns a node with the holder of one port instead of all ports. */
function plain({ usedPorts, ...rest }: NodeInfo): object {
  return { ...rest, holder: usedPorts.holderOf({ ip: '0.0.0.0', port: 'TCP/7' }) };
}

describe.each(Object.entries(QUESTIONS))('%s', (_, ask) => {
  test('yield among the entries of long lists, and say the same', () => {
    const { result, pauses } = inIncrements(ask);
    expect(result).toEqual(inOneGo(ask(UNLIMITED)));
    expect(pauses).toBeGreaterThan(LONG / 2);
  });

  test('announce their work', () => {
    const checkpoint = new Counting();
    inOneGo(ask(checkpoint));
    expect(checkpoint.units).toBeGreaterThan(LONG / 2);
  });
});

test('the test of filters yields among the entries of long lists, and says what it says at once', () => {
  const { isLong, testing, ...tests } = inOneGo(prepareFilters(longPod, context(), UNLIMITED));
  expect(isLong(info())).toBe(true);
  const on = info(longNode);
  const { result, pauses } = inIncrements((checkpoint) => testing.beforeDevices(on, checkpoint));
  expect(result).toEqual(tests.beforeDevices(on, UNLIMITED));
  expect(pauses).toBeGreaterThan(LONG / 2);
});

test('short lists of pods and of nodes are gone over at once', () => {
  const { isLong } = inOneGo(prepareFilters(pod({}), context(), UNLIMITED));
  expect([isLong(info()), isLong(longInfo)]).toEqual([false, true]);
});

/** The units that something of a size announces. */
function unitsFor(run: (count: number, checkpoint: Checkpoint) => unknown, count: number): number {
  const checkpoint = new Counting();
  run(count, checkpoint);
  return checkpoint.units;
}

const address = (index: number): object => ({ hostPort: 80, hostIP: `10.0.${index >> 8}.${index & 255}` });
const onNode = (of: Pod, on: NodeInfo, checkpoint: Checkpoint): unknown => inOneGo(filterNode(of, on, context(), checkpoint));

test.each<[string, (count: number, checkpoint: Checkpoint) => unknown]>([
  [
    'sidecars with resources of their own',
    (count, checkpoint) => {
      const initContainers = many((index) => ({ ...container(index), restartPolicy: 'Always' }), count);
      return inOneGo(prepareFilters(pod({ initContainers }), context(), checkpoint));
    },
  ],
  [
    'tolerations of as many taints',
    (count, checkpoint) => {
      const taints = many((index) => ({ key: `k${index}`, effect: 'NoSchedule' }), count);
      const tolerations = many((index) => ({ key: `k${index}`, operator: 'Exists' }), count);
      return onNode(pod({ tolerations }), info(node({ spec: { taints } })), checkpoint);
    },
  ],
  [
    'tolerations of as many taints that are scored',
    (count, checkpoint) => {
      const taints = many((index) => ({ key: `k${index}`, effect: 'PreferNoSchedule' }), count);
      const on = info(node({ spec: { taints } }));
      const tolerations = many((index) => ({ key: `k${index}`, operator: 'Exists' }), count);
      return inOneGo(scoreNodes(pod({ tolerations }), [on], scoreContext([on]), { checkpoint }));
    },
  ],
  [
    'addresses of a port that is taken on as many others',
    (count, checkpoint) => {
      const taken = pod({ containers: [{ name: 'c', ports: many((index) => address(index + count), count) }] });
      const wanting = pod({ containers: [{ name: 'c', ports: many(address, count) }] });
      return onNode(wanting, info(node(), [taken]), checkpoint);
    },
  ],
])('%s by the thousand take time in proportion to their number', (_, run) => {
  expect(unitsFor(run, 2000)).toBeLessThan(12 * unitsFor(run, 200));
});
