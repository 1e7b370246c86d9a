// Changes of a problem that may make it allocatable.

import type { AllocateInput } from '../../../src/index.js';
import type { Dice } from '../../support/dice.js';

type Fields = Record<string, unknown>;

/** A copy of a problem with one or two changes. Undefined: the chosen changes did not apply. */
export function edited(input: AllocateInput, dice: Dice): AllocateInput | undefined {
  const copy = structuredClone(input) as unknown as Fields;
  let isEdited = false;
  for (let changes = dice.from(1, 2); changes > 0; changes--) isEdited = dice.one(EDITS)(copy, dice) || isEdited;
  return isEdited ? (copy as unknown as AllocateInput) : undefined;
}

type Edit = (input: Fields, dice: Dice) => boolean;

const EDITS: readonly Edit[] = [
  (input, dice) =>
    change(requestsIn(input), dice, (request) =>
      Number(request['count']) > 1 ? put(request, 'count', Number(request['count']) - 1) : false,
    ),
  (input, dice) => change(requestsIn(input), dice, (request) => put(request, 'selectors', [])),
  (input, dice) => change(requestsIn(input), dice, (request) => put(request, 'tolerations', [{ operator: 'Exists' }])),
  (input, dice) => change(requestsIn(input), dice, (request) => put(request, 'allocationMode', 'ExactCount')),
  (input, dice) => change(claimsIn(input), dice, (spec) => takeOut(spec['constraints'], dice)),
  (input, dice) => change(claimsIn(input), dice, (spec) => takeOut(spec['requests'], dice)),
  (input, dice) => takeOut(input['claims'], dice),
  (input, dice) => change(listIn(input['allocated'], 'claims'), dice, () => takeOut((input['allocated'] as Fields)['claims'], dice)),
  (input, dice) => takeOut((input['allocated'] as Fields | undefined)?.['devices'], dice),
  (input, dice) => change(devicesIn(input), dice, (device) => put(device, 'taints', [])),
  (input, dice) => change(devicesIn(input), dice, (device) => put(device, 'consumesCounters', undefined)),
  (input, dice) => change(slicesIn(input), dice, (spec) => change(listIn(spec, 'devices'), dice, (device) => addDevice(spec, device))),
  (input, dice) => change(listIn(input, 'deviceClasses'), dice, (one) => put(one['spec'] as Fields, 'selectors', [])),
  (input, dice) =>
    change(slicesIn(input), dice, (spec) =>
      change(listIn(spec, 'sharedCounters'), dice, (set) => put(set, 'counters', manyOf(set['counters']))),
    ),
];

/** Changes one of several objects. */
function change(list: readonly Fields[], dice: Dice, make: (one: Fields) => boolean): boolean {
  return list.length > 0 && make(dice.one(list));
}

function put(holder: Fields | undefined, key: string, value: unknown): boolean {
  if (holder === undefined || holder[key] === value) return false;
  if (value === undefined) delete holder[key];
  else holder[key] = value;
  return true;
}

function takeOut(list: unknown, dice: Dice): boolean {
  if (!Array.isArray(list) || list.length === 0) return false;
  list.splice(dice.below(list.length), 1);
  return true;
}

function addDevice(spec: Fields, device: Fields): boolean {
  (spec['devices'] as Fields[]).push({ ...device, name: `${device['name']}-more`, taints: [] });
  return true;
}

function manyOf(counters: unknown): Fields {
  return Object.fromEntries(Object.keys((counters ?? {}) as Fields).map((name) => [name, { value: '1000Gi' }]));
}

function listIn(holder: unknown, key: string): Fields[] {
  return (((holder ?? {}) as Fields)[key] ?? []) as Fields[];
}

function claimsIn(input: Fields): Fields[] {
  return listIn(input, 'claims').flatMap(({ spec }): Fields[] =>
    (spec as Fields)['devices'] === undefined ? [] : [(spec as Fields)['devices'] as Fields],
  );
}

function slicesIn(input: Fields): Fields[] {
  return listIn(input, 'resourceSlices').map(({ spec }) => spec as Fields);
}

function devicesIn(input: Fields): Fields[] {
  return slicesIn(input).flatMap((spec) => listIn(spec, 'devices'));
}

/** The objects that hold the selections of requests and alternatives. */
function requestsIn(input: Fields): Fields[] {
  return claimsIn(input)
    .flatMap((devices) => listIn(devices, 'requests'))
    .flatMap((request) => [
      ...listIn(request, 'firstAvailable'),
      ...(request['exactly'] === undefined ? [] : [request['exactly'] as Fields]),
    ]);
}
