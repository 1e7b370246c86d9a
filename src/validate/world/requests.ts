// Lists requests of claims and their alternatives for rules over the whole input.

import { MOST_ALTERNATIVES, MOST_REQUESTS } from '../checks/lists.js';
import type { Field } from '../tree/field.js';
import { expressionsOf } from './claims.js';
import type { WorldDevice } from './devices.js';
import type { Matches } from './matches.js';
import type { World } from './world.js';

/** The types of requests that select devices. */
export const REQUEST_TYPES = ['ExactDeviceRequest', 'DeviceSubRequest'] as const;

/** A request without alternatives, or an alternative. */
export interface Choice {
  /** `request`, or `request/alternative`. */
  readonly name: string;
  readonly field: Field;
}

/**
 * Returns the choices of a claim. A claim with too many requests has none: it
 * is rejected anyway, and rules check all choices for each constraint.
 */
export function choicesOf(claim: Field): readonly Choice[] {
  const requests = claim.child('requests');
  return requests.size > MOST_REQUESTS ? [] : requests.items.flatMap((request) => choicesOfRequest(request));
}

/** Returns the choices of a request; empty if it has too many alternatives. */
export function choicesOfRequest(request: Field): readonly Choice[] {
  const name = request.child('name').text;
  const exactly = request.child('exactly');
  const alternatives = request.child('firstAvailable');
  if (alternatives.size === 0) return exactly.isSet ? [{ name, field: exactly }] : [];
  if (alternatives.size > MOST_ALTERNATIVES) return [];
  return alternatives.items.map((field) => ({ name: `${name}/${field.child('name').text}`, field }));
}

/** Returns whether a list of request names includes a choice; an empty list includes all. */
export function concerns(requests: Field, { name }: Choice): boolean {
  if (requests.size === 0) return true;
  const [parent] = name.split('/');
  return requests.items.some(({ text }) => text === name || text === parent);
}

/** Returns the devices of the input that match a choice; undefined if they are unknown or there are none. */
export function devicesFor(choice: Field, world: World): readonly WorldDevice[] | undefined {
  const found = world.matcher.ofRequest(choice.child('deviceClassName').text, expressionsOf(choice.child('selectors')));
  return usableDevices(found, world);
}

/** Returns the devices of the class of a choice; undefined if they are unknown or there are none. */
export function devicesOfClass(choice: Field, world: World): readonly WorldDevice[] | undefined {
  const found = world.matcher.ofClass(choice.child('deviceClassName').text);
  return usableDevices(found, world);
}

function usableDevices(found: Matches | undefined, world: World): readonly WorldDevice[] | undefined {
  return found === undefined || found.devices.length === 0 || !world.mayCheck(found.devices) ? undefined : found.devices;
}
