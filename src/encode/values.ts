// Constraints as value sets: the values of an attribute become bits, where two devices have them in common.
// Source: allocation.md section 5, reference-1.37.md 1.21 to 1.23.

import type { DeviceConstraint } from '../api/resource-claim.js';
import type { Device, DeviceAttribute } from '../api/resource-slice.js';
import type { Features } from '../features/features.js';
import { ENTRY_ERROR, ENTRY_FIRST_ONLY, ENTRY_MISSING, ENTRY_SINGLE, STAGE_MATCH } from '../kernel/layout.js';
import type { ProblemConstraint, Slot } from '../kernel/problem.js';
import type { PoolDevice } from '../pools/pool.js';
import type { Checkpoint } from './checkpoint.js';
import type { NodeView } from './node-view.js';
import type { SlotPlan } from './plan.js';

/** A slot of the problem with what it stands for. */
export interface PlannedSlot {
  readonly plan: SlotPlan;
  readonly slot: Slot;
}

/** Whether a constraint is about a request or subrequest: it names none, the request, or `request/subrequest`. */
function appliesTo(constraint: DeviceConstraint, { request, name }: SlotPlan): boolean {
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

/** What constraints look at. */
interface ValueContext {
  readonly view: Pick<NodeView, 'devices'>;
  readonly features: Features;
  readonly checkpoint: Checkpoint;
}

/** Translates the constraints of a claim over its slots. Only devices that some slot may pick count. */
export function encodeConstraints(
  constraints: readonly DeviceConstraint[],
  slots: readonly PlannedSlot[],
  context: ValueContext,
): ProblemConstraint[] {
  const encoded = new Map<string, ProblemConstraint>();
  return constraints.map((constraint) => {
    const applies = slots.map(({ plan }) => appliesTo(constraint, plan));
    // Constraints that say the same share their tables, but are searched each on its own.
    const key = JSON.stringify([constraint.matchAttribute === undefined, attributeOf(constraint), applies]);
    const known = encoded.get(key) ?? encodeConstraint(constraint, applies, slots, context);
    encoded.set(key, known);
    return { ...known };
  });
}

function encodeConstraint(
  constraint: DeviceConstraint,
  applies: readonly boolean[],
  slots: readonly PlannedSlot[],
  { view: { devices }, features, checkpoint }: ValueContext,
): ProblemConstraint {
  checkpoint();
  const kind = constraint.matchAttribute === undefined ? 'distinct' : 'match';
  const attribute = attributeOf(constraint);
  const readValues = features.listTypeAttributes ? valuesOf : scalarOf;
  const values = new Map<number, readonly string[]>();
  for (const index of candidates(slots.filter((_, ordinal) => applies[ordinal]))) {
    const { device, slice } = devices[index] as PoolDevice;
    const found = lookupAttribute(device, slice.spec.driver, attribute);
    const list = found === undefined ? undefined : readValues(found);
    if (list !== undefined) values.set(index, list);
  }
  const bits = shareableValues(values.values());
  const sets = new SetTable(bits);
  const entries = new Uint32Array(devices.length).fill(ENTRY_MISSING);
  // Without list attributes, what is no scalar can only be the first device of a distinct constraint.
  for (const [index, list] of values) entries[index] = sets.entryOf(list) | (list.length === 0 ? ENTRY_FIRST_ONLY : 0);
  const failing = new Uint32Array(devices.length).fill(ENTRY_ERROR);
  const rows = slots.map(({ plan }, ordinal) => {
    if (applies[ordinal] !== true) return undefined;
    return derives(plan, attribute) ? failing : entries;
  });
  return { kind, valueCount: bits.size, sets: sets.sets, rows };
}

/** Whether the request computes the attribute itself. This version cannot, so looking at it is an error. */
function derives(plan: SlotPlan, attribute: string): boolean {
  return plan.selection.derivedAttributes.some((derived) => derived.name === attribute);
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
 * Values held by two devices or more, each with its bit. A value of one device alone can neither match nor clash, so it needs none.
 * (A device that can be picked twice would need bits for all its values.)
 */
function shareableValues(lists: Iterable<readonly string[]>): Map<string, number> {
  const seen = new Set<string>();
  const bits = new Map<string, number>();
  for (const list of lists) {
    for (const value of new Set(list)) {
      if (seen.has(value) && !bits.has(value)) bits.set(value, bits.size);
      seen.add(value);
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

/** The values of an attribute, each with its type; a scalar is a list of one. undefined: nothing that counts as a value. */
function valuesOf(attribute: DeviceAttribute): readonly string[] | undefined {
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
