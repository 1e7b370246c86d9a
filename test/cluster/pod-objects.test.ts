import { expect, it } from 'vitest';
import { PodObjects } from '../../src/cluster/pod-objects.js';
import { DecodeContext } from '../../src/core/api/context.js';
import { decodeResourceClaim } from '../../src/core/api/decode-resource-claim.js';
import type { Pod } from '../../src/core/api/pod.js';
import { decodePod } from '../../src/core/api/pod.js';
import type { ResourceClaim } from '../../src/core/api/resource-claim.js';
import { Priorities } from '../../src/scheduler/pods/priorities.js';
import { claim, request } from '../support/objects.js';

const context = (): DecodeContext => new DecodeContext([]);

function owned(name: string): ResourceClaim {
  const object = claim(name, [request('r')]) as { readonly metadata: object };
  const ownerReferences = [{ apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'u', controller: true }];
  return decodeResourceClaim({ ...object, metadata: { ...object.metadata, ownerReferences } } as never, context());
}

function running(name: string, priority: number): Pod {
  const object = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { namespace: 'ns', name },
    spec: { containers: [{ name: 'c' }], nodeName: 'n', priority },
  };
  return decodePod(object as never, context());
}

it('a fork has the claims of each owner, and what either is told later does not show in the other', () => {
  const origin = new PodObjects();
  origin.putClaim('ns/a', owned('a'));
  const owner = [...(origin as unknown as { claimsByOwner: Iterable<[string, unknown]> }).claimsByOwner].map(([name]) => name)[0] as string;
  const fork = new PodObjects(origin);
  const keysIn = (objects: PodObjects): readonly string[] => [...(objects.claimsByOwner.get(owner)?.keys ?? [])];
  fork.putClaim('ns/b', owned('b'));
  expect([keysIn(origin), keysIn(fork)]).toEqual([['ns/a'], ['ns/a', 'ns/b']]);
  origin.put('ResourceClaim', 'ns/a', undefined);
  expect([keysIn(origin), keysIn(fork)]).toEqual([[], ['ns/a', 'ns/b']]);
});

it('a fork has the priorities of the pods that run, and counts them by itself', () => {
  const priorities = new Priorities([]);
  const origin = new PodObjects();
  origin.put('Pod', 'ns/high', { pod: running('high', 9), info: undefined });
  const fork = new PodObjects(origin);
  fork.put('Pod', 'ns/low', { pod: running('low', 1), info: undefined });
  fork.put('Pod', 'ns/other', { pod: running('other', 9), info: undefined });
  expect([origin, fork].map(({ tally }) => tally.lowestRunning(priorities))).toEqual([9, 1]);
  fork.put('Pod', 'ns/low', undefined);
  fork.put('Pod', 'ns/other', undefined);
  origin.put('Pod', 'ns/high', undefined);
  expect([origin, fork].map(({ tally }) => tally.lowestRunning(priorities))).toEqual([undefined, 9]);
  expect([origin, fork].map((objects) => objects.stampOf('Pod'))).toEqual([2, 5]);
});
