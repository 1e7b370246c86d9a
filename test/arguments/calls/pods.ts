// Valid calls of `dra-allocator/pods`.

import { filterNodes, nameOfPod, podsOf } from '../../../src/library/pods/index.js';
import { NODE, OBJECTS, POD } from '../objects.js';
import { type CallMakers, callOf } from '../valid-call.js';

export const PODS_CALLS: CallMakers = {
  podsOf: () => callOf((...args: readonly [never, never]) => Array.from(podsOf(...args)), [...OBJECTS, POD] as never, {} as never),
  'PodClaims.claimsOn': () => {
    const [pod] = podsOf([...OBJECTS, POD] as never);
    return callOf((node: never) => pod?.claimsOn(node), NODE as never);
  },
  filterNodes: () => callOf((...args: readonly [never, never]) => filterNodes(...args), { pod: POD, nodes: [NODE] } as never, {} as never),
  nameOfPod: () => callOf((pod: never) => nameOfPod(pod), POD as never),
};
