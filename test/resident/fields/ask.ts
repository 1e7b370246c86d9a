// Asks clusters: one that was asked before, and fresh ones that search every node by itself.

import { readFileSync } from 'node:fs';
import { SelectorCache } from '../../../src/cel/cache.js';
import { CelCompileError, type Selector } from '../../../src/cel/engine.js';
import { Cluster } from '../../../src/cluster/cluster.js';
import { AllocationError } from '../../../src/errors.js';
import { resolveFeatures } from '../../../src/features/features.js';
import type { JsonObject } from '../../../src/json.js';
import type { Kernel } from '../../../src/kernel/kernel.js';
import { BOUND_ALL } from '../../../src/kernel/layout.js';
import { WasmKernel } from '../../../src/kernel/solver.js';
import { describe } from '../pair.js';

const module = new WebAssembly.Module(readFileSync(new URL('../../../build/solver.wasm', import.meta.url)));
const kernel = await WasmKernel.create(module, { plainSteps: 256, bounds: BOUND_ALL });
const plain: Kernel = { plainSteps: 256, start: (problem, limit) => kernel.start(problem, limit) };
const features = resolveFeatures();
const now = new Date('2026-01-01T00:00:00Z');
const NODES = ['n1', 'n2'];

/** Compiled once, and evaluated for each device anew: a fresh search knows nothing of others. */
class PlainSelectors extends SelectorCache {
  override get(expression: string): Selector | CelCompileError {
    const selector = super.get(expression);
    return selector instanceof CelCompileError ? selector : { ...selector, evaluate: (device) => selector.measure(device).matches };
  }
}

const plainSelectors = new PlainSelectors();
/** What one cluster was asked is known to all of them: a text that takes one device for another is wrong the sooner. */
const selectors = new SelectorCache();

function newCluster(own: Kernel): Cluster {
  let shares = 0;
  const newShareID = (): string => `share-${shares++}`;
  return new Cluster({
    features,
    corrections: false,
    selectors: own === plain ? plainSelectors : selectors,
    kernel: own,
    giveWay: () => Promise.resolve(),
    newShareID,
  });
}

/** What claims get on each node, as a text. Share IDs are numbered anew. */
function said(cluster: Cluster, claims: readonly JsonObject[]): string {
  const text = (): string => describe(cluster.filter({ claims, now }), NODES);
  const numbers = new Map<string, number>();
  return orError(text).replaceAll(/share-\d+/g, (id) => {
    if (!numbers.has(id)) numbers.set(id, numbers.size);
    return `share ${numbers.get(id)}`;
  });
}

function orError(text: () => string): string {
  try {
    return text();
  } catch (error) {
    if (error instanceof AllocationError) return `${error.code}: ${error.message}`;
    throw error;
  }
}

const answers = new Map<string, string | undefined>();

/** What a fresh cluster says; undefined: some of it is not taken at all. */
export function answer(objects: readonly JsonObject[], claims: readonly JsonObject[]): string | undefined {
  const key = JSON.stringify([objects, claims]);
  if (!answers.has(key)) answers.set(key, freshAnswer(objects, claims));
  return answers.get(key);
}

function freshAnswer(objects: readonly JsonObject[], claims: readonly JsonObject[]): string | undefined {
  // What has no name is not in a cluster, and what has that of another one is in its place.
  const names = objects.map((object) => `${object['kind']} ${nameOf(object)}`);
  if (new Set(names).size < names.length || objects.some((object) => nameOf(object) === undefined)) return undefined;
  const cluster = newCluster(plain);
  try {
    cluster.apply(objects);
    cluster.prepare(claims);
  } catch (error) {
    if (error instanceof AllocationError) return undefined;
    throw error;
  }
  return said(cluster, claims);
}

/** What tells objects of a kind apart; undefined: nothing. */
export function nameOf({ metadata }: JsonObject): string | undefined {
  const { namespace, name } = (metadata ?? {}) as { readonly namespace?: string; readonly name?: string };
  return name === undefined || name === '' ? undefined : JSON.stringify([namespace, name]);
}

/** A cluster that stays in the memory of the solver. */
export class Resident {
  readonly #cluster = newCluster(kernel);

  constructor(objects: readonly JsonObject[]) {
    this.#cluster.apply(objects);
  }

  answer(claims: readonly JsonObject[]): string {
    return said(this.#cluster, claims);
  }

  /** Puts another object in the place of one. Of another name: it is the last one then, and its order may matter. */
  replace(before: JsonObject, after: JsonObject): void {
    const isHeld = before['kind'] === 'ResourceClaim';
    // A claim without an allocation frees nothing.
    if (nameOf(before) !== nameOf(after) || isHeld) this.#cluster.remove([before]);
    this.#cluster.apply([after]);
  }
}
