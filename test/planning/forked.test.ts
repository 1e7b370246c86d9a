import { expect, it } from 'vitest';
import { forkOf } from '../../src/planning/forked.js';
import { errorOf } from '../support/api.js';
import { twoNodes } from '../support/two-nodes.js';

it('a cluster is forked, and anything else is named', () => {
  const cluster = twoNodes();
  const fork = forkOf(cluster, 'fit(cluster)');
  fork.remove([{ apiVersion: 'v1', kind: 'Node', metadata: { name: 'n1' } }]);
  expect([cluster.toJSON()['nodes'], fork.toJSON()['nodes']]).toEqual([2, 1]);
  expect(errorOf(() => forkOf(null as never, 'fit(cluster)'))).toMatchObject({
    code: 'invalid-input',
    message: 'fit(cluster): expected a cluster of `allocator.cluster()`, found nothing',
    path: 'cluster',
  });
});
