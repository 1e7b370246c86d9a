import { beforeAll, describe, expect, it } from 'vitest';
import {
  ApiError,
  FAKE_DRIVER,
  fakeDriver,
  NODE_ALLOCATION_STATE,
  type NodeAllocationState,
  Simulation,
  type SimulationOptions,
} from '../../src/classic/index.js';
import { type Allocator, createAllocator } from '../../src/index.js';
import {
  claimSpec,
  claimTemplate,
  classicClaim,
  classicNode,
  classicPod,
  fakeParameters,
  resourceClass,
} from './support/classic-objects.js';

let allocator: Allocator;
beforeAll(async () => {
  allocator = await createAllocator();
});

function simulationOf(
  objects: readonly object[],
  { devicesPerNode = 8, ...options }: SimulationOptions & { devicesPerNode?: number } = {},
) {
  return new Simulation({ objects, drivers: { [FAKE_DRIVER]: fakeDriver({ allocator, devicesPerNode }) }, ...options });
}

async function settle(simulation: Simulation): Promise<void> {
  expect((await simulation.run({ steps: 5000 })).settled).toBe(true);
}

const statesOf = (simulation: Simulation) => simulation.objects(NODE_ALLOCATION_STATE) as unknown as readonly NodeAllocationState[];
const podsBy = (simulation: Simulation) =>
  Object.fromEntries(
    simulation.objects('Pod').map(({ metadata, spec, status }) => [metadata.name, `${spec.nodeName ?? ''} ${status?.phase ?? ''}`.trim()]),
  );

describe('a pod with a claim of a template', () => {
  const objects = [classicNode('worker'), resourceClass(), claimTemplate('t'), classicPod('pod0', { 'distinct-fake': 't:t' })];

  it('runs, with the claim as the article prints it', async () => {
    const simulation = simulationOf(objects, { kubernetesVersion: '1.27' });
    await settle(simulation);
    const [pod] = simulation.objects('Pod');
    expect(podsBy(simulation)).toEqual({ pod0: 'worker Running' });
    expect(simulation.objects('PodSchedulingContext')).toEqual([]);
    expect(simulation.objects('ResourceClaim')).toMatchObject([
      {
        apiVersion: 'resource.k8s.io/v1alpha2',
        kind: 'ResourceClaim',
        metadata: { name: 'pod0-distinct-fake', namespace: 'default', finalizers: [`${FAKE_DRIVER}/deletion-protection`] },
        spec: { allocationMode: 'WaitForFirstConsumer' },
        status: {
          allocation: {
            availableOnNodes: { nodeSelectorTerms: [{ matchFields: [{ key: 'metadata.name', operator: 'In', values: ['worker'] }] }] },
            shareable: true,
          },
          driverName: FAKE_DRIVER,
          reservedFor: [{ name: 'pod0', resource: 'pods', uid: pod?.metadata.uid }],
        },
      },
    ]);
  });

  it('has a generated name of the claim from 1.28 on, in an annotation and the status of the pod', async () => {
    const simulation = simulationOf(objects);
    await settle(simulation);
    const [claim] = simulation.objects('ResourceClaim');
    expect(claim?.metadata.name).toMatch(/^pod0-distinct-fake-[bcdfghjklmnpqrstvwxz2456789]{5}$/);
    expect(claim?.metadata.annotations).toEqual({ 'resource.kubernetes.io/pod-claim-name': 'distinct-fake' });
    expect(simulation.objects('Pod')[0]?.status?.resourceClaimStatuses).toEqual([
      { name: 'distinct-fake', resourceClaimName: claim?.metadata.name },
    ]);
  });

  it('leaves nothing behind when it is deleted', async () => {
    const simulation = simulationOf(objects);
    await settle(simulation);
    simulation.delete('Pod', 'default', 'pod0');
    await settle(simulation);
    expect(simulation.objects('Pod')).toEqual([]);
    expect(simulation.objects('ResourceClaim')).toEqual([]);
    expect(statesOf(simulation)[0]?.spec).toMatchObject({ allocatedClaims: {}, preparedDevices: {} });
  });

  it('goes the same way with the same seed', async () => {
    const histories = await Promise.all(
      [7, 7, 8].map(async (seed) => {
        const { events } = await simulationOf([...objects, classicNode('other')], { seed, order: 'random' }).run();
        return JSON.stringify(events);
      }),
    );
    expect(histories[0]).toBe(histories[1]);
    expect(histories[0]).not.toBe(histories[2]);
  });
});

