import { describe, expect, test } from 'vitest';
import { ResourceClaimController } from '../../../src/classic/actors/resource-claim-controller.js';
import { conflict } from '../../../src/classic/api/api-error.js';
import type { ClassicPod, PodClaimStatus, PodSchedulingContext, ResourceClaim } from '../../../src/classic/api/kinds.js';
import type { ApiObject } from '../../../src/classic/api/objects.js';
import cases from '../upstream/resource-claim-controller.json' with { type: 'json' };
import { stripped, synced, worldOf } from '../upstream/world.js';

interface Case {
  readonly key: string;
  readonly pods?: readonly ClassicPod[];
  readonly podsLater?: readonly ClassicPod[];
  readonly claims?: readonly ResourceClaim[];
  readonly claimsInCache?: readonly ResourceClaim[];
  readonly templates?: readonly ApiObject[];
  readonly failsToCreate?: boolean;
  readonly expectedClaims?: readonly ResourceClaim[];
  readonly expectedStatuses?: Readonly<Record<string, readonly PodClaimStatus[]>>;
  readonly expectedPodSchedulingContexts?: readonly PodSchedulingContext[];
  readonly expectedError?: boolean;
  /** The number of created claims. */
  readonly created?: number;
}

/** Upstream's test client uses a counter as the suffix of generated names, where an API server uses random characters. */
function counted<T>(value: T): T {
  return JSON.parse(JSON.stringify(value).replaceAll(/(test-pod-acme-resource-)[bcdfghjklmnpqrstvwxz2456789]{5}"/g, '$1-1"')) as T;
}

describe('the resourceclaim controller does what that of Kubernetes does', () => {
  test.each(Object.entries(cases as unknown as Readonly<Record<string, Case>>))('%s', async (_, given) => {
    const world = worldOf([...(given.pods ?? []), ...(given.claims ?? []), ...(given.templates ?? [])]);
    const controller = synced(new ResourceClaimController(world));
    for (const claim of given.claimsInCache ?? []) controller.noteWritten(claim);
    for (const pod of given.podsLater ?? []) world.store.create(pod);
    if (given.failsToCreate === true) {
      world.client.create = () => {
        throw conflict('ResourceClaim', 'fake name', 'fake conflict');
      };
    }
    const outcome = controller.sync(given.key);
    if (given.expectedError === true) await expect(outcome).rejects.toThrow();
    else await outcome;
    expect(counted(stripped(world.store.list('ResourceClaim')))).toEqual(stripped(given.expectedClaims ?? []));
    const statuses = world.store.list('Pod').flatMap(({ metadata, status }) => {
      const own = status?.resourceClaimStatuses ?? [];
      return own.length === 0 ? [] : [[metadata.name, own] as const];
    });
    expect(counted(Object.fromEntries(statuses))).toEqual(given.expectedStatuses ?? {});
    expect(stripped(world.store.list('PodSchedulingContext'))).toEqual(stripped(given.expectedPodSchedulingContexts ?? []));
    const created = world.client.takeTrace().writes.filter(({ verb, object }) => verb === 'create' && object.kind === 'ResourceClaim');
    expect(created).toHaveLength(given.created ?? 0);
  });
});
