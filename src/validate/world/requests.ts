// Requests of claims and their alternatives, as rules over the whole input check them.

import { MOST_ALTERNATIVES, MOST_REQUESTS } from '../checks/lists.js';
import type { Field } from '../tree/field.js';
import { expressionsOf } from './claims.js';
import type { WorldDevice } from './devices.js';
import type { Matches } from './matches.js';
import type { World } from './world.js';

/** The types of requests that choose devices. */
export const REQUEST_TYPES = ['ExactDeviceRequest', 'DeviceSubRequest'] as const;

/** A request without alternatives, or an alternative. */
export interface Choice {
  /** `request`, or `request/alternative`. */
  readonly name: string;
  readonly field: Field;
}

/** The choices of a claim; none of one that is rejected for the number of its requests, since rules check all of them for each constraint. */
export function choicesOf(claim: Field): readonly Choice[] {
  const requests = claim.child('requests');
  return requests.size > MOST_REQUESTS ? [] : requests.items.flatMap((request) => choicesOfRequest(request));
}

/** The choices of a request; none where it has too many. */
export function choicesOfRequest(request: Field): readonly Choice[] {
  const name = request.child('name').text;
  const exactly = request.child('exactly');
  const alternatives = request.child('firstAvailable');
  if (alternatives.size === 0) return exactly.isSet ? [{ name, field: exactly }] : [];
  if (alternatives.size > MOST_ALTERNATIVES) return [];
  return alternatives.items.map((field) => ({ name: `${name}/${field.child('name').text}`, field }));
}

/** Returns whether a list of names of requests concerns a choice: an empty one concerns all. */
export function concerns(requests: Field, { name }: Choice): boolean {
  if (requests.size === 0) return true;
  const [parent] = name.split('/');
  return requests.items.some(({ text }) => text === name || text === parent);
}

/** The devices of the input that a choice may have; undefined where nobody can know, also where there is none. */
export function devicesFor(choice: Field, world: World): readonly WorldDevice[] | undefined {
  const found = world.matcher.ofRequest(choice.child('deviceClassName').text, expressionsOf(choice.child('selectors')));
  return known(found, world);
}

/** The devices of the class of a choice; undefined where nobody can know, also where there is none. */
export function devicesOfClass(choice: Field, world: World): readonly WorldDevice[] | undefined {
  const found = world.matcher.ofClass(choice.child('deviceClassName').text);
  return known(found, world);
}

function known(found: Matches | undefined, world: World): readonly WorldDevice[] | undefined {
  return found === undefined || found.devices.length === 0 || !world.mayLookAt(found.devices) ? undefined : found.devices;
}
