// Reasons that need no look at values, in words: requests that want more than there is of devices, counters or capacities.

import { type Reason, requestsIn } from '../allocator/kernel/reasons/reason.js';
import { count } from '../core/base/words.js';
import { list, type ProblemNames } from './problem-names.js';

/** Says a reason in words; undefined: it is about values, or about a single request whose devices are counted anyway. */
export function reasonInWords(reason: Reason, names: ProblemNames): string | undefined {
  const text = inWords(reason, names);
  return text === undefined ? undefined : `${text}${leftOut(reason, names)}`;
}

function inWords(reason: Reason, names: ProblemNames): string | undefined {
  const requests = requestsIn(reason);
  switch (reason.kind) {
    case 'above-limit': {
      const { needed, limit } = reason;
      return `${who(requests, 'need', names)} at least ${count(needed, 'device')} with alternatives that could be served, and a claim may hold ${limit}`;
    }
    case 'competing-requests': {
      const { needed, devices, places } = reason;
      const shared = names.isShared(devices)
        ? `, whose capacities bear ${count(places, 'pick')}`
        : places === devices.length
          ? ''
          : `, for ${count(places, 'pick')} in all`;
      return `${who(requests, 'need', names)} ${count(needed, 'device')}, and only ${these(devices, names)} could serve ${them(requests)}${shared}`;
    }
    case 'sum-exceeded':
    case 'sum-exceeded-together': {
      const sum = names.sum(reason);
      const apart = reason.kind === 'sum-exceeded' ? '' : ', each with devices of its own,';
      return sum === undefined ? undefined : `${who(requests, 'take', names)}${apart} at least ${sum}`;
    }
    default:
      return undefined;
  }
}

/** Alternatives that nobody should wonder about. */
function leftOut({ above = [] }: Reason, names: ProblemNames): string {
  if (above.length === 0) return '';
  return ` (without ${list(above, (slot) => names.slot(slot))}, which would bring the claim above its limit)`;
}

/** Requests, with what they do. */
function who(requests: readonly number[], verb: string, names: ProblemNames): string {
  const isOne = requests.length === 1;
  return `${isOne ? 'request' : 'requests'} ${list(requests, (request) => names.request(request))} ${isOne ? `${verb}s` : verb}`;
}

function them(requests: readonly number[]): string {
  return requests.length === 1 ? 'it' : 'them';
}

/** Devices by number, then by name. */
function these(devices: readonly number[], names: ProblemNames): string {
  return `${devices.length} (${names.devices(devices)})`;
}
