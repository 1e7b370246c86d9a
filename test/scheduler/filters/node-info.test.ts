import { describe, expect, test } from 'vitest';
import { UNLIMITED } from '../../../src/core/base/checkpoint.js';
import { inOneGo } from '../../../src/core/base/incremental.js';
import {
  isOnNode,
  keepsRoom,
  numbersOf,
  type PodInfo,
  podInfo,
  withNode,
  withoutPod,
  withPod,
} from '../../../src/scheduler/filters/node-info.js';
import { context, info, node, pod } from './objects.js';

const { features } = context();
const container = (requests: object, fields: object = {}): object => ({ resources: { requests }, ...fields });

test('a pod counts on the node that it names until it has ended', () => {
  expect(isOnNode(pod({ nodeName: 'n' }))).toBe(true);
  expect(isOnNode(pod({ nodeName: 'n' }, { phase: 'Running' }))).toBe(true);
  expect(isOnNode(pod({}))).toBe(false);
  expect(isOnNode(pod({ nodeName: 'n' }, { phase: 'Succeeded' }))).toBe(false);
  expect(isOnNode(pod({ nodeName: 'n' }, { phase: 'Failed' }))).toBe(false);
});

describe('the amounts of a pod', () => {
  test('CPU counts in thousandths, all else in whole units, rounded up', () => {
    const { requested } = inOneGo(
      podInfo(
        pod({
          containers: [container({ cpu: '1.5', memory: '1500m', 'ephemeral-storage': '1Ki', 'example.com/a': 2, 'hugepages-2Mi': '2Mi' })],
        }),
        features,
        UNLIMITED,
      ),
    );
    expect(requested).toEqual({
      milliCpu: 1500n,
      memory: 2n,
      ephemeralStorage: 1024n,
      scalars: new Map([
        ['example.com/a', 2n],
        ['hugepages-2Mi', 2097152n],
      ]),
    });
  });

  test('resources that nobody counts are left out', () => {
    const { requested } = inOneGo(
      podInfo(
        pod({
          containers: [container({ storage: 1, pods: 3, 'requests.example.com/a': 1, 'kubernetes.io/b': 1, 'attachable-volumes-x': 1 })],
        }),
        features,
        UNLIMITED,
      ),
    );
    expect([...requested.scalars.keys()]).toEqual(['attachable-volumes-x', 'kubernetes.io/b']);
  });

  test('scores count a tenth of a core and 200 MiB for a container that requests nothing', () => {
    const of = (spec: object): object => inOneGo(podInfo(pod(spec), features, UNLIMITED)).nonZeroRequested;
    expect(of({ containers: [{}, container({ cpu: 0, memory: 0 }), container({ cpu: 1 })] })).toEqual({
      milliCpu: 1100n,
      memory: 2n * 209715200n,
    });
    expect(of({ resources: { requests: { cpu: 1 } }, containers: [{}, {}] })).toEqual({ milliCpu: 1000n, memory: 2n * 209715200n });
    expect(of({ resources: { requests: { cpu: 1, memory: 1 } }, containers: [{}] })).toEqual({ milliCpu: 1000n, memory: 1n });
  });

  test('without the gate nobody considers requests of the pod as a whole, nor at what it was given', () => {
    const of = pod(
      { resources: { requests: { cpu: 1 } }, containers: [container({ cpu: 2 }, { name: 'a' })] },
      { containerStatuses: [{ name: 'a', allocatedResources: { cpu: 3 } }] },
    );
    const milliCpu = (gates: object): bigint => inOneGo(podInfo(of, { ...features, ...gates }, UNLIMITED)).requested.milliCpu;
    expect(milliCpu({})).toBe(1000n);
    expect(milliCpu({ podLevelResources: false })).toBe(3000n);
    expect(milliCpu({ podLevelResources: false, inPlacePodVerticalScaling: false })).toBe(2000n);
  });
});

describe('a node', () => {
  const heavy = pod({ containers: [container({ cpu: 1, 'example.com/a': 1 }, { ports: [{ hostPort: 80 }] })] }, {}, 'heavy');
  const light = pod(
    { containers: [container({ memory: 5 })], affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{}] } } },
    {},
    'light',
  );

  test('has what its object says and what its pods take', () => {
    const on = info(node({ status: { allocatable: { cpu: 4, pods: 7, 'example.com/a': 2 } } }), [heavy, light]);
    expect(on.allocatable).toEqual({ milliCpu: 4000n, memory: 0n, ephemeralStorage: 0n, scalars: new Map([['example.com/a', 2n]]) });
    expect([on.allowedPods, on.isUnlimited, on.podInfos.length, on.withTerms]).toEqual([7n, false, 2, 1]);
    expect(on.requested).toEqual({ milliCpu: 1000n, memory: 5n, ephemeralStorage: 0n, scalars: new Map([['example.com/a', 1n]]) });
    expect(on.nonZeroRequested).toEqual({ milliCpu: 1100n, memory: 209715205n });
  });

  test('is the same however its pods came, and without those that went', () => {
    const [first, second] = [inOneGo(podInfo(heavy, features, UNLIMITED)), inOneGo(podInfo(light, features, UNLIMITED))];
    const empty = info();
    const both = inOneGo(withPod(inOneGo(withPod(empty, first, UNLIMITED)), second, UNLIMITED));
    expect({ ...both, usedPorts: undefined }).toEqual({ ...info(node(), [heavy, light]), usedPorts: undefined });
    expect(both.usedPorts.holderOf({ ip: '0.0.0.0', port: 'TCP/80' })).toBe('ns/heavy');
    const none = withoutPod(withoutPod(both, first), second);
    expect({ ...none, usedPorts: undefined }).toEqual({ ...empty, usedPorts: undefined });
    expect(none.usedPorts.holderOf({ ip: '0.0.0.0', port: 'TCP/80' })).toBeUndefined();
    expect(empty.podInfos.length).toBe(0);
  });

  test('changes with its object and keeps its pods', () => {
    const changed = inOneGo(withNode(info(node(), [heavy]), node({ status: { allocatable: undefined } }), UNLIMITED));
    expect([changed.isUnlimited, changed.podInfos.length, changed.requested.milliCpu]).toEqual([true, 1, 1000n]);
  });

  test('wraps around at 64 bits as the scheduler does', () => {
    const most = pod({ containers: [container({ memory: '9223372036854775807' })] });
    expect(info(node(), [most, most]).requested.memory).toBe(-2n);
  });
});

