// A call that tests can disturb.

import { solverBytes } from '#node-files';
import { WasmKernel } from '../../src/allocator/kernel/solver.js';
import { SelectorCache } from '../../src/cel/cache.js';
import { resolveEnvironment } from '../../src/cel/engine.js';
import { resolveFeatures } from '../../src/core/features/features.js';
import type { AsyncLimits, Cluster, KubernetesObjectJson } from '../../src/index.js';
import { Allocator } from '../../src/library/allocator.js';
import type { Judge } from './answers.js';
import { yieldNow } from './disturbance.js';

/** Makes a call, and returns the data that callers read from its result. */
export type Make = (limits: AsyncLimits) => unknown;

/** A call, and the object on which it is made. */
export interface Subject {
  /** Called before each call, so that shares have equal names each time. */
  readonly begin?: () => void;
  readonly inOneGo?: Make;
  readonly inTurns?: Make;
  /** Changes an object that does not affect the call. */
  readonly change?: () => void;
}

/** A call on one input. */
export interface Case {
  readonly name: string;
  /** Makes new objects for the call. */
  readonly prepare: (options: Options) => Subject | Promise<Subject>;
  readonly judge: Judge;
}

const bytes = await solverBytes();
const program = new WebAssembly.Module(bytes);

/** The options of a subject. */
export interface Options {
  /** Earlier calls have left no solver memory. */
  readonly isWithoutMemory: boolean;
}

/** Returns an allocator with empty caches that pauses under the control of a disturbance. */
export async function freshAllocator(
  { isWithoutMemory }: Options,
  featureGates: Readonly<Record<string, boolean>> = {},
): Promise<{ readonly allocator: Allocator; readonly begin: () => void }> {
  let shares = 0;
  const options = { featureGates };
  const allocator = new Allocator({
    features: resolveFeatures(options),
    corrections: false,
    selectors: new SelectorCache(undefined, resolveEnvironment(options)),
    kernel: await WasmKernel.create(isWithoutMemory ? new WebAssembly.Module(bytes) : program),
    yieldNow,
    newShareID: () => `share-${shares++}`,
  });
  const begin = (): void => {
    shares = 0;
  };
  return { allocator, begin };
}

/** A cluster of objects. */
export function clusterWith(allocator: Allocator, objects: readonly object[]): Cluster {
  const cluster = allocator.cluster();
  cluster.apply(objects as readonly KubernetesObjectJson[]);
  return cluster;
}
