// Edits of capacities: a smaller amount, no amount, a similar name, or a share of a device instead of the whole device.

import { resolveCapacity, valuesOfPolicies } from '../../../allocator/encode/capacity.js';
import type { DeviceCapacity } from '../../../core/api/resource-slice.js';
import { entryIn } from '../../../core/base/entry-in.js';
import { type Incremental, inOneGo } from '../../../core/base/incremental.js';
import { MAX_INT64 } from '../../../core/base/integers.js';
import { append, firstOf } from '../../../core/base/lists.js';
import { isShortName, nearestName } from '../../../core/base/nearest-name.js';
import { shorten, some } from '../../../core/base/words.js';
import { parseQuantity, Quantity } from '../../../core/quantity/quantity.js';
import type { Change } from '../change.js';
import type { Edit } from '../edit.js';
import { jsonOf } from '../json-of.js';
import { type Question, type SelectionPlace, selectionsOf } from '../question.js';
import { MOST } from './bounds.js';

/** Returns the edits of capacities; amounts form ladders from the least change to the most. */
export function* capacityEdits(question: Question): Incremental<readonly (readonly Edit[])[]> {
  const places = selectionsOf(question);
  if (places.length === 0) return [];
  const knownCapacities = yield* capacitiesOf(question);
  const names = [...knownCapacities.keys()];
  const shares = yield* sharesOf(question, new Set(places.map(({ request }) => request)).size);
  const { checkpoint } = question;
  const ofCapacity = (place: SelectionPlace, [capacity, amount]: readonly [string, Quantity]): readonly (readonly Edit[])[] => {
    const { amounts, kinds } = knownCapacities.get(capacity) ?? UNKNOWN;
    const distinctAmounts = [...amounts.values()];
    const others = amountsOfOthers(place, places, capacity, [...kinds.values()], question);
    return [
      ...renamings(place, capacity, names).map((edit) => [edit]),
      lower(place, capacity, amount, [...distinctAmounts, ...nextToOthers(others, distinctAmounts)]),
      [none(place, capacity)],
    ];
  };
  const edits: (readonly Edit[])[] = [];
  for (const place of places) {
    for (const request of firstOf(place.selection.capacity?.requests ?? [], MOST.capacitiesOfRequest)) {
      append(edits, ofCapacity(place, request));
      if (checkpoint.due()) yield;
    }
    if ((place.selection.capacity?.requests.size ?? 0) > 1) edits.push([noneAtAll(place)]);
    append(
      edits,
      shares.map((one, rank) => sharesIn(place, one, rank)),
    );
  }
  return edits;
}

/** The facts about a capacity with one name. */
interface CapacityFacts {
  /** The total and free amounts of devices, and the amounts in their policies. */
  readonly amounts: ReadonlyMap<string, Quantity>;
  /** One capacity of each policy. */
  readonly kinds: ReadonlyMap<string, DeviceCapacity>;
}

const UNKNOWN: CapacityFacts = { amounts: new Map(), kinds: new Map() };

/** Returns the capacities of devices, by name. */
function* capacitiesOf({ input, checkpoint }: Question): Incremental<ReadonlyMap<string, CapacityFacts>> {
  const found: FoundCapacities = new Map();
  for (const { device, key } of input.view.devices) {
    const capacities = firstOf(device.capacity, MOST.capacitiesOfDevice);
    if (checkpoint.due(1 + capacities.length)) yield;
    noteCapacities(capacities, input.allocated.consumedOf(key), found);
  }
  return found;
}

type FoundCapacities = Map<string, { readonly amounts: Map<string, Quantity>; readonly kinds: Map<string, DeviceCapacity> }>;

/** Adds the capacities of a device. */
function noteCapacities(
  capacities: readonly (readonly [string, DeviceCapacity])[],
  consumed: Pick<ReadonlyMap<string, bigint>, 'get'>,
  found: FoundCapacities,
): void {
  for (const [name, capacity] of capacities) {
    if (!isShortName(name) || (found.size >= MOST.capacitiesOfDevice && !found.has(name))) continue;
    const { amounts, kinds } = entryIn(found, name, () => ({
      amounts: new Map<string, Quantity>(),
      kinds: new Map<string, DeviceCapacity>(),
    }));
    if (kinds.size < MOST.sharedKinds) kinds.set(policyText(capacity), capacity);
    for (const amount of amountsIn(capacity, consumed.get(name)))
      if (amount.sign() >= 0 && amounts.size < MOST.amountsOfCapacity) amounts.set(amount.toString(), asWritten(amount));
  }
}

/** Returns the total and the free amount of a capacity of a device, and the amounts of its policy. */
function amountsIn({ value, requestPolicy }: DeviceCapacity, used: bigint | undefined): readonly Quantity[] {
  const { validRange, validValues = [], default: usual } = requestPolicy ?? {};
  const left = used === undefined ? [] : [value.sub(Quantity.fromNano(used))];
  const ofPolicy = [usual, validRange?.min, validRange?.max].filter((amount) => amount !== undefined);
  return [value, ...left, ...ofPolicy, ...validValues.slice(0, MOST.valuesOfPolicy)];
}

