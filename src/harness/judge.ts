// Judges answers by this package: the verdict must be equal, and this package must be able to allocate the same devices.

import { entryIn } from '../core/base/entry-in.js';
import {
  type AllocationResult,
  type Cluster,
  createAllocator,
  type KubernetesObjectJson,
  type Outcome,
  type ResourceClaimJson,
} from '../index.js';
import { MARKS, markedClaims, markedDevicesOf } from './marked-devices.js';
import { completeOf } from './our-allocator.js';
import type { AllocateAnswer, BenchSetup, FilterAnswer } from './scenario.js';

interface SliceJson {
  readonly metadata: { readonly name: string };
  readonly spec: { readonly driver: string; readonly pool: { readonly name: string }; readonly devices?: readonly DeviceJson[] };
}

interface DeviceJson {
  readonly name: string;
  readonly attributes?: Readonly<Record<string, object>>;
}

/** Tracks a cluster through the answers of an allocator. */
export class Judge {
  readonly #cluster: Cluster;
  readonly #slices = new Map<string, SliceJson>();
  /** The names of slices by `driver/pool`. */
  readonly #pools = new Map<string, Set<string>>();

  private constructor(cluster: Cluster) {
    this.#cluster = cluster;
  }

  static async of({ featureGates, objects }: BenchSetup): Promise<Judge> {
    const judge = new Judge((await createAllocator({ featureGates })).cluster());
    judge.apply(objects);
    return judge;
  }

  apply(objects: readonly KubernetesObjectJson[]): void {
    this.#cluster.apply(objects);
    for (const object of objects) {
      if (object.kind !== 'ResourceSlice') continue;
      const slice = object as unknown as SliceJson;
      this.#slices.set(slice.metadata.name, slice);
      entryIn(this.#pools, `${slice.spec.driver}/${slice.spec.pool.name}`, () => new Set<string>()).add(slice.metadata.name);
    }
  }

  release(claims: readonly ResourceClaimJson[]): void {
    this.#cluster.release(claims);
  }

  /** Returns the error of an answer with nodes; undefined if it is right. */
  nodes(claims: readonly ResourceClaimJson[], answer: FilterAnswer): string | undefined {
    const { feasible, errors } = completeOf(this.#cluster.filter({ claims }));
    const ends = [...errors.values()].some(({ nodeLocal }) => nodeLocal !== true);
    if (answer.kind === 'error') return ends ? undefined : `unexpected error: ${answer.message}`;
    if (ends) return 'nodes where the attempt ends with an error';
    const [expectedNodes, theirs] = [new Set(feasible), new Set(answer.nodes)];
    const missing = feasible.find((node) => !theirs.has(node));
    if (missing !== undefined) return `${missing} is not among the nodes`;
    const more = answer.nodes.find((node) => !expectedNodes.has(node));
    return more === undefined ? undefined : `the claims do not fit on ${more}`;
  }

  /** Returns the error of an allocation; undefined if it is right, after committing it. */
  allocation(claims: readonly ResourceClaimJson[], answer: AllocateAnswer): string | undefined {
    const { feasible, errors } = completeOf(this.#cluster.filter({ claims }));
    if (answer.kind === 'error') return errors.size > 0 ? undefined : `unexpected error: ${answer.message}`;
    if (answer.kind === 'unallocatable')
      return feasible.length === 0 && errors.size === 0 ? undefined : `fits on ${feasible[0] ?? 'no node, but with an error'}`;
    const { node, allocations } = answer;
    if (!feasible.includes(node)) return `the claims do not fit on ${node}`;
    const wrong = this.#wrongDevices(claims, node, allocations);
    if (wrong !== undefined) return wrong;
    try {
      this.#cluster.commit(claims, { kind: 'allocated', allocations, steps: 0 } as Outcome);
      return undefined;
    } catch (error) {
      return `the devices cannot be allocated: ${error instanceof Error ? error.message : error}`;
    }
  }

  /** Checks the devices of an allocation. On a fork, each device has marks of the requests that received it, and each request requires its mark. */
  #wrongDevices(claims: readonly ResourceClaimJson[], node: string, allocations: readonly AllocationResult[]): string | undefined {
    if (allocations.length !== claims.length) return `${allocations.length} allocations for ${claims.length} claims`;
    const markedDevices = markedDevicesOf(claims, allocations);
    const marks = new Map<string, Set<string>>();
    for (const { device, mark } of markedDevices) marks.set(device, (marks.get(device) ?? new Set()).add(mark));
    const fork = this.#cluster.fork();
    fork.apply(this.#marked(marks));
    const outcome = fork.allocate({ claims: markedClaims(claims, allocations), node });
    if (outcome.kind !== 'allocated') return `no allocation on ${node} has these devices for these requests`;
    const inWords = (all: ReturnType<typeof markedDevicesOf>): string =>
      all
        .map(({ device, mark }) => `${mark} ${device}`)
        .sort()
        .join();
    return inWords(markedDevicesOf(claims, outcome.allocations)) === inWords(markedDevices)
      ? undefined
      : 'the numbers of devices differ from the counts of the requests';
  }

  #marked(marks: ReadonlyMap<string, ReadonlySet<string>>): KubernetesObjectJson[] {
    const pools = new Set(Array.from(marks.keys(), (device) => device.slice(0, device.lastIndexOf('/'))));
    const names = [...pools].flatMap((pool) => [...(this.#pools.get(pool) ?? [])]);
    return names
      .map((name) => this.#slices.get(name) as SliceJson)
      .flatMap((slice): KubernetesObjectJson[] => {
        const { driver, pool, devices = [] } = slice.spec;
        let isMarked = false;
        const all = devices.map((device) => {
          const deviceMarks = marks.get(`${driver}/${pool.name}/${device.name}`);
          if (deviceMarks === undefined) return device;
          isMarked = true;
          const attributes = Object.fromEntries([...deviceMarks].map((mark) => [`${MARKS}/${mark}`, { bool: true }]));
          return { ...device, attributes: { ...device.attributes, ...attributes } };
        });
        return isMarked ? [{ ...slice, spec: { ...slice.spec, devices: all } } as KubernetesObjectJson] : [];
      });
  }
}
