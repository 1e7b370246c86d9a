// The program behind `npm run test:cluster:corpus`: plays random clusters on a real control plane, and compares the decisions with ours.
// Options: --seed S, --clusters N, --first I; --write stores the steps.

import { parseArgs } from 'node:util';
import { KUBERNETES_VERSION, provide } from '../real/build.mjs';
import { ControlPlane } from '../real/control-plane.mjs';
import { compareCorpus } from './compare.js';
import { type CorpusStep, writeCorpus } from './corpus.js';
import { figuresOf } from './figures.js';
import { recordCluster } from './record.js';

/** Without controllers of owners and without garbage collection, objects change only when the recorder says so. */
const CONTROLLERS = [
  'resourceclaim-controller',
  'device-taint-eviction-controller',
  'ephemeral-volume-controller',
  'persistentvolume-binder-controller',
];

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    clusters: { type: 'string', default: '30' },
    first: { type: 'string', default: '0' },
    write: { type: 'boolean', default: false },
  },
});

async function main(): Promise<number> {
  if (!provide()) return 1;
  const [seed, clusters, first] = [Number(values.seed), Number(values.clusters), Number(values.first)];
  const plane = new ControlPlane('default', { controllers: CONTROLLERS });
  process.once('SIGINT', () => void plane.stop().finally(() => process.exit(130)));
  const steps: CorpusStep[] = [];
  try {
    await plane.start();
    for (let cluster = first; cluster < first + clusters; cluster++) {
      const recorded = await recordCluster(plane.api, seed, cluster);
      steps.push(...recorded);
      const { differences } = await compareCorpus(recorded);
      console.log(`cluster ${cluster}: ${recorded.length} steps, ${differences.length} differences`);
      for (const text of differences) console.log(`  ${text}`);
    }
  } finally {
    await plane.stop();
  }
  const { differences, questions } = await compareCorpus(steps);
  const { kinds, plugins } = figuresOf(questions);
  console.log(`${steps.length} steps, ${differences.length} differences`);
  for (const [subject, { placed, rejected }] of kinds) console.log(`  ${subject}: ${placed} placed, ${rejected} rejected`);
  for (const [plugin, count] of [...plugins].sort()) console.log(`  rejected by ${plugin}: ${count}`);
  if (values.write) writeCorpus(steps, { seed, kubernetes: KUBERNETES_VERSION });
  return 0;
}

process.exitCode = await main();
