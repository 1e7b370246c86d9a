// Constraints as value sets: the values of an attribute become bits, where two devices have them in common.
// Source: docs/spec/allocation.md 5, docs/spec/reference-1.37.md 1.21 to 1.23 and 2.1.

import type { DeviceConstraint } from '../api/resource-claim.js';
import type { Device, DeviceAttribute } from '../api/resource-slice.js';
import type { Checkpoint } from '../base/checkpoint.js';
import { entryIn } from '../base/entry-in.js';
import { AllocationError } from '../base/errors.js';
import { LargeMap, numberOfText } from '../base/large-map.js';
import { TextInterner } from '../base/text-interner.js';
import type { Features } from '../features/features.js';
import { ENTRY_ERROR, ENTRY_FIRST_ONLY, ENTRY_MISSING, ENTRY_SINGLE, STAGE_MATCH } from '../kernel/layout.js';
import type { ProblemConstraint, Slot } from '../kernel/problem.js';
import type { PoolDevice, SliceDevice } from '../pools/pool.js';
import { attributeOf, kindOf } from './constraint-kind.js';
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

/** An attribute by its qualified name: as written, or the bare name when the domain is the driver's. */
function lookupAttribute(device: Device, driver: string, name: string): DeviceAttribute | undefined {
  const qualified = device.attributes.get(name);
  if (qualified !== undefined) return qualified;
  const slash = name.indexOf('/');
  if (slash < 0 || name.slice(0, slash) !== driver) return undefined;
  return device.attributes.get(name.slice(slash + 1));
}

/**
 * The values that a device has of an attribute, each with its type; undefined where it lacks the attribute. With `longTexts` the numbers of long
 * texts stand for them.
 */
export function publishedValuesOf(
  { device, slice }: SliceDevice,
  name: string,
  features: Features,
  checkpoint: Checkpoint,
  longTexts?: TextInterner,
): readonly string[] | undefined {
  const found = lookupAttribute(device, slice.spec.driver, name);
  return found === undefined ? undefined : valuesOfAttribute(found, features, checkpoint, longTexts);
}

