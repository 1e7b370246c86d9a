// Pools and their slices: several slices, generations and nodes, and incomplete, invalid and obsolete pools.

import { type CounterFamily, makeCounterFamily } from './counters.js';
import { type Device, makeDevice } from './devices.js';
import { nodeSelector } from './nodes.js';
import { DOMAINS, type Fields, type Setting } from './setting.js';
import type { Profile } from './traits.js';

/** A device by name. */
export interface DeviceName {
  readonly driver: string;
  readonly pool: string;
  readonly device: string;
}

interface Slice extends Fields {
  readonly metadata: { name: string };
  readonly spec: { driver: string; pool: Fields & { name: string; generation?: number | bigint }; devices?: Device[] } & Fields;
}

/** The number of devices for the profiles that need one. */
const DEVICE_COUNTS: Readonly<Partial<Record<Profile, readonly number[]>>> = {
  search: [4, 5, 6, 7, 8, 9, 10],
  partitions: [5, 6, 7, 8, 9, 10],
  shares: [2, 2, 3, 3, 4, 5],
  derived: [3, 4, 5, 6, 7, 8],
};

const PLACES = ['nodeName', 'nodeSelector', 'allNodes', 'perDeviceNodeSelection'];

/** A generated device, independent of the node and generation of its slice. */
export interface MadeDevice {
  readonly id: DeviceName;
  readonly device: Device;
}

/** Makes the slices of a case, in any order. */
export function makePools(setting: Setting): { readonly slices: readonly Slice[]; readonly devices: readonly MadeDevice[] } {
  const maker = new PoolMaker(setting);
  maker.makeAll();
  const { slices } = maker;
  const devices = new Map<string, MadeDevice>();
  for (const { spec } of slices) {
    for (const device of spec.devices ?? []) {
      const id = { driver: spec.driver, pool: spec.pool.name, device: device.name };
      devices.set(JSON.stringify(id), { id, device });
    }
  }
  return { slices: setting.random.chance(0.7) ? setting.random.shuffle(slices) : slices, devices: [...devices.values()] };
}

class PoolMaker {
  readonly slices: Slice[] = [];
  readonly #setting: Setting;
  #sliceCount = 0;
  #deviceCount = 0;

  constructor(setting: Setting) {
    this.#setting = setting;
  }

  makeAll(): void {
    const { random, traits, drivers } = this.#setting;
    const poolCount = random.pick([1, 1, 1, 2, 2, 3]);
    let left = traits.manyDevices
      ? random.integer(28, 42)
      : random.pick(
          traits.packing && traits.counters ? [8, 9, 9, 10] : (DEVICE_COUNTS[traits.profile] ?? [2, 3, 4, 4, 5, 6, 6, 7, 8, 9, 10]),
        );
    const known = new Set<string>();
    for (let pool = 0; pool < poolCount; pool++) {
      const driver = random.pick(drivers);
      const name = this.#poolName();
      const count = pool === poolCount - 1 ? left : random.integer(0, left);
      const again = known.has(`${driver}/${name}`);
      known.add(`${driver}/${name}`);
      if (again && random.chance(0.8)) continue;
      left -= count;
      this.slices.push(...this.#makePool(driver, name, count));
    }
  }

  #poolName(): string {
    const { random, traits } = this.#setting;
    if (traits.prototypeNames) return random.pick(['__proto__', 'constructor', 'p']);
    if (traits.slashesInNames) return random.pick(['p', 'p/q', 'q/p']);
    if (traits.unicodeNames) return random.pick(['p', 'é', '\u{1F600}', '\uFF5E']);
    return random.pick(['p', 'q', 'n1', 'zz', 'Pool', 'p-2']);
  }