function policyText({ requestPolicy: { default: usual, validValues = [], validRange } = {} }: DeviceCapacity): string {
  return [usual, validRange?.min, validRange?.max, validRange?.step, '', ...validValues.slice(0, MOST.valuesOfPolicy)]
    .map((amount) => String(amount ?? ''))
    .join();
}

/** Returns the total amounts of all other requests for a capacity: as requested, and as rounded up by each policy. */
function amountsOfOthers(
  place: SelectionPlace,
  places: readonly SelectionPlace[],
  capacity: string,
  policies: readonly DeviceCapacity[],
  { input, checkpoint }: Question,
): readonly Quantity[] {
  const others = places.flatMap((other) => (other === place ? [] : (other.selection.capacity?.requests.get(capacity) ?? [])));
  if (others.length === 0 || others.length > MOST.otherRequests) return [];
  const { fractionalCapacityRange } = input.features;
  const rounded = (amount: Quantity, policy: DeviceCapacity): Quantity => {
    const use = inOneGo(resolveCapacity(new Map([[capacity, amount]]), new Map([[capacity, policy]]), fractionalCapacityRange, checkpoint));
    return use.kind === 'amounts' ? (use.amounts.get(capacity) as Quantity) : amount;
  };
  const sums = [others, ...policies.map((policy) => others.map((amount) => rounded(amount, policy)))];
  return sums.map((amounts) => amounts.reduce((sum, amount) => sum.add(amount)));
}

/** Returns the amounts that remain after the other requests for the capacity. */
function nextToOthers(others: readonly Quantity[], amounts: readonly Quantity[]): readonly Quantity[] {
  const left = amounts.flatMap((amount) => others.map((sum) => amount.sub(sum)));
  const seenAmounts = new Set(amounts.map(String));
  return left.filter((amount) => amount.sign() > 0 && seenAmounts.size < seenAmounts.add(amount.toString()).size).map(asWritten);
}

/** The available shares of a kind of device. */
interface Share {
  /** A device of the kind. */
  readonly name: string;
  /** For each capacity, the least amount that its policy allows; without a policy, the whole remainder. */
  readonly left: ReadonlyMap<string, Quantity>;
  /**
   * Like `left`. But without a policy, the remainder is divided equally among the requests. A request has at most one share of
   * a device.
   */
  readonly part: ReadonlyMap<string, Quantity>;
  /** The minimal share. */
  readonly least: ReadonlyMap<string, Quantity>;
}

/** Returns the shares of shared devices, each kind once. Requires: there is a request. */
function* sharesOf({ input, checkpoint }: Question, requests: number): Incremental<readonly Share[]> {
  const found = new Map<string, Share>();
  for (const { device, key } of input.features.consumableCapacity ? input.view.devices : []) {
    if (checkpoint.due()) yield;
    const { name, capacity, allowMultipleAllocations } = device;
    if (allowMultipleAllocations !== true || capacity.size === 0 || found.size >= MOST.sharedKinds) continue;
    if (capacity.size > MOST.capacitiesOfRequest) continue;
    checkpoint.step(capacity.size + valuesOfPolicies(device));
    const consumed = input.allocated.consumedOf(key);
    const share = (amountOf: (left: Quantity) => Quantity): ReadonlyMap<string, Quantity> =>
      new Map(
        Array.from(capacity, ([usedAmount, one]) => [usedAmount, asWritten(leastOf(one, amountOf(leftOf(one, consumed.get(usedAmount)))))]),
      );
    const amounts = {
      left: share((left) => left),
      part: share((left) => partOf(left, requests)),
      least: share((left) => lesser(ONE, partOf(left, requests))),
    };
    const text = JSON.stringify(
      Object.values(amounts).map((each) => Array.from(each, ([usedAmount, amount]) => [usedAmount, amount.toString()])),
    );
    if (!found.has(text)) found.set(text, { name, ...amounts });
  }
  return [...found.values()];
}

/** Returns the least amount that the policy of a capacity allows; without a policy, any amount. */
function leastOf({ requestPolicy: { validValues = [], validRange } = {} }: DeviceCapacity, otherwise: Quantity): Quantity {
  const [first, ...others] = validValues;
  if (first === undefined) return validRange?.min ?? otherwise;
  return others.reduce((least, value) => (value.compare(least) < 0 ? value : least), first);
}

function leftOf({ value }: DeviceCapacity, consumed: bigint | undefined): Quantity {
  const left = consumed === undefined ? value : value.sub(Quantity.fromNano(consumed));
  return left.sign() > 0 ? left : ONE;
}

const ONE = parseQuantity('1');
const NANO_OF_ONE = 10n ** 9n;
const NANO_OF_MILLI = 10n ** 6n;