/** The values of an attribute, each with its type, that a device has for a slot, derived or its own; none: it has none, or they cannot be computed. */
export function valuesFor(
  slot: SlotPlan,
  attribute: string,
  deviceIndex: number,
  { view, features, checkpoint }: ValueContext,
): readonly string[] {
  const expression = derivationOf(slot, attribute);
  if (expression === undefined)
    return publishedValuesOf(view.devices[deviceIndex] as PoolDevice, attribute, features, checkpoint) ?? NO_VALUES;
  const derived = view.derived.valueOf(expression, deviceIndex, checkpoint);
  return (derived === 'error' ? undefined : valuesOfAttribute(derived, features, checkpoint, undefined)) ?? NO_VALUES;
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
    const attribute = attributeOf(constraint);
    const own = entryIn(sources, attribute, () => new AttributeSources(attribute));
    own.constraints.push(constraint);
  });
  const tables = checkpoint.keep(() => new Map<string, AttributeTable>());
  checkpoint.forEachOf(sources.values(), (own) => {
    checkpoint.forEach(slots, (slot) => {
      if (checkpoint.some(own.constraints, (constraint) => applies(constraint, slot, checkpoint))) own.add(slot);
    });
    tables.set(own.attribute, encodeAttribute(own, context));
  });
  return checkpoint.map(constraints, (constraint): ProblemConstraint => {
    const attribute = attributeOf(constraint);
    const { valueCount, sets, entries } = tables.get(attribute) as AttributeTable;
    const rows = checkpoint.map(slots, (slot) =>
      applies(constraint, slot, checkpoint) ? entries.get(derivationOf(slot.plan, attribute)) : undefined,
    );
    return { kind: kindOf(constraint), valueCount, sets, rows };
  });
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
  readonly constraints: DeviceConstraint[] = [];
  readonly slots = new Map<string | undefined, PlannedSlot[]>();

  constructor(attribute: string) {
    this.attribute = attribute;
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
function encodeAttribute({ attribute, slots }: AttributeSources, context: ValueContext): AttributeTable {
  const { checkpoint } = context;
  const values = checkpoint.keep(() => new Map<string | undefined, DeviceValues>());
  const longTexts = checkpoint.keep(() => new TextInterner());
  checkpoint.forEachOf(slots, ([expression, concerned]) => {
    const source: ValueSource = { indices: candidates(concerned, checkpoint), longTexts };
    const read = expression === undefined ? publishedValues(attribute, source, context) : derivedValues(expression, source, context);
    values.set(expression, read);
  });
  const bits = shareableValues(values.values(), context);
  const sets = checkpoint.keep(() => new SetTable(bits));
  const entries = checkpoint.keep(() => new Map<string | undefined, Uint32Array>());
  checkpoint.forEachOf(values, ([expression, read]) => {
    entries.set(expression, encodeEntries(read, sets, context));
  });
  return { valueCount: bits.size, sets: sets.sets, entries };
}

/** The devices of which values are read, and the numbers of long texts. */
interface ValueSource {
  readonly indices: ReadonlySet<number>;
  readonly longTexts: TextInterner;
}

/** The values of an attribute that the devices have themselves. */
function publishedValues(
  attribute: string,
  { indices, longTexts }: ValueSource,
  { view: { devices }, features, checkpoint }: ValueContext,
): DeviceValues {
  const values = checkpoint.keep(() => new Map<number, readonly string[]>());
  checkpoint.forEachOf(indices, (index) => {
    const list = publishedValuesOf(devices[index] as PoolDevice, attribute, features, checkpoint, longTexts);
    if (list !== undefined) values.set(index, list);
  });
  return values;
}

/** The values of an expression. Throws `input-too-large`. */
function derivedValues(
  expression: string,
  { indices, longTexts }: ValueSource,
  { view: { derived }, features, checkpoint }: ValueContext,
): DeviceValues {
  const values = checkpoint.keep(() => new Map<number, readonly string[] | 'error'>());
  const sum = checkpoint.keep(() => ({ count: 0 }));
  checkpoint.forEachOf(indices, (index) => {
    const value = checkpoint.keep(() => derived.valueOf(expression, index, checkpoint));
    const list = value === 'error' ? value : valuesOfAttribute(value, features, checkpoint, longTexts);
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
): Pick<LargeMap<string, number>, 'get' | 'size'> {
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

/** The values of an attribute, each with its type. undefined: nothing that counts as a value. */
function valuesOfAttribute(
  attribute: DeviceAttribute,
  features: Features,
  checkpoint: Checkpoint,
  longTexts: TextInterner | undefined,
): readonly string[] | undefined {
  return features.listTypeAttributes ? listOf(attribute, checkpoint, longTexts) : scalarOf(attribute, checkpoint, longTexts);
}

/** Characters from which on the number of a text stands for it. */
const LONG_TEXT = 4096;

/** A string with its type, or the number of a long one. */
function stringValue(text: string, checkpoint: Checkpoint, longTexts: TextInterner | undefined): string {
  if (text.length < LONG_TEXT || longTexts === undefined) return `string ${text}`;
  return `long string ${longTexts.numberOf(text, checkpoint)}`;
}

/** A version with its type, or the number of a long one. */
function versionValue(text: string, checkpoint: Checkpoint, longTexts: TextInterner | undefined): string {
  if (text.length < LONG_TEXT || longTexts === undefined) return `version ${text}`;
  return `long version ${longTexts.numberOf(text, checkpoint)}`;
}

/** A scalar is a list of one. */
function listOf(attribute: DeviceAttribute, checkpoint: Checkpoint, longTexts: TextInterner | undefined): readonly string[] | undefined {
  const { ints, bools, strings, versions } = attribute;
  if (ints !== undefined && ints.length > 0) return checkpoint.map(ints, (value) => `int ${value}`);
  if (bools !== undefined && bools.length > 0) return checkpoint.map(bools, (value) => `bool ${value}`);
  if (strings !== undefined && strings.length > 0) return checkpoint.map(strings, (value) => stringValue(value, checkpoint, longTexts));
  if (versions !== undefined && versions.length > 0) return checkpoint.map(versions, (value) => versionValue(value, checkpoint, longTexts));
  if (attribute.int !== undefined) return [`int ${attribute.int}`];
  if (attribute.bool !== undefined) return [`bool ${attribute.bool}`];
  if (attribute.string !== undefined) return [stringValue(attribute.string, checkpoint, longTexts)];
  if (attribute.version !== undefined) return [versionValue(attribute.version, checkpoint, longTexts)];
  return undefined;
}

/** The one value of an attribute while list attributes are off; a list, or nothing, has none but counts as there. */
function scalarOf(attribute: DeviceAttribute, checkpoint: Checkpoint, longTexts: TextInterner | undefined): readonly string[] {
  if (attribute.string !== undefined) return [stringValue(attribute.string, checkpoint, longTexts)];
  if (attribute.int !== undefined) return [`int ${attribute.int}`];
  if (attribute.bool !== undefined) return [`bool ${attribute.bool}`];
  if (attribute.version !== undefined) return [versionValue(attribute.version, checkpoint, longTexts)];
  return [];
}
