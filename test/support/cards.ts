// Nodes with one card each, whose partitions consume its counter. No pass solves such nodes, so the host searches each node that is not
// equivalent to another one.

import { claim, device, request, slice } from './objects.js';

type Fields = Readonly<Record<string, unknown>>;

/** A card of a node: a counter, and partitions that each consume part of it. */
export function card(
  name: string,
  more: { readonly memory?: number; readonly partitions?: readonly object[]; readonly pool?: Fields } = {},
): object[] {
  const { memory = 2, partitions = [device('a'), device('b'), device('c')], pool } = more;
  const common = { nodeName: name, pool: { name: `pool-${name}`, resourceSliceCount: 2, ...pool } };
  const consumesCounters = [{ counterSet: 'card', counters: { memory: { value: '1' } } }];
  const sharedCounters = [{ name: 'card', counters: { memory: { value: `${memory}` } } }];
  return [
    slice(`counters-${name}`, [], { ...common, sharedCounters }),
    slice(
      `devices-${name}`,
      partitions.map((partition) => ({ ...partition, consumesCounters })),
      common,
    ),
  ];
}

/** A claim with one request. */
export function wants(exactly: Fields = {}, more: Fields = {}): object[] {
  return [claim('c', [request('r', exactly)], more)];
}
