// Effects of a field: what becomes another thing when the field does, found out by asking.

import type { Schema } from '../../../src/core/api/schema.js';
import { AllocationError } from '../../../src/core/base/errors.js';
import type { JsonObject } from '../../../src/core/base/json.js';
import { type Allocator, type Cluster, createAllocator, type Outcome } from '../../../src/index.js';
import { SAMPLES as V1_SAMPLES } from '../../allocator/evaluate/resident/fields/samples.js';
import { type Samples, type Variant, variantsOf } from '../../allocator/evaluate/resident/fields/schema.js';
import { runProgram } from '../../apps/cli/run-program.js';
import { COMMAND_WORLD, type FieldWorld } from './worlds.js';

/**
 * - `devices`: the devices of claims, or that no allocation exists, or an error.
 * - `allocation`: the rest of an allocation result.
 * - `pods`: the feasible nodes of a pod, and whether it can be bound there.
 * - `printed`: the claims that `allocate -o json` prints.
 * - `inventory`: the output of `inventory -o json`.
 * - `explanation`: why no node works for claims that have devices already.
 */
export type Effect = 'devices' | 'allocation' | 'pods' | 'printed' | 'inventory' | 'explanation';

/** The values of fields that v1beta1 has elsewhere than v1, and of those that decide nothing there. */
const SAMPLES: Samples = {
  ...V1_SAMPLES,
  'capacity.requests[]': ['70', '2', '2000m'],
  'requests[].capacity': [{ requests: { ranged: '6' } }, { requests: {} }],
  'firstAvailable[].tolerations': [[{ key: 'k', operator: 'Exists', effect: 'NoExecute' }]],
  matchSemantics: [{ mode: 'Identical' }, { mode: 'NonEmptyIntersection' }],
  distinctSemantics: [{ mode: 'AllDistinct' }, { mode: 'EmptyIntersection' }],
  semantics: [{ mode: 'Identical' }, { mode: 'NonEmptyIntersection' }, { mode: 'AllDistinct' }, { mode: 'EmptyIntersection' }],
  firstOfDevices: [[{ requests: [{ name: 'only', deviceClassName: 'any' }] }]],
  firstOfDevicesIndex: [0],
  'spec.controller': ['d.example.com'],
  'allocation.controller': ['d.example.com'],
  deallocationRequested: [true],
  driverName: ['d.example.com'],
  resourceHandles: [[{ driverName: 'd.example.com', data: 'x' }]],
  shareable: [true],
  selfLink: ['/x'],
  resourceVersion: ['2'],
  generation: [2],
  deletionGracePeriodSeconds: [30],
  annotations: [{ a: 'b' }],
  finalizers: [['f']],
  managedFields: [[{ manager: 'm', operation: 'Apply' }]],
};

/** Gates that only this library has. They are off by default. */
const OWN_GATES = { XAttributeSemantics: true, XFirstOfDevices: true };
const NOW = new Date('2026-01-01T00:00:00Z');

function text(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'bigint' ? `${inner}n` : inner)) ?? '';
}

/** Gives the result of a call, or its error as a text. */
function orError<T>(action: () => T): T | string {
  try {
    return action();
  } catch (error) {
    if (!(error instanceof AllocationError)) throw error;
    return `${error.code}: ${error.message}`;
  }
}

type Answers = Readonly<Partial<Record<Effect, string>>>;

/** Runs the queries of worlds. Worlds with the same objects share a cluster, unless pods are bound to its nodes. */
class Asker {
  readonly #allocator: Allocator;
  #objects: FieldWorld['objects'] | undefined;
  #cluster: Cluster | undefined;

  constructor(allocator: Allocator) {
    this.#allocator = allocator;
  }

