// Encodes constraints as value sets: each value that two devices share becomes a bit. Source: docs/spec/allocation.md 5, docs/spec/reference-1.37.md 1.21 to
// 1.23 and 2.1.

import { attributeOf, isShipped, semanticsOf } from '../../core/api/constraint-semantics.js';
import type { DeviceConstraint } from '../../core/api/resource-claim.js';
import { lookupAttribute } from '../../core/api/resource-slice.js';
import type { Checkpoint } from '../../core/base/checkpoint.js';
import { entryIn } from '../../core/base/entry-in.js';
import { AllocationError } from '../../core/base/errors.js';
import { type Incremental, ITEMS_A_UNIT } from '../../core/base/incremental.js';
import { LargeMap, numberOfText } from '../../core/base/large-map.js';
import { sorting } from '../../core/base/sorting.js';
import type { Features } from '../../core/features/features.js';
import { ENTRY_ERROR, ENTRY_FIRST_ONLY, ENTRY_MISSING, ENTRY_SINGLE, STAGE_MATCH } from '../kernel/layout.js';
import type { ConstraintKind, ProblemConstraint, Slot } from '../kernel/problem.js';
import type { PoolDevice, SliceDevice } from '../pools/pool.js';
import { ValueReader } from './attribute-values.js';
import { kindOf, readingOf, SHIPPED_READING, type ValueReading } from './constraint-kind.js';
import { derivationOf } from './derived-values.js';
import type { NodeView } from './node-view.js';
import type { SlotPlan } from './slot-plan.js';

/** A slot of the problem, with its plan. */
export interface PlannedSlot {
  readonly plan: SlotPlan;
  readonly slot: Slot;
}

/** Returns whether a constraint covers a request or subrequest: it names none, the request, or `request/subrequest`. */
export function appliesTo(constraint: DeviceConstraint, { request, name }: SlotPlan): boolean {
  return constraint.requests.length === 0 || constraint.requests.includes(request.name) || constraint.requests.includes(name);
}

/**
 * Returns the derived or published values of an attribute of a device for a slot, each with its type. Empty if the device has
 * none, or they cannot be computed. Without a `reader`, values are read as by constraints without attribute semantics.
 */
export function* valuesFor(
  slot: SlotPlan,
  attribute: string,
  deviceIndex: number,
  { view, features, checkpoint }: ValueContext,
  reader = new ValueReader(SHIPPED_READING, features, checkpoint),
): Incremental<readonly string[]> {
  const expression = derivationOf(slot, attribute);
  const { device, slice } = view.devices[deviceIndex] as PoolDevice;
  const found =
    expression === undefined
      ? lookupAttribute(device, slice.spec.driver, attribute)
      : yield* view.derived.valueOf(expression, deviceIndex, checkpoint);
  return (
    (found === undefined || found === 'error' ? undefined : (reader.valuesAtOnce(found) ?? (yield* reader.reading(found)))) ?? NO_VALUES
  );
}

const NO_VALUES: readonly string[] = [];

/** Returns the number of values that a device has of an attribute; 0 if it lacks it. Does not read the values. */
export function publishedCountOf({ device, slice }: SliceDevice, name: string, features: Features): number {
  const found = lookupAttribute(device, slice.spec.driver, name);
  if (found === undefined) return 0;
  const { ints, bools, strings, versions } = found;
  return (features.listTypeAttributes && (ints?.length || bools?.length || strings?.length || versions?.length)) || 1;
}

/** The most values that a derived attribute may give one constraint: an expression can create a million for each device. */
const DERIVED_VALUES_LIMIT = 1 << 20;

interface ValueContext {
  readonly view: Pick<NodeView, 'devices' | 'derived'>;
  readonly features: Features;
  readonly checkpoint: Checkpoint;
}

/** The values of each device that may be selected, each with its type, or an error. A device without the attribute is absent. */
type DeviceValues = ReadonlyMap<number, readonly string[] | 'error'>;

