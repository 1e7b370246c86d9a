// Makes random questions about one mode of XAttributeSemantics. There are
// few values, so that devices share some, and scalars next to lists.
// Alternatives are in or out of the scope of constraints. Some requests request
// all devices; some devices are shareable, and selectors fail on some.

import { Dice } from '../../../support/dice.js';
import { claim, deviceClass, node, request, slice } from '../../../support/objects.js';
import type { ClaimSpec, ConstraintSpec, DeviceSpec, RequestSpec, SlotSpec, WorldSpec } from './brute-force.js';
import type { AttributeJson, Semantics } from './meaning.js';

export const MODES = ['Identical', 'NonEmptyIntersection', 'AllDistinct', 'EmptyIntersection', 'PairwiseDisjoint'] as const;

type Mode = Semantics['mode'];

const OPTIONS: Readonly<Record<Mode, string>> = {
  Identical: 'identical',
  NonEmptyIntersection: 'nonEmptyIntersection',
  AllDistinct: 'allDistinct',
  EmptyIntersection: 'emptyIntersection',
  PairwiseDisjoint: 'pairwiseDisjoint',
};

const ATTRIBUTES = ['x', 'y'];

export function randomWorld(mode: Mode, seed: number): WorldSpec {
  const dice = new Dice(seed);
  const devices = Array.from({ length: dice.from(2, 7) }, (_, index) => randomDevice(index, dice));
  const claims = Array.from({ length: dice.isOneOf(4) ? 2 : 1 }, () => randomClaim(mode, dice));
  return { devices, claims };
}

function randomDevice(index: number, dice: Dice): DeviceSpec {
  const attributes: Record<string, AttributeJson> = {};
  for (const name of ATTRIBUTES) if (!dice.isOneOf(12)) attributes[name] = randomAttribute(dice);
  return { name: `d${index}`, attributes, isShareable: dice.isOneOf(8), isBroken: dice.isOneOf(12) };
}

function randomAttribute(dice: Dice): AttributeJson {
  const isText = !dice.isOneOf(6);
  const value = (): string | number => (isText ? dice.one(['a', 'b', 'c', 'd', 'e']) : dice.from(1, 3));
  if (dice.isOneOf(4)) return { [isText ? 'string' : 'int']: value() };
  // The length may exceed the number of values, so that lists with repetitions and in other orders occur.
  const list = Array.from({ length: dice.from(1, 4) }, value);
  return { [isText ? 'strings' : 'ints']: list };
}

function randomClaim(mode: Mode, dice: Dice): ClaimSpec {
  const requests = Array.from({ length: dice.from(1, 3) }, (_, index) => randomRequest(`r${index}`, dice));
  const constraints = Array.from({ length: dice.isOneOf(3) ? 2 : 1 }, (_, index) => {
    const own = index === 0 || dice.isOneOf(2) ? mode : dice.one(MODES);
    return randomConstraint(own, requests, dice);
  });
  return { requests, constraints };
}

function randomRequest(name: string, dice: Dice): RequestSpec {
  const isPrioritized = dice.isOneOf(3);
  const slots = Array.from({ length: isPrioritized ? dice.from(1, 3) : 1 }, (_, index) => randomSlot(`s${index}`, dice));
  return { name, isPrioritized, slots };
}

function randomSlot(name: string, dice: Dice): SlotSpec {
  const count = dice.isOneOf(10) ? 'all' : dice.from(1, 3);
  return { name, count, reads: count !== 'all' && dice.isOneOf(8) };
}

function randomConstraint(mode: Mode, requests: readonly RequestSpec[], dice: Dice): ConstraintSpec {
  const names = requests.flatMap(({ name, isPrioritized, slots }) =>
    isPrioritized && dice.isOneOf(2) ? slots.map((slot) => `${name}/${slot.name}`) : [name],
  );
  const scope = dice.isOneOf(2) ? [] : names.filter(() => !dice.isOneOf(3));
  const semantics = {
    mode,
    coerces: dice.isOneOf(2),
    asSets: (mode === 'Identical' || mode === 'AllDistinct') && dice.isOneOf(2),
    minSize: mode === 'NonEmptyIntersection' ? dice.from(1, 3) : 1,
  };
  return { attribute: dice.one(ATTRIBUTES), semantics, requests: scope };
}

/** A question in the format of the allocator. */
export interface Question {
  readonly node: object;
  readonly deviceClasses: readonly object[];
  readonly resourceSlices: readonly object[];
  readonly claims: readonly object[];
}

/** Returns the question about a world. */
export function questionOf({ devices, claims }: WorldSpec): Question {
  return {
    node: node('n'),
    deviceClasses: [deviceClass('any')],
    resourceSlices: [
      slice(
        's',
        devices.map(({ name, attributes, isShareable, isBroken }) => ({
          name,
          attributes: { ...attributes, ...(isBroken ? {} : { sound: { bool: true } }) },
          ...(isShareable ? { allowMultipleAllocations: true } : {}),
        })),
      ),
    ],
    claims: claims.map(({ requests, constraints }, index) =>
      claim(`c${index}`, requests.map(requestOf), { constraints: constraints.map((one) => constraintOf(one)) }),
    ),
  };
}

function requestOf({ name, isPrioritized, slots }: RequestSpec): object {
  if (isPrioritized) return { name, firstAvailable: slots.map((slot) => ({ name: slot.name, deviceClassName: 'any', ...wanted(slot) })) };
  return request(name, wanted(slots[0] as SlotSpec));
}

function wanted({ count, reads }: SlotSpec): Readonly<Record<string, unknown>> {
  return {
    ...(count === 'all' ? { allocationMode: 'All' } : { count }),
    ...(reads ? { selectors: [{ cel: { expression: 'device.attributes["d.example.com"].sound' } }] } : {}),
  };
}

function constraintOf({ attribute, semantics, requests }: ConstraintSpec): object {
  const { mode, coerces, asSets, minSize } = semantics;
  const field = mode === 'Identical' || mode === 'NonEmptyIntersection' ? 'match' : 'distinct';
  const options = { coerceScalarToList: coerces, ...(asSets ? { listMode: 'Set' } : {}), ...(minSize === 1 ? {} : { minSize }) };
  // Alternates between the specific field and the unified one.
  const where = coerces ? 'semantics' : `${field}Semantics`;
  return { requests, [`${field}Attribute`]: `d.example.com/${attribute}`, [where]: { mode, options: { [OPTIONS[mode]]: options } } };
}
