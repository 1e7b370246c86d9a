// The claims of pods with long lists are found in slices: they yield among the entries, and the same comes out.

import { expect, test } from 'vitest';
import { DecodeContext } from '../../../src/core/api/context.js';
import { decodeDeviceClass } from '../../../src/core/api/device-class.js';
import { decodeNode } from '../../../src/core/api/node.js';
import { decodeObjects } from '../../../src/core/api/objects.js';
import { decodePod } from '../../../src/core/api/pod.js';
import { Checkpoint, UNLIMITED } from '../../../src/core/base/checkpoint.js';
import { type Incremental, inOneGo } from '../../../src/core/base/incremental.js';
import type { Json } from '../../../src/core/base/json.js';
import { ClaimFinder, type FinderInput } from '../../../src/scheduler/pods/claim-finder.js';
import { nodeKinds } from '../../../src/scheduler/pods/node-claims.js';

const LONG = 60;
const many = <T>(make: (index: number) => T, count = LONG): T[] => Array.from({ length: count }, (_, index) => make(index));
const decoded = <T>(decode: (value: Json, context: DecodeContext) => T, value: object): T => decode(value as Json, new DecodeContext());

const resource = (index: number): string => `example.com/r${index}`;
const container = (index: number): object => ({
  name: `c${index}`,
  resources: { requests: { [resource(index)]: 1, [resource(index + 1)]: 2 } },
});
const deviceClasses = many((index) =>
  decoded(decodeDeviceClass, { metadata: { name: `class-${index}` }, spec: { extendedResourceName: resource(index) } }),
);
const nodes = many((index) => {
  const served = Object.fromEntries(many((own) => [resource(own), own % (index + 2)]));
  return decoded(decodeNode, { metadata: { name: `n${index}` }, status: { allocatable: { cpu: 4, [resource(LONG)]: 9, ...served } } });
}, 5);
const META = { name: 'p', namespace: 'ns' };

/** A pod with claims that exist, claims to be made, and extended resources; and what it needs. */
function input(): FinderInput & { readonly pod: ReturnType<typeof decodePod> } {
  const claims = many((index) => ({
    apiVersion: 'resource.k8s.io/v1',
    kind: 'ResourceClaim',
    metadata: { name: `known-${index}`, namespace: 'ns' },
    spec: { devices: {} },
  }));
  const template = {
    apiVersion: 'resource.k8s.io/v1',
    kind: 'ResourceClaimTemplate',
    metadata: { name: 't', namespace: 'ns' },
    spec: { spec: { devices: {} } },
  };
  const set = decodeObjects([...claims, template].map((value) => ({ value: value as Json })));
  const resourceClaims = [
    ...many((index) => ({ name: `a${index}`, resourceClaimName: `known-${index}` })),
    ...many((index) => ({ name: `b${index}`, resourceClaimTemplateName: 't' })),
  ];
  const initContainers = many((index) => ({ ...container(index), restartPolicy: index % 3 === 0 ? 'Always' : '' }));
  const pod = decoded(decodePod, { metadata: META, spec: { resourceClaims, initContainers, containers: many(container) } });
  const { resourceClaims: known, resourceClaimTemplates } = set;
  return { pods: [], podGroups: [], deviceClasses, resourceClaims: known, resourceClaimTemplates, pod };
}

function* found(checkpoint: Checkpoint, given: ReturnType<typeof input>): Incremental<object> {
  const finder = yield* ClaimFinder.of(given, checkpoint);
  const group = yield* finder.claimsOf(given.pod, checkpoint);
  const { kinds, refused } = yield* nodeKinds(group, nodes, checkpoint);
  return { claims: group.claims, problem: group.problem, kinds, refused };
}

test('the claims of a pod on each node are found in increments as in one go', () => {
  const checkpoint = new Checkpoint();
  checkpoint.beginSlice(0);
  const finding = found(checkpoint, input());
  for (let increments = 1; ; increments++) {
    const { done, value } = finding.next();
    if (done !== true) continue;
    expect(value).toEqual(inOneGo(found(UNLIMITED, input())));
    // Entries of claims, of requests of containers, and of resources of nodes.
    expect(increments).toBeGreaterThan(8 * LONG);
    return;
  }
});

test('a node is considered in proportion to what the pod requests, however much it offers', () => {
  const unitsFor = (count: number): number => {
    let units = 0;
    const checkpoint = new (class extends Checkpoint {
      override step(own = 1): void {
        units += own;
        super.step(own);
      }
    })();
    const allocatable = Object.fromEntries(many((index) => [resource(index), 5], count));
    const pod = decoded(decodePod, { metadata: META, spec: { containers: [container(7)] } });
    const finder = inOneGo(ClaimFinder.of({ pods: [], podGroups: [], deviceClasses, resourceClaims: [], resourceClaimTemplates: [] }));
    const on = decoded(decodeNode, { metadata: { name: 'n' }, status: { allocatable } });
    inOneGo(nodeKinds(inOneGo(finder.claimsOf(pod)), [on], checkpoint));
    return units;
  };
  expect(unitsFor(3000)).toBe(unitsFor(30));
});
