// Edits of pools: complete a pool, remove duplicate devices, or add a device of an existing kind.

import { CLAIM_LIMIT } from '../../../allocator/encode/plan.js';
import { newestGeneration } from '../../../allocator/pools/gather.js';
import type { Device, ResourceSlice } from '../../../core/api/resource-slice.js';
import type { Checkpoint } from '../../../core/base/checkpoint.js';
import { type Incremental, ITEMS_A_UNIT } from '../../../core/base/incremental.js';
import { filtering, mappingEach, testingSome, testingSomeEach } from '../../../core/base/lists-in-increments.js';
import { toPlainJson } from '../../../core/base/plain-json.js';
import type { Change } from '../change.js';
import type { Edit } from '../edit.js';
import { jsonOf } from '../json-of.js';
import { type Question, selectionsOf } from '../question.js';
import { MOST } from './bounds.js';
import { freeName, newSlice, publishing, type SliceNames } from './new-slices.js';

/** Returns the edits that complete a pool: its existing slices then declare their actual number. */
export function* completingEdits({ input, checkpoint }: Question): Incremental<readonly Edit[]> {
  const { pools, slices } = input.view;
  const incomplete = (yield* filtering(pools, ({ problem }) => problem?.kind === 'incomplete', checkpoint)).slice(0, MOST.pools);
  return incomplete.flatMap(({ driver, name, problem }): Edit[] => {
    const all = slices.ofPool(driver, name);
    const newest = newestGeneration(all, checkpoint);
    const newestSlices = all.filter(({ spec }) => spec.pool.generation === newest);
    if (newestSlices.length > MOST.slices) return [];
    return [
      {
        kind: 'pool',
        by: 'admin',
        text: `publish pool ${driver}/${name} in full: ${problem?.reason}`,
        loss: newestSlices.length,
        changes: newestSlices.map((object) => ({
          target: { kind: 'ResourceSlice', object },
          operation: {
            op: 'add',
            path: ['spec', 'pool', 'resourceSliceCount'],
            value: BigInt(newestSlices.length),
            json: newestSlices.length,
          },
        })),
      },
    ];
  });
}

/** Returns the edits that remove duplicate devices from the slices of a pool. */
export function* distinctEdits({ input, checkpoint }: Question): Incremental<readonly Edit[]> {
  const { pools, slices, node } = input.view;
  const invalid = (yield* filtering(pools, ({ problem }) => problem?.kind === 'invalid', checkpoint)).slice(0, MOST.pools);
  const edits: Edit[] = [];
  for (const { driver, name, problem } of invalid) {
    const ofNode = slices.forNode(node.metadata.name);
    const seen = yield* filtering(ofNode, ({ spec }) => spec.driver === driver && spec.pool.name === name, checkpoint);
    const newest = newestGeneration(seen, checkpoint);
    const current = yield* filtering(seen, ({ spec }) => spec.pool.generation === newest, checkpoint);
    const repeats = yield* repeatsIn(current, checkpoint);
    if (repeats.length === 0 || repeats.length > MOST.slices) continue;
    edits.push({
      kind: 'pool',
      by: 'admin',
      text: `publish each device of pool ${driver}/${name} once: ${problem?.reason}`,
      loss: repeats.length,
      changes: repeats.map(({ object, place }) => ({
        target: { kind: 'ResourceSlice', object },
        operation: { op: 'remove', path: ['spec', 'devices', place] },
      })),
    });
  }
  return edits;
}

/** Returns the devices whose names an earlier device has. The last one of a slice comes first, so that removal keeps the indices of others. */
function* repeatsIn(
  slices: readonly ResourceSlice[],
  checkpoint: Checkpoint,
): Incremental<readonly { readonly object: ResourceSlice; readonly place: number }[]> {
  const names = new Set<string>();
  return (yield* mappingEach(
    slices,
    function* (object) {
      const repeated: { object: ResourceSlice; place: number }[] = [];
      for (const [place, { name }] of object.spec.devices.entries()) {
        if (checkpoint.due()) yield;
        if (names.size === names.add(name).size) repeated.push({ object, place });
      }
      return repeated.toReversed();
    },
    checkpoint,
  )).flat();
}

/** Returns the drivers that have a pool on the node: only these can publish a device there. */
export function driversOn({ input }: Question): ReadonlySet<string> {
  return new Set(input.view.pools.map(({ driver }) => driver));
}

/**
 * Returns the edits that add devices: of each kind in pools of the node, or else on other nodes with the same drivers. The edits of one kind
 * form a ladder from one device to as many as claims may request.
 */
export function* deviceEdits(question: Question, names: SliceNames): Incremental<readonly (readonly Edit[])[]> {
  const { input, checkpoint } = question;
  const drivers = driversOn(question);
  const slices = yield* filtering(input.view.slices.all, ({ spec }) => drivers.has(spec.driver), checkpoint);
  const [poolSlices, taken] = [new Set<ResourceSlice>(), new Set<string>()] as const;
  for (const { slice, device } of input.view.devices) {
    poolSlices.add(slice);
    taken.add(device.name);
    if (checkpoint.due()) yield;
  }
  const here = yield* kindsIn([...poolSlices], checkpoint);
  const others = yield* kindsIn(slices.slice(0, MOST.slicesElsewhere), checkpoint);
  // A new device in a pool consumes counters, which may be used up, and has binding conditions, which may have no effect.
  const elsewhere = others.filter(({ shape, isTied }) => isTied || !here.some((kind) => kind.shape === shape));
  const most = Math.min(
    MOST.devicesOfKind,
    Math.floor(MOST.addedDevices / Math.max(1, here.length + elsewhere.length)),
    yield* neededDevices(question),
  );
  return [
    ...here.map((kind, rank) => copied({ kind, most, rank }, taken)),
    ...elsewhere.map((kind, rank) => published({ kind, most, rank: here.length + rank }, question, names)),
  ];
}

