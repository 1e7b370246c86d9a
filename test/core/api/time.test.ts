import { expect, it } from 'vitest';
import { claim, device, node, slice } from '../../support/objects.js';
import { allocator } from '../../support/two-nodes.js';

it('takes a Date where clients in JavaScript have one', () => {
  const now = new Date('2026-01-02T03:04:05Z');
  const meta = { creationTimestamp: now, managedFields: [{ time: now }] };
  const cluster = allocator.cluster();
  const results = [{ request: 'r', driver: 'd.example.com', pool: 'n', device: 'd' }];
  const held = {
    ...claim('c', []),
    metadata: { name: 'c', namespace: 'ns', ...meta },
    status: {
      allocation: { devices: { results }, allocationTimestamp: now },
      devices: [{ driver: 'd.example.com', pool: 'n', device: 'd', conditions: [{ type: 'Ready', lastTransitionTime: now }] }],
    },
  };
  const taints = [{ key: 'k', effect: 'NoSchedule', timeAdded: now }];
  cluster.apply([
    { ...node('n'), metadata: { name: 'n', ...meta } },
    slice('s', [device('d', {}, { taints })], { nodeName: 'n', pool: { name: 'n' } }),
    held,
  ]);
  const outcome = cluster.allocate({ claims: [held], node: 'n' });
  expect(outcome).toMatchObject({ kind: 'allocated', allocations: [{ allocationTimestamp: now.toISOString() }] });
  expect(JSON.parse(JSON.stringify(cluster.prepare([held])))[0].metadata).toMatchObject({
    creationTimestamp: now.toISOString(),
  });
  expect(JSON.stringify(cluster.prepare([held]))).toContain(`"lastTransitionTime":"${now.toISOString()}"`);
  const never = { metadata: { name: 'n', creationTimestamp: new Date('never') } };
  expect(() => cluster.apply([{ ...node('n'), ...never }])).toThrow('creationTimestamp');
});