/** Translates the constraints of a claim over its slots. Only devices that some slot may select count. */
export function* encodingConstraints(
  constraints: readonly DeviceConstraint[],
  slots: readonly PlannedSlot[],
  context: ValueContext,
): Incremental<readonly ProblemConstraint[]> {
  const { checkpoint } = context;
  const sources = new Map<string, AttributeSources>();
  for (const constraint of constraints) {
    entryIn(sources, tableKeyOf(constraint), () => new AttributeSources(constraint)).constraints.push(constraint);
    if (checkpoint.due()) yield;
  }
  const tables = new Map<string, AttributeTable>();
  for (const [key, attributeSources] of sources) {
    yield* addingSlots(attributeSources, slots, checkpoint);
    tables.set(key, yield* encodingAttribute(attributeSources, context));
  }
  const encoded: ProblemConstraint[] = [];
  for (const constraint of constraints) {
    const attribute = attributeOf(constraint);
    const { valueCount, sets, entries } = tables.get(tableKeyOf(constraint)) as AttributeTable;
    const rows: ProblemConstraint['rows'][number][] = [];
    for (const slot of slots) {
      rows.push(applies(constraint, slot, checkpoint) ? entries.get(derivationOf(slot.plan, attribute)) : undefined);
      if (checkpoint.due()) yield;
    }
    const { minSize } = semanticsOf(constraint);
    encoded.push({ kind: kindOf(constraint), ...(minSize === 1 ? {} : { minSize }), valueCount, sets, rows });
    if (checkpoint.due()) yield;
  }
  return encoded;
}

/** Adds the slots that some constraint covers. */
function* addingSlots(attributeSources: AttributeSources, slots: readonly PlannedSlot[], checkpoint: Checkpoint): Incremental<void> {
  for (const slot of slots) {
    for (const constraint of attributeSources.constraints) {
      const isConcerned = applies(constraint, slot, checkpoint);
      if (isConcerned) attributeSources.add(slot);
      if (checkpoint.due()) yield;
      if (isConcerned) break;
    }
  }
}

/** Returns the key of the table of values, which constraints that read equal values share. */
export function tableKeyOf(constraint: DeviceConstraint): string {
  const attribute = attributeOf(constraint);
  if (isShipped(constraint)) return attribute;
  const { unit, coerces, least } = readingOf(constraint);
  // Attribute names never begin with a space.
  return ` ${kindOf(constraint)} ${unit} ${coerces} ${least} ${attribute}`;
}

function applies(constraint: DeviceConstraint, { plan }: PlannedSlot, checkpoint: Checkpoint): boolean {
  checkpoint.step(constraint.requests.length / ITEMS_A_UNIT);
  return appliesTo(constraint, plan);
}

/** The sources of an attribute's values, with the slots that some constraint covers: an expression, or undefined for the devices themselves. */
class AttributeSources {
  readonly attribute: string;
  readonly kind: ConstraintKind;
  readonly reading: ValueReading;
  readonly constraints: DeviceConstraint[] = [];
  readonly slots = new Map<string | undefined, PlannedSlot[]>();

  /** The table is for this constraint, and for others with the same key. */
  constructor(constraint: DeviceConstraint) {
    this.attribute = attributeOf(constraint);
    this.kind = kindOf(constraint);
    this.reading = readingOf(constraint);
  }

  add(slot: PlannedSlot): void {
    entryIn(this.slots, derivationOf(slot.plan, this.attribute), (): PlannedSlot[] => []).push(slot);
  }
}

/** The values of one attribute, shared by all constraints of a claim over it, so that the solver recognizes equal tables. */
interface AttributeTable {
  readonly valueCount: number;
  readonly sets: readonly (readonly number[])[];
  /** By source: an expression, or undefined for the devices themselves. */
  readonly entries: ReadonlyMap<string | undefined, Uint32Array>;
}