/** Returns the number of devices that claims request, up to the limit of edits. */
export function* neededDevices(question: Question): Incremental<number> {
  const needed = selectionsOf(question).reduce(
    (sum, { selection: { count } }) => sum + (count > 1n ? Math.min(Number(count), CLAIM_LIMIT) : 1),
    0,
  );
  return Math.max(2, needed);
}

/** A device, and its relevant properties as a text. */
interface DeviceKind {
  readonly slice: ResourceSlice;
  readonly place: number;
  readonly shape: string;
  /** True if it consumes counters of its pool, or has binding conditions. */
  readonly isTied: boolean;
}

/** Returns the kinds of devices in slices, each with its first device. */
function* kindsIn(slices: readonly ResourceSlice[], checkpoint: Checkpoint): Incremental<readonly DeviceKind[]> {
  const kinds = new Map<string, DeviceKind>();
  yield* testingSomeEach(
    slices,
    function* (slice) {
      return yield* testingSome(
        slice.spec.devices,
        (device, place) => {
          if (isLarge(device)) return false;
          const { consumesCounters, bindingConditions = [] } = device;
          const shape = shapeOf(slice, device);
          checkpoint.step(shape.length / ITEMS_A_UNIT);
          const isTied = consumesCounters.length > 0 || bindingConditions.length > 0;
          if (!kinds.has(shape)) kinds.set(shape, { slice, place, shape, isTied });
          return kinds.size === MOST.kindsOfDevices;
        },
        checkpoint,
      );
    },
    checkpoint,
  );
  return [...kinds.values()];
}

/** Returns whether a device is larger than a driver would publish. Edits do not copy it. */
function isLarge({ attributes, capacity, consumesCounters, bindingConditions = [], taints }: Device): boolean {
  const ofCounters = consumesCounters
    .slice(0, MOST.fieldsOfDevice)
    .reduce((sum, { counters }) => sum + counters.size, consumesCounters.length);
  if (attributes.size + capacity.size + ofCounters + bindingConditions.length + taints.length > MOST.fieldsOfDevice) return true;
  for (const { requestPolicy } of capacity.values())
    if (requestPolicy?.validValues !== undefined && requestPolicy.validValues.length > MOST.valuesOfPolicy) return true;
  const values = Array.from(attributes.values(), ({ string, version, ints, bools, strings, versions }) => {
    const lists = [strings, versions].map((list = []) =>
      list.slice(0, MOST.fieldsOfDevice).reduce((sum, one) => sum + one.length, list.length),
    );
    return [string?.length, version?.length, ints?.length, bools?.length, ...lists].reduce((sum: number, one = 0) => sum + one, 0);
  });
  return values.reduce((sum, one) => sum + one, 0) > MOST.charactersOfValue;
}

/** Returns the relevant properties of a device as a text. */
function shapeOf(
  { spec }: ResourceSlice,
  { attributes, capacity, allowMultipleAllocations = false, consumesCounters, taints }: Device,
): string {
  const effective = taints.map(({ key, value, effect }) => [key, value, effect]);
  return JSON.stringify(toPlainJson(jsonOf([spec.driver, attributes, capacity, allowMultipleAllocations, consumesCounters, effective])));
}

/** New devices of a kind. */
interface NewDevices {
  readonly kind: DeviceKind;
  readonly most: number;
  readonly rank: number;
}

/** Returns the ladder of edits that add the first device, the first two devices, and so on. */
export function ladderOf(ofDevices: readonly (readonly Change[])[], loss: number, textOf: (devices: number) => string): readonly Edit[] {
  return ofDevices.map((_, last) => ({
    kind: 'device',
    by: 'admin',
    text: textOf(last + 1),
    loss,
    changes: ofDevices.slice(0, last + 1).flat(),
  }));
}

function copied({ kind: { slice, place }, most, rank }: NewDevices, taken: Set<string>): readonly Edit[] {
  const like = (slice.spec.devices[place] as Device).name;
  const changes = Array.from({ length: most }, (): readonly Change[] => {
    const operation = { op: 'copy', path: ['spec', 'devices', place], name: freeName(like, taken) } as const;
    return [{ target: { kind: 'ResourceSlice', object: slice }, operation }];
  });
  return ladderOf(changes, rank, (devices) => `add ${devicesLike(devices, like)} to pool ${slice.spec.pool.name}`);
}

/**
 * Returns edits that publish copies of a device of another node in a slice on this node, with its attributes and capacities,
 * and without properties of its pool.
 */
function published({ kind: { slice, place }, most, rank }: NewDevices, question: Question, names: SliceNames): readonly Edit[] {
  const { name: like, attributes, capacity, allowMultipleAllocations } = slice.spec.devices[place] as Device;
  const made = newSlice(question, names, slice.spec.driver, `${slice.metadata.name}-${like}`);
  const more = allowMultipleAllocations === undefined ? {} : { allowMultipleAllocations };
  const changes = Array.from({ length: most }, (_, number) =>
    publishing(made, jsonOf({ name: number === 0 ? like : `${like}-${number + 1}`, attributes, capacity, ...more })),
  );
  const { name: node } = question.input.view.node.metadata;
  return ladderOf(changes, rank, (devices) => `add ${devicesLike(devices, like)} of pool ${slice.spec.pool.name} to node ${node}`);
}

function devicesLike(devices: number, like: string): string {
  return devices === 1 ? `a device like ${like}` : `${devices} devices like ${like}`;
}
