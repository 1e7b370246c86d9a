// Measures what a process keeps after calls with long texts, each another one: run by itself, with --expose-gc. Prints for each scenario
// the bytes by which memory has grown, while its allocator and cluster are still there.

import { getHeapStatistics } from 'node:v8';
import { createAllocator } from '../../src/index.js';
import { SCENARIOS, type Scenario } from './scenarios.js';

declare const gc: () => void;

/** Calls before the first measurement, so that code and tables that anything needs do not count. */
const WARM_UP = 1;

async function keptBy(scenario: Scenario, calls: number, characters: number): Promise<number> {
  const allocator = await createAllocator();
  const cluster = allocator.cluster();
  const ask = scenario({ allocator, cluster, characters });
  for (let call = 0; call < WARM_UP; call++) await ask(call);
  const before = usedBytes();
  for (let call = WARM_UP; call < WARM_UP + calls; call++) await ask(call);
  const kept = usedBytes() - before;
  // Both are used until here.
  await ask(0);
  await allocator.close();
  return kept;
}

function usedBytes(): number {
  for (let round = 0; round < 3; round++) gc();
  const { used_heap_size, external_memory } = getHeapStatistics();
  return used_heap_size + external_memory;
}

const [calls, characters, ...names] = process.argv.slice(2);
for (const name of names) {
  const kept = await keptBy(SCENARIOS[name] as Scenario, Number(calls), Number(characters));
  console.log(JSON.stringify({ name, kept }));
}
