// Nodes on which a claim needs a long search, with or without bounds: each device consumes some of several counters, which barely suffice.

import { claim, device, node, request, slice } from './objects.js';

/** Pseudorandom numbers from a seed (mulberry32). */
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

/** A node with `count` devices. Its counters hold `percent` percent of the total consumption of the devices. */
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

/** A claim with a number of requests for one device each. Each request rejects another device, so that no two of them are equal. */
export function hardClaim(requests: number, name = 'hard'): ReturnType<typeof claim> {
  return claim(
    name,
    Array.from({ length: requests }, (_, index) => {
      const expression = `device.attributes["d.example.com"].?number.orValue(0) != ${index + 1}`;
      return request(`r${index}`, { selectors: [{ cel: { expression } }] });
    }),
  );
}