  ask(world: FieldWorld): Answers {
    if (this.#cluster !== undefined && this.#objects === world.objects && world.pod === undefined) return answersOf(this.#cluster, world);
    const cluster = this.#allocator.cluster();
    const error = orError(() => cluster.apply(world.objects));
    if (error !== undefined) return { devices: error, pods: error, allocation: error, explanation: error };
    this.#objects = world.objects;
    this.#cluster = cluster;
    return answersOf(cluster, world);
  }
}

function answersOf(cluster: Cluster, { claims, pod, isExplained }: FieldWorld): Answers {
  if (pod !== undefined) return { pods: text(orError(() => podAnswer(cluster, pod))) };
  if (isExplained === true) return { explanation: text(orError(() => cluster.explain({ claims, now: NOW, suggestions: false }))) };
  const found = orError(() => claimAnswers(cluster, claims));
  return typeof found === 'string' ? { devices: found, allocation: found } : found;
}

function claimAnswers(cluster: Cluster, claims: readonly JsonObject[]): Answers {
  const result = cluster.filter({ claims, now: NOW });
  const outcomes = ['n1', 'n2'].map((name) => orError(() => result.outcome(name)));
  return { devices: text(outcomes.map(devicesOf)), allocation: text(outcomes.map(allocationsOf)) };
}

function devicesOf(outcome: Outcome | string): unknown {
  if (typeof outcome === 'string' || outcome.kind !== 'allocated') return outcome;
  return outcome.allocations.map(({ devices }) => devices.results?.map(({ driver, pool, device }) => [driver, pool, device]));
}

function allocationsOf(outcome: Outcome | string): unknown {
  return typeof outcome === 'string' || outcome.kind !== 'allocated' ? undefined : outcome.allocations;
}

function podAnswer(cluster: Cluster, pod: JsonObject): unknown {
  const result = cluster.filter({ pod, now: NOW });
  const rejections = Array.from(result.rejections, ([name, all]) => [name, all.map(({ code }) => code)]);
  const best = result.kind === 'complete' ? result.best : undefined;
  return { rejections, best, bound: best === undefined ? undefined : orError(() => cluster.bind(pod, best, result.outcome(best))) };
}

/** A variant of one claim of a world, and the world with it. */
interface Changed {
  /** The field of this claim. */
  readonly key: string;
  readonly variant: Variant;
  readonly world: FieldWorld;
}

/** The world with each claim changed in one field. */
function* changesOf(world: FieldWorld, schema: Schema): Generator<Changed> {
  for (const list of ['objects', 'claims'] as const) {
    for (const [index, object] of world[list].entries()) {
      if (object['kind'] !== 'ResourceClaim') continue;
      for (const variant of variantsOf(object, schema, SAMPLES)) {
        const key = `${list}[${index}].${variant.steps.join('.')}`;
        yield { key, variant, world: { ...world, [list]: world[list].map((other, place) => (place === index ? variant.object : other)) } };
      }
    }
  }
}

/** The effects of fields, by path. If `devices` changes, `allocation` changes with it and is not counted. */
export class Effects {
  readonly byPath = new Map<string, Set<Effect>>();

  note(path: string, before: Answers, after: Answers): void {
    const own = this.byPath.get(path) ?? new Set();
    this.byPath.set(path, own);
    const differing = (Object.keys(before) as Effect[]).filter((effect) => after[effect] !== undefined && after[effect] !== before[effect]);
    for (const effect of differing) if (effect !== 'allocation' || !differing.includes('devices')) own.add(effect);
  }
}

/** The number of values of each field in queries of explanations and commands, which are slower. */
export const FEW = 3;

/** Counts what was tried of each field. */
class Tried {
  readonly #most: number;
  readonly #counts = new Map<string, number>();

  constructor(most: number) {
    this.#most = most;
  }

  isDone(key: string): boolean {
    return (this.#counts.get(key) ?? 0) >= this.#most;
  }

  add(key: string): void {
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }
}

/** Asks the library about worlds with each field changed, to so many values at most. */
export async function libraryEffects(schema: Schema, worlds: readonly FieldWorld[], most: number): Promise<Effects['byPath']> {
  const effects = new Effects();
  let shares = 0;
  const allocator = await createAllocator({ featureGates: OWN_GATES, newShareID: () => `share-${shares++}` });
  const asker = new Asker(allocator);
  const ask = (world: FieldWorld): Answers => {
    shares = 0;
    return asker.ask(world);
  };
  for (const world of worlds) {
    const before = ask(world);
    const tried = new Tried(most);
    for (const { key, variant, world: changed } of changesOf(world, schema)) {
      if (tried.isDone(key)) continue;
      tried.add(key);
      effects.note(variant.path, before, ask(changed));
    }
  }
  return effects.byPath;
}

function namesOf(items: readonly JsonObject[]): string[] {
  return items
    .filter(({ kind }) => kind === 'ResourceClaim')
    .map(({ metadata }) => {
      const { namespace = 'default', name = '' } = (metadata ?? {}) as { namespace?: string; name?: string };
      return `${namespace}/${name}`;
    });
}

/** Asks the commands about a world with each field changed. */
export async function commandEffects(schema: Schema): Promise<Effects['byPath']> {
  const effects = new Effects();
  const gates = Object.keys(OWN_GATES).map((name) => `${name}=true`);
  for (const [command, effect] of [
    ['allocate', 'printed'],
    ['inventory', 'inventory'],
  ] as const) {
    const say = async ({ objects, claims }: FieldWorld): Promise<string | undefined> => {
      const items = [...objects, ...claims];
      const names = command === 'allocate' ? namesOf(items) : [];
      const input = JSON.stringify({ apiVersion: 'v1', kind: 'List', items });
      const { code, out } = await runProgram(
        [command, ...names, '--no-validate', '--feature-gates', gates.join(','), '-f', '-', '-o', 'json'],
        input,
      );
      return code === 0 ? out : undefined;
    };
    const before = { [effect]: await say(COMMAND_WORLD) };
    const tried = new Tried(FEW);
    for (const { key, variant, world } of changesOf(COMMAND_WORLD, schema)) {
      const { path } = variant;
      if (tried.isDone(key) || effects.byPath.get(path)?.has(effect)) continue;
      const after = await say(world);
      if (after === undefined) continue;
      tried.add(key);
      effects.note(path, before, { [effect]: after });
    }
  }
  return effects.byPath;
}
