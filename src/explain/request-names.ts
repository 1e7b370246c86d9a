// Requests by the names that people know: the one that they wrote, or the extended resource that a container asks for.

import type { SlotPlan } from '../encode/slot-plan.js';
import { extendedUseOf } from '../schedule/extended-demand.js';
import type { RequestExplanation } from './explanation.js';

/** The name of a request, and what it stands for. */
export type NamedRequest = Pick<RequestExplanation, 'alternative' | 'request' | 'extendedResource' | 'container'>;

/** The name of a request of a claim: `request`, or `request/subrequest`. */
export function nameRequest({ name, request, alternative }: Pick<SlotPlan, 'name' | 'request' | 'alternative'>): NamedRequest {
  if (alternative !== undefined) return { alternative, request: name };
  const use = extendedUseOf(request);
  return use === undefined ? { request: name } : { request: name, extendedResource: use.resource, container: use.container };
}

/** A request in a sentence: `request gpu`, `extended resource example.com/gpu of container trainer`. */
export function requestInWords(named: NamedRequest): string {
  return `${named.extendedResource === undefined ? 'request' : 'extended resource'} ${requestInShort(named)}`;
}

/** A request among others, where it is clear that it is one: `gpu`, `example.com/gpu of container trainer`. */
export function requestInShort({ alternative, request, extendedResource, container }: NamedRequest): string {
  if (alternative !== undefined) return `${request} of alternative ${alternative}`;
  if (extendedResource === undefined) return request;
  return `${extendedResource}${container === undefined || container === '' ? '' : ` of container ${container}`}`;
}

/** Names requests that stand beside each other: with their claims, `ml/one: gpu`, where they are of several. */
export function requestNamer(
  requests: readonly Pick<RequestExplanation, 'claim'>[],
): (named: NamedRequest & Pick<RequestExplanation, 'claim'>) => string {
  const areOfOne = new Set(requests.map(({ claim }) => claim)).size < 2;
  return (named) => (areOfOne ? requestInShort(named) : `${named.claim}: ${requestInShort(named)}`);
}
