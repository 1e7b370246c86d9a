// Runs the checks of one device for one request that are independent of other selections, in the order that determines the
// first error. Source: docs/spec/reference-1.37.md 1.14 and 1.15. The stages have the numbers of that list.

import type { SelectorCache } from '../../cel/cache.js';
import { CelCompileError, type CelDevice, CelRuntimeError, type Selector } from '../../cel/engine.js';
import { hasUnreadVersions, readLongVersions } from '../../cel/run/device.js';
import type { Node } from '../../core/api/node.js';
import { answerWithoutParsing, canSkipOperations, includesNode } from '../../core/api/node-match.js';
import type { DeviceSelection, DeviceSelector } from '../../core/api/resource-claim.js';
import type { Device, DeviceTaint } from '../../core/api/resource-slice.js';
import { findingExcludingTaint } from '../../core/api/taints.js';
import { type Checkpoint, workText } from '../../core/base/checkpoint.js';
import { copyText } from '../../core/base/copy-text.js';
import { AllocationError } from '../../core/base/errors.js';
import type { Incremental } from '../../core/base/incremental.js';
import { LruCache } from '../../core/base/lru-cache.js';
import type { Features } from '../../core/features/features.js';
import type { Quantity } from '../../core/quantity/quantity.js';
import { STAGE_ERROR, STAGE_MATCH } from '../kernel/layout.js';
import type { PoolDevice } from '../pools/pool.js';
import { CAPACITIES_A_UNIT, type CapacityRejection, resolveCapacity } from './capacity.js';
import { CHARACTERS_A_UNIT, celDeviceOf } from './derived-values.js';
import { hasPolicies, selectionSignature } from './signatures.js';
import type { SlotSelection } from './slot-plan.js';

/**
 * The checks, numbered as in the reference. A stage byte is 0 for a match. Otherwise it is the number of the check that rejects
 * the device, plus STAGE_ERROR if the check fails with an error.
 */
export const Stage = {
  bindingConditions: 2,
  classSelector: 3,
  requestSelector: 4,
  node: 5,
  capacity: 6,
  skipNodeOperations: 7,
  countersDisabled: 8,
  taint: 11,
} as const;

/** The number of a check. */
export type CheckStage = (typeof Stage)[keyof typeof Stage];

/** The last check that decides whether a device belongs to a request for all devices. If a later one rejects a device, the request fails. */
export const LAST_STAGE_OF_ALL = Stage.capacity;

/** The most tables that an examiner caches, and their bytes. */
const TABLE_CACHE_BOUNDS = { entries: 64, bytes: 4 << 20, weigh: ({ length }: Uint8Array) => length, hasOwnKeys: true } as const;

/** The reason why a device is rejected: the check, and its selector, taint or capacity. Built only when a caller requests it. */
export interface DeviceRejection {
  readonly stage: CheckStage;
  readonly selector?: number;
  readonly taint?: DeviceTaint;
  /** The capacity that the device lacks, or whose policy or value excludes the amount. */
  readonly capacity?: CapacityRejection;
  /** Set if the check failed instead of rejecting the device. */
  readonly error?: AllocationError;
  /** The expression of the selector, if a limit of this library ended its evaluation. */
  readonly interrupted?: string;
}

/** Examines the devices of one node. */
export class Examiner {
  readonly #devices: readonly PoolDevice[];
  readonly #node: Node | undefined;
  readonly #features: Features;
  readonly #selectors: SelectorCache;
  readonly #tables: StageTables;

  /**
   * Without a node, the examiner assumes a node that supports all operations and that every device selects. With `outlivesCall`
   * false, it may hold references to the call's objects.
   */
  constructor(devices: readonly PoolDevice[], node: Node | undefined, features: Features, selectors: SelectorCache, outlivesCall = true) {
    this.#devices = devices;
    this.#node = node;
    this.#features = features;
    this.#selectors = selectors;
    this.#tables = new StageTables(outlivesCall);
  }

  /** The bytes of the cache. */
  get bytes(): number {
    return this.#tables.bytes;
  }

