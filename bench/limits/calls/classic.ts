// The calls of `dra-allocator/classic`.

import { FAKE_DRIVER, fakeDriver, migrateClassicObjects, Simulation } from '../../../src/classic/index.js';
import { createAllocator } from '../../../src/index.js';
import { CLASSIC_INPUTS } from '../inputs/classic.js';
import type { Forms } from '../measure.js';
import { type Entry, limited, only, small, unlimited, way } from '../ways.js';

type Objects = readonly object[];

async function optionsOf(objects: Objects): Promise<ConstructorParameters<typeof Simulation>[0]> {
  return { objects, drivers: { [FAKE_DRIVER]: fakeDriver({ allocator: await createAllocator() }) } };
}

async function simulationOf(objects: Objects): Promise<Simulation> {
  return new Simulation(await optionsOf(objects));
}

async function construct(objects: Objects): Promise<Forms> {
  const options = await optionsOf(objects);
  return { unlimited: () => new Simulation(options) };
}

async function run(objects: Objects): Promise<Forms> {
  const simulation = await simulationOf(objects);
  return { inTurns: ({ milliseconds }) => simulation.run({ milliseconds }) };
}

/** A call on a simulation that has already run for some time. */
const afterwards =
  (call: (simulation: Simulation, objects: Objects) => unknown) =>
  async (objects: Objects): Promise<Forms> => {
    const simulation = await simulationOf(objects);
    await simulation.run({ milliseconds: 500 });
    return { unlimited: () => call(simulation, objects) };
  };

const STEP = { milliseconds: 150, perMegabyte: 300 };
/** Inputs for calls that continue a simulation. */
const SOME = only(CLASSIC_INPUTS, ['20,000 pods', '100,000 claims']);
const WHY = 'it makes one change';
const ACTOR = 'kube-controller-manager';

export const CLASSIC: Readonly<Record<string, Entry>> = {
  'new Simulation': unlimited('it decodes objects, once', STEP, way(CLASSIC_INPUTS, construct)),
  'Simulation.run': limited(way(CLASSIC_INPUTS, run)),
  'Simulation.step': unlimited(
    'it makes one step of one actor',
    STEP,
    way(
      SOME,
      afterwards((simulation) => simulation.step()),
    ),
  ),
  'Simulation.apply': unlimited(
    'it decodes objects, once',
    STEP,
    way(
      SOME,
      afterwards((simulation, objects) => simulation.apply(objects[0] as object)),
    ),
  ),
  'Simulation.objects': unlimited(
    'it lists objects',
    STEP,
    way(
      SOME,
      afterwards((simulation) => simulation.objects()),
    ),
  ),
  'Simulation.delete': unlimited(
    WHY,
    STEP,
    way(
      SOME,
      afterwards((simulation) => simulation.delete('Node', '', 'n0')),
    ),
  ),
  'Simulation.finish': unlimited(
    WHY,
    STEP,
    way(
      SOME,
      afterwards((simulation) => simulation.finish('ns', 'p0')),
    ),
  ),
  'Simulation.restart': unlimited(
    'an actor lists its objects again',
    STEP,
    way(
      SOME,
      afterwards((simulation) => simulation.restart(ACTOR)),
    ),
  ),
  'Simulation.crashAfter': small('stores a number'),
  'Simulation.repeatEvent': unlimited(
    WHY,
    STEP,
    way(
      SOME,
      afterwards((simulation) => simulation.repeatEvent(ACTOR, 'ResourceClaim')),
    ),
  ),
  'Simulation.loseEvent': unlimited(
    WHY,
    STEP,
    way(
      SOME,
      afterwards((simulation) => simulation.loseEvent(ACTOR, 'ResourceClaim')),
    ),
  ),
  'Simulation.time': small('reads a number'),
  'Simulation.actors': small('lists the names of actors'),
  'Simulation.isSettled': unlimited(
    'it queries each actor',
    STEP,
    way(
      SOME,
      afterwards((simulation) => simulation.isSettled),
    ),
  ),
  migrateClassicObjects: unlimited(
    'it reads each object once',
    STEP,
    way(CLASSIC_INPUTS, (objects) => ({ unlimited: () => migrateClassicObjects(objects) })),
  ),
  fakeDriver: small('creates a driver'),
  ...byTheSimulation('Driver', [
    'getClassParameters',
    'getClaimParameters',
    'allocate',
    'deallocate',
    'unsuitableNodes',
    'nodeStarted',
    'nodePrepareResource',
    'nodeUnprepareResource',
  ]),
  ...byDrivers('ApiClient', ['find', 'get', 'list', 'create', 'update', 'updateStatus', 'patchStatus', 'bind', 'delete', 'record']),
  ...byDrivers('AbortSignalLike', ['throwIfAborted', 'addEventListener', 'removeEventListener']),
  'new ApiError': small('has the fields of its arguments'),
};

function byTheSimulation(owner: string, methods: readonly string[]): Record<string, Entry> {
  return Object.fromEntries(methods.map((method) => [`${owner}.${method}`, small('the simulation calls it, within the limits of `run`')]));
}

function byDrivers(owner: string, methods: readonly string[]): Record<string, Entry> {
  return Object.fromEntries(
    methods.map((method) => [`${owner}.${method}`, small('drivers call it, within the limits of `run`; the caller provides drivers')]),
  );
}