describe('claims', () => {
  it('of a full cluster wait, and get what another pod gives back', async () => {
    const pods = ['a', 'b', 'c'].map((name) => classicPod(name, { x: 't:t' }));
    const simulation = simulationOf([classicNode('n1'), classicNode('n2'), resourceClass(), claimTemplate('t'), ...pods], {
      devicesPerNode: 1,
    });
    await settle(simulation);
    expect(Object.values(podsBy(simulation)).sort()).toEqual(['', 'n1 Running', 'n2 Running']);
    const [running] = Object.entries(podsBy(simulation)).find(([, state]) => state !== '') ?? [''];
    simulation.finish('default', running);
    await settle(simulation);
    expect(Object.values(podsBy(simulation)).filter((state) => state.endsWith('Running'))).toHaveLength(2);
  });

  it('of several pods are shared, and deallocated behind the last of them', async () => {
    const pods = ['a', 'b'].map((name) => classicPod(name, { x: 'shared' }));
    const simulation = simulationOf([classicNode('n1'), classicNode('n2'), resourceClass(), classicClaim('shared'), ...pods]);
    await settle(simulation);
    const [first, second] = simulation.objects('Pod').map(({ spec }) => spec.nodeName);
    expect(first).toBe(second);
    expect(simulation.objects('ResourceClaim')[0]?.status?.reservedFor).toHaveLength(2);
    simulation.delete('Pod', 'default', 'a');
    await settle(simulation);
    expect(simulation.objects('ResourceClaim')[0]?.status?.reservedFor).toMatchObject([{ name: 'b' }]);
    simulation.delete('Pod', 'default', 'b');
    await settle(simulation);
    const [claim] = simulation.objects('ResourceClaim');
    expect(claim?.status).toEqual({});
    expect(claim?.metadata.finalizers).toBeUndefined();
  });

  it('that are immediate are allocated at once, and stay so', async () => {
    const claim = classicClaim('now', claimSpec('two', { allocationMode: 'Immediate' }));
    const simulation = simulationOf([classicNode('n1'), resourceClass(), fakeParameters('two', { count: 2, split: 3 }), claim]);
    await settle(simulation);
    expect(simulation.objects('ResourceClaim')[0]?.status).toMatchObject({ driverName: FAKE_DRIVER, allocation: { shareable: true } });
    simulation.apply(classicPod('pod', { x: 'now' }));
    await settle(simulation);
    const [state] = statesOf(simulation);
    const [{ fake: allocated } = { fake: { devices: [] } }] = Object.values(state?.spec.allocatedClaims ?? {});
    const [{ fake: prepared } = { fake: { devices: [] } }] = Object.values(state?.spec.preparedDevices ?? {});
    expect(allocated.devices).toMatchObject([{ split: 3 }, { split: 3 }]);
    expect(prepared.devices).toHaveLength(6);
    simulation.delete('Pod', 'default', 'pod');
    await settle(simulation);
    expect(simulation.objects('ResourceClaim')[0]?.status?.allocation).toBeDefined();
    expect(Object.keys(statesOf(simulation)[0]?.spec.preparedDevices ?? {})).toEqual([]);
  });

  it('go only to nodes that their class has suitable, and to devices that selectors let through', async () => {
    const termOf = (name: string) => ({ matchFields: [{ key: 'metadata.name', operator: 'In', values: [name] }] });
    const suitableNodes = { nodeSelectorTerms: [termOf('n2'), termOf('n3')] };
    const states = [
      ['n1', 'NEW'],
      ['n2', 'OLD'],
      ['n3', 'NEW'],
    ].map(([name = '', model = '']) => ({
      apiVersion: 'nas.fake.resource.3-shake.com/v1alpha1',
      kind: 'NodeAllocationState',
      metadata: { name, namespace: 'fake-system' },
      spec: { allocatableDevice: [{ fake: { uuid: `FAKE-${name}`, name: model } }] },
      status: 'Ready',
    }));
    const parameters = fakeParameters('p', { selectors: [{ cel: { expression: 'device.attributes[device.driver].model == "NEW"' } }] });
    const nodes = ['n1', 'n2', 'n3'].map((name) => classicNode(name));
    const pod = classicPod('pod', { x: 't:t' });
    const simulation = simulationOf([
      ...nodes,
      ...states,
      resourceClass(undefined, { suitableNodes }),
      parameters,
      claimTemplate('t', claimSpec('p')),
      pod,
    ]);
    await settle(simulation);
    expect(podsBy(simulation)).toEqual({ pod: 'n3 Running' });
  });

  it('of which parameters are missing tell so in Events', async () => {
    const simulation = simulationOf([
      classicNode('n1'),
      resourceClass(),
      claimTemplate('t', claimSpec('gone')),
      classicPod('pod', { x: 't:t' }),
    ]);
    const { events } = await simulation.run({ steps: 3000 });
    const messages = events.flatMap(({ recorded }) => recorded.map(({ object, message }) => `${object.kind}: ${message}`));
    expect(messages).toContain(`ResourceClaim: fakeclaimparameters.${FAKE_DRIVER} "gone" not found`);
    expect(podsBy(simulation)).toEqual({ pod: '' });
    simulation.apply(fakeParameters('gone', { count: 1 }));
    await settle(simulation);
    expect(podsBy(simulation)).toEqual({ pod: 'n1 Running' });
  });
});

