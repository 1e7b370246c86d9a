// Queries clusters: a resident one with earlier queries, and fresh ones that search every node by itself.

import { readFileSync } from 'node:fs';
import type { Kernel } from '../../../../../src/allocator/kernel/kernel.js';
import { BOUND_ALL } from '../../../../../src/allocator/kernel/layout.js';
import { WasmKernel } from '../../../../../src/allocator/kernel/solver.js';
import { SelectorCache } from '../../../../../src/cel/cache.js';
import { CelCompileError, resultOf, type Selector } from '../../../../../src/cel/engine.js';
import { AllocationError } from '../../../../../src/core/base/errors.js';
import type { JsonObject } from '../../../../../src/core/base/json.js';
import { type Features, resolveFeatures } from '../../../../../src/core/features/features.js';
import { Cluster } from '../../../../../src/library/cluster.js';
import { describe } from '../comparison.js';
import type { Asked, ResidentCluster } from './changes.js';
import { nameOf, type World } from './world.js';

const module = new WebAssembly.Module(readFileSync(new URL('../../../../../build/solver.wasm', import.meta.url)));
const now = new Date('2026-01-01T00:00:00Z');
const NODES = ['n1', 'n2'];

/** Compiles selectors once, and evaluates them for each device anew, so that fresh searches share no results. */
class PlainSelectors extends SelectorCache {
  override get(expression: string): Selector | CelCompileError {
    const selector = super.get(expression);
    if (selector instanceof CelCompileError) return selector;
    return { ...selector, evaluate: (device) => resultOf(selector.measure(device)) };
  }
}

const plainSelectors = new PlainSelectors();
/** All clusters share one cache of selectors, so that a key that confuses devices gives a wrong answer sooner. */
const selectors = new SelectorCache();

interface Parts {
  readonly features: Features;
  readonly kernel: Kernel;
  readonly selectors: SelectorCache;
}

function newCluster(parts: Parts): Cluster {
  let shares = 0;
  return new Cluster({ ...parts, corrections: false, yieldNow: () => Promise.resolve(), newShareID: () => `share-${shares++}` });
}

/** Returns the answers for claims on each node, as a text. Share IDs are numbered anew. */
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

/** Makes the clusters of a world. */
export async function askedOf({ featureGates, plainSteps = 256 }: Pick<World, 'featureGates' | 'plainSteps'>): Promise<Asked> {
  const features = resolveFeatures({ featureGates });
  const kernel = await WasmKernel.create(module, { plainSteps, bounds: BOUND_ALL });
  // It has no resident memory.
  const plain: Kernel = { plainSteps, start: (problem, limit) => kernel.start(problem, limit) };
  const answers = new Map<string, string | undefined>();
  return {
    fresh(objects, claims) {
      const key = JSON.stringify([objects, claims]);
      if (!answers.has(key)) answers.set(key, freshAnswer({ features, kernel: plain, selectors: plainSelectors }, objects, claims));
      return answers.get(key);
    },
    resident: (objects) => residentOf({ features, kernel, selectors }, objects),
  };
}

function freshAnswer(parts: Parts, objects: readonly JsonObject[], claims: readonly JsonObject[]): string | undefined {
  // A cluster rejects an object without a name, and replaces an object of the same name.
  const names = objects.map((object) => `${object['kind']} ${nameOf(object)}`);
  if (new Set(names).size < names.length || objects.some((object) => nameOf(object) === undefined)) return undefined;
  const cluster = newCluster(parts);
  try {
    cluster.apply(objects);
    cluster.prepare(claims);
  } catch (error) {
    if (error instanceof AllocationError) return undefined;
    throw error;
  }
  return said(cluster, claims);
}

function residentOf(parts: Parts, objects: readonly JsonObject[]): ResidentCluster {
  const cluster = newCluster(parts);
  cluster.apply(objects);
  return {
    answer: (claims) => said(cluster, claims),
    replace(before, after) {
      const isHeld = before['kind'] === 'ResourceClaim';
      // A claim must be removed first: one without a status frees nothing. An
      // object with a new name is then the last one, and its order may matter.
      if (nameOf(before) !== nameOf(after) || isHeld) cluster.remove([before]);
      cluster.apply([after]);
    },
  };
}
