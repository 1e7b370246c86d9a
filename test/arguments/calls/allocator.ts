// Valid calls of `dra-allocator`.

import {
  AllocationError,
  type Cluster,
  createAllocator,
  explanationText,
  type FilterResult,
  type PodFilterResult,
} from '../../../src/index.js';
import { ALLOCATOR, CLAIM, cluster, NODE, OBJECTS, OUTCOME, POD, QUESTION } from '../objects.js';
import { type CallMakers, callOf, type ValidCall } from '../valid-call.js';

const ask = (method: 'allocate' | 'allocateAsync' | 'explain' | 'explainAsync') => (): ValidCall =>
  callOf((input: never) => ALLOCATOR[method](input), QUESTION as never);

/** Calls a method of a new cluster. */
const on =
  (method: keyof Cluster, ...args: readonly unknown[]) =>
  (): ValidCall => {
    const own = cluster();
    return { call: (...given) => (own[method] as (...args: never[]) => unknown).apply(own, given), args };
  };

function read<T extends FilterResult | PodFilterResult>(found: T, method: 'outcome' | 'choices'): ValidCall {
  if (found.kind !== 'complete') throw new Error('the filter was interrupted although it has no limits');
  return callOf((name: string) => found[method](name), 'n1');
}

const INPUT = { claims: [CLAIM] };

export const ALLOCATOR_CALLS: CallMakers = {
  createAllocator: () => callOf(async (options: never) => (await createAllocator(options)).close(), {} as never),
  'Allocator.allocate': ask('allocate'),
  'Allocator.allocateAsync': ask('allocateAsync'),
  'Allocator.explain': ask('explain'),
  'Allocator.explainAsync': ask('explainAsync'),
  'Allocator.cluster': () => callOf(() => ALLOCATOR.cluster()),
  'Allocator.close': () => callOf(() => ALLOCATOR.close()),
  'Allocator.toJSON': () => callOf(() => ALLOCATOR.toJSON()),
  'Cluster.fork': on('fork'),
  'Cluster.apply': on('apply', OBJECTS),
  'Cluster.applyAsync': on('applyAsync', OBJECTS, {}),
  'Cluster.remove': on('remove', OBJECTS),
  'Cluster.prepare': on('prepare', [CLAIM]),
  'Cluster.preparePod': on('preparePod', POD),
  'Cluster.allocate': on('allocate', { ...INPUT, node: 'n1' }),
  'Cluster.allocateAsync': on('allocateAsync', { ...INPUT, node: 'n1' }),
  'Cluster.filter': on('filter', INPUT),
  'Cluster.filterAsync': on('filterAsync', INPUT),
  'Cluster.commit': on('commit', [CLAIM], OUTCOME),
  'Cluster.release': on('release', [CLAIM]),
  'Cluster.bind': on('bind', POD, 'n1', OUTCOME),
  'Cluster.unbind': on('unbind', POD),
  'Cluster.choices': on('choices', [CLAIM], OUTCOME),
  'Cluster.choiceCounts': on('choiceCounts'),
  'Cluster.explain': on('explain', INPUT),
  'Cluster.explainAsync': on('explainAsync', INPUT),
  'Cluster.toJSON': on('toJSON'),
  'PreparedClaims.named': () => {
    const prepared = cluster().prepare([CLAIM]);
    return callOf((names: never) => prepared.named(names), [{ namespace: 'ns', name: 'mine' }] as never);
  },
  'PreparedClaims.toJSON': () => callOf(() => cluster().prepare([CLAIM]).toJSON()),
  'PreparedPod.toJSON': () => callOf(() => cluster().preparePod(POD).toJSON()),
  'CompleteFilter.outcome': () => read(cluster().filter(INPUT), 'outcome'),
  'CompleteFilter.choices': () => read(cluster().filter(INPUT), 'choices'),
  'CompletePodFilter.outcome': () => read(cluster().filter({ pod: POD }), 'outcome'),
  'CompletePodFilter.choices': () => read(cluster().filter({ pod: POD }), 'choices'),
  explanationText: () => {
    const explanation = cluster().explain({ claims: [CLAIM], node: NODE as never });
    return callOf((...args: never[]) => (explanationText as (...args: never[]) => string)(...args), explanation as never, {} as never);
  },
  'new AllocationError': () =>
    callOf((...args: readonly [never, never, never]) => new AllocationError(...args), 'internal' as never, 'text' as never, {} as never),
  'AllocationError.toJSON': () => callOf(() => new AllocationError('internal', 'text').toJSON()),
};