  #sliceName(): string {
    const { random, traits } = this.#setting;
    if (traits.sameSliceNames && random.chance(0.3)) return 'same';
    const number = this.#sliceCount++;
    if (traits.unicodeNames) return `${random.pick(['\uFF5E', '\u{1F600}', 'z', 'é'])}${number}`;
    return `${random.pick(['s', 'z', 'a', 'm'])}${random.pick(['-', '0', 'B'])}${number}`;
  }

  #makePool(driver: string, name: string, count: number): Slice[] {
    const { random, traits } = this.#setting;
    const sliceCount = traits.manyDevices ? random.pick([1, 2]) : random.pick([1, 1, 1, 2, 2, 3]);
    const generation = traits.generations ? BigInt(random.integer(1, 3)) : traits.hugeIntegers ? 9007199254740991n : 1n;
    const pool = { name, generation: small(generation), resourceSliceCount: sliceCount };
    const shape = this.#place();
    const family = (traits.counters || traits.compatibilityGroups) && random.chance(0.85) ? makeCounterFamily(this.#setting) : undefined;
    const own: Slice[] = [];
    let left = count;
    for (let index = 0; index < sliceCount; index++) {
      const size = index === sliceCount - 1 ? left : Math.min(left, random.integer(0, Math.ceil(count / sliceCount)));
      left -= size;
      const place = random.chance(traits.nodeSelectors ? 0.4 : 0.7) ? shape : this.#place();
      own.push(this.#slice(driver, pool, place, this.#makeDevices(driver, size, place, own[0], family), this.#skipped()));
    }
    if (family !== undefined) this.#addCounterSlices(own, driver, pool, shape, family);
    this.#addForeignSlice(own);
    this.#addGeneration(own, generation);
    this.#spoil(own);
    return own;
  }

  #slice(driver: string, pool: Fields & { name: string }, place: Fields, devices: Device[], more: Fields): Slice {
    const list = devices.length > 0 || this.#setting.random.chance(0.3) ? { devices } : {};
    return {
      apiVersion: 'resource.k8s.io/v1',
      kind: 'ResourceSlice',
      metadata: { name: this.#sliceName() },
      spec: { driver, pool: { ...pool }, ...place, ...list, ...more },
    };
  }

  #skipped(): Fields {
    const { random, traits } = this.#setting;
    if (!traits.skipNodeOperations || !random.chance(0.4)) return {};
    const choices = [['*'], ['NodePrepareResources', 'NodeUnprepareResources'], ['NodeUnprepareResources'], []];
    return { skipNodeOperations: random.pick(choices) };
  }

  #makeDevices(driver: string, count: number, place: Fields, first: Slice | undefined, family: CounterFamily | undefined): Device[] {
    const devices: Device[] = [];
    for (let index = 0; index < count; index++) {
      const name = this.#deviceName(first?.spec.devices?.[0], devices[0]);
      devices.push(makeDevice(this.#setting, name, driver, place, family));
    }
    return devices;
  }

  /** A new name. In an invalid pool it is sometimes the name of another device. */
  #deviceName(inPool: Device | undefined, inSlice: Device | undefined): string {
    const { random, traits } = this.#setting;
    const number = this.#deviceCount++;
    if (traits.prototypeNames && number === 0) return '__proto__';
    if (traits.invalidPools && random.chance(0.1) && inPool !== undefined) return inPool.name;
    if (traits.invalidPools && random.chance(0.15) && inSlice !== undefined) return inSlice.name;
    return `${random.pick(['d', 'd', 'e', 'a'])}${number}`;
  }

  /** Chooses the nodes of a slice, usually n1. */
  #place(): Fields {
    const { random, traits, nodeNames } = this.#setting;
    if (traits.oddPlaces && random.chance(0.35)) {
      return random.pick<Fields>([
        { perDeviceNodeSelection: false },
        { allNodes: false },
        {},
        { nodeName: '' },
        { nodeName: '', allNodes: true },
        { nodeName: 'n1', perDeviceNodeSelection: true },
        { nodeName: 'n1', perDeviceNodeSelection: false },
        { allNodes: true, perDeviceNodeSelection: false },
        { allNodes: true, perDeviceNodeSelection: true },
        { allNodes: true, nodeSelector: nodeSelector(this.#setting) },
        { nodeSelector: {} },
      ]);
    }
    if (traits.perDeviceNodes && random.chance(0.6)) return { perDeviceNodeSelection: true };
    if (traits.nodeSelectors && random.chance(0.6)) return { nodeSelector: nodeSelector(this.#setting) };
    if (random.chance(0.3)) return { allNodes: true };
    return { nodeName: random.chance(0.8) ? 'n1' : random.pick(nodeNames) };
  }

  /** Adds slices without devices for the counter sets. In an invalid pool they are sometimes missing. */
  #addCounterSlices(own: Slice[], driver: string, pool: Fields & { name: string }, shape: Fields, { sharedCounters }: CounterFamily): void {
    const { random, traits, nodeNames } = this.#setting;
    if (traits.invalidPools && random.chance(0.1)) return;
    const apart = sharedCounters.length > 1 && random.chance(0.3);
    for (const list of apart ? sharedCounters.map((set) => [set]) : [sharedCounters]) {
      const place = traits.foreignSlices && random.chance(0.3) ? { nodeName: random.pick(['elsewhere', ...nodeNames]) } : shape;
      own.push(this.#slice(driver, pool, place, [], { sharedCounters: list }));
    }
    recount(own);
  }

  /** Adds a slice of the pool for another node. */
  #addForeignSlice(own: Slice[]): void {
    const { random, traits, nodeNames } = this.#setting;
    const [first] = own;
    // A newer generation on another node matters only if this node does not see every slice.
    if (!(traits.foreignSlices || traits.generations) || !random.chance(0.5) || first === undefined) return;
    own.push(this.#copyOf(first, 0.6, 'f', { nodeName: random.pick(['elsewhere', ...nodeNames]) }));
    recount(own);
  }

  /** Adds a slice of another generation, for this or another node. */
  #addGeneration(own: Slice[], generation: bigint): void {
    const { random, traits } = this.#setting;
    if (!traits.generations || !random.chance(0.6)) return;
    const place = random.chance(0.5) ? { nodeName: random.pick(['elsewhere', 'elsewhere', 'n1']) } : undefined;
    const copy = this.#copyOf(random.pick(own), 0.5, 'g', place);
    copy.spec.pool.generation = small(generation + random.pick([-1n, -1n, 1n, 1n, 0n]));
    own.push(copy);
  }

  #copyOf(slice: Slice, renamed: number, suffix: string, place: Fields | undefined): Slice {
    const copy = structuredClone(slice);
    copy.metadata.name = this.#sliceName();
    if (place !== undefined) {
      for (const field of PLACES) delete copy.spec[field];
      Object.assign(copy.spec, place);
    }
    if (this.#setting.random.chance(renamed)) {
      for (const device of copy.spec.devices ?? []) device.name += suffix;
    }
    return copy;
  }

  /** Makes wrong and missing counts, and removes slices. */
  #spoil(own: Slice[]): void {
    const { random, traits } = this.#setting;
    if (traits.incompletePools && random.chance(0.4)) {
      for (const { spec } of own) {
        if (random.chance(0.7)) spec.pool['resourceSliceCount'] = Number(spec.pool['resourceSliceCount']) + random.pick([1, -1, 1]);
      }
    }
    if (traits.incompletePools && random.chance(0.2) && own.length > 1) own.pop();
    if (traits.oddPlaces && random.chance(0.2)) delete random.pick(own).spec.pool[random.pick(['generation', 'resourceSliceCount'])];
  }
}

function recount(slices: readonly Slice[]): void {
  for (const { spec } of slices) spec.pool['resourceSliceCount'] = slices.length;
}

/** Returns a number if that is exact, as our reader does. */
function small(value: bigint): number | bigint {
  return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value;
}

/** A pool that no longer exists. */
export const GONE: DeviceName = { driver: DOMAINS.first, pool: 'gone', device: 'x' };
