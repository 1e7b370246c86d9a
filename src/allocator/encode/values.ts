// Constraints as value sets: the values of an attribute become bits, where two devices have them in common.
// Source: docs/spec/allocation.md 5, docs/spec/reference-1.37.md 1.21 to 1.23 and 2.1.

import { attributeOf, isShipped, semanticsOf } from '../../core/api/constraint-semantics.js';
import type { DeviceConstraint } from '../../core/api/resource-claim.js';
import { lookupAttribute } from '../../core/api/resource-slice.js';
import type { Checkpoint } from '../../core/base/checkpoint.js';
import { entryIn } from '../../core/base/entry-in.js';
import { AllocationError } from '../../core/base/errors.js';
import { LargeMap, numberOfText } from '../../core/base/large-map.js';
import type { Features } from '../../core/features/features.js';
import { ENTRY_ERROR, ENTRY_FIRST_ONLY, ENTRY_MISSING, ENTRY_SINGLE, STAGE_MATCH } from '../kernel/layout.js';
import type { ConstraintKind, ProblemConstraint, Slot } from '../kernel/problem.js';
import type { PoolDevice, SliceDevice } from '../pools/pool.js';
import { ValueReader } from './attribute-values.js';
import { kindOf, readingOf, SHIPPED_READING, type ValueReading } from './constraint-kind.js';
import { derivationOf } from './derived-values.js';
import type { NodeView } from './node-view.js';
import type { SlotPlan } from './slot-plan.js';

/** A slot of the problem with what it stands for. */
export interface PlannedSlot {
  readonly plan: SlotPlan;
  readonly slot: Slot;
}

/** Tells whether a constraint is about a request or subrequest: it names none, the request, or `request/subrequest`. */
export function appliesTo(constraint: DeviceConstraint, { request, name }: SlotPlan): boolean {
  return constraint.requests.length === 0 || constraint.requests.includes(request.name) || constraint.requests.includes(name);
}

/**
 * The values of an attribute, each with its type, that a device has for a slot, derived or its own; none: it has none, or they cannot be computed. A reader reads them as its
 * constraint does; without one as those of Kubernetes do.
 */
export function valuesFor(
  slot: SlotPlan,
  attribute: string,
  deviceIndex: number,
  { view, features, checkpoint }: ValueContext,
  reader = new ValueReader(SHIPPED_READING, features, checkpoint),
): readonly string[] {
  const expression = derivationOf(slot, attribute);
  const { device, slice } = view.devices[deviceIndex] as PoolDevice;
  const found =
    expression === undefined
      ? lookupAttribute(device, slice.spec.driver, attribute)
      : view.derived.valueOf(expression, deviceIndex, checkpoint);
  return (found === undefined || found === 'error' ? undefined : reader.valuesOf(found)) ?? NO_VALUES;
}

const NO_VALUES: readonly string[] = [];

/** Returns how many values a device has of an attribute, none where it lacks it: known before they are put in words. */
export function publishedCountOf({ device, slice }: SliceDevice, name: string, features: Features): number {
  const found = lookupAttribute(device, slice.spec.driver, name);
  if (found === undefined) return 0;
  const { ints, bools, strings, versions } = found;
  return (features.listTypeAttributes && (ints?.length || bools?.length || strings?.length || versions?.length)) || 1;
}

/** Most values that derived attributes give one constraint: an expression can make up a million for each device. */
const DERIVED_VALUES_LIMIT = 1 << 20;

/** The input of constraints. */
interface ValueContext {
  readonly view: Pick<NodeView, 'devices' | 'derived'>;
  readonly features: Features;
  readonly checkpoint: Checkpoint;
}

/** For each device that may be picked its values, each with its type, or that they cannot be computed. What is missing has no values. */
type DeviceValues = ReadonlyMap<number, readonly string[] | 'error'>;

/** Translates the constraints of a claim over its slots. Only devices that some slot may pick count. */
export function encodeConstraints(
  constraints: readonly DeviceConstraint[],
  slots: readonly PlannedSlot[],
  context: ValueContext,
): readonly ProblemConstraint[] {
  const { checkpoint } = context;
  const sources = checkpoint.keep(() => new Map<string, AttributeSources>());
  checkpoint.forEach(constraints, (constraint) => {
    const own = entryIn(sources, tableKeyOf(constraint), () => new AttributeSources(constraint));
    own.constraints.push(constraint);
  });
  const tables = checkpoint.keep(() => new Map<string, AttributeTable>());
  checkpoint.forEachOf(sources, ([key, own]) => {
    checkpoint.forEach(slots, (slot) => {
      if (checkpoint.some(own.constraints, (constraint) => applies(constraint, slot, checkpoint))) own.add(slot);
    });
    tables.set(key, encodeAttribute(own, context));
  });
  return checkpoint.map(constraints, (constraint): ProblemConstraint => {
    const attribute = attributeOf(constraint);
    const { valueCount, sets, entries } = tables.get(tableKeyOf(constraint)) as AttributeTable;
    const rows = checkpoint.map(slots, (slot) =>
      applies(constraint, slot, checkpoint) ? entries.get(derivationOf(slot.plan, attribute)) : undefined,
    );
    const { minSize } = semanticsOf(constraint);
    return { kind: kindOf(constraint), ...(minSize === 1 ? {} : { minSize }), valueCount, sets, rows };
  });
}