describe('a shared claim', () => {
  it('is reserved for 32 pods, and others wait for one of them', async () => {
    const pods = Array.from({ length: 34 }, (_, index) => classicPod(`pod-${index}`, { x: 'shared' }));
    const simulation = simulationOf([classicNode('n1'), resourceClass(), classicClaim('shared'), ...pods]);
    await settle(simulation);
    const running = () =>
      simulation
        .objects('Pod')
        .filter(({ status }) => status?.phase === 'Running')
        .map(({ metadata }) => metadata.name);
    expect(running()).toHaveLength(32);
    expect(simulation.objects('ResourceClaim')[0]?.status?.reservedFor).toHaveLength(32);
    simulation.delete('Pod', 'default', running()[5] ?? '');
    await settle(simulation);
    expect(running()).toHaveLength(32);
  });
});

describe('a pod', () => {
  it('may name a claim in two entries', async () => {
    const simulation = simulationOf([classicNode('n1'), resourceClass(), classicClaim('one'), classicPod('pod', { x: 'one', y: 'one' })], {
      devicesPerNode: 1,
    });
    await settle(simulation);
    expect(podsBy(simulation)).toEqual({ pod: 'n1 Running' });
  });
});

describe('a fault', () => {
  const objects = [classicNode('n1'), resourceClass(), claimTemplate('t'), classicPod('pod', { x: 't:t' })];

  it.each(Array.from({ length: 12 }, (_, calls) => calls))('that ends the driver in front of call %i is made good', async (calls) => {
    const simulation = simulationOf(objects);
    simulation.crashAfter(`driver ${FAKE_DRIVER}`, calls);
    await settle(simulation);
    expect(podsBy(simulation)).toEqual({ pod: 'n1 Running' });
    expect(Object.keys(statesOf(simulation)[0]?.spec.allocatedClaims ?? {})).toEqual(
      simulation.objects('ResourceClaim').map(({ metadata }) => metadata.uid),
    );
  });

  it('that loses events ends with the next list', async () => {
    const simulation = simulationOf(objects.slice(0, 3));
    await settle(simulation);
    simulation.apply(objects[3] as object);
    expect(simulation.loseEvent('scheduler', 'Pod').object).toBe('Pod default/pod');
    simulation.restart('kubelet');
    await settle(simulation);
    expect(podsBy(simulation)).toEqual({ pod: 'n1 Running' });
  });

  it('of the shape of a NodeAllocationState is reported by the driver', async () => {
    const state = { apiVersion: 'nas.fake.resource.3-shake.com/v1alpha1', kind: 'NodeAllocationState', status: 'Ready' };
    const wrong = { ...state, metadata: { name: 'n1', namespace: 'fake-system' }, spec: { allocatableDevice: [{ gpu: {} }] } };
    const { events } = await simulationOf([...objects, wrong]).run({ steps: 300 });
    const messages = events.flatMap(({ recorded }) => recorded.map(({ message }) => message));
    expect(messages.join('\n')).toContain('checking potential nodes: spec.allocatableDevice[0].gpu: unknown field');
  });

  it('of a uid that every object has as a name is none', async () => {
    const claim = { ...classicClaim('c'), metadata: { name: 'c', uid: 'constructor' } };
    const simulation = simulationOf([...objects.slice(0, 2), claim, classicPod('p', { x: 'c' })]);
    await settle(simulation);
    expect(podsBy(simulation)).toEqual({ p: 'n1 Running' });
  });

  it('that has no end is ended by a limit, which is reported', async () => {
    const objects = [classicNode('worker'), resourceClass(), claimTemplate('t'), classicPod('pod0', { a: 't:t' })];
    const simulation = simulationOf(objects);
    expect(await simulation.run({ milliseconds: 0 })).toEqual({ settled: false, by: 'milliseconds', events: [] });
    expect(await simulation.run({ steps: 3 })).toMatchObject({ settled: false, by: 'steps', events: { length: 3 } });
    expect(await simulation.run({ milliseconds: 60_000 })).not.toHaveProperty('by');
    expect(podsBy(simulation)).toEqual({ pod0: 'worker Running' });
  });

  it('of a caller who does not wait for a step is an error', async () => {
    const simulation = simulationOf(objects);
    const step = simulation.step();
    await expect(simulation.step()).rejects.toThrow('a step is already running');
    await step;
    expect(() => new Simulation({ order: 'any' as 'random' })).toThrow('order: expected one of in-turn, random, found the string "any"');
    expect(() => new Simulation({ sead: 1 } as object)).toThrow('sead: unknown, did you mean seed?');
  });

  it('of the input that stands twice is an error', () => {
    const claim = {
      apiVersion: 'resource.k8s.io/v1alpha2',
      kind: 'ResourceClaim',
      metadata: { name: 'c', namespace: 'd' },
      spec: { resourceClassName: 'k' },
    };
    expect(() => new Simulation({ objects: [claim, claim] })).toThrow('objects: ResourceClaim d/c occurs twice');
  });

  it('of the input is an error with its place', () => {
    expect(() => simulationOf([{ ...resourceClass(), driverName: '' }])).toThrow('[0].driverName: must be given');
    expect(() => new Simulation({ kubernetesVersion: '1.31' })).toThrow('classic DRA was in Kubernetes 1.26 to 1.30, not in "1.31"');
    const simulation = simulationOf([]);
    expect(() => simulation.delete('Pod', 'default', 'gone')).toThrow(new ApiError('NotFound', 'pods "gone" not found'));
    expect(() => simulation.restart('nobody')).toThrow('actor: expected one of kubelet, ');
  });
});
