// Constraints as value sets: the values of an attribute become bits, where two devices have them in common.
// Source: allocation.md section 5, reference-1.37.md 1.21 to 1.23 and 2.1.

import type { DeviceConstraint } from '../api/resource-claim.js';
import type { Device, DeviceAttribute } from '../api/resource-slice.js';
import type { Checkpoint } from '../checkpoint.js';
import { AllocationError } from '../errors.js';
import type { Features } from '../features/features.js';
import { ENTRY_ERROR, ENTRY_FIRST_ONLY, ENTRY_MISSING, ENTRY_SINGLE, STAGE_MATCH } from '../kernel/layout.js';
import type { ProblemConstraint, Slot } from '../kernel/problem.js';
import type { PoolDevice, SliceDevice } from '../pools/pool.js';
import { derivationOf } from './derived-values.js';
import type { NodeView } from './node-view.js';
import type { SlotPlan } from './plan.js';

/** A slot of the problem with what it stands for. */
export interface PlannedSlot {
  readonly plan: SlotPlan;
  readonly slot: Slot;
}

/** Whether a constraint is about a request or subrequest: it names none, the request, or `request/subrequest`. */
export function appliesTo(constraint: DeviceConstraint, { request, name }: SlotPlan): boolean {
  return constraint.requests.length === 0 || constraint.requests.includes(request.name) || constraint.requests.includes(name);
}

/** The attribute that a constraint looks at. Both fields set: only matchAttribute counts (reference-1.37 1.22). */
export function attributeOf(constraint: DeviceConstraint): string {
  return constraint.matchAttribute ?? constraint.distinctAttribute ?? '';
}

/** An attribute by its qualified name: as written, or the bare name when the domain is the driver's. */
function lookupAttribute(device: Device, driver: string, name: string): DeviceAttribute | undefined {
  const qualified = device.attributes.get(name);
  if (qualified !== undefined) return qualified;
  const slash = name.indexOf('/');
  if (slash < 0 || name.slice(0, slash) !== driver) return undefined;
  return device.attributes.get(name.slice(slash + 1));
}

/** The values that a device has of an attribute, each with its type; undefined where it lacks the attribute. */
export function publishedValuesOf({ device, slice }: SliceDevice, name: string, features: Features): readonly string[] | undefined {
  const found = lookupAttribute(device, slice.spec.driver, name);
  return found === undefined ? undefined : valuesOfAttribute(found, features);
}

/** Most values that derived attributes give one constraint: an expression can make up a million for each device. */
const DERIVED_VALUES_LIMIT = 1 << 20;

/** What constraints look at. */
export interface ValueContext {
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
): ProblemConstraint[] {
  const applies = constraints.map((constraint) => slots.map(({ plan }) => appliesTo(constraint, plan)));
  const tables = new Map<string, AttributeTable>();
  return constraints.map((constraint, index) => {
    const attribute = attributeOf(constraint);
    let table = tables.get(attribute);
    if (table === undefined) {
      const concerned = slots.filter((_, ordinal) =>
        constraints.some((other, at) => attributeOf(other) === attribute && applies[at]?.[ordinal]),
      );
      table = encodeAttribute(attribute, concerned, context);
      tables.set(attribute, table);
    }
    const { valueCount, sets, entries } = table;
    const rows = slots.map(({ plan }, ordinal) => (applies[index]?.[ordinal] ? entries.get(derivationOf(plan, attribute)) : undefined));
    return { kind: constraint.matchAttribute === undefined ? 'distinct' : 'match', valueCount, sets, rows };
  });
}

/** The values of one attribute, shared by all constraints of a claim over it: so the solver sees which of them are alike. */
interface AttributeTable {
  readonly valueCount: number;
  readonly sets: readonly (readonly number[])[];
  /** By where the values come from: an expression, or (undefined) the devices themselves. */
  readonly entries: ReadonlyMap<string | undefined, Uint32Array>;
}

/** Encodes an attribute over the slots that some constraint on it concerns. */
function encodeAttribute(attribute: string, slots: readonly PlannedSlot[], context: ValueContext): AttributeTable {
  context.checkpoint.check();
  const values = new Map<string | undefined, DeviceValues>();
  for (const [expression, indices] of devicesBySource(attribute, slots)) {
    const read = expression === undefined ? publishedValues(attribute, indices, context) : derivedValues(expression, indices, context);
    values.set(expression, read);
  }
  const bits = shareableValues(values.values(), context);
  const sets = new SetTable(bits);
  const entries = new Map<string | undefined, Uint32Array>();
  for (const [expression, read] of values) entries.set(expression, encodeEntries(read, sets, context.view.devices.length));
  return { valueCount: bits.size, sets: sets.sets, entries };
}

/** Where the values come from, an expression or (undefined) the devices themselves, and which devices the slots concerned may pick. */
function devicesBySource(attribute: string, slots: readonly PlannedSlot[]): Map<string | undefined, ReadonlySet<number>> {
  const sharing = new Map<string | undefined, PlannedSlot[]>();
  for (const slot of slots) {
    const expression = derivationOf(slot.plan, attribute);
    const others = sharing.get(expression);
    if (others === undefined) sharing.set(expression, [slot]);
    else others.push(slot);
  }
  return new Map(Array.from(sharing, ([expression, concerned]) => [expression, candidates(concerned)]));
}

