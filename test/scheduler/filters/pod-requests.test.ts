import { describe, expect, test, vi } from 'vitest';
import type { Pod } from '../../../src/core/api/pod.js';
import { Checkpoint, UNLIMITED } from '../../../src/core/base/checkpoint.js';
import { inOneGo } from '../../../src/core/base/incremental.js';
import { Quantity } from '../../../src/core/quantity/quantity.js';
import { aggregate, hasPodLevelRequests, type PodRequestsOptions, podRequests } from '../../../src/scheduler/filters/pod-requests.js';
import { pod } from './objects.js';

const requests = (of: Pod, options: PodRequestsOptions = {}): Record<string, string> =>
  Object.fromEntries([...inOneGo(podRequests(of, options, UNLIMITED))].map(([resource, amount]) => [resource, `${amount}`]));
const container = (amounts: object, fields: object = {}): object => ({ resources: { requests: amounts }, ...fields });
const sidecar = (amounts: object): object => container(amounts, { restartPolicy: 'Always' });

describe('of the spec', () => {
  test('a comparison with an amount that needs more than 64 bits changes how one that needs them as well is counted', () => {
    const given = (memory: string): bigint | undefined => {
      const of = pod({ initContainers: [container({ memory })], containers: [container({ memory: '9223372036854775808' })] });
      return inOneGo(podRequests(of, {}, UNLIMITED))
        .get('memory')
        ?.value();
    };
    expect(given('1e30')).toBe(-(2n ** 63n));
    expect(
      inOneGo(podRequests(pod({ initContainers: [container({ memory: '1e30' })] }), {}, UNLIMITED))
        .get('memory')
        ?.value(),
    ).toBe(0n);
    // An API server hands it on as 1536Mi, an ordinary integer.
    const fraction = pod({ initContainers: [container({ memory: '1e30' })], containers: [container({ memory: '1.5Gi' })] });
    expect(
      inOneGo(podRequests(fraction, {}, UNLIMITED))
        .get('memory')
        ?.value(),
    ).toBe(0n);
  });

  test('containers are summed, and the greatest init container counts where it is more', () => {
    const of = pod({
      initContainers: [container({ cpu: '2', memory: '1Gi' }), container({ cpu: '1', memory: '3Gi', 'example.com/gpu': 1 })],
      containers: [container({ cpu: '2', memory: '1Gi' }), container({ cpu: '1', memory: '1Gi' })],
    });
    expect(requests(of)).toEqual({ cpu: '3', memory: '3Gi', 'example.com/gpu': '1' });
  });

  test('sidecars run beside the init containers after them and beside the containers', () => {
    const of = pod({
      initContainers: [container({ cpu: 5 }), sidecar({ cpu: 1 }), container({ cpu: 5 }), sidecar({ cpu: 2, memory: '1Mi' })],
      containers: [container({ cpu: 1 })],
    });
    expect(requests(of)).toEqual({ cpu: '6', memory: '1Mi' });
    expect(requests(pod({ initContainers: [sidecar({ cpu: 1 }), sidecar({ cpu: 2 })], containers: [container({ cpu: 4 })] }))).toEqual({
      cpu: '7',
    });
  });

  test('limits are requested where nothing else is, and overhead is added', () => {
    const of = pod({ overhead: { cpu: '250m', memory: '1Mi' }, containers: [{ resources: { limits: { cpu: 1 } } }] });
    expect(requests(of)).toEqual({ cpu: '1250m', memory: '1Mi' });
  });

  test('requests of the pod as a whole replace those of its containers, of the resources that they may name', () => {
    const of = pod({
      resources: { requests: { cpu: '500m', 'hugepages-2Mi': '4Mi', 'example.com/gpu': 9, 'ephemeral-storage': 1 } },
      overhead: { cpu: 1 },
      containers: [container({ cpu: 3, memory: 1, 'example.com/gpu': 1 })],
    });
    expect(requests(of, { usePodLevelResources: true })).toEqual({
      cpu: '1500m',
      memory: '1',
      'example.com/gpu': '1',
      'hugepages-2Mi': '4Mi',
    });
    expect(requests(of)).toEqual({ cpu: '4', memory: '1', 'example.com/gpu': '1' });
    expect(hasPodLevelRequests(of, UNLIMITED)).toBe(true);
    expect(hasPodLevelRequests(pod({ resources: { requests: { 'example.com/gpu': 1 } } }), UNLIMITED)).toBe(false);
    expect(hasPodLevelRequests(pod({ resources: { limits: { cpu: 1 } } }), UNLIMITED)).toBe(false);
  });

  test('amounts for what a container does not request are added for each of them', () => {
    const nonMissing = inOneGo(podRequests(pod({ containers: [container({ cpu: '100m' })] }), {}, UNLIMITED));
    const of = pod({
      initContainers: [container({}), container({})],
      containers: [container({}), container({ cpu: 0 }), container({ memory: 1 })],
    });
    expect(requests(of, { nonMissing })).toEqual({ cpu: '200m', memory: '1' });
  });
});

