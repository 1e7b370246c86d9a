// ResourceList: amounts by resource name, as containers request them and nodes offer them. Source: core/v1, type ResourceList.
//
// Only amounts of resources with a domain (`example.com/gpu`) are read: the others say nothing about devices, whatever is written there.

import { compareBytes } from '../base/byte-order.js';
import type { Quantity } from '../quantity/quantity.js';
import type { Decoder } from './decoder.js';
import { describe, isJsonObject } from './decoder.js';
import { quantity } from './values.js';

/** The part of a list of resources that matters for devices. */
export interface ResourceList {
  /** Every name, sorted by bytes: the place of a name is part of how requests for it get called. */
  readonly names: readonly string[];
  /** Amounts of the resources that have a domain. */
  readonly amounts: ReadonlyMap<string, Quantity>;
}

/** An empty list of resources. */
const NO_RESOURCES: ResourceList = Object.freeze({ names: Object.freeze([]), amounts: new Map<string, Quantity>() });

/** A list of resources. */
export const resourceList: Decoder<ResourceList> = {
  decode(value, context) {
    if (value === undefined || value === null) return NO_RESOURCES;
    if (!isJsonObject(value)) return context.fail(`expected an object, found ${describe(value)}`);
    const names = Object.keys(value).sort(compareBytes);
    const amounts = new Map<string, Quantity>();
    for (const name of names) {
      if (name.includes('/'))
        amounts.set(
          name,
          context.within(name, () => quantity.decode(value[name], context)),
        );
    }
    return { names, amounts };
  },
};

/** Adds requests up to the limit for resources that a container limits and does not request, as the API server does. */
export function withDefaults(requests: ResourceList, limits: ResourceList): ResourceList {
  if (limits.names.length === 0) return requests;
  const names = [...new Set([...requests.names, ...limits.names])].sort(compareBytes);
  return { names, amounts: new Map([...limits.amounts, ...requests.amounts]) };
}
