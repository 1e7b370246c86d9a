import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { FAKE_DRIVER, fakeDriver, migrateClassicObjects, NODE_ALLOCATION_STATE, Simulation } from '../../../src/classic/index.js';
import { Random } from '../../../src/core/base/random.js';
import { readText } from '../../../src/core/read/read.js';
import { type Allocator, createAllocator } from '../../../src/index.js';
import { validate } from '../../../src/validate/index.js';
import { runProgram } from '../../apps/cli/run-program.js';
import {
  claimSpec,
  claimTemplate,
  classicClaim,
  classicNode,
  classicPod,
  fakeParameters,
  resourceClass,
} from '../support/classic-objects.js';

const EXAMPLES = join(import.meta.dirname, '../../../examples/classic-dra');
const RELEASES = ['1.34', '1.37'];

let allocator: Allocator;
beforeAll(async () => {
  allocator = await createAllocator();
});

function readExample(name: string): readonly object[] {
  const file = join(EXAMPLES, `${name}.yaml`);
  return readText(readFileSync(file, 'utf8'), file).documents.map(({ value }) => value as object);
}

interface Claim {
  readonly metadata: { readonly namespace: string; readonly name: string };
  readonly status?: {
    readonly allocation?: { readonly devices: { readonly results: readonly { driver: string; pool: string; device: string }[] } };
  };
}

/** Plays the objects and returns the resulting simulation. */
async function played(objects: readonly object[], seed = 1): Promise<Simulation> {
  const simulation = new Simulation({ objects, seed, kubernetesVersion: '1.27', drivers: { [FAKE_DRIVER]: fakeDriver({ allocator }) } });
  expect((await simulation.run()).settled).toBe(true);
  return simulation;
}

/** Returns the number of devices of each claim, from the states of nodes. */
function classicDevices(simulation: Simulation): ReadonlyMap<string, number> {
  const states = simulation.objects(NODE_ALLOCATION_STATE) as unknown as readonly {
    spec: { allocatedClaims?: Record<string, { fake: { devices: readonly object[] } }> };
  }[];
  const counts = states.flatMap(({ spec }) =>
    Object.entries(spec.allocatedClaims ?? {}).map(([uid, { fake }]) => [uid, fake.devices.length] as const),
  );
  const byUid = new Map(counts);
  const claims = simulation.objects('ResourceClaim').flatMap(({ metadata: { namespace, name, uid = '' } }) => {
    const count = byUid.get(uid);
    return count === undefined ? [] : [[`${namespace}/${name}`, count] as const];
  });
  return new Map(claims);
}

function v1Devices(claims: readonly Claim[]): ReadonlyMap<string, number> {
  const taken = claims
    .flatMap(({ status }) => status?.allocation?.devices.results ?? [])
    .map(({ driver, pool, device }) => `${driver} ${pool} ${device}`);
  expect(new Set(taken).size).toBe(taken.length);
  return new Map(
    claims.flatMap(({ metadata: { namespace, name }, status }) => {
      const count = status?.allocation?.devices.results.length;
      return count === undefined ? [] : [[`${namespace}/${name}`, count] as const];
    }),
  );
}

function expectValid(objects: readonly object[]): void {
  for (const kubernetesVersion of RELEASES)
    expect(validate(objects, { kubernetesVersion }).map(({ rule, message }) => `${rule}: ${message}`)).toEqual([]);
}

async function allocated(objects: readonly object[]): Promise<readonly Claim[]> {
  const { code, out } = await runProgram(
    ['allocate', '-f', '-', '-o', 'json'],
    JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects }),
  );
  expect(code).toBe(0);
  const printed = JSON.parse(out) as Claim & { kind: string; items?: readonly Claim[] };
  return printed.items ?? [printed];
}

describe.each(['distinct', 'parameters', 'shared', 'split'])('the walk-through %s of the article', (name) => {
  const objects = [...readExample('cluster'), ...readExample(name)];

  test('is valid when it is migrated, and its claims get as many devices', async () => {
    const { objects: migrated } = migrateClassicObjects(objects);
    expectValid(migrated);
    expect(v1Devices(await allocated(migrated))).toEqual(classicDevices(await played(objects)));
  });

  test('keeps its devices when it is migrated while it runs', async () => {
    const simulation = await played(objects);
    const { objects: migrated } = migrateClassicObjects(simulation.objects());
    expectValid(migrated);
    expect(v1Devices(migrated.filter(({ kind }) => kind === 'ResourceClaim') as unknown as readonly Claim[])).toEqual(
      classicDevices(simulation),
    );
  });
});

/** Returns nodes, pods and claims of a seed: some share claims, some have immediate claims, and some are allocated none. */
function randomWorld(seed: number): readonly object[] {
  const random = new Random(seed);
  const parameters = ['one', 'two', 'split'] as const;
  const nodes = Array.from({ length: 1 + random.below(3) }, (_, index) => classicNode(`node-${index}`));
  const templates = [0, 1].map((index) => claimTemplate(`t${index}`, claimSpec(random.chooseFrom(parameters))));
  const claims = Array.from({ length: random.below(4) }, (_, index) =>
    classicClaim(`shared-${index}`, claimSpec(random.chooseFrom(parameters), random.below(2) === 0 ? { allocationMode: 'Immediate' } : {})),
  );
  const sources = ['t:t0', 't:t1', ...claims.map((_, index) => `shared-${index}`)];
  const pods = Array.from({ length: random.below(10) }, (_, index) =>
    classicPod(`pod-${index}`, { a: random.chooseFrom(sources) ?? '' }, { containers: [{ name: 'c', image: 'registry.example.com/app' }] }),
  );
  return [
    ...nodes,
    resourceClass(),
    fakeParameters('one', { count: 1 }),
    fakeParameters('two', { count: 2 }),
    fakeParameters('split', { count: 1, split: 2 }),
    ...templates,
    ...claims,
    ...pods,
  ];
}

test('random clusters are valid when they are migrated while they run, and keep their devices', async () => {
  let kept = 0;
  for (let seed = 1; seed <= 30; seed++) {
    const simulation = await played(randomWorld(seed), seed);
    const { objects } = migrateClassicObjects(simulation.objects());
    for (const kubernetesVersion of RELEASES)
      expect(validate(objects, { kubernetesVersion }).filter(({ severity }) => severity === 'error')).toEqual([]);
    const devices = v1Devices(objects.filter(({ kind }) => kind === 'ResourceClaim') as unknown as readonly Claim[]);
    expect(devices).toEqual(classicDevices(simulation));
    kept += devices.size;
  }
  expect(kept).toBeGreaterThan(75);
});
