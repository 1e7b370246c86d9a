// Compares the answers of real schedulers about whole pods with ours, scenario by scenario.

import { type Allocator, createAllocator } from '../../../src/index.js';
import type { Round } from './answers.mjs';
import { KUBERNETES_VERSION } from './build.mjs';
import type { Scenario } from './scenario.mjs';
import { compareWholePods, type WholePodsComparison } from './whole-pods.js';

/** Compares the answers of each scenario that has some. */
export async function compareAll(
  scenarios: readonly Scenario[],
  answers: ReadonlyMap<string, readonly Round[]>,
): Promise<ReadonlyMap<string, WholePodsComparison>> {
  const allocators = new Map<Scenario['gates'], Allocator>();
  const compared = new Map<string, WholePodsComparison>();
  for (const scenario of scenarios) {
    const rounds = answers.get(scenario.name);
    if (rounds === undefined) continue;
    const options = scenario.gates === 'default' ? { kubernetesVersion: KUBERNETES_VERSION } : {};
    const allocator = allocators.get(scenario.gates) ?? (await createAllocator(options));
    allocators.set(scenario.gates, allocator);
    compared.set(scenario.name, compareWholePods(scenario, rounds, allocator, options));
  }
  return compared;
}
