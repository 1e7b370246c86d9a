// This package as a benchmarked allocator.

import { checkObject, checkText, objectWith } from '../core/base/arguments.js';
import { type AllocatorOptions, type CompleteFilter, createAllocator, type FilterResult } from '../index.js';
import type { AllocateAnswer, BenchAllocator, BenchSession, BenchSetup, FilterAnswer } from './scenario.js';

const checkSetup = objectWith<BenchSetup>({ featureGates: checkObject });

/**
 * Returns this package as an allocator: a resident cluster that filters all nodes and uses the best one. Options are the options of
 * `createAllocator`; gates of a scenario override them.
 * @example
 * ```ts
 * import { builtInScenarios, ourAllocator, runBench } from 'dra-allocator/bench';
 *
 * const scenarios = builtInScenarios().filter(({ name }) => name === 'one node: partitions, 7 of 8');
 * const allocators = [ourAllocator(), ourAllocator({ kubernetesVersion: '1.36' }, 'with the gates of 1.36')];
 * const { results } = await runBench(scenarios.map((each) => each.make()), allocators, { rounds: 1 });
 * for (const { allocator, answers, wrong } of results) console.log(allocator, answers, wrong?.count);
 * // dra-allocator { nodes: 20 } 0
 * // with the gates of 1.36 { nodes: 20 } 0
 * ```
 */
export function ourAllocator(options: AllocatorOptions = {}, name = 'dra-allocator'): BenchAllocator {
  checkObject(options, 'ourAllocator(options)');
  checkText(name, 'ourAllocator(name)');
  return {
    name,
    async prepare(setup): Promise<BenchSession> {
      checkSetup(setup, 'prepare(setup)');
      const { featureGates, objects } = setup;
      const allocator = await createAllocator({ ...options, featureGates: { ...options.featureGates, ...featureGates } });
      const cluster = allocator.cluster();
      cluster.apply(objects);
      return {
        apply: (more) => void cluster.apply(more),
        allocate(claims): AllocateAnswer {
          const found = completeOf(cluster.filter({ claims }));
          const { best, errors } = found;
          const [error] = best === undefined ? errors.values() : [];
          if (best === undefined) return error === undefined ? { kind: 'unallocatable' } : { kind: 'error', message: error.message };
          const outcome = found.outcome(best);
          if (outcome.kind !== 'allocated') throw new Error(`node ${best} passed the filters, but the allocation on it failed`);
          cluster.commit(claims, outcome);
          return { kind: 'allocated', node: best, allocations: outcome.allocations };
        },
        release: (claims) => cluster.release(claims),
        filter(claims): FilterAnswer {
          const { feasible, errors } = completeOf(cluster.filter({ claims }));
          const [error] = [...errors.values()].filter(({ nodeLocal }) => nodeLocal !== true);
          return error === undefined ? { kind: 'nodes', nodes: feasible } : { kind: 'error', message: error.message };
        },
        close: () => allocator.close(),
      };
    },
  };
}

/** Returns the result of a filter without limits, which is complete. */
export function completeOf(found: FilterResult): CompleteFilter {
  if (found.kind !== 'complete') throw new Error('the filter was interrupted although it has no limits');
  return found;
}