  /** Returns the stage byte of every device. Equal requests share one table. */
  *stagesFor(slot: SlotSelection, checkpoint: Checkpoint): Incremental<Uint8Array> {
    const { selectors, tolerations, capacity } = slot.selection;
    checkpoint.step(selectors.length + tolerations.length + (capacity?.requests.size ?? 0));
    const key = this.#tables.keyOf(slot, checkpoint);
    const cachedTable = this.#tables.get(key, slot, checkpoint);
    if (cachedTable !== undefined) return cachedTable;
    const table = new Uint8Array(this.#devices.length);
    const take = (rejection: DeviceRejection | undefined, index: number): void => {
      table[index] = byteOf(rejection);
    };
    yield* this.#examining(slot, this.#devices, take, checkpoint);
    this.#tables.set(key, table, slot, checkpoint);
    return table;
  }

  /** Caches the stage bytes of all devices that the caller computed. */
  know(slot: SlotSelection, stages: () => Uint8Array, checkpoint: Checkpoint): void {
    const key = this.#tables.keyOf(slot, checkpoint);
    if (this.#tables.get(key, slot, checkpoint) === undefined) this.#tables.set(key, stages(), slot, checkpoint);
  }

  /** Returns the stage byte of a device. */
  *stageOf(slot: SlotSelection, device: PoolDevice, checkpoint: Checkpoint): Incremental<number> {
    return byteOf(yield* this.#examiningOne(slot, device, checkpoint));
  }

  /** Returns the stage byte of one device while shares consume the `used` amounts. Not for a request for all devices. */
  *makingStageWithShares(
    slot: SlotSelection,
    deviceIndex: number,
    used: ReadonlyMap<string, Quantity>,
    checkpoint: Checkpoint,
  ): Incremental<number> {
    return byteOf(yield* this.#examiningOne(slot, this.#devices[deviceIndex] as PoolDevice, checkpoint, used));
  }

  /** Returns why a device is rejected, or undefined if it is not. Examines it again. */
  rejection(slot: SlotSelection, deviceIndex: number, checkpoint: Checkpoint): Incremental<DeviceRejection | undefined> {
    return this.#examiningOne(slot, this.#devices[deviceIndex] as PoolDevice, checkpoint);
  }

  *#examiningOne(
    slot: SlotSelection,
    target: PoolDevice,
    checkpoint: Checkpoint,
    used?: ReadonlyMap<string, Quantity>,
  ): Incremental<DeviceRejection | undefined> {
    let found: DeviceRejection | undefined;
    const take = (rejection: DeviceRejection | undefined): void => {
      found = rejection;
    };
    yield* this.#examining(slot, [target], take, checkpoint, used);
    return found;
  }

  /**
   * Examines devices and passes each result to `take`. One generator handles all devices, because one generator for each device
   * would double the time.
   */
  *#examining(
    slot: SlotSelection,
    targets: readonly PoolDevice[],
    take: (rejection: DeviceRejection | undefined, index: number) => void,
    checkpoint: Checkpoint,
    used?: ReadonlyMap<string, Quantity>,
  ): Incremental<void> {
    const { selection, deviceClass } = slot;
    const count = deviceClass.spec.selectors.length + selection.selectors.length;
    const placed: PlacedSelector[] = [];
    const context: UseContext = { node: this.#node, features: this.#features, used };
    for (let index = 0; index < targets.length; index++) {
      const target = targets[index] as PoolDevice;
      const seen = celDeviceOf(target);
      let rejection = this.#features.deviceBindingAndStatus ? undefined : bindingConditionsRejection(target);
      if (rejection === undefined && count > 0 && hasUnreadVersions(seen.attributes)) yield* readLongVersions(seen.attributes, checkpoint);
      for (let place = 0; place < count && rejection === undefined; place++) {
        // A selector is compiled when the first device reaches it.
        placed[place] ??= selectorAt(slot, place);
        const selector = placed[place] as PlacedSelector;
        selector.compiled ??= this.#selectors.cached(selector.expression) ?? (yield* this.#selectors.compiling(selector.expression));
        rejection = trySelector(selector, selector.compiled, seen, checkpoint);
        if (checkpoint.due()) yield;
      }
      if (rejection === undefined && needsUseChecks(target, selection, context, checkpoint))
        rejection = yield* examiningUse(selection, target, context, checkpoint);
      take(rejection, index);
      if (checkpoint.due()) yield;
    }
  }
}

function bindingConditionsRejection({ device }: PoolDevice): DeviceRejection | undefined {
  return (device.bindingConditions?.length ?? 0) > 0 ? { stage: Stage.bindingConditions } : undefined;
}

/** A selector of a class or request, compiled when a device reaches it. */
interface PlacedSelector {
  readonly expression: string;
  readonly at: SelectorPlace;
  compiled: Selector | CelCompileError | undefined;
}

/** Returns the selector of a slot at a place in the order of evaluation. Selectors of the class come first. */
function selectorAt({ selection, deviceClass: { spec } }: SlotSelection, place: number): PlacedSelector {
  const isOfClass = place < spec.selectors.length;
  const selector = isOfClass ? place : place - spec.selectors.length;
  const { cel } = (isOfClass ? spec.selectors : selection.selectors)[selector] as DeviceSelector;
  const stage = isOfClass ? Stage.classSelector : Stage.requestSelector;
  return { expression: cel?.expression ?? '', at: { stage, selector }, compiled: undefined };
}

function trySelector(
  { expression, at }: PlacedSelector,
  selector: Selector | CelCompileError,
  seen: CelDevice,
  checkpoint: Checkpoint,
): DeviceRejection | undefined {
  checkpoint.step(expression.length / CHARACTERS_A_UNIT);
  if (selector instanceof CelCompileError) return failed(at, 'cel-compile-error', selector, expression);
  try {
    return selector.evaluate(seen, checkpoint) ? undefined : at;
  } catch (error) {
    if (!(error instanceof CelRuntimeError)) throw error;
    return failed(at, 'cel-runtime-error', error, expression);
  }
}

/** The check of a selector, and its index in the list. */
type SelectorPlace = Required<Pick<DeviceRejection, 'stage' | 'selector'>>;

/** Describes a selector that does not compile, or fails on a device. */
function failed(
  at: SelectorPlace,
  code: 'cel-compile-error' | 'cel-runtime-error',
  { message, isOwnLimit }: CelCompileError | CelRuntimeError,
  expression: string,
): DeviceRejection {
  return { ...at, error: new AllocationError(code, message), ...(isOwnLimit ? { interrupted: expression } : {}) };
}

/** A table of stages, with its inputs: the slot, and the limit of evaluations. */
interface StageTable {
  readonly slot: SlotSelection;
  readonly selectorWork: number | undefined;
  readonly table: Uint8Array;
}

/**
 * Caches tables of stages by keys of slots. Within a call, the first slot has no key until there is a second slot. Most calls
 * have one slot, and a key costs a fifteenth of a small call. Tables that outlive their call have keys, since they must not
 * hold references to its objects.
 */
class StageTables {
  #first: StageTable | undefined;
  #isKeyed: boolean;
  readonly #tables = new LruCache<Uint8Array>(TABLE_CACHE_BOUNDS);

  constructor(isKeyed: boolean) {
    this.#isKeyed = isKeyed;
  }

  get bytes(): number {
    return this.#tables.bytes + (this.#first?.table.length ?? 0);
  }

  /** Returns the key of a slot, or undefined as long as there is only one slot. */
  keyOf(slot: SlotSelection, { selectorWork }: Checkpoint): string | undefined {
    if (!this.#isKeyed) {
      if (this.#first === undefined || isSame(this.#first, slot, selectorWork)) return undefined;
      this.#tables.set(tableKey(this.#first.slot, this.#first.selectorWork), this.#first.table);
      this.#first = undefined;
      this.#isKeyed = true;
    }
    return tableKey(slot, selectorWork);
  }

  get(key: string | undefined, slot: SlotSelection, { selectorWork }: Checkpoint): Uint8Array | undefined {
    if (key !== undefined) return this.#tables.get(key);
    return this.#first !== undefined && isSame(this.#first, slot, selectorWork) ? this.#first.table : undefined;
  }

  /** Caches a table. A table without a key is dropped if another call stored a table first. */
  set(key: string | undefined, table: Uint8Array, slot: SlotSelection, { selectorWork }: Checkpoint): void {
    if (key !== undefined) this.#tables.set(key, table);
    else if (!this.#isKeyed) this.#first ??= { slot, selectorWork, table };
  }
}

function isSame(cachedTable: StageTable, { selection, deviceClass }: SlotSelection, selectorWork: number | undefined): boolean {
  return (
    cachedTable.slot.selection === selection && cachedTable.slot.deviceClass === deviceClass && cachedTable.selectorWork === selectorWork
  );
}

/** Returns the key of a table: its slot, and the limit of evaluations if a call sets one. */
function tableKey(slot: SlotSelection, selectorWork: number | undefined): string {
  const work = workText(selectorWork);
  return work === '' ? selectionSignature(slot) : copyText(work + selectionSignature(slot));
}

/** The inputs of the checks after the selectors. `used`: the consumption of shares of the device. */
interface UseContext {
  readonly node: Node | undefined;
  readonly features: Features;
  readonly used: ReadonlyMap<string, Quantity> | undefined;
}

/** Returns whether `examiningUse` has anything to check. */
function needsUseChecks(
  { device, slice }: PoolDevice,
  selection: DeviceSelection,
  { features }: UseContext,
  checkpoint: Checkpoint,
): boolean {
  return (
    slice.spec.perDeviceNodeSelection === true ||
    slice.spec.skipNodeOperations.length > 0 ||
    device.consumesCounters.length > 0 ||
    device.taints.length > 0 ||
    (features.consumableCapacity && needsCapacityArithmetic(selection, device, checkpoint))
  );
}

/** Runs the checks after the selectors. */
function* examiningUse(
  selection: DeviceSelection,
  { device, slice }: PoolDevice,
  { node, features, used }: UseContext,
  checkpoint: Checkpoint,
): Incremental<DeviceRejection | undefined> {
  if (slice.spec.perDeviceNodeSelection === true && node !== undefined) {
    const rejection = yield* examiningNode(device, node, checkpoint);
    if (rejection !== undefined) return rejection;
  }
  if (features.consumableCapacity && needsCapacityArithmetic(selection, device, checkpoint)) {
    const use = yield* resolveCapacity(selection.capacity?.requests, device.capacity, features.fractionalCapacityRange, checkpoint, used);
    if (use.kind === 'error') return { stage: Stage.capacity, error: new AllocationError('capacity-error', use.message) };
    if (use.kind === 'refused') return { stage: Stage.capacity, capacity: use };
  }
  if (slice.spec.skipNodeOperations.length > 0) {
    const declared = node === undefined || canSkipOperations(node);
    if (!features.optionalNodeOperations || !declared) return { stage: Stage.skipNodeOperations };
  }
  if (device.consumesCounters.length > 0 && !features.partitionableDevices) return { stage: Stage.countersDisabled };
  const taint = features.deviceTaints ? yield* findingExcludingTaint(device.taints, selection.tolerations, checkpoint) : undefined;
  return taint === undefined ? undefined : { stage: Stage.taint, taint };
}

function* examiningNode(device: Device, node: Node, checkpoint: Checkpoint): Incremental<DeviceRejection | undefined> {
  try {
    const isIncluded = answerWithoutParsing(device, node, checkpoint) ?? (yield* includesNode(device, node, '', checkpoint));
    return isIncluded ? undefined : { stage: Stage.node };
  } catch (error) {
    if (error instanceof AllocationError) return { stage: Stage.node, error };
    throw error;
  }
}

function byteOf(rejection: DeviceRejection | undefined): number {
  if (rejection === undefined) return STAGE_MATCH;
  return rejection.error === undefined ? rejection.stage : rejection.stage + STAGE_ERROR;
}

/**
 * Returns whether the capacity of a device needs a check. A capacity that has no policy and is not requested is consumed as a
 * whole, and always suffices.
 */
function needsCapacityArithmetic({ capacity: requestedCapacity }: DeviceSelection, { capacity }: Device, checkpoint: Checkpoint): boolean {
  if (requestedCapacity !== undefined) return true;
  checkpoint.step(capacity.size / CAPACITIES_A_UNIT);
  return hasPolicies(capacity);
}
