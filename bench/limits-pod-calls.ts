// The calls about a pod in their two forms. What callers read of the result counts with the call: the best node, or the message where there is none.

import { type Cluster, createAllocator, type PodFilterResult } from '../src/index.js';
import type { Forms } from './limits-calls.js';
import type { PodCall } from './limits-pod-cases.js';

type Objects = Parameters<Cluster['apply']>[0];

/** A cluster of which nobody asked anything yet. */
async function clusterOf({ objects }: PodCall): Promise<Cluster> {
  const cluster = (await createAllocator()).cluster();
  await cluster.applyAsync(objects as unknown as Objects);
  return cluster;
}

function read(result: PodFilterResult): void {
  if (result.kind === 'complete') void result.best;
  void result.message;
}

/** A pod that is on the node of the call. */
function bound({ pod }: PodCall): object {
  const { spec, ...rest } = pod as { readonly spec: object };
  return { ...rest, metadata: { name: 'bound', namespace: 'ns' }, spec: { ...spec, nodeName: 'n' } };
}

/** Makes calls on a cluster of its own each time, that remembers nothing. */
export const POD_CALLS: Readonly<Record<string, (call: PodCall) => Promise<Forms>>> = {
  'cluster.filter': async (call) => {
    const [cluster, pod] = [await clusterOf(call), call.pod as never];
    return {
      inOneGo: (limits) => read(cluster.filter({ pod, limits })),
      inTurns: async (limits) => read(await cluster.filterAsync({ pod, limits })),
    };
  },
  'cluster.filter, busy': async (call) => {
    const [cluster, pod] = [await clusterOf(call), call.pod as never];
    const prepared = cluster.preparePod(pod);
    const other = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'other' } };
    return {
      inOneGo: (limits) => read(cluster.filter({ pod: prepared, nodes: ['n'], limits })),
      inTurns: async (limits) => {
        let isOver = false;
        const change = (): void => {
          if (isOver) return;
          cluster.apply([other]);
          cluster.remove([other]);
          setTimeout(change, 5);
        };
        setTimeout(change, 1);
        try {
          read(await cluster.filterAsync({ pod: prepared, limits }));
        } finally {
          isOver = true;
        }
      },
    };
  },
  'cluster.allocate': async (call) => {
    const [cluster, input] = [await clusterOf(call), { pod: call.pod as never, node: 'n' }];
    return {
      inOneGo: (limits) => cluster.allocate({ ...input, limits }),
      inTurns: (limits) => cluster.allocateAsync({ ...input, limits }),
    };
  },
  'cluster.apply': async (call) => {
    const [cluster, objects] = [(await createAllocator()).cluster(), [...call.objects, bound(call)] as unknown as Objects];
    return { inTurns: ({ milliseconds }) => cluster.applyAsync(objects, { signal: AbortSignal.timeout(milliseconds) }) };
  },
  'cluster.apply, one pod more': async (call) => {
    const [cluster, objects] = [await clusterOf(call), [bound(call)] as unknown as Objects];
    cluster.filter({ pod: POD as never, limits: { milliseconds: 1000 } });
    return { inTurns: ({ milliseconds }) => cluster.applyAsync(objects, { signal: AbortSignal.timeout(milliseconds) }) };
  },
};

/** Makes a cluster follow its pods. */
const POD = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'small', namespace: 'ns' },
  spec: { containers: [{ name: 'c', image: 'i' }] },
};
