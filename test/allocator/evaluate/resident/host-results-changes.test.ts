// Tests passes whose results of single nodes are joined while the cluster changes: the results reflect the cluster at the time of the call.

import { beforeEach, describe, expect, it } from 'vitest';
import type { Cluster } from '../../../../src/library/cluster.js';
import { card, wants } from '../../../support/cards.js';
import type { Counted } from '../../../support/counted.js';
import { complete } from '../../../support/filtered.js';
import { fourNodes, NAMES, outcomesOn, takeOn } from '../../../support/four-nodes.js';
import { device, node, slice } from '../../../support/objects.js';

let counted: Counted;
let cluster: Cluster;

beforeEach(() => {
  counted = fourNodes();
  cluster = counted.cluster;
});

describe('a cluster that changes during a pass', () => {
  beforeEach(() => {
    cluster.apply(NAMES.flatMap((name) => card(name)));
  });

  it('by what makes share IDs, changes nothing of the pass', () => {
    cluster.apply([
      node('n5'),
      slice('s', [device('a', {}, { allowMultipleAllocations: true })], { nodeName: 'n5', pool: { name: 'n5' } }),
    ]);
    counted.hooks.newShareID = () => {
      cluster.apply([node('n3', { changed: 'yes' })]);
      return 'share';
    };
    const result = complete(cluster.filter({ claims: wants() }));
    expect(outcomesOn(result)).toEqual(NAMES.map((name) => [`pool-${name}/a`]));
    expect(result.feasible).toEqual([...NAMES, 'n5']);
  });

  it('by what makes share IDs, of which one is bad, makes an error of that node alone', () => {
    const counts = { n5: 1, n6: 1, n7: 2 };
    cluster.apply(
      Object.entries(counts).flatMap(([name, count]) => {
        const own = Array.from({ length: count }, (_, index) => device(`d${index}`, {}, { allowMultipleAllocations: true }));
        return [node(name), slice(`s-${name}`, own, { nodeName: name, pool: { name } })];
      }),
    );
    let calls = 0;
    counted.hooks.newShareID = () => {
      if (++calls === 2) cluster.apply([node('n8')]);
      return calls === 3 ? '' : `share-${calls}`;
    };
    const { feasible, errors } = complete(cluster.filter({ claims: wants() }));
    expect([feasible, [...errors.keys()]]).toEqual([[...NAMES, 'n5', 'n7'], ['n6']]);
  });

  it('while it yields, changes nothing of the pass', async () => {
    counted.hooks.search = () => {
      // So long that the pass yields after it.
      const end = performance.now() + 1;
      while (performance.now() < end);
    };
    const turns: number[] = [];
    counted.hooks.yieldNow = () => {
      turns.push(counted.searched());
      if (turns.at(-1) === 1) takeOn(cluster, 'x', 'n4');
    };
    const result = await cluster.filterAsync({ claims: wants() });
    expect(outcomesOn(result)).toEqual(NAMES.map((name) => [`pool-${name}/a`]));
    expect(outcomesOn(cluster.filter({ claims: wants() }))[3]).toEqual(['pool-n4/b']);
  });
});
