// ResourceList: amounts by resource name, as containers request them and nodes offer them. Source: core/v1, type ResourceList, and
// SetDefaults_ResourceList in pkg/apis/core/v1 of Kubernetes 1.37.1.

import { compareBytes } from '../base/byte-order.js';
import type { Checkpoint } from '../base/checkpoint.js';
import type { Incremental } from '../base/incremental.js';
import { sorting } from '../base/sorting.js';
import type { Quantity } from '../quantity/quantity.js';
import { type Decoder, map, optional, transform } from './decoder.js';
import { quantity } from './values.js';

/** Amounts by resource, sorted by the bytes of the names: the position of a name is part of the request names of extended resources. */
export type ResourceList = ReadonlyMap<string, Quantity>;

/** Decodes an amount of a list. The API server rounds it up to thousandths and sends it in its canonical form. */
export const resourceAmount: Decoder<Quantity> = {
  ...quantity,
  decode: (value, context) => quantity.decode(value, context).roundUpToMilli().handedOn(),
};

const amounts = map(resourceAmount);

/** Decodes a list of resources. */
export const resourceList: Decoder<ResourceList> = {
  ...transform(
    amounts,
    (list, { checkpoint }) => sorted(list, checkpoint),
    (list, { checkpoint }) => sortingAmounts(list, checkpoint),
  ),
  ...(amounts.absent === undefined ? {} : { absent: amounts.absent }),
};

/** Decodes a list of a status. An empty list counts as absent: it is lost between the API server and the scheduler. */
export const reportedList: Decoder<ResourceList | undefined> = optional(
  transform(resourceList, (list) => (list.size === 0 ? undefined : list)),
);

/** The requests and limits of a container. */
interface Resources {
  readonly requests: ResourceList;
  readonly limits: ResourceList;
}

/** Returns the requests of a container. Like the API server, it uses the limits of resources without a request. */
export function* addingDefaults({ requests, limits }: Resources, checkpoint: Checkpoint): Incremental<ResourceList> {
  if (limits.size === 0) return requests;
  if (requests.size === 0) return limits;
  const all = new Map<string, Quantity>();
  for (const list of [limits, requests])
    for (const [name, amount] of list) {
      all.set(name, amount);
      if (checkpoint.due()) yield;
    }
  return yield* sortingAmounts(all, checkpoint);
}

function byName([left]: readonly [name: string, amount: Quantity], [right]: readonly [name: string, amount: Quantity]): number {
  return compareBytes(left, right);
}

/** Sorts without a generator, since small pods are decoded by the hundred thousand. `sortingAmounts` is for long lists. */
function sorted(list: ResourceList, checkpoint: Checkpoint): ResourceList {
  if (list.size < 2) return list;
  checkpoint.step(list.size);
  return new Map([...list].sort(byName));
}

function* sortingAmounts(list: ResourceList, checkpoint: Checkpoint): Incremental<ResourceList> {
  const all = new Map<string, Quantity>();
  for (const [name, amount] of yield* sorting(list, byName, checkpoint)) {
    all.set(name, amount);
    if (checkpoint.due()) yield;
  }
  return all;
}
