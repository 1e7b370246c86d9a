// Creates allocators: checks the options, and loads the solver and the threads of a platform.

import { randomShareID } from '../allocator/decode/share-id.js';
import { inTurns } from '../allocator/evaluate/limits.js';
import { WasmKernel } from '../allocator/kernel/solver.js';
import { sharedSelectors } from '../cel/cache.js';
import { resolveEnvironment } from '../cel/engine.js';
import { checkFields, checkFlag, checkFunction, instanceOf, integer, optional } from '../core/base/arguments.js';
import { AllocationError } from '../core/base/errors.js';
import { resolveFeatures } from '../core/features/features.js';
import type { Platform } from '../platform/platform.js';
import { profilesOf } from '../scheduler/profile/resolve-profiles.js';
import { Allocator, type AllocatorOptions } from './allocator.js';

const OPTIONS = ['kubernetesVersion', 'featureGates', 'schedulerConfig', 'corrections', 'newShareID', 'workers', 'module'];

/** @internal Creates an allocator on a platform. The exported `createAllocator` has its platform built in. */
export async function createAllocatorOn(platform: Platform, options: AllocatorOptions = {}): Promise<Allocator> {
  checkFields(options, 'createAllocator(options)', OPTIONS);
  optional(checkFlag)(options.corrections, 'corrections');
  optional(checkFunction)(options.newShareID, 'newShareID');
  optional(instanceOf(WebAssembly.Module, 'a WebAssembly.Module'))(options.module, 'module');
  const workerCount = checkWorkers(options.workers, platform);
  const features = resolveFeatures(options);
  const profiles = profilesOf(options.schedulerConfig, features);
  const module = options.module ?? (await platform.loadSolver());
  const kernel = await WasmKernel.create(module);
  const corrections = options.corrections === true;
  const newShareID = options.newShareID ?? randomShareID;
  const workers = workerCount === 0 ? undefined : await platform.searchWorkers?.(workerCount, module);
  const yieldNow = inTurns(() => platform.yieldNow());
  const { kubernetesVersion, featureGates } = options;
  const selectors = sharedSelectors(resolveEnvironment({ kubernetesVersion, featureGates }));
  return new Allocator({ features, corrections, selectors, kernel, yieldNow, workers, newShareID }, profiles);
}

const MOST_WORKERS = 1024;

function checkWorkers(workers: number | undefined, platform: Platform): number {
  optional(integer(0, MOST_WORKERS))(workers, 'workers');
  if (workers === undefined || workers === 0) return 0;
  if (platform.searchWorkers !== undefined) return workers;
  throw new AllocationError('invalid-input', 'workers: only Node.js supports this option; leave it out', {
    path: 'workers',
  });
}
