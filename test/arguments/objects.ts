// Consistent objects for valid calls.

import { type Cluster, createAllocator } from '../../src/index.js';
import { claim, deviceClass, devices, node, request, slice } from '../support/objects.js';

export const ALLOCATOR = await createAllocator();
export const NODE = node('n1');
export const CLASS = deviceClass('any');
export const SLICE = slice('s', devices(2), { nodeName: 'n1', pool: { name: 'n1' } });
export const CLAIM = claim('mine', [request('r')]);
export const POD = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'web', namespace: 'ns' },
  spec: { containers: [{ name: 'web', image: 'web' }], resourceClaims: [{ name: 'gpu', resourceClaimName: 'mine' }] },
};
export const OBJECTS = [NODE, CLASS, SLICE, CLAIM];
/** The objects in the input of an allocator. */
export const QUESTION = { node: NODE, claims: [CLAIM], deviceClasses: [CLASS], resourceSlices: [SLICE] };

const origin = ALLOCATOR.cluster();
origin.apply(OBJECTS);

/** A cluster with all objects. */
export function cluster(): Cluster {
  return origin.fork();
}

/** The answer of a cluster about the claim on the node. */
export const OUTCOME = origin.allocate({ claims: [CLAIM], node: 'n1' });
