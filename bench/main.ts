// Runs every scenario and prints the median with its spread. Times depend on the machine. Compare only runs on the same machine.

import { Bench } from 'tinybench';
import { measureOnce, ONCE, printHostile } from './hostile.js';
import { listAttributes } from './list-attributes.js';
import { manyNodes } from './many-nodes.js';
import { oneNodeOneShot, oneNodeResident } from './one-node.js';
import type { Scenario } from './scenario.js';
import { selectors } from './selectors.js';

const SCENARIOS: readonly Scenario[] = [oneNodeOneShot, oneNodeResident, listAttributes, manyNodes, ...selectors];

function print(microseconds: number): string {
  return microseconds >= 1000 ? `${(microseconds / 1000).toFixed(2)} ms` : `${microseconds.toFixed(1)} us`;
}

async function runAll(wanted: readonly string[]): Promise<void> {
  for (const { name, setup } of SCENARIOS.filter((scenario) => wanted.every((word) => scenario.name.includes(word)))) {
    const bench = new Bench({ time: 1000, warmupTime: 300 });
    const action = await setup();
    bench.add(name, () => {
      action();
    });
    await bench.run();
    const result = bench.tasks[0]?.result;
    if (result === undefined || !('latency' in result)) throw new Error(`no result for ${name}`);
    const { p50, p75, min } = result.latency;
    process.stdout.write(
      `${name.padEnd(64)} ${print(p50 * 1000).padStart(10)}  (fastest ${print(min * 1000)}, three of four within ${print(p75 * 1000)})\n`,
    );
  }
  printHostile(wanted);
}

const [mode, name = ''] = process.argv.slice(2);
if (mode === ONCE) process.stdout.write(JSON.stringify(measureOnce(name)));
else await runAll(process.argv.slice(2));