/** Encodes an attribute over the slots that some constraint on it covers. */
function* encodingAttribute({ attribute, kind, reading, slots }: AttributeSources, context: ValueContext): Incremental<AttributeTable> {
  const { checkpoint, features } = context;
  const values = new Map<string | undefined, DeviceValues>();
  const reader = new ValueReader(reading, features, checkpoint);
  for (const [expression, concerned] of slots) {
    const source: ValueSource = { indices: yield* findingCandidates(concerned, checkpoint), reader };
    const read = expression === undefined ? publishedValues(attribute, source, context) : derivedValues(expression, source, context);
    values.set(expression, yield* read);
  }
  const bits = yield* numberingShareable(values.values(), context);
  if (kind === 'emptyIntersection') yield* numberingLone(values.values(), bits, checkpoint);
  const sets = new SetTable(bits);
  const entries = new Map<string | undefined, Uint32Array>();
  for (const [expression, read] of values) entries.set(expression, yield* encodingEntries(read, sets, context));
  return { valueCount: bits.size, sets: sets.sets, entries };
}

/** The devices whose values are read, and their reader. */
interface ValueSource {
  readonly indices: ReadonlySet<number>;
  readonly reader: ValueReader;
}

/** Returns the values of an attribute that the devices publish. */
function* publishedValues(
  attribute: string,
  { indices, reader }: ValueSource,
  { view: { devices }, checkpoint }: ValueContext,
): Incremental<DeviceValues> {
  const values = new Map<number, readonly string[]>();
  for (const index of indices) {
    const { device, slice } = devices[index] as PoolDevice;
    const found = lookupAttribute(device, slice.spec.driver, attribute);
    const list = found === undefined ? undefined : (reader.valuesAtOnce(found) ?? (yield* reader.reading(found)));
    if (list !== undefined) values.set(index, list);
    if (checkpoint.due()) yield;
  }
  return values;
}

/** Returns the values of an expression. Throws `input-too-large`. */
function* derivedValues(
  expression: string,
  { indices, reader }: ValueSource,
  { view: { derived }, checkpoint }: ValueContext,
): Incremental<DeviceValues> {
  const values = new Map<number, readonly string[] | 'error'>();
  let count = 0;
  for (const index of indices) {
    const value = yield* derived.valueOf(expression, index, checkpoint);
    const list = value === 'error' ? value : (reader.valuesAtOnce(value) ?? (yield* reader.reading(value)));
    if (list !== undefined) values.set(index, list);
    count += list?.length ?? 0;
    if (count > DERIVED_VALUES_LIMIT) {
      const text = `the expression ${JSON.stringify(expression.slice(0, 60))} of a derived attribute results in more than ${DERIVED_VALUES_LIMIT} values`;
      throw new AllocationError('input-too-large', `${text}, more than one search can hold`);
    }
    if (checkpoint.due()) yield;
  }
  return values;
}

function* encodingEntries(values: DeviceValues, sets: SetTable, { view: { devices }, checkpoint }: ValueContext): Incremental<Uint32Array> {
  const entries = new Uint32Array(devices.length).fill(ENTRY_MISSING);
  for (const [index, list] of values) {
    if (list === 'error') entries[index] = ENTRY_ERROR;
    else {
      const entry = sets.entryAtOnce(list) ?? (yield* sets.findingEntry(list, checkpoint));
      // Without list attributes, a device without a scalar can only be the first device of a distinct constraint.
      entries[index] = entry | (list.length === 0 ? ENTRY_FIRST_ONLY : 0);
    }
    if (checkpoint.due()) yield;
  }
  return entries;
}

function* findingCandidates(slots: readonly PlannedSlot[], checkpoint: Checkpoint): Incremental<ReadonlySet<number>> {
  const result = new Set<number>();
  // Equal slots share their stages.
  const tables = new Set<Uint8Array>();
  for (const { slot } of slots) {
    for (const index of slot.all ?? NO_INDICES) result.add(index);
    tables.add(slot.stages);
    if (checkpoint.due(1 + (slot.all?.length ?? 0) / ITEMS_A_UNIT)) yield;
  }
  for (const stages of tables) {
    for (let index = 0; index < stages.length; index++) {
      if (stages[index] === STAGE_MATCH) result.add(index);
      if (index % ITEMS_A_UNIT === 0 && checkpoint.due()) yield;
    }
  }
  return result;
}

