import { expect, it } from 'vitest';
import { createAllocator } from '../../src/index.js';
import { claim, device, deviceClass, node, request, slice } from '../support/objects.js';

const POD = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { namespace: 'ns', name: 'p' },
  spec: { containers: [{ name: 'c' }], resourceClaims: [{ name: 'g', resourceClaimName: 'shared' }] },
};

it('are considered again where one of them gets or gives back its devices, and nothing else changes', async () => {
  const cluster = (await createAllocator()).cluster();
  const shared = claim('shared', [request('r')]);
  cluster.apply([node('n', {}, { allocatable: { pods: '9' } }), slice('s', [device('d0')]), deviceClass('any'), shared]);
  const outcome = cluster.allocate({ claims: [shared], node: 'n' });
  if (outcome.kind !== 'allocated') throw new Error(outcome.kind);
  const pod = cluster.preparePod(POD);
  const codes = (): unknown =>
    cluster
      .filter({ pod })
      .rejections.get('n')
      ?.map(({ code }) => code);
  cluster.commit([shared], outcome);
  cluster.remove([deviceClass('any')]);
  expect(codes()).toBeUndefined();
  cluster.release([shared]);
  expect(codes()).toEqual(['claims']);
  cluster.commit([shared], outcome);
  expect(codes()).toBeUndefined();
});