/** Constraints with the same key have one table of values. */
export function tableKeyOf(constraint: DeviceConstraint): string {
  const attribute = attributeOf(constraint);
  if (isShipped(constraint)) return attribute;
  const { unit, coerces, least } = readingOf(constraint);
  // No name of an attribute begins with a space.
  return ` ${kindOf(constraint)} ${unit} ${coerces} ${least} ${attribute}`;
}

/** Names that are compared in about a microsecond. */
const NAMES_A_UNIT = 64;

function applies(constraint: DeviceConstraint, { plan }: PlannedSlot, checkpoint: Checkpoint): boolean {
  checkpoint.step(constraint.requests.length / NAMES_A_UNIT);
  return appliesTo(constraint, plan);
}

/** The source of the values of an attribute: an expression, or (undefined) the devices themselves; with the slots that some constraint concerns. */
class AttributeSources {
  readonly attribute: string;
  readonly kind: ConstraintKind;
  readonly reading: ValueReading;
  readonly constraints: DeviceConstraint[] = [];
  readonly slots = new Map<string | undefined, PlannedSlot[]>();

  /** The table is for this constraint, and others that read the same. */
  constructor(constraint: DeviceConstraint) {
    this.attribute = attributeOf(constraint);
    this.kind = kindOf(constraint);
    this.reading = readingOf(constraint);
  }

  add(slot: PlannedSlot): void {
    entryIn(this.slots, derivationOf(slot.plan, this.attribute), (): PlannedSlot[] => []).push(slot);
  }
}

/** The values of one attribute, shared by all constraints of a claim over it: so the solver sees which of them are alike. */
interface AttributeTable {
  readonly valueCount: number;
  readonly sets: readonly (readonly number[])[];
  /** By where the values come from: an expression, or (undefined) the devices themselves. */
  readonly entries: ReadonlyMap<string | undefined, Uint32Array>;
}

/** Encodes an attribute over the slots that some constraint on it concerns. */
function encodeAttribute({ attribute, kind, reading, slots }: AttributeSources, context: ValueContext): AttributeTable {
  const { checkpoint, features } = context;
  const values = checkpoint.keep(() => new Map<string | undefined, DeviceValues>());
  const reader = checkpoint.keep(() => new ValueReader(reading, features, checkpoint));
  checkpoint.forEachOf(slots, ([expression, concerned]) => {
    const source: ValueSource = { indices: candidates(concerned, checkpoint), reader };
    const read = expression === undefined ? publishedValues(attribute, source, context) : derivedValues(expression, source, context);
    values.set(expression, read);
  });
  const bits = shareableValues(values.values(), context);
  if (kind === 'emptyIntersection') numberLoneValues(values.values(), bits, checkpoint);
  const sets = checkpoint.keep(() => new SetTable(bits));
  const entries = checkpoint.keep(() => new Map<string | undefined, Uint32Array>());
  checkpoint.forEachOf(values, ([expression, read]) => {
    entries.set(expression, encodeEntries(read, sets, context));
  });
  return { valueCount: bits.size, sets: sets.sets, entries };
}

/** The devices of which values are read, and how. */
interface ValueSource {
  readonly indices: ReadonlySet<number>;
  readonly reader: ValueReader;
}

/** The values of an attribute that the devices have themselves. */
function publishedValues(
  attribute: string,
  { indices, reader }: ValueSource,
  { view: { devices }, checkpoint }: ValueContext,
): DeviceValues {
  const values = checkpoint.keep(() => new Map<number, readonly string[]>());
  checkpoint.forEachOf(indices, (index) => {
    const { device, slice } = devices[index] as PoolDevice;
    const found = lookupAttribute(device, slice.spec.driver, attribute);
    const list = found === undefined ? undefined : reader.valuesOf(found);
    if (list !== undefined) values.set(index, list);
  });
  return values;
}

/** The values of an expression. Throws `input-too-large`. */
function derivedValues(
  expression: string,
  { indices, reader }: ValueSource,
  { view: { derived }, checkpoint }: ValueContext,
): DeviceValues {
  const values = checkpoint.keep(() => new Map<number, readonly string[] | 'error'>());
  const sum = checkpoint.keep(() => ({ count: 0 }));
  checkpoint.forEachOf(indices, (index) => {
    const value = checkpoint.keep(() => derived.valueOf(expression, index, checkpoint));
    const list = value === 'error' ? value : reader.valuesOf(value);
    if (list === undefined) return;
    values.set(index, list);
    sum.count += list.length;
    if (sum.count > DERIVED_VALUES_LIMIT) {
      const text = `the expression ${JSON.stringify(expression.slice(0, 60))} of a derived attribute gives more than ${DERIVED_VALUES_LIMIT} values`;
      throw new AllocationError('input-too-large', `${text}, more than one search can hold`);
    }
  });
  return values;
}

