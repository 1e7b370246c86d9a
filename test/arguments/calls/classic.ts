// Valid calls of `dra-allocator/classic`.

import {
  type ApiClient,
  ApiError,
  type Driver,
  FAKE_DRIVER,
  fakeDriver,
  migrateClassicObjects,
  Simulation,
} from '../../../src/classic/index.js';
import { ALLOCATOR } from '../objects.js';
import { type CallMakers, callOf, type ValidCall } from '../valid-call.js';

const GROUP = 'resource.k8s.io/v1alpha2';
const POD = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'p', namespace: 'ns' },
  spec: { containers: [{ name: 'c', image: 'i' }], resourceClaims: [{ name: 'r', source: { resourceClaimName: 'mine' } }] },
};
const CLASS = { apiVersion: GROUP, kind: 'ResourceClass', metadata: { name: 'c' }, driverName: FAKE_DRIVER };
const CLAIM = { apiVersion: GROUP, kind: 'ResourceClaim', metadata: { name: 'mine', namespace: 'ns' }, spec: { resourceClassName: 'c' } };
const OBJECTS = [{ apiVersion: 'v1', kind: 'Node', metadata: { name: 'n1' } }, CLASS, CLAIM, POD];
const OTHER = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'more', namespace: 'ns' } };

/** The driver, and the client that the simulation hands to it. */
interface Played {
  readonly simulation: Simulation;
  readonly client: ApiClient;
  readonly driver: Driver;
}

async function played(): Promise<Played> {
  const make = fakeDriver({ allocator: ALLOCATOR });
  const found: { client?: ApiClient } = {};
  const drivers = {
    [FAKE_DRIVER]: (client: ApiClient) => {
      found.client = client;
      return make(client);
    },
  };
  const simulation = new Simulation({ objects: OBJECTS, drivers });
  await simulation.run({ steps: 1000 });
  const client = found.client as ApiClient;
  return { simulation, client, driver: make(client) };
}

const inSimulation =
  (method: keyof Simulation, ...args: readonly unknown[]) =>
  async (): Promise<ValidCall> => {
    const { simulation } = await played();
    return { call: (...given) => (simulation[method] as (...args: never[]) => unknown).apply(simulation, given), args };
  };
const reading = (method: 'time' | 'actors' | 'isSettled') => async (): Promise<ValidCall> => {
  const { simulation } = await played();
  return callOf(() => simulation[method]);
};
const byClient =
  (method: keyof ApiClient, ...args: readonly unknown[]) =>
  async (): Promise<ValidCall> => {
    const { client } = await played();
    const stored = args.map((each) => (isObject(each) ? client.find(each.kind, each.metadata.namespace ?? '', each.metadata.name) : each));
    return { call: (...given) => (client[method] as (...args: never[]) => unknown).apply(client, given), args: stored };
  };

function isObject(
  value: unknown,
): value is { readonly kind: string; readonly metadata: { readonly name: string; readonly namespace?: string } } {
  return value === POD || value === CLAIM;
}

const DRIVERS = 'the simulation calls it with objects of its own';
const SIGNAL = 'it is a signal of the runtime';

export const CLASSIC_CALLS: CallMakers = {
  'new ApiError': () => callOf((...args: readonly [never, never]) => new ApiError(...args), 'NotFound' as never, 'text' as never),
  fakeDriver: () =>
    callOf((options: never) => fakeDriver(options), { allocator: { allocate: () => undefined, allocateAsync: () => undefined } } as never),
  'Driver.getClassParameters': DRIVERS,
  'Driver.getClaimParameters': DRIVERS,
  'Driver.allocate': DRIVERS,
  'Driver.deallocate': DRIVERS,
  'Driver.unsuitableNodes': DRIVERS,
  'Driver.nodeStarted': DRIVERS,
  'Driver.nodePrepareResource': DRIVERS,
  'Driver.nodeUnprepareResource': DRIVERS,
  migrateClassicObjects: () => callOf((objects: never) => migrateClassicObjects(objects), OBJECTS as never),
  'new Simulation': () =>
    callOf((options: never) => new Simulation(options), {
      objects: OBJECTS,
      drivers: { [FAKE_DRIVER]: fakeDriver({ allocator: ALLOCATOR }) },
    } as never),
  'Simulation.time': reading('time'),
  'Simulation.actors': reading('actors'),
  'Simulation.isSettled': reading('isSettled'),
  'Simulation.objects': inSimulation('objects', 'Pod'),
  'Simulation.step': inSimulation('step'),
  'Simulation.run': inSimulation('run', { steps: 100 }),
  'Simulation.apply': inSimulation('apply', OTHER),
  'Simulation.delete': inSimulation('delete', 'Pod', 'ns', 'p', {}),
  'Simulation.finish': inSimulation('finish', 'ns', 'p', 'Succeeded'),
  'Simulation.restart': inSimulation('restart', 'scheduler'),
  'Simulation.crashAfter': inSimulation('crashAfter', 'scheduler', 1),
  'Simulation.repeatEvent': inSimulation('repeatEvent', 'scheduler', 'Pod'),
  'Simulation.loseEvent': inSimulation('loseEvent', 'scheduler', 'Pod'),
  'AbortSignalLike.throwIfAborted': SIGNAL,
  'AbortSignalLike.addEventListener': SIGNAL,
  'AbortSignalLike.removeEventListener': SIGNAL,
  'ApiClient.find': byClient('find', 'Pod', 'ns', 'p'),
  'ApiClient.get': byClient('get', 'Pod', 'ns', 'p'),
  'ApiClient.list': byClient('list', 'Pod'),
  'ApiClient.create': byClient('create', OTHER),
  'ApiClient.update': byClient('update', POD),
  'ApiClient.updateStatus': byClient('updateStatus', POD),
  'ApiClient.patchStatus': byClient('patchStatus', POD, (current: unknown) => current),
  'ApiClient.bind': async () => {
    const { client } = await played();
    const pod = client.create({ ...POD, metadata: { name: 'unbound', namespace: 'ns' } });
    return callOf((...args: readonly [never, never]) => client.bind(...args), pod as never, 'n1' as never);
  },
  'ApiClient.delete': byClient('delete', CLAIM, {}),
  'ApiClient.record': byClient('record', POD, 'Normal', 'reason', 'message'),
};
