// Names requests for users: by the written name, or by the extended resource that a container requests.

import type { SlotPlan } from '../allocator/encode/slot-plan.js';
import { objectName } from '../core/api/meta.js';
import type { ResourceClaim } from '../core/api/resource-claim.js';
import { shownName } from '../core/base/words.js';
import { extendedUseOf } from '../scheduler/pods/extended-demand.js';
import type { DeviceName, RequestExplanation } from './explanation.js';

/** The name of a request, and the extended resource that it serves. */
export type NamedRequest = Pick<RequestExplanation, 'alternative' | 'request' | 'extendedResource' | 'container'>;

/** Returns the name of a claim as explanations print it. */
export function nameClaim({ metadata }: Pick<ResourceClaim, 'metadata'>): string {
  return shownName(objectName(metadata));
}

/** Returns the name of a pool as explanations print it. */
export function poolInWords(driver: string, pool: string): string {
  return `${shownName(driver)}/${shownName(pool)}`;
}

/** Returns the names of a device as explanations print them. */
export function shownDevice(driver: string, pool: string, device: string): DeviceName {
  return { driver: shownName(driver), pool: shownName(pool), device: shownName(device) };
}

/** Returns the name of a request of a claim: `request`, or `request/subrequest`. */
export function nameRequest({ name, request, alternative }: Pick<SlotPlan, 'name' | 'request' | 'alternative'>): NamedRequest {
  const shown = shownName(name);
  if (alternative !== undefined) return { alternative, request: shown };
  const use = extendedUseOf(request);
  if (use === undefined) return { request: shown };
  return { request: shown, extendedResource: shownName(use.resource), container: shownName(use.container) };
}

/** Names a request in a sentence: `request gpu`, `extended resource example.com/gpu of container trainer`. */
export function requestInWords(named: NamedRequest): string {
  return `${named.extendedResource === undefined ? 'request' : 'extended resource'} ${requestInShort(named)}`;
}

/** Names a request in a list of requests: `gpu`, `example.com/gpu of container trainer`. */
export function requestInShort({ alternative, request, extendedResource, container }: NamedRequest): string {
  if (alternative !== undefined) return `${request} of alternative ${alternative}`;
  if (extendedResource === undefined) return request;
  return `${extendedResource}${container === undefined || container === '' ? '' : ` of container ${container}`}`;
}

/** Returns a function that names requests in a list: with their claims, `ml/one: gpu`, if there are several claims. */
export function requestNamer(
  requests: readonly Pick<RequestExplanation, 'claim'>[],
): (named: NamedRequest & Pick<RequestExplanation, 'claim'>) => string {
  const areOfOne = new Set(requests.map(({ claim }) => claim)).size < 2;
  return (named) => (areOfOne ? requestInShort(named) : `${named.claim}: ${requestInShort(named)}`);
}

/** Returns the name of a request or subrequest, and its number of devices, for explanations. */
export function describeRequest(plan: SlotPlan): NamedRequest & Pick<RequestExplanation, 'claim' | 'wanted'> {
  const { claim, selection, count } = plan;
  const wanted = selection.allocationMode === 'All' ? 'All' : count;
  return {
    claim: nameClaim(claim),
    ...nameRequest(plan),
    wanted: typeof wanted === 'bigint' && wanted < 2n ** 53n ? Number(wanted) : wanted,
  };
}
