// ResourceList: amounts by resource name, as containers request them and nodes offer them. Source: core/v1, type ResourceList, and
// SetDefaults_ResourceList in pkg/apis/core/v1 of Kubernetes 1.37.1.

import { compareBytes } from '../base/byte-order.js';
import type { Quantity } from '../quantity/quantity.js';
import type { DecodeContext } from './context.js';
import { type Decoder, map, optional, transform } from './decoder.js';
import { quantity } from './values.js';

/** Amounts by resource, sorted by the bytes of the names: the place of a name is part of how requests of extended resources get called. */
export type ResourceList = ReadonlyMap<string, Quantity>;

/** An amount with thousandths at most: the API server rounds finer ones up, and hands all of them on in their canonical form. */
const amount: Decoder<Quantity> = { ...quantity, decode: (value, context) => quantity.decode(value, context).roundUpToMilli().handedOn() };

const amounts = map(amount);

/** A list of resources. */
export const resourceList: Decoder<ResourceList> = {
  ...transform(amounts, sorted),
  ...(amounts.absent === undefined ? {} : { absent: amounts.absent }),
};

/** A list of a status, which counts where it has entries: between the API server and the scheduler an empty one gets lost. */
export const reportedList: Decoder<ResourceList | undefined> = optional(
  transform(resourceList, (list) => (list.size === 0 ? undefined : list)),
);

/** Adds requests up to the limit for resources that a container limits and does not request, as the API server does. */
export function withDefaults(requests: ResourceList, limits: ResourceList, context: DecodeContext): ResourceList {
  if (limits.size === 0) return requests;
  if (requests.size === 0) return limits;
  const all = context.checkpoint.keep(() => new Map(limits));
  context.checkpoint.forEachOf(requests, ([name, requested]) => {
    all.set(name, requested);
  });
  return sorted(all, context);
}

function sorted(list: ResourceList, { checkpoint }: DecodeContext): ResourceList {
  if (list.size < 2) return list;
  const entries = checkpoint.sort(list, ([left], [right]) => compareBytes(left, right));
  return checkpoint.keep(() => new Map(entries));
}
