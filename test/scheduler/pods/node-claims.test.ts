import { describe, expect, test } from 'vitest';
import type { ResourceClaim } from '../../../src/core/api/resource-claim.js';
import { inOneGo } from '../../../src/core/base/incremental.js';
import { type ClaimGroup, claimGroups, nodeKinds } from '../../../src/scheduler/pods/claims.js';
import { objectsOf } from './objects.js';

const NODES = `
{apiVersion: v1, kind: Node, metadata: {name: dra-1}}
---
{apiVersion: v1, kind: Node, metadata: {name: plugin-1}, status: {allocatable: {example.com/gpu: 4}}}
---
{apiVersion: v1, kind: Node, metadata: {name: dra-2}, status: {allocatable: {example.com/gpu: 0}}}
---
{apiVersion: v1, kind: Node, metadata: {name: small}, status: {allocatable: {example.com/gpu: 1}}}
---
{apiVersion: v1, kind: Node, metadata: {name: plugin-2}, status: {allocatable: {example.com/gpu: 2}}}
---
{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: gpu}, spec: {extendedResourceName: example.com/gpu}}
---
{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: c, namespace: ns}, spec: {devices: {requests: []}}}
---
`;

const pod = (claims: string, metadata = ''): string =>
  `{apiVersion: v1, kind: Pod, metadata: {name: p, namespace: ns${metadata}}, spec: {resourceClaims: [${claims}], containers: [{name: m, resources: {limits: {example.com/gpu: 2}}}]}}\n`;

interface Kinds {
  readonly kinds: [string[], string[]][];
  readonly unbound: (string | undefined)[];
  readonly refused: [string, string][];
  readonly claims: readonly ResourceClaim[];
}

function kindsOf(text: string): Kinds {
  const set = objectsOf(NODES + text);
  const group = [...claimGroups(set)].find(({ name }) => name.startsWith('pod')) as ClaimGroup;
  const { kinds, refused } = inOneGo(nodeKinds(group, set.nodes));
  return {
    kinds: kinds.map(({ claims, nodes }) => [claims.map(({ metadata }) => metadata.name), nodes.map(({ metadata }) => metadata.name)]),
    unbound: kinds.map(({ unbound }) => unbound?.words),
    refused: refused.map(({ node, reason }) => [node.metadata.name, reason]),
    claims: kinds[0]?.claims ?? [],
  };
}

describe('a pod with extended resources', () => {
  test('has a claim where DRA serves them, none where a device plugin does, and cannot go where that has too few', () => {
    const { kinds, refused } = kindsOf(pod(''));
    expect(kinds).toEqual([
      [['p-extended-resources'], ['dra-1', 'dra-2']],
      [[], ['plugin-1', 'plugin-2']],
    ]);
    expect(refused).toEqual([['small', 'extended resource example.com/gpu: the pod needs 2, but the device plugin of the node has 1']]);
  });

  test('has that claim last, and with claims of its own cannot be bound where a device plugin serves everything', () => {
    const { kinds, unbound, refused } = kindsOf(pod('{name: x, resourceClaimName: c}'));
    expect(kinds).toEqual([
      [
        ['c', 'p-extended-resources'],
        ['dra-1', 'dra-2'],
      ],
      [['c'], ['plugin-1', 'plugin-2']],
    ]);
    expect(unbound).toEqual([undefined, 'nil or empty request mappings, no update of pod ns/p ExtendedResourceClaimStatus']);
    expect(refused.map(([node]) => node)).toEqual(['small']);
  });

  test('has a claim that is made as the scheduler makes it', () => {
    const [claim] = kindsOf(pod('', ', uid: u')).claims;
    expect(claim?.metadata).toMatchObject({
      namespace: 'ns',
      ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'u', controller: true }],
      source: { annotations: { 'resource.kubernetes.io/extended-resource-claim': 'true' } },
    });
    expect(claim?.spec.devices.requests).toEqual([
      {
        name: 'container-0-request-0',
        exactly: {
          deviceClassName: 'gpu',
          selectors: [],
          allocationMode: 'ExactCount',
          count: 2n,
          tolerations: [],
          derivedAttributes: [],
        },
        firstAvailable: [],
      },
    ]);
    expect(claim?.status).toEqual({ reservedFor: [{ apiGroup: '', resource: 'pods', name: 'p', uid: 'u' }] });
  });

  test('has a claim without owner and consumer as long as it has no uid', () => {
    const [claim] = kindsOf(pod('')).claims;
    expect([claim?.metadata.ownerReferences, claim?.status.reservedFor]).toEqual([[], []]);
  });
});

test('nodes are all alike for a group whose claims do not depend on them', () => {
  const set = objectsOf(NODES);
  const [group] = claimGroups(set);
  expect(inOneGo(nodeKinds(group as ClaimGroup, set.nodes))).toEqual({ kinds: [{ claims: group?.claims, nodes: set.nodes }], refused: [] });
});