/** The values of an attribute that the devices have themselves. */
function publishedValues(attribute: string, indices: ReadonlySet<number>, { view: { devices }, features }: ValueContext): DeviceValues {
  const values = new Map<number, readonly string[]>();
  for (const index of indices) {
    const list = publishedValuesOf(devices[index] as PoolDevice, attribute, features);
    if (list !== undefined) values.set(index, list);
  }
  return values;
}

/** The values of an expression. Throws `input-too-large`. */
function derivedValues(
  expression: string,
  indices: ReadonlySet<number>,
  { view: { derived }, features, checkpoint }: ValueContext,
): DeviceValues {
  const values = new Map<number, readonly string[] | 'error'>();
  let count = 0;
  for (const index of indices) {
    checkpoint.check();
    const value = derived.valueOf(expression, index, checkpoint);
    const list = value === 'error' ? value : valuesOfAttribute(value, features);
    if (list === undefined) continue;
    values.set(index, list);
    count += list.length;
    if (count > DERIVED_VALUES_LIMIT) {
      const text = `the expression ${JSON.stringify(expression.slice(0, 60))} of a derived attribute gives more than ${DERIVED_VALUES_LIMIT} values`;
      throw new AllocationError('input-too-large', `${text}, more than one search can hold`);
    }
  }
  return values;
}

function encodeEntries(values: DeviceValues, sets: SetTable, deviceCount: number): Uint32Array {
  const entries = new Uint32Array(deviceCount).fill(ENTRY_MISSING);
  for (const [index, list] of values) {
    // Without list attributes, what is no scalar can only be the first device of a distinct constraint.
    entries[index] = list === 'error' ? ENTRY_ERROR : sets.entryOf(list) | (list.length === 0 ? ENTRY_FIRST_ONLY : 0);
  }
  return entries;
}

function candidates(slots: readonly PlannedSlot[]): Set<number> {
  const result = new Set<number>();
  for (const { slot } of slots) for (const index of slot.all ?? []) result.add(index);
  // Slots that look for the same share their stages.
  for (const stages of new Set(slots.map(({ slot }) => slot.stages))) {
    stages.forEach((stage, index) => {
      if (stage === STAGE_MATCH) result.add(index);
    });
  }
  return result;
}

/**
 * Values that two picks can have in common, each with its bit: those of two devices or more, and all of a device that can be picked
 * twice. Any other value can neither match nor clash, so it needs none.
 */
function shareableValues(sources: Iterable<DeviceValues>, { view: { devices }, features }: ValueContext): Map<string, number> {
  const isShared = (index: number): boolean => features.consumableCapacity && devices[index]?.device.allowMultipleAllocations === true;
  const holders = new Map<string, number>();
  const bits = new Map<string, number>();
  for (const source of sources) {
    for (const [index, list] of source) {
      for (const value of list === 'error' ? [] : list) {
        const holder = holders.get(value) ?? index;
        holders.set(value, holder);
        if ((holder !== index || isShared(index)) && !bits.has(value)) bits.set(value, bits.size);
      }
    }
  }
  return bits;
}

/** Value sets without repetition. A set of one value needs no place in the table. */
class SetTable {
  readonly sets: number[][] = [];
  readonly #bits: ReadonlyMap<string, number>;
  readonly #indices = new Map<string, number>();

  constructor(bits: ReadonlyMap<string, number>) {
    this.#bits = bits;
  }

  entryOf(values: readonly string[]): number {
    const found = new Set<number>();
    for (const value of values) {
      const bit = this.#bits.get(value);
      if (bit !== undefined) found.add(bit);
    }
    const set = [...found].sort((left, right) => left - right);
    if (set.length === 1) return (set[0] as number) | ENTRY_SINGLE;
    const key = set.join();
    let index = this.#indices.get(key);
    if (index === undefined) {
      index = this.sets.length;
      this.sets.push(set);
      this.#indices.set(key, index);
    }
    return index;
  }
}

/** The values of an attribute, each with its type. undefined: nothing that counts as a value. */
function valuesOfAttribute(attribute: DeviceAttribute, features: Features): readonly string[] | undefined {
  return features.listTypeAttributes ? listOf(attribute) : scalarOf(attribute);
}

/** A scalar is a list of one. */
function listOf(attribute: DeviceAttribute): readonly string[] | undefined {
  const { ints, bools, strings, versions } = attribute;
  if (ints !== undefined && ints.length > 0) return ints.map((value) => `int ${value}`);
  if (bools !== undefined && bools.length > 0) return bools.map((value) => `bool ${value}`);
  if (strings !== undefined && strings.length > 0) return strings.map((value) => `string ${value}`);
  if (versions !== undefined && versions.length > 0) return versions.map((value) => `version ${value}`);
  if (attribute.int !== undefined) return [`int ${attribute.int}`];
  if (attribute.bool !== undefined) return [`bool ${attribute.bool}`];
  if (attribute.string !== undefined) return [`string ${attribute.string}`];
  if (attribute.version !== undefined) return [`version ${attribute.version}`];
  return undefined;
}

/** The one value of an attribute while list attributes are off; a list, or nothing, has none but counts as there. */
function scalarOf(attribute: DeviceAttribute): readonly string[] {
  if (attribute.string !== undefined) return [`string ${attribute.string}`];
  if (attribute.int !== undefined) return [`int ${attribute.int}`];
  if (attribute.bool !== undefined) return [`bool ${attribute.bool}`];
  if (attribute.version !== undefined) return [`version ${attribute.version}`];
  return [];
}
