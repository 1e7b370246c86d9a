// npm run bench:modes -- [--write]
//
// Passes over many nodes for a claim of each mode of XAttributeSemantics, for one with whole alternatives, and for ordinary constraints.
// Each claim is filtered the first time, again, after one node changed, and after all nodes changed. Figures are medians, except for the
// first pass.

import { createAllocator } from '../src/index.js';
import { complete } from '../test/support/filtered.js';
import { claim, deviceClass, node, request, slice } from '../test/support/objects.js';
import { publish, table } from './page.js';

const SIZES = [500, 5000];
const DEVICES = 10;
const ROUNDS = 15;
/** Rounds in which all nodes change. */
const ALL_ROUNDS = 5;

const A = 'd.example.com/';

function devicesOf(mark: number): object[] {
  return Array.from({ length: DEVICES }, (_, index) => {
    const root = Math.floor(index / 2);
    const lists = {
      roots: { strings: [`r${root}`, `s${root >> 1}`, 'all'] },
      lacks: { strings: ['a', 'b', 'c', 'd'].filter((__, at) => at !== index % 4) },
    };
    return { name: `d${index}`, attributes: { root: { string: `r${root}` }, number: { int: index }, mark: { int: mark }, ...lists } };
  });
}

function sliceOf(index: number, mark: number): object {
  return slice(`s${index}`, devicesOf(mark), { nodeName: `n${index}`, pool: { name: `n${index}` } });
}

const wanting = (count: number, constraint: object): object => ({ requests: [request('r', { count })], constraints: [constraint] });
const ROOT = { matchAttribute: `${A}root` };

/** The claims by name. */
const CLAIMS: Readonly<Record<string, object>> = {
  'a common value (match)': { devices: wanting(2, ROOT) },
  'no common value (distinct)': { devices: wanting(2, { distinctAttribute: `${A}number` }) },
  'Identical, as sets': {
    devices: wanting(2, {
      matchAttribute: `${A}roots`,
      matchSemantics: { mode: 'Identical', options: { identical: { listMode: 'Set' } } },
    }),
  },
  'NonEmptyIntersection of 2': {
    devices: wanting(2, {
      matchAttribute: `${A}roots`,
      matchSemantics: { mode: 'NonEmptyIntersection', options: { nonEmptyIntersection: { minSize: 2 } } },
    }),
  },
  AllDistinct: { devices: wanting(2, { distinctAttribute: `${A}number`, distinctSemantics: { mode: 'AllDistinct' } }) },
  PairwiseDisjoint: {
    devices: wanting(2, {
      distinctAttribute: `${A}number`,
      distinctSemantics: { mode: 'PairwiseDisjoint', options: { pairwiseDisjoint: { coerceScalarToList: true } } },
    }),
  },
  EmptyIntersection: { devices: wanting(4, { distinctAttribute: `${A}lacks`, distinctSemantics: { mode: 'EmptyIntersection' } }) },
  firstOfDevices: { firstOfDevices: [wanting(3, ROOT), wanting(2, ROOT)] },
};

function timeOf(action: () => void): number {
  const begin = performance.now();
  action();
  return performance.now() - begin;
}

function median(rounds: number, time: (round: number) => number): number {
  const times = Array.from({ length: rounds }, (_, round) => time(round + 1)).sort((left, right) => left - right);
  return times[Math.floor(rounds / 2)] as number;
}

const show = (milliseconds: number): string => (milliseconds < 10 ? milliseconds.toFixed(3) : milliseconds.toFixed(0));

async function measure(nodes: number, spec: object): Promise<string[]> {
  const cluster = (await createAllocator({ featureGates: { XAttributeSemantics: true, XFirstOfDevices: true } })).cluster();
  const change = (index: number, mark: number): void => {
    cluster.apply([sliceOf(index, mark)]);
  };
  cluster.apply([deviceClass('any')]);
  for (let index = 0; index < nodes; index++) cluster.apply([node(`n${index}`), sliceOf(index, 0)]);
  const claims = cluster.prepare([{ ...claim('c', []), spec }]);
  const ask = (): void => {
    if (complete(cluster.filter({ claims })).kind !== 'complete') throw new Error('a filter that is not complete');
  };
  const first = timeOf(ask);
  const { feasible } = complete(cluster.filter({ claims }));
  if (feasible.length !== nodes) throw new Error(`expected ${nodes} nodes, got ${feasible.length}`);
  const again = median(ROUNDS, () => timeOf(ask));
  const one = median(ROUNDS, (round) => {
    change(7, round);
    return timeOf(ask);
  });
  const all = median(ALL_ROUNDS, (round) => {
    for (let index = 0; index < nodes; index++) change(index, ROUNDS + round);
    return timeOf(ask);
  });
  return [first, again, one, all].map(show);
}

const rows: string[][] = [];
for (const nodes of SIZES) {
  for (const [name, spec] of Object.entries(CLAIMS)) rows.push([`${nodes.toLocaleString('en')}: ${name}`, ...(await measure(nodes, spec))]);
}
publish(
  'modes',
  `${table([`nodes with ${DEVICES} devices: claim`, 'first, ms', 'again', 'one node changed', 'all changed'], rows)}

Each claim in a separate cluster, one after another in one process; medians of ${ROUNDS} passes, of ${ALL_ROUNDS} where all nodes changed.`,
);
