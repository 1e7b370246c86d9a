// Explanations of a claim that no node has devices for, over 500 and 5,000 nodes of ten devices: `npm run bench:explain [-- --write]`.
//
// Times are CPU times of all threads of the process, so that other programs on the machine do not count. "Longest turn" is the
// longest CPU time for which `explainAsync` blocks the event loop, including garbage collection.

import { accelerators, claimFor, nodesWithDevices, testClass } from '../src/harness/objects.js';
import { type Cluster, createAllocator } from '../src/index.js';
import { processorSeconds, showSpread, showTime, spreadOf, thousands } from './measure.js';
import { publish, table } from './page.js';

const ROUNDS = 5;
const NODES = [500, 5000];
const DEVICES = 10;

/** A claim, and the commits before it. */
interface Case {
  readonly name: string;
  readonly claim: object;
  readonly before?: (cluster: Cluster, nodes: number) => void;
}

const nothing = { selectors: [{ cel: { expression: 'device.attributes["test-driver.cdi.k8s.io"].model == "none"' } }] };

/** Allocates nine devices of every node. */
function takeNine(cluster: Cluster, nodes: number): void {
  for (let index = 0; index < nodes; index++) {
    const claims = [{ ...claimFor({ count: DEVICES - 1 }), metadata: { name: `holder-${index}`, namespace: 'default' } }];
    cluster.commit(claims, cluster.allocate({ claims, node: `node-${index}` }));
  }
}

const CASES: readonly Case[] = [
  { name: 'a selector that no device matches', claim: claimFor(nothing) },
  { name: 'two devices, and one is left on each node', claim: claimFor({ count: 2 }), before: takeNine },
  { name: 'more devices than a node has', claim: claimFor({ count: DEVICES + 1 }) },
];

/** The CPU seconds of an action, and the longest turn of the event loop meanwhile. */
async function watched(action: () => Promise<unknown>): Promise<{ readonly seconds: number; readonly longest: number }> {
  let isOver = false;
  let longest = 0;
  const start = processorSeconds();
  let last = start;
  const turn = (): void => {
    const now = processorSeconds();
    longest = Math.max(longest, now - last);
    last = now;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  await action();
  isOver = true;
  return { seconds: processorSeconds() - start, longest };
}

const rows: string[][] = [];
for (const { name, claim, before } of CASES) {
  for (const nodes of NODES) {
    const cluster = (await createAllocator()).cluster();
    cluster.apply([...nodesWithDevices(nodes, () => accelerators(DEVICES)), testClass]);
    before?.(cluster, nodes);
    const asked = { claims: [claim] };
    const explanation = cluster.explain(asked);
    if (explanation.kind !== 'unallocatable' || explanation.nodes.length !== nodes) throw new Error(`${name}: ${explanation.kind}`);
    const [inOneGo, inTurns, longest]: [number[], number[], number[]] = [[], [], []];
    for (let round = 0; round < ROUNDS; round++) {
      const start = processorSeconds();
      cluster.explain(asked);
      inOneGo.push((processorSeconds() - start) * 1e9);
      const turns = await watched(() => cluster.explainAsync(asked));
      inTurns.push(turns.seconds * 1e9);
      longest.push(turns.longest * 1e9);
    }
    const head = `${name}, ${thousands(nodes)} nodes`;
    rows.push([head, showSpread(spreadOf(inOneGo)), showSpread(spreadOf(inTurns)), showTime(spreadOf(longest).median)]);
  }
}
publish('explain', table(['a claim that fits nowhere', 'explain', 'explainAsync', 'longest turn'], rows));
