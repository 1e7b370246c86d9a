// The calls of `dra-allocator/pods`.

import { filterNodes, nameOfPod, podsOf } from '../../../src/library/pods/index.js';
import type { PodCall } from '../inputs/pod-objects.js';
import { POD_INPUTS } from '../inputs/pods.js';
import { SIMULATION_INPUTS, type SimulationCall } from '../inputs/simulations.js';
import type { Forms } from '../measure.js';
import { type Entry, limited, only, unlimited, way } from '../ways.js';

type Filtering = Parameters<typeof filterNodes>[0];
const hasKind =
  (kind: string) =>
  (object: object): boolean =>
    (object as { readonly kind: string }).kind === kind;
const nodesOf = ({ objects }: PodCall): Filtering['nodes'] => objects.filter(hasKind('Node')) as Filtering['nodes'];

function filter(call: PodCall): Forms {
  const input = { pod: call.pod, nodes: nodesOf(call), objects: call.objects } as Filtering;
  return { inOneGo: (limits) => filterNodes({ ...input, limits }) };
}

const all = (objects: readonly object[]): Forms => ({
  unlimited: () => {
    for (const pod of podsOf(objects as never)) void pod.claims;
  },
});

function claimsOn({ pod, objects }: PodCall): Forms {
  const [first] = podsOf([pod, ...objects] as never);
  const [node] = nodesOf({ pod, objects });
  return first === undefined ? {} : { unlimited: () => first.claimsOn(node as never) };
}

const SOME = only(POD_INPUTS, ['100,000 claims made for a pod', '100,000 resource names', '100,000 containers']);
const objectsOf = ({ cluster, objects = [] }: SimulationCall): readonly object[] => [...cluster, ...objects];

/** 20,000 pods are 5 MB. */
const READING = { milliseconds: 150, perMegabyte: 350 };

export const PODS: Readonly<Record<string, Entry>> = {
  podsOf: unlimited(
    'it creates pods one by one, and callers can stop at any pod',
    READING,
    way(POD_INPUTS, ({ pod, objects }) => all([pod, ...objects])),
    way(SIMULATION_INPUTS, (call) => all(objectsOf(call)), 'objects'),
  ),
  'PodClaims.claimsOn': unlimited('it creates the claims of one pod', READING, way(SOME, claimsOn)),
  filterNodes: limited(way(POD_INPUTS, filter)),
  nameOfPod: unlimited(
    'it reads metadata',
    READING,
    way(SOME, ({ pod }) => ({ unlimited: () => nameOfPod(pod as never) })),
  ),
};
