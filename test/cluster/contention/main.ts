// The program behind `npm run test:cluster:contention`: plays clusters whose pods compete on a real control plane.
// Options: --seed S, --clusters N, --first I; --write stores the steps.

import { parseArgs } from 'node:util';
import { writeCorpus } from '../corpus/corpus.js';
import { KUBERNETES_VERSION, provide } from '../real/build.mjs';
import { ControlPlane } from '../real/control-plane.mjs';
import { compareSteps } from './compare.js';
import { recordCluster } from './record.js';
import { CONTENTION, type ContentionStep } from './steps.js';

const CONTROLLERS = ['resourceclaim-controller', 'disruption-controller'];

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
  const plane = new ControlPlane('all', { controllers: CONTROLLERS });
  process.once('SIGINT', () => void plane.stop().finally(() => process.exit(130)));
  const steps: ContentionStep[] = [];
  try {
    await plane.start();
    for (let cluster = first; cluster < first + clusters; cluster++) {
      const recorded = await recordCluster(plane.api, seed, cluster);
      steps.push(...recorded);
      const { differences } = await compareSteps(recorded);
      console.log(`cluster ${cluster}: ${recorded.length} steps, ${differences.length} differences`);
      for (const text of differences) console.log(`  ${text}`);
    }
  } finally {
    await plane.stop();
  }
  const { differences, counts } = await compareSteps(steps);
  console.log(`${steps.length} steps, ${differences.length} differences`, Object.fromEntries(counts));
  if (values.write)
    writeCorpus(steps, { seed, kubernetes: KUBERNETES_VERSION }, CONTENTION, 'Made by npm run test:cluster:contention -- --write');
  return 0;
}

process.exitCode = await main();
