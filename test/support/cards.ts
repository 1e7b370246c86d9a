// Nodes with a card each, whose partitions take from its counter: no pass solves them, so that the host searches those that are not equivalent.

import { claim, device, request, slice } from './objects.js';

type Fields = Readonly<Record<string, unknown>>;

/** A card of a node: partitions that take one of its counter, of which there are some. */
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

/** A claim for devices of one request. */
export function wants(exactly: Fields = {}, more: Fields = {}): object[] {
  return [claim('c', [request('r', exactly)], more)];
}
