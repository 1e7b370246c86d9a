// A cluster of four nodes that counts its searches, with a class for all devices.

import type { FilterResult } from '../../src/cluster/filter-result.js';
import type { Cluster } from '../../src/library/cluster.js';
import { Counted } from './counted.js';
import { claim, deviceClass, node, request } from './objects.js';
import { picks } from './two-nodes.js';

export const NAMES = ['n1', 'n2', 'n3', 'n4'];

/** Four nodes without devices. */
export function fourNodes(): Counted {
  const counted = new Counted();
  counted.cluster.apply([deviceClass('any'), ...NAMES.map((name) => node(name))]);
  return counted;
}

/** The devices that each node allocates, in order. */
export function outcomesOn(result: FilterResult): unknown[] {
  return NAMES.map((name) => picks(result.outcome(name)));
}

/** Commits a claim for one device on a node. */
export function takeOn(cluster: Cluster, name: string, nodeName: string): void {
  const claims = [claim(name, [request('r')])];
  cluster.commit(claims, cluster.allocate({ claims, node: nodeName }));
}
