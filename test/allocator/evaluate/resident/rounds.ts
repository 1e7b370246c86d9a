// Measures that the memory of a long-lived cluster does not grow: through rounds
// of allocate, commit and release, and through nodes that come and go.

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Cluster } from '../../../../src/library/cluster.js';
import { complete } from '../../../support/filtered.js';
import { claim, device, deviceClass, node, request, selectors, slice } from '../../../support/objects.js';
import { twoClusters } from './sides.js';

/** Bytes in use after garbage collection. */
export interface Use {
  readonly heap: number;
  readonly solver: number;
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

function on(name: string): object {
  const list = Array.from({ length: 8 }, (_, index) => device(`d${index}`, { model: index % 2 === 0 ? 'a' : 'b', numa: index % 4 }));
  return slice(`s-${name}`, list, { nodeName: name, pool: { name } });
}

/** Runs rounds. Returns the memory in use after a tenth of them, and after all. */
async function measure(rounds: number, bytes: () => number, live: (round: number) => void): Promise<readonly [Use, Use]> {
  const use: Use[] = [];
  const note = async (): Promise<void> => {
    // Weakly held objects are collected after a turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve));
    collect();
    use.push({ heap: process.memoryUsage().heapUsed, solver: bytes() });
  };
  const start = Date.now();
  let shown = start;
  for (let round = 0; round < rounds; round++) {
    live(round);
    if (round === Math.floor(rounds / 10)) await note();
    if (round % 1024 !== 0 || Date.now() - shown < 10_000) continue;
    shown = Date.now();
    console.log(`${round} rounds, ${Math.round((shown - start) / 1000)} s`);
  }
  await note();
  return use as unknown as readonly [Use, Use];
}

function clusterOf(count: number): { readonly cluster: Cluster; readonly bytes: () => number } {
  const { resident, bytes } = twoClusters();
  const names = Array.from({ length: count }, (_, index) => `n${index}`);
  resident.apply([deviceClass('any'), ...names.flatMap((name) => [node(name), on(name)])]);
  return { cluster: resident, bytes };
}

/** Places claims of four signatures on 50 nodes, and releases each a hundred rounds later. */
export function rounds(count: number): Promise<readonly [Use, Use]> {
  const { cluster, bytes } = clusterOf(50);
  const isA = selectors('device.attributes["d.example.com"].model == "a"');
  const signatures = [
    [request('r')],
    [request('r', { count: 2 })],
    [request('r', isA)],
    [request('r', isA), request('q', { tolerations: [{ operator: 'Exists' }] })],
  ];
  const live: object[][] = [];
  return measure(count, bytes, (round) => {
    const claims = [claim(`c${round}`, signatures[round % signatures.length] as object[])];
    const { feasible, outcome } = complete(cluster.filter({ claims }));
    cluster.commit(claims, outcome(feasible[round % feasible.length] as string));
    live.push(claims);
    if (live.length > 100) cluster.release(live.shift() as object[]);
  });
}

/** Adds nodes with new names and their devices, and removes them. */
export function churn(count: number): Promise<readonly [Use, Use]> {
  const { cluster, bytes } = clusterOf(20);
  const claims = [claim('c', [request('r')])];
  return measure(count, bytes, (round) => {
    const name = `m${round}`;
    const objects = [node(name), on(name)];
    cluster.apply(objects);
    if (complete(cluster.filter({ claims })).feasible.length !== 21) throw new Error(`${name} is not feasible`);
    cluster.remove(objects);
    if (complete(cluster.filter({ claims })).feasible.length !== 20) throw new Error(`${name} is still feasible`);
  });
}