const NO_INDICES: readonly never[] = [];

/**
 * Numbers the values that two selections can share: values of two or more devices, and all values of a shareable device. Other
 * values can neither match nor conflict, so they need no bit.
 */
function* numberingShareable(
  sources: Iterable<DeviceValues>,
  { view: { devices }, features, checkpoint }: ValueContext,
): Incremental<LargeMap<string, number>> {
  const bits = new LargeMap<string, number>(numberOfText);
  const holders = new LargeMap<string, number>(numberOfText);
  for (const source of sources) {
    for (const [index, list] of source) {
      const isShared = features.consumableCapacity && devices[index]?.device.allowMultipleAllocations === true;
      for (const value of list === 'error' ? NO_VALUES : list) {
        if (isCommonTo(value, index, isShared, holders) && bits.get(value) === undefined) bits.set(value, bits.size);
        if (checkpoint.due()) yield;
      }
    }
  }
  return bits;
}

/** Returns whether two selections can share a value, given the devices checked so far. */
function isCommonTo(value: string, index: number, isShared: boolean, holders: LargeMap<string, number>): boolean {
  const holder = holders.get(value);
  if (holder === undefined) holders.set(value, index);
  return isShared || (holder !== undefined && holder !== index);
}

/**
 * For an empty intersection, numbers one value of each device that has no bit yet. The set of a single device is then not
 * empty. Devices without common values share no bit, so their intersection is empty.
 */
function* numberingLone(sources: Iterable<DeviceValues>, bits: LargeMap<string, number>, checkpoint: Checkpoint): Incremental<void> {
  for (const source of sources) {
    for (const list of source.values()) {
      const [first] = list === 'error' ? NO_VALUES : list;
      if (first !== undefined && !(yield* someHasBit(list as readonly string[], bits, checkpoint))) bits.set(first, bits.size);
      if (checkpoint.due()) yield;
    }
  }
}

function* someHasBit(values: readonly string[], bits: LargeMap<string, number>, checkpoint: Checkpoint): Incremental<boolean> {
  for (const value of values) {
    if (bits.get(value) !== undefined) return true;
    if (checkpoint.due()) yield;
  }
  return false;
}

/** Distinct value sets. A set of one value needs no place in the table. */
class SetTable {
  readonly sets: (readonly number[])[] = [];
  readonly #bits: Pick<LargeMap<string, number>, 'get'>;
  readonly #indices = new Map<string, number>();

  constructor(bits: Pick<LargeMap<string, number>, 'get'>) {
    this.#bits = bits;
  }

  /** Returns the entry if it has at most one value, or undefined if only `findingEntry` can compute it. */
  entryAtOnce(values: readonly string[]): number | undefined {
    if (values.length > 1) return undefined;
    const [value] = values;
    const bit = value === undefined ? undefined : this.#bits.get(value);
    return bit === undefined ? this.#indexOf([]) : bit | ENTRY_SINGLE;
  }

  *findingEntry(values: readonly string[], checkpoint: Checkpoint): Incremental<number> {
    const found = new Set<number>();
    for (const value of values) {
      const bit = this.#bits.get(value);
      if (bit !== undefined) found.add(bit);
      if (checkpoint.due()) yield;
    }
    // In ascending order.
    const set = yield* sorting(found, (left, right) => left - right, checkpoint);
    return set.length === 1 ? (set[0] as number) | ENTRY_SINGLE : this.#indexOf(set);
  }

  #indexOf(set: readonly number[]): number {
    return entryIn(this.#indices, set.join(), () => this.sets.push(set) - 1);
  }
}