describe('of pods that run', () => {
  const of = (given: object, conditions: object[] = [], spec: object = {}): Pod =>
    pod({ containers: [container({ cpu: 2 }, { name: 'a' })], ...spec }, { conditions, ...given });
  const status = (fields: object, name = 'a'): object => ({ containerStatuses: [{ name, ...fields }] });
  const infeasible = [{ type: 'PodResizePending', reason: 'Infeasible' }];

  test('the greatest of what is requested, admitted and given counts', () => {
    const useStatus = { useStatus: true };
    expect(requests(of(status({ allocatedResources: { cpu: 3 } })), useStatus)).toEqual({ cpu: '3' });
    expect(requests(of(status({ allocatedResources: { cpu: 1 } })), useStatus)).toEqual({ cpu: '2' });
    expect(requests(of(status({ allocatedResources: { cpu: 1 }, resources: { requests: { cpu: 4 } } })), useStatus)).toEqual({ cpu: '4' });
    expect(requests(of(status({ resources: { limits: { cpu: 4 } }, allocatedResources: { cpu: 5 } })), useStatus)).toEqual({ cpu: '5' });
    expect(requests(of(status({ allocatedResources: { cpu: 3 } })))).toEqual({ cpu: '2' });
    expect(requests(of(status({ allocatedResources: { cpu: 3 } }, 'b')), useStatus)).toEqual({ cpu: '2' });
  });

  test('an infeasible resize requests nothing', () => {
    const useStatus = { useStatus: true };
    expect(requests(of(status({ allocatedResources: { cpu: 1 } }), infeasible), useStatus)).toEqual({ cpu: '1' });
    expect(requests(of({}, infeasible), useStatus)).toEqual({});
    const others = [{ type: 'Ready', reason: 'Infeasible' }, { type: 'PodResizePending', reason: 'Deferred' }, ...infeasible];
    expect(requests(of(status({ allocatedResources: { cpu: 1 } }), others), useStatus)).toEqual({ cpu: '2' });
  });

  test('the status of the pod as a whole counts before those of its containers, if it is complete', () => {
    const options = { useStatus: true, usePodLevelStatus: true, usePodLevelResources: true };
    const both = { allocatedResources: { cpu: 5 }, resources: { requests: { cpu: 6 } }, ...status({ allocatedResources: { cpu: 9 } }) };
    expect(requests(of(both), options)).toEqual({ cpu: '6' });
    expect(requests(of({ ...both, resources: {} }), options)).toEqual({ cpu: '9' });
    expect(requests(of(both), { ...options, usePodLevelStatus: false })).toEqual({ cpu: '9' });
  });

  test('a resize of the pod as a whole is counted like one of a container', () => {
    const options = { useStatus: true, usePodLevelStatus: true, usePodLevelResources: true };
    const spec = { resources: { requests: { cpu: 4 } } };
    const given = { allocatedResources: { cpu: 3, memory: 5 }, resources: { requests: { cpu: 7 } } };
    expect(requests(of(given, [], spec), options)).toEqual({ cpu: '7', memory: '5' });
    expect(requests(of({ ...given, resources: {} }, infeasible, spec), options)).toEqual({ cpu: '3', memory: '5' });
    expect(requests(of(given, [], spec), { ...options, usePodLevelStatus: false })).toEqual({ cpu: '4' });
  });

  test('the statuses of containers come before those of init containers of one name', () => {
    const given = {
      containerStatuses: [{ name: 'a', allocatedResources: { cpu: 3 } }],
      initContainerStatuses: [{ name: 'a', allocatedResources: { cpu: 9 } }],
    };
    expect(requests(of(given), { useStatus: true })).toEqual({ cpu: '3' });
  });
});

test('devices that stand for resources of the node count where the gate is on', () => {
  const nodeAllocatableResourceClaimStatuses = [
    {
      containers: ['a', 'b'],
      mapping: [{ name: 'cpu', quantity: '1500m' }, { name: 'memory' }],
      overhead: [
        { name: 'memory', perPod: '1Mi', perContainer: '2Mi' },
        { name: 'cpu', perContainer: '1m' },
      ],
    },
    { mapping: [{ name: 'cpu', quantity: 1 }], overhead: [{ name: 'memory', perContainer: '1Gi' }] },
  ];
  const of = pod({ containers: [container({ cpu: 1 })] }, { nodeAllocatableResourceClaimStatuses });
  expect(requests(of, { useNodeAllocatableClaims: true })).toEqual({ cpu: '3502m', memory: '5Mi' });
  expect(requests(of)).toEqual({ cpu: '1' });
});

test('the defaults of a long list are added without a copy of the list', () => {
  const of = pod({ containers: [container(Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`example.com/r${index}`, 1])))] });
  const list = of.spec.containers[0]?.requests as Map<string, Quantity>;
  const reads = vi.spyOn(list, Symbol.iterator);
  let passed = 0;
  reads.mockImplementation(function* () {
    for (const entry of Map.prototype.entries.call(list) as MapIterator<[string, Quantity]>) {
      passed++;
      yield entry;
    }
    return undefined;
  } as never);
  const checkpoint = new Checkpoint();
  checkpoint.beginSlice(0);
  const nonMissing = new Map([['cpu', Quantity.fromInt64(1n, 'DecimalSI')]]);
  const work = aggregate(of, ({ requests: amounts }) => amounts, { nonMissing }, checkpoint);
  expect(work.next().done).toBe(false);
  expect(passed).toBeLessThan(2);
  expect(inOneGo(work).size).toBe(101);
});
