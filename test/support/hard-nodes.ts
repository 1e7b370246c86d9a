// Nodes on which a claim takes a long search, bounds or not: devices that each consume some of several counters, which hardly suffice.

import { claim, device, node, request, slice } from './objects.js';

/** Numbers that look random, from a seed (mulberry32). */
function dice(seed: number): (end: number) => number {
  let state = Math.imul(seed + 1, 0x9e3779b1) >>> 0;
  return (end) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % end;
  };
}

const COUNTERS = ['memory', 'engines', 'lanes', 'slots'] as const;

/** A node with `count` devices; a share of the counters, in percent of what the devices consume in all, is there. */
export function hardNode(name: string, seed: number, { count, percent }: { readonly count: number; readonly percent: number }): object[] {
  const below = dice(seed);
  const amounts = Array.from({ length: count }, () => COUNTERS.map(() => 1 + below(97)));
  const counters = COUNTERS.map((counter, index) => {
    const sum = amounts.reduce((total, own) => total + (own[index] as number), 0);
    return [counter, { value: `${Math.floor((sum * percent) / 100)}` }] as const;
  });
  const pool = { name, resourceSliceCount: 2 };
  const devices = amounts.map((own, index) => {
    const consumed = Object.fromEntries(COUNTERS.map((counter, at) => [counter, { value: `${own[at]}` }]));
    return device(`d${index}`, { number: index + 1 }, { consumesCounters: [{ counterSet: 'card', counters: consumed }] });
  });
  return [
    node(name),
    slice(`${name}-counters`, [], {
      nodeName: name,
      pool,
      devices: undefined,
      sharedCounters: [{ name: 'card', counters: Object.fromEntries(counters) }],
    }),
    slice(`${name}-devices`, devices, { nodeName: name, pool }),
  ];
}

/** A claim for a number of devices, one request each. Each rejects another device, so that no two of them want the same. */
export function hardClaim(requests: number, name = 'hard'): ReturnType<typeof claim> {
  return claim(
    name,
    Array.from({ length: requests }, (_, index) => {
      const expression = `device.attributes["d.example.com"].?number.orValue(0) != ${index + 1}`;
      return request(`r${index}`, { selectors: [{ cel: { expression } }] });
    }),
  );
}
