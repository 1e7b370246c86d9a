// Builds the two sides of a comparison: a cluster that stays in the memory of the solver, and one that searches every node.

import { readFileSync } from 'node:fs';
import type { Runtime } from '../../../../src/allocator/evaluate/runtime.js';
import type { Kernel } from '../../../../src/allocator/kernel/kernel.js';
import { BOUND_ALL } from '../../../../src/allocator/kernel/layout.js';
import { ResidentMemory } from '../../../../src/allocator/kernel/resident.js';
import { type PassExports, ResidentSpace } from '../../../../src/allocator/kernel/resident-space.js';
import { WasmKernel } from '../../../../src/allocator/kernel/solver.js';
import { SelectorCache } from '../../../../src/cel/cache.js';
import type { ClaimInput, PreparedClaims } from '../../../../src/cluster/claims.js';
import type { PodJson } from '../../../../src/core/api/kinds.js';
import { AllocationError } from '../../../../src/core/base/errors.js';
import { type Features, resolveFeatures } from '../../../../src/core/features/features.js';
import { Cluster } from '../../../../src/library/cluster.js';
import type { PreparedPod } from '../../../../src/placement/prepared-pod.js';
import { Random } from '../../../differential/generate/random.js';
import { memoryGuard } from '../../../support/memory-guard.js';
import { hasOwnGates } from './history.js';
import type { Asked, PodAsked } from './steps.js';

/** Work between two clock checks, less than the default of the library, so that small clusters are interrupted as well. */
const WORK = 24;

const modules = ['solver.wasm', 'solver.debug.wasm'].map(
  (name) => new WebAssembly.Module(readFileSync(new URL(`../../../../build/${name}`, import.meta.url))),
) as [WebAssembly.Module, WebAssembly.Module];

const FEATURES: readonly Features[] = [
  {},
  {},
  {},
  { kubernetesVersion: '1.34' },
  { featureGates: { DRAListTypeAttributes: false, DRADeviceTaints: false } },
  { featureGates: { DRAConsumableCapacity: false, DRADeviceBindingConditions: false } },
  { featureGates: { DRAPartitionableDevices: false, DRAPrioritizedList: false } },
].map(resolveFeatures);

const OWN_GATES = resolveFeatures({ featureGates: { XAttributeSemantics: true, XFirstOfDevices: true } });

/** The solver and the features of a history. */
interface Setup {
  readonly kernel: Kernel;
  readonly features: Features;
}

const PLAIN_STEPS = [256, 256, 256, 6];
const kernels = await Promise.all(
  modules.map((module) =>
    Promise.all(PLAIN_STEPS.map((plainSteps) => WasmKernel.create(module, { plainSteps, bounds: BOUND_ALL }, memoryGuard))),
  ),
);

/** Returns the setup of the history of a seed. */
export function setupOf(seed: number): Setup {
  const random = new Random(seed, 3);
  const debug = random.chance(0.3) ? 1 : 0;
  const kernel = random.pick(kernels[debug] as WasmKernel[]);
  const pages = random.chance(0.15) ? random.integer(1, 8) : undefined;
  const scarcity = random.chance(0.15) ? new Random(seed, 5) : undefined;
  return {
    kernel: withMemory(kernel, modules[debug] as WebAssembly.Module, { pages, scarcity, work: WORK }),
    features: hasOwnGates(seed) ? OWN_GATES : random.pick(FEATURES),
  };
}

/** Options of the resident memory of a kernel. */
interface MemoryOptions {
  readonly pages: number | undefined;
  /** If set, memory is sometimes missing. */
  readonly scarcity?: Random | undefined;
  readonly work: number;
  readonly made?: (memory: ResidentMemory) => void;
}

