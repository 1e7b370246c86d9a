// Reasons in words.

import { entryIn } from '../base/entry-in.js';
import { count } from '../base/words.js';
import {
  type NoCommonValue,
  type Reason,
  requestsIn,
  type TooFewDevices,
  type TooFewDistinct,
  type TooFewGroups,
  type ValueLack,
  type ValuesTooSmall,
} from '../kernel/reasons/reason.js';
import type { ReasonExplanation } from './explanation.js';
import { list, type ReasonContext, ReasonNames } from './reason-names.js';

/** Says a reason in words, with the requests that it is about. */
export function explainReason(reason: Reason, context: ReasonContext): ReasonExplanation {
  const names = new ReasonNames(context);
  return {
    kind: reason.kind,
    text: `${inWords(reason, names)}${leftOut(reason, names)}`,
    requests: requestsIn(reason).map((request) => names.request(request)),
  };
}

function inWords(reason: Reason, names: ReasonNames): string {
  const requests = requestsIn(reason);
  switch (reason.kind) {
    case 'too-few-devices':
      return tooFewDevices(reason, names);
    case 'above-limit': {
      const { needed, limit } = reason;
      return `${who(requests, 'need', names)} at least ${count(needed, 'device')} with alternatives that could be served, and a claim may hold ${limit}`;
    }
    case 'competing-requests': {
      const { needed, devices, places } = reason;
      const shared = places === devices.length ? '' : `, for ${count(places, 'pick')} in all`;
      return `${who(requests, 'need', names)} ${count(needed, 'device')}, and only ${these(devices, names)} could serve ${them(requests)}${shared}`;
    }
    case 'no-common-value':
      return noCommonValue(reason, names);
    case 'too-few-distinct':
      return tooFewDistinct(reason, names);
    case 'too-few-groups':
    case 'values-too-small':
      return byGroups(reason, names);
    case 'sum-exceeded':
      return `${who(requests, 'take', names)} at least ${names.sum(reason)}`;
    case 'sum-exceeded-together':
      return `${who(requests, 'take', names)}, each with devices of its own, at least ${names.sum(reason)}`;
  }
}

/** Alternatives that nobody should wonder about. */
function leftOut({ above = [] }: Reason, names: ReasonNames): string {
  if (above.length === 0) return '';
  return ` (without ${list(above, (slot) => names.slot(slot))}, which would bring the claim above its limit)`;
}

function tooFewDevices({ slots }: TooFewDevices, names: ReasonNames): string {
  return list(
    slots,
    ({ slot, needed, devices }) => {
      return `request ${names.slot(slot)} needs ${count(needed, 'device')}, and ${devices.length === 0 ? 'none' : `only ${these(devices, names)}`} could serve it`;
    },
    '; ',
  );
}

function noCommonValue({ constraint, requests, cover }: NoCommonValue, names: ReasonNames): string {
  const byLack = new Map<string, number[]>();
  for (const lack of cover) entryIn(byLack, lackOf(lack, names), (): number[] => []).push(lack.value);
  const withValues = ([lack, values]: readonly [string, readonly number[]]): string => `with ${names.values(constraint, values)} ${lack}`;
  const what = byLack.size === 0 ? 'no two devices that could serve have a value in common' : list([...byLack], withValues, '; ');
  return `${names.constraint(constraint)}: ${who(requests, 'need', names)} devices with a value in common, and ${what}`;
}

function lackOf({ requests, needed, places }: ValueLack, names: ReasonNames): string {
  if (places >= needed) return `no alternative of ${who(requests, undefined, names)} has enough`;
  return `${who(requests, 'find', names)} ${places} of ${needed}`;
}

function tooFewDistinct({ constraint, requests, needed, cliques }: TooFewDistinct, names: ReasonNames): string {
  const groups = list(cliques, (clique) => `{${names.devices(clique)}}`);
  const there = `${count(cliques.length, 'group')} of devices that share values`;
  return `${names.constraint(constraint)}: ${who(requests, 'need', names)} ${count(needed, 'device')} that all differ, and there are ${there}: ${groups}`;
}

function byGroups(reason: TooFewGroups | ValuesTooSmall, names: ReasonNames): string {
  const { constraints, values, served } = reason;
  const which = list(values, ({ value, serves }) => `${serves} with ${names.values(constraints[0] as number, [value])}`);
  const there = `the values have enough for ${served === 0 ? 'none' : `${served}: ${which}`}`;
  const subject = list(constraints, (constraint) => names.constraint(constraint));
  if (reason.kind === 'too-few-groups') return `${subject}: each of these ${constraints.length} needs devices with one value, and ${there}`;
  const requests = requestsIn(reason);
  return `${subject}: ${who(requests, 'need', names)} ${count(reason.needed, 'device')}, all under one constraint with one value, and ${there}`;
}

/** Requests, with what they do. */
function who(requests: readonly number[], verb: string | undefined, names: ReasonNames): string {
  const isOne = requests.length === 1;
  const subject = `${isOne ? 'request' : 'requests'} ${list(requests, (request) => names.request(request))}`;
  return verb === undefined ? subject : `${subject} ${isOne ? `${verb}s` : verb}`;
}

function them(requests: readonly number[]): string {
  return requests.length === 1 ? 'it' : 'them';
}

/** Devices by number, then by name. */
function these(devices: readonly number[], names: ReasonNames): string {
  return `${devices.length} (${names.devices(devices)})`;
}
