// Capacities: less of one, none of it, one of the name that is near in spelling, or a share of a device where it would be taken whole.

import { nearestName } from '../../base/nearest-name.js';
import { shorten } from '../../base/words.js';
import { Quantity } from '../../quantity/quantity.js';
import type { Change } from '../change.js';
import type { Edit } from '../edit.js';
import { type Question, type SelectionPlace, selectionsOf } from '../question.js';

/** More amounts in the place of one are not tried. */
const MOST_AMOUNTS = 12;
const MOST_SHOWN = 40;

/** Edits of capacities; those that lower one from the least change to the most. */
export function capacityEdits(question: Question): readonly (readonly Edit[])[] {
  const { names, amounts, shared } = capacitiesOf(question);
  return selectionsOf(question).flatMap((place) => [
    ...[...(place.selection.capacity?.requests ?? [])].flatMap(([capacity, wanted]) => [
      ...renamings(place, capacity, names).map((edit) => [edit]),
      lower(place, capacity, wanted, amounts.get(capacity) ?? []),
      [none(place, capacity)],
    ]),
    ...[...shared].map((capacity) => shares(place, capacity, amounts.get(capacity) ?? [])),
  ]);
}

/** The names of capacities that devices have, of each the amounts that they have, leave, or are asked for by their policies, and those that devices share. */
function capacitiesOf({ input, checkpoint }: Question): {
  readonly names: readonly string[];
  readonly amounts: ReadonlyMap<string, readonly Quantity[]>;
  readonly shared: ReadonlySet<string>;
} {
  const { consumableCapacity } = input.features;
  const shared = checkpoint.keep(() => new Set<string>());
  const found = checkpoint.keep(() => new Map<string, Map<string, Quantity>>());
  checkpoint.forEach(input.view.devices, ({ device, key }) => {
    checkpoint.step(device.capacity.size);
    const consumed = input.allocated.consumedOf(key);
    for (const [name, { value, requestPolicy }] of device.capacity) {
      if (consumableCapacity && device.allowMultipleAllocations === true) shared.add(name);
      const known = found.get(name) ?? new Map<string, Quantity>();
      found.set(name, known);
      const used = consumed.get(name);
      const { validRange, validValues = [], default: usual } = requestPolicy ?? {};
      const left = used === undefined ? [] : [value.sub(Quantity.fromNano(used))];
      for (const amount of [value, ...left, usual, validRange?.min, validRange?.max, ...validValues])
        if (amount !== undefined && amount.sign() >= 0) known.set(amount.toString(), amount);
    }
  });
  return { names: [...found.keys()], amounts: new Map(Array.from(found, ([name, amounts]) => [name, [...amounts.values()]])), shared };
}

function renamings(place: SelectionPlace, capacity: string, names: readonly string[]): readonly Edit[] {
  if (names.includes(capacity)) return [];
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

function lower(place: SelectionPlace, capacity: string, wanted: Quantity, amounts: readonly Quantity[]): readonly Edit[] {
  const less = amounts
    .filter((amount) => amount.compare(wanted) < 0)
    .sort((left, right) => right.compare(left))
    .slice(0, MOST_AMOUNTS);
  return less.map((amount, index): Edit => {
    const text = `ask for ${figure(amount)} instead of ${figure(wanted)} of ${capacity} in ${place.name}`;
    const operation = { op: 'replace', path: pathTo(place, capacity), value: amount, json: amount.toString() } as const;
    return { kind: 'capacity', by: 'author', text, loss: index, changes: [change(place, operation)] };
  });
}

/** A device that is not shared is taken whole then, and a share is as large as the policy of the capacity says. */
function none(place: SelectionPlace, capacity: string): Edit {
  const isLast = place.selection.capacity?.requests.size === 1;
  return {
    kind: 'capacity',
    by: 'author',
    text: `ask for no amount of ${capacity} in ${place.name}`,
    loss: MOST_AMOUNTS,
    changes: [change(place, { op: 'remove', path: isLast ? [...place.path, 'capacity'] : pathTo(place, capacity) })],
  };
}

/** Without an amount a share is as large as the policy of the capacity says, or the whole device. */
function shares(place: SelectionPlace, capacity: string, amounts: readonly Quantity[]): readonly Edit[] {
  const { selection, path } = place;
  if (selection.capacity?.requests.has(capacity) === true) return [];
  const own = amounts
    .filter((amount) => amount.sign() > 0)
    .sort((left, right) => right.compare(left))
    .slice(0, MOST_AMOUNTS);
  return own.map((amount, index): Edit => {
    const json = amount.toString();
    const operation =
      (selection.capacity?.requests.size ?? 0) === 0
        ? { path: [...path, 'capacity'], value: { requests: new Map([[capacity, amount]]) }, json: { requests: { [capacity]: json } } }
        : { path: pathTo(place, capacity), value: amount, json };
    const text = `ask for ${figure(amount)} of ${capacity} in ${place.name}, not for all that a device gives (capacity)`;
    return { kind: 'share', by: 'author', text, loss: index, changes: [change(place, { op: 'add', ...operation })] };
  });
}

function pathTo({ path }: SelectionPlace, capacity: string): readonly (string | number)[] {
  return [...path, 'capacity', 'requests', capacity];
}

function change({ claim }: SelectionPlace, operation: Change['operation']): Change {
  return { target: { kind: 'ResourceClaim', object: claim }, operation };
}

function figure(quantity: Quantity): string {
  return shorten(quantity.toString(), MOST_SHOWN);
}
