// What the resident cluster once got wrong, or could.

import { describe, expect, it } from 'vitest';
import { claim, devices, request, slice } from '../support/objects.js';
import { picks, twoNodes } from './two-nodes.js';

const one = [claim('c', [request('r')])];

describe('slices that change while a question gives way', () => {
  it('leave no answer behind on the node that they were taken from', async () => {
    const cluster = twoNodes();
    expect(cluster.filter({ claims: one }).feasible).toEqual(['n1', 'n2']);
    const asked = cluster.filterAsync({ claims: one });
    cluster.remove([slice('s-n1', [])]);
    expect(cluster.filter({ claims: one }).feasible).toEqual(['n2']);
    expect((await asked).feasible).toEqual(['n1', 'n2']);
  });

  it('are forgotten where they were when they move to another node', async () => {
    const cluster = twoNodes();
    cluster.filter({ claims: one });
    const asked = cluster.filterAsync({ claims: one });
    cluster.apply([slice('s-n1', devices(1), { nodeName: 'n2', pool: { name: 'n1' } })]);
    const result = cluster.filter({ claims: one });
    expect(result.feasible).toEqual(['n2']);
    expect(picks(result.outcome('n1'))).toBe('unallocatable');
    expect((await asked).feasible).toEqual(['n1', 'n2']);
  });
});
