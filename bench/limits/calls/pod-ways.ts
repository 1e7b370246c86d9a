// The calls of a cluster about a pod, each with a new cluster without caches. Reading the result counts as part of the call: the best node, or
// the message without one.

import { type Cluster, createAllocator, explanationText, type PodFilterResult, type PodOutcome } from '../../../src/index.js';
import type { PodCall } from '../inputs/pod-objects.js';
import type { Forms } from '../measure.js';
import { whileBusy } from './claim-ways.js';

type Objects = Parameters<Cluster['apply']>[0];

/** A limit that is long enough to prepare objects for the measured call. */
const ENOUGH = { milliseconds: 2000 };

/** A cluster before any query. */
export async function clusterOf({ objects }: { readonly objects: readonly object[] }): Promise<Cluster> {
  const cluster = (await createAllocator()).cluster();
  await cluster.applyAsync(objects as unknown as Objects);
  return cluster;
}

function read(result: PodFilterResult): void {
  if (result.kind === 'complete') void result.best;
  void result.message;
}

/** A pod on the node of the call. */
function bound({ pod }: PodCall): object {
  const { spec, ...rest } = pod as { readonly spec: object };
  return { ...rest, metadata: { name: 'bound', namespace: 'ns' }, spec: { ...spec, nodeName: 'n' } };
}

export async function filter(call: PodCall): Promise<Forms> {
  const [cluster, pod] = [await clusterOf(call), call.pod as never];
  return {
    inOneGo: (limits) => read(cluster.filter({ pod, limits })),
    inTurns: async (limits) => read(await cluster.filterAsync({ pod, limits })),
  };
}

/** With a prepared pod, while nodes are added and removed. */
export async function filterWhileBusy(call: PodCall): Promise<Forms> {
  const cluster = await clusterOf(call);
  const pod = cluster.preparePod(call.pod as never);
  return {
    inOneGo: (limits) => read(cluster.filter({ pod, nodes: ['n'], limits })),
    inTurns: (limits) => whileBusy(cluster, async () => read(await cluster.filterAsync({ pod, limits }))),
  };
}

export async function allocate(call: PodCall): Promise<Forms> {
  const [cluster, input] = [await clusterOf(call), { pod: call.pod as never, node: 'n' }];
  return {
    inOneGo: (limits) => cluster.allocate({ ...input, limits }),
    inTurns: (limits) => cluster.allocateAsync({ ...input, limits }),
  };
}

export async function explain(call: PodCall): Promise<Forms> {
  const [cluster, pod] = [await clusterOf(call), call.pod as never];
  return { inOneGo: (limits) => cluster.explain({ pod, limits }), inTurns: (limits) => cluster.explainAsync({ pod, limits }) };
}

export async function apply(call: PodCall): Promise<Forms> {
  const [cluster, objects] = [(await createAllocator()).cluster(), [...call.objects, bound(call)] as unknown as Objects];
  return { inTurns: ({ milliseconds }) => cluster.applyAsync(objects, { signal: AbortSignal.timeout(milliseconds) }) };
}

/** Applies one more pod to a cluster that tracks its pods since a query. */
export async function applyPod(call: PodCall): Promise<Forms> {
  const [cluster, objects] = [await clusterOf(call), [bound(call)] as unknown as Objects];
  cluster.filter({ pod: POD as never, limits: { milliseconds: 1000 } });
  return { inTurns: ({ milliseconds }) => cluster.applyAsync(objects, { signal: AbortSignal.timeout(milliseconds) }) };
}

const POD = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'small', namespace: 'ns' },
  spec: { containers: [{ name: 'c', image: 'i' }] },
};

export async function preparePod(call: PodCall): Promise<Forms> {
  const [cluster, pod] = [(await createAllocator()).cluster(), call.pod as never];
  return { unlimited: () => cluster.preparePod(pod) };
}

export async function remove(call: PodCall): Promise<Forms> {
  const [cluster, objects] = [await clusterOf(call), call.objects as unknown as Objects];
  cluster.filter({ pod: POD as never, limits: { milliseconds: 1000 } });
  return { unlimited: () => cluster.remove(objects) };
}

const withOutcome =
  (use: (cluster: Cluster, pod: never, outcome: PodOutcome) => Forms) =>
  async (call: PodCall): Promise<Forms> => {
    const [cluster, pod] = [await clusterOf(call), call.pod as never];
    return use(cluster, pod, await cluster.allocateAsync({ pod, node: 'n', limits: ENOUGH }));
  };

export const bind = withOutcome((cluster, pod, outcome) => ({ unlimited: () => cluster.bind(pod, 'n', outcome) }));

export const unbind = withOutcome((cluster, pod, outcome) => {
  cluster.bind(pod, 'n', outcome);
  return { unlimited: () => cluster.unbind(pod) };
});

/** Reads the result of a filter for one node. */
export const readFilter =
  (member: 'outcome' | 'choices') =>
  async (call: PodCall): Promise<Forms> => {
    const filtered = await (await clusterOf(call)).filterAsync({ pod: call.pod as never, limits: ENOUGH });
    return { unlimited: () => filtered[member]('n') };
  };

/** Makes the full text of an explanation. */
export async function text(call: PodCall): Promise<Forms> {
  const explanation = await (await clusterOf(call)).explainAsync({ pod: call.pod as never, limits: ENOUGH });
  return { unlimited: () => explanationText(explanation, call.pod as never, { wide: true }) };
}
