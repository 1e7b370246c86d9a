import { expect, it } from 'vitest';
import { createAllocator } from '../../../src/index.js';
import { claim, deviceClass, devices, node, request, slice } from '../../support/objects.js';

it('outcomes without a search are objects of their own: what a caller writes into one is in no other', async () => {
  const allocator = await createAllocator();
  const input = {
    node: node('n'),
    claims: [claim('c', [request('r')])],
    deviceClasses: [deviceClass('any')],
    resourceSlices: [slice('s', devices(1))],
  };
  const ask = (): object => allocator.allocate({ ...input, limits: { milliseconds: 0 } });
  const [first, second] = [ask(), ask()];
  Object.assign(first, { kind: 'spoilt' });
  expect([second, ask()]).toEqual(Array(2).fill({ kind: 'interrupted', by: 'milliseconds', steps: 0 }));
});