/** Returns an equal part of an amount, rounded down to at least two digits of a familiar unit: 13Gi for a third of 40Gi. */
function partOf(amount: Quantity, parts: number): Quantity {
  const nano = amount.nano / BigInt(parts);
  if (nano < NANO_OF_MILLI) return Quantity.fromNano(nano > 0n ? nano : 1n);
  if (nano < NANO_OF_ONE) return Quantity.fromMilli(nano / NANO_OF_MILLI, amount.format);
  const most = nano / NANO_OF_ONE;
  // Patches have at most an int64, because 1e10000 is short to write and has thousands of digits.
  const whole = most < MAX_INT64 ? most : MAX_INT64;
  const base = amount.format === 'BinarySI' ? 1024n : 1000n;
  let unit = 1n;
  while (whole >= 10n * unit * base) unit *= base;
  return Quantity.fromInt64(whole - (whole % unit), amount.format);
}

function lesser(left: Quantity, right: Quantity): Quantity {
  return right.compare(left) < 0 ? right : left;
}

/** Returns an amount as it is parsed from a patch, because some steps of policies depend on its form. */
function asWritten(amount: Quantity): Quantity {
  return parseQuantity(amount.toString());
}

function renamings(place: SelectionPlace, capacity: string, names: readonly string[]): readonly Edit[] {
  const bare = (name: string): string => name.slice(name.indexOf('/') + 1);
  const near = nearestName(capacity, names);
  const meant = new Set([...(near === undefined ? [] : [near]), ...names.filter((name) => bare(name) === bare(capacity))]);
  const { requests } = place.selection.capacity as { requests: ReadonlyMap<string, Quantity> };
  return [...meant]
    .filter((name) => !requests.has(name))
    .map((name, index) => ({
      kind: 'name',
      by: 'author',
      text: `write ${name} instead of ${capacity} as capacity of ${place.name}`,
      loss: index,
      changes: [
        change(place, { op: 'remove', path: pathTo(place, capacity) }),
        change(place, { op: 'add', path: pathTo(place, name), value: requests.get(capacity), json: String(requests.get(capacity)) }),
      ],
    }));
}

function lower(place: SelectionPlace, capacity: string, requested: Quantity, amounts: readonly Quantity[]): readonly Edit[] {
  const less = amounts
    .filter((amount) => amount.compare(requested) < 0)
    .sort((left, right) => right.compare(left))
    .slice(0, MOST.amountsInstead);
  return less.map((amount, index): Edit => {
    const text = `request ${figure(amount)} of ${capacity} instead of ${figure(requested)} in ${place.name}`;
    const operation = { op: 'replace', path: pathTo(place, capacity), value: amount, json: amount.toString() } as const;
    return { kind: 'capacity', by: 'author', text, loss: index, changes: [change(place, operation)] };
  });
}

/** Without an amount, an unshared device is used whole, and a share has the size that the policy sets. */
function none(place: SelectionPlace, capacity: string): Edit {
  const isLast = place.selection.capacity?.requests.size === 1;
  return {
    kind: 'capacity',
    by: 'author',
    text: `remove capacity ${capacity} from ${place.name}`,
    loss: MOST.amountsInstead,
    givesUp: true,
    changes: [change(place, { op: 'remove', path: isLast ? [...place.path, 'capacity'] : pathTo(place, capacity) })],
  };
}

function noneAtAll(place: SelectionPlace): Edit {
  const operation = { op: 'remove', path: [...place.path, 'capacity'] } as const;
  const text = `remove all capacities from ${place.name}`;
  return { kind: 'capacity', by: 'author', text, loss: MOST.amountsInstead + 1, givesUp: true, changes: [change(place, operation)] };
}

/**
 * Returns the edits that request a share of a device: its remainder, an equal part of it, and the minimum. If the request
 * already has an amount, a smaller amount is better than a share, unless it needs more changes.
 */
function sharesIn(place: SelectionPlace, { name, left, part, least }: Share, loss: number): readonly Edit[] {
  const isBySelf = (place.selection.capacity?.requests.size ?? 0) === 0;
  return [left, part, least].map((amounts): Edit => {
    const value = { requests: amounts };
    const listed = some(
      Array.from(amounts, ([capacity, amount]) => `${figure(amount)} of ${capacity}`),
      MOST.named,
    );
    const text = `request a share of a device like ${name} in ${place.name}: ${listed}`;
    const operation = { op: 'add', path: [...place.path, 'capacity'], value, json: jsonOf(value) } as const;
    return { kind: 'share', by: 'author', text, loss, isOnlyAmongAll: !isBySelf, changes: [change(place, operation)] };
  });
}

function pathTo({ path }: SelectionPlace, capacity: string): readonly (string | number)[] {
  return [...path, 'capacity', 'requests', capacity];
}

function change({ claim }: SelectionPlace, operation: Change['operation']): Change {
  return { target: { kind: 'ResourceClaim', object: claim }, operation };
}

function figure(quantity: Quantity): string {
  return shorten(quantity.toString(), MOST.charactersOfAmount);
}
