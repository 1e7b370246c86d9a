// Node resources that a device stands for: CPU, memory and huge pages. Source: resource.k8s.io/v1, type NodeAllocatableResource (KEP-5517).

import { type DecodedBy, map, object, optional, string } from './decoder.js';
import { quantity } from './values.js';

/** Decodes how much of a node resource an allocated device uses, and the overhead of each pod or container that uses the device. */
const nodeAllocatableResource = object({
  mapping: optional(
    object({ capacityKey: optional(string), capacityMultiplier: optional(quantity), deviceMultiplier: optional(quantity) }),
  ),
  overhead: optional(object({ perPod: optional(quantity), perContainer: optional(quantity) })),
});

/** The amounts of one node resource that a device stands for. */
export interface NodeAllocatableResource extends DecodedBy<typeof nodeAllocatableResource> {}

/** Decodes the node resources of a device by name. */
export const nodeAllocatableResources = map(nodeAllocatableResource);