function encodeEntries(values: DeviceValues, sets: SetTable, { view: { devices }, checkpoint }: ValueContext): Uint32Array {
  const entries = checkpoint.keep(() => new Uint32Array(devices.length).fill(ENTRY_MISSING));
  checkpoint.forEachOf(values, ([index, list]) => {
    // Without list attributes, what is no scalar can only be the first device of a distinct constraint.
    entries[index] = list === 'error' ? ENTRY_ERROR : sets.entryOf(list, checkpoint) | (list.length === 0 ? ENTRY_FIRST_ONLY : 0);
  });
  return entries;
}

/** Devices that are looked at in about a microsecond. */
const DEVICES_A_UNIT = 64;

function candidates(slots: readonly PlannedSlot[], checkpoint: Checkpoint): ReadonlySet<number> {
  const result = checkpoint.keep(() => new Set<number>());
  checkpoint.forEach(slots, ({ slot: { all = [] } }) => {
    checkpoint.step(all.length / DEVICES_A_UNIT);
    for (const index of all) result.add(index);
  });
  // Slots that look for the same share their stages.
  const tables = checkpoint.keep(() => new Set(slots.map(({ slot }) => slot.stages)));
  checkpoint.forEachOf(tables, (stages) => {
    checkpoint.step(stages.length / DEVICES_A_UNIT);
    for (let index = 0; index < stages.length; index++) if (stages[index] === STAGE_MATCH) result.add(index);
  });
  return result;
}

/**
 * Values that two picks can have in common, each with its bit: those of two devices or more, and all of a device that can be picked
 * twice. Any other value can neither match nor clash, so it needs none.
 */
function shareableValues(
  sources: Iterable<DeviceValues>,
  { view: { devices }, features, checkpoint }: ValueContext,
): LargeMap<string, number> {
  const isShared = (index: number): boolean => features.consumableCapacity && devices[index]?.device.allowMultipleAllocations === true;
  const { holders, bits } = checkpoint.keep(() => ({
    holders: new LargeMap<string, number>(numberOfText),
    bits: new LargeMap<string, number>(numberOfText),
  }));
  checkpoint.forEachOf(sources, (source) => {
    checkpoint.forEachOf(source, ([index, list]) => {
      if (list === 'error') return;
      checkpoint.forEach(list, (value) => {
        const holder = holders.get(value);
        if (holder === undefined) holders.set(value, index);
        const isCommon = holder !== undefined && holder !== index;
        if ((isCommon || isShared(index)) && bits.get(value) === undefined) bits.set(value, bits.size);
      });
    });
  });
  return bits;
}

/**
 * Gives a bit to one value of each device that has none. Devices with no value in common have no bit in common either, so that a set is empty for them, and never
 * for one device alone.
 */
function numberLoneValues(sources: Iterable<DeviceValues>, bits: LargeMap<string, number>, checkpoint: Checkpoint): void {
  checkpoint.forEachOf(sources, (source) => {
    checkpoint.forEachOf(source, ([, list]) => {
      const first = list === 'error' ? undefined : list[0];
      if (list === 'error' || first === undefined) return;
      if (checkpoint.first(list, (value) => bits.get(value)) === undefined) bits.set(first, bits.size);
    });
  });
}

/** Lists of no more values than this are read in one go. */
const FEW_VALUES = 32;

/** Value sets without repetition. A set of one value needs no place in the table. */
class SetTable {
  readonly sets: (readonly number[])[] = [];
  readonly #bits: Pick<LargeMap<string, number>, 'get'>;
  readonly #indices = new Map<string, number>();

  constructor(bits: Pick<LargeMap<string, number>, 'get'>) {
    this.#bits = bits;
  }

  entryOf(values: readonly string[], checkpoint: Checkpoint): number {
    if (values.length === 1) {
      const bit = this.#bits.get(values[0] as string);
      if (bit !== undefined) return bit | ENTRY_SINGLE;
    }
    const set = values.length > FEW_VALUES ? this.#setOfMany(values, checkpoint) : this.#setOf(values);
    return set.length === 1 ? (set[0] as number) | ENTRY_SINGLE : this.#indexOf(set);
  }

  /** The bits of values, in ascending order. */
  #setOf(values: readonly string[]): readonly number[] {
    const found = new Set<number>();
    for (const value of values) {
      const bit = this.#bits.get(value);
      if (bit !== undefined) found.add(bit);
    }
    return [...found].sort((left, right) => left - right);
  }

  /** Like `#setOf`, for calls with limits. */
  #setOfMany(values: readonly string[], checkpoint: Checkpoint): readonly number[] {
    const found = checkpoint.keep(() => new Set<number>());
    checkpoint.forEach(values, (value) => {
      const bit = this.#bits.get(value);
      if (bit !== undefined) found.add(bit);
    });
    return checkpoint.sort(found, (left, right) => left - right);
  }

  #indexOf(set: readonly number[]): number {
    return entryIn(this.#indices, set.join(), () => this.sets.push(set) - 1);
  }
}