function withMemory(kernel: WasmKernel, module: WebAssembly.Module, { pages, scarcity, work: most, made }: MemoryOptions): Kernel {
  const abort = (message: number, _file: number, line: number): never => {
    throw new Error(`assertion ${message} in line ${line}`);
  };
  return {
    plainSteps: kernel.plainSteps,
    start: kernel.start.bind(kernel),
    resident: () => {
      const memory = new WebAssembly.Memory({ initial: 1, maximum: pages ?? 16_384 });
      const watch = memoryGuard.watch(memory);
      const { exports } = new WebAssembly.Instance(module, { env: { memory, abort, ...watch.imports } });
      const resident = new ResidentMemory(
        new ResidentSpace(memory, exports as unknown as PassExports, module === modules[1] ? watch : undefined),
      );
      const run = resident.run.bind(resident);
      resident.run = (pass, work) => run(pass, Math.min(work, most));
      if (scarcity !== undefined) makeScarce(resident, scarcity);
      made?.(resident);
      return resident;
    },
  };
}

function makeScarce(memory: ResidentMemory, random: Random): void {
  const take = memory.take.bind(memory);
  memory.take = (bytes) => {
    if (random.chance(0.2)) throw new AllocationError('out-of-memory', 'no memory now');
    return take(bytes);
  };
}

/** A cluster of a comparison. */
export class Side {
  readonly cluster: Cluster;
  readonly #prepared = new Map<string, PreparedClaims>();
  readonly #preparedPods = new Map<string, PreparedPod>();
  /** The number of the next share. */
  shares = 0;

  constructor({ kernel, features }: Setup, isResident: boolean, yieldNow = () => Promise.resolve(), origin?: Side) {
    if (origin !== undefined) {
      this.cluster = origin.cluster.fork();
      return;
    }
    const runtime: Runtime = {
      features,
      corrections: false,
      selectors: new SelectorCache(),
      kernel: isResident ? kernel : withoutResident(kernel),
      yieldNow,
      newShareID: () => `share-${this.shares++}`,
    };
    this.cluster = new Cluster(runtime);
  }

  /** Returns the pod of a query; if it is prepared, prepared only once. */
  pod({ pod, prepared }: PodAsked): PreparedPod | PodJson {
    if (!prepared) return pod as PodJson;
    const key = JSON.stringify(pod);
    let known = this.#preparedPods.get(key);
    if (known === undefined) {
      known = this.cluster.preparePod(pod as PodJson);
      this.#preparedPods.set(key, known);
    }
    return known;
  }

  /** Returns the claims of a query; if they are prepared, prepared only once. */
  claims({ claims, prepared }: Asked): PreparedClaims | readonly ClaimInput[] {
    if (!prepared) return claims;
    const key = JSON.stringify(claims);
    let known = this.#prepared.get(key);
    if (known === undefined) {
      known = this.cluster.prepare(claims);
      this.#prepared.set(key, known);
    }
    return known;
  }
}

function withoutResident(kernel: Kernel): Kernel {
  return {
    ...(kernel.plainSteps === undefined ? {} : { plainSteps: kernel.plainSteps }),
    start: (problem, limit) => kernel.start(problem, limit),
  };
}

/** Returns a cluster that stays in the memory of the solver, one that searches every node by itself, and the bytes of that memory. */
export function twoClusters({
  pages,
  work = Number.POSITIVE_INFINITY,
  yieldNow,
}: {
  readonly pages?: number;
  readonly work?: number;
  readonly yieldNow?: () => Promise<void>;
} = {}): {
  readonly resident: Cluster;
  readonly plain: Cluster;
  readonly bytes: () => number;
} {
  let memory: ResidentMemory | undefined;
  const kernel = withMemory(kernels[0]?.[0] as WasmKernel, modules[0], {
    pages,
    work,
    made: (made) => (memory = made),
  });
  const setup: Setup = { kernel, features: resolveFeatures() };
  return { resident: new Side(setup, true, yieldNow).cluster, plain: new Side(setup, false).cluster, bytes: () => memory?.bytes ?? 0 };
}