test('a node that changed keeps the amounts of the one before it, where it can allocate as much', () => {
  const of = (cpu: string, fields: object = {}) => node({ status: { allocatable: { cpu, memory: '1Gi', pods: 10 } }, ...fields });
  const before = info(of('2'), [pod({ containers: [container({ cpu: 1 })] })]);
  const cordoned = inOneGo(withNode(before, of('2', { spec: { unschedulable: true } }), UNLIMITED));
  expect(cordoned.allocatable).toBe(before.allocatable);
  expect([cordoned.node.spec.unschedulable, cordoned.requested]).toEqual([true, before.requested]);
  const grown = inOneGo(withNode(cordoned, of('3'), UNLIMITED));
  expect([grown.allocatable.milliCpu, grown.allowedPods]).toEqual([3000n, 10n]);
  const silent = inOneGo(withNode(grown, node({ status: { allocatable: undefined } }), UNLIMITED));
  expect([silent.isUnlimited, silent.allocatable.milliCpu]).toEqual([true, 0n]);
  expect(inOneGo(withNode(silent, of('2'), UNLIMITED)).allocatable).toEqual(before.allocatable);
});

describe('a node keeps its room', () => {
  const on = node({ status: { allocatable: { cpu: 4, memory: '1Gi', pods: 9, 'example.com/a': 2 } } });
  const take = (requests: object, fields: object = {}, name = 'other') =>
    inOneGo(podInfo(pod({ containers: [container(requests, fields)] }, {}, name), features, UNLIMITED));
  const empty = info(on);
  const keeps = (taken: PodInfo, given: PodInfo): boolean => {
    const before = inOneGo(withPod(empty, taken, UNLIMITED));
    return keepsRoom(inOneGo(withPod(withoutPod(before, taken), given, UNLIMITED)), before);
  };

  test('where a pod leaves it, and not where one comes', () => {
    const busy = inOneGo(withPod(empty, take({ cpu: 1 }, { ports: [{ hostPort: 80 }] }), UNLIMITED));
    expect([keepsRoom(empty, busy), keepsRoom(busy, empty), keepsRoom(busy, busy)]).toEqual([true, false, true]);
  });

  test('where a pod takes no more than the one before it, of nothing', () => {
    expect(keeps(take({ cpu: 2, memory: 9 }), take({ cpu: 2, memory: 8 }))).toBe(true);
    expect(keeps(take({ cpu: 2 }), take({ cpu: 3 }))).toBe(false);
    expect(keeps(take({ memory: 2 }), take({ memory: 3 }))).toBe(false);
    expect(keeps(take({ 'ephemeral-storage': 2 }), take({ 'ephemeral-storage': 3 }))).toBe(false);
    expect(keeps(take({ 'example.com/a': 1 }), take({ 'example.com/a': 2 }))).toBe(false);
    expect(keeps(take({ cpu: 2 }), take({ cpu: 1 }, { ports: [{ hostPort: 80 }] }))).toBe(false);
    expect(keeps(take({ cpu: 2 }, { ports: [{ hostPort: 80 }] }), take({ cpu: 1 }, { ports: [{ hostPort: 81 }] }, 'next'))).toBe(false);
  });

  test('not where its object changed, nor where amounts are too large to tell', () => {
    expect(keepsRoom(inOneGo(withNode(empty, node({ spec: { unschedulable: true } }), UNLIMITED)), empty)).toBe(false);
    const most = take({ memory: '9223372036854775807' });
    const [one, two] = [
      inOneGo(withPod(empty, most, UNLIMITED)),
      inOneGo(withPod(inOneGo(withPod(empty, most, UNLIMITED)), most, UNLIMITED)),
    ];
    expect([keepsRoom(one, two), keepsRoom(empty, one)]).toEqual([false, false]);
  });
});

test('the amounts of a node are numbers, computed once, where these have them', () => {
  const on = info(node({ status: { allocatable: { cpu: 4, memory: `${2n ** 46n + 1n}`, pods: 1 } } }), [
    pod({ containers: [container({ cpu: '1500m', memory: 5 })] }),
  ]);
  expect(numbersOf(on)).toBe(numbersOf(on));
  expect(numbersOf(on).left).toEqual({ milliCpu: 2500, memory: Number.NaN, ephemeralStorage: 0 });
  expect(numbersOf(on).nonZeroRequested).toEqual({ milliCpu: 1500, memory: 5 });
});
