// Describes reasons that do not depend on values: requests that need more devices, counters or capacities than are available.

import { type Reason, requestsIn } from '../allocator/kernel/reasons/reason.js';
import { count } from '../core/base/words.js';
import { list, type ProblemNames } from './problem-names.js';

/** Describes a reason; undefined if it concerns values, or a sum of amounts in different units. */
export function reasonInWords(reason: Reason, names: ProblemNames): string | undefined {
  const text = inWords(reason, names);
  return text === undefined ? undefined : `${text}${leftOut(reason, names)}`;
}

function inWords(reason: Reason, names: ProblemNames): string | undefined {
  const requests = requestsIn(reason);
  switch (reason.kind) {
    case 'above-limit': {
      const { needed, limit } = reason;
      return `${who(requests, 'need', names)} at least ${count(needed, 'device')} in the alternatives that can be allocated, but a claim may have at most ${limit}`;
    }
    case 'competing-requests': {
      const { needed, devices, places } = reason;
      const shared = names.isShared(devices)
        ? `, with capacity for ${count(places, 'allocation')}`
        : places === devices.length
          ? ''
          : `, for ${count(places, 'allocation')} in total`;
      return `${who(requests, 'need', names)} ${count(needed, 'device')}, but only ${these(devices, names)} ${devices.length === 1 ? 'matches' : 'match'}${shared}`;
    }
    case 'sum-exceeded':
    case 'sum-exceeded-together': {
      const sum = names.sum(reason);
      const apart = reason.kind === 'sum-exceeded' ? '' : ', each with separate devices,';
      return sum === undefined ? undefined : `${who(requests, 'use', names)}${apart} at least ${sum}`;
    }
    default:
      return undefined;
  }
}

/** Names the alternatives that were left out. */
function leftOut({ above = [] }: Reason, names: ProblemNames): string {
  if (above.length === 0) return '';
  return ` (without ${list(above, (slot) => names.slot(slot))}, because these would exceed the device limit of the claim)`;
}

/** Names requests, with a verb. */
function who(requests: readonly number[], verb: string, names: ProblemNames): string {
  const isOne = requests.length === 1;
  return `${isOne ? 'request' : 'requests'} ${list(requests, (request) => names.request(request))} ${isOne ? `${verb}s` : verb}`;
}

/** Returns the number of devices, then their names. */
function these(devices: readonly number[], names: ProblemNames): string {
  return `${devices.length} (${names.devices(devices)})`;
}
