// The calls of an allocator and of a cluster about claims, each with a new allocator or cluster without caches.

import {
  type Allocator,
  type Cluster,
  createAllocator,
  explanationText,
  type Outcome,
  type ResourceClaimJson,
} from '../../../src/index.js';
import { type Call, FURTHER, GATES } from '../inputs/claims.js';
import type { Forms } from '../measure.js';

type Objects = Parameters<Cluster['apply']>[0];

/** Options that callers choose. */
interface Options {
  readonly certificates?: boolean;
}

/** A limit that is long enough to prepare objects for the measured call. */
const ENOUGH = { milliseconds: 2000 };

export function objectsOf({
  node,
  deviceClasses,
  resourceSlices,
  deviceTaintRules = [],
  allocated,
  [FURTHER]: further = [],
}: Call): Objects {
  return [node, ...deviceClasses, ...resourceSlices, ...deviceTaintRules, ...(allocated?.claims ?? []), ...further] as unknown as Objects;
}

function allocatorOf({ [GATES]: featureGates = {} }: Call): Promise<Allocator> {
  return createAllocator({ featureGates });
}

/** A cluster with the objects of a call, before any query. */
export async function clusterOf(call: Call): Promise<Cluster> {
  const cluster = (await allocatorOf(call)).cluster();
  await cluster.applyAsync(objectsOf(call));
  return cluster;
}

/** A call of an allocator about claims on one node. */
const ofAllocator =
  (name: 'allocate' | 'explain') =>
  (options: Options = {}) =>
  async (call: Call): Promise<Forms> => {
    const allocator = await allocatorOf(call);
    return {
      inOneGo: (limits) => allocator[name]({ ...call, ...options, limits }),
      inTurns: (limits) => allocator[`${name}Async`]({ ...call, ...options, limits }),
    };
  };

export const allocate = ofAllocator('allocate');
export const explain = ofAllocator('explain');

export const allocateInCluster =
  (options: Options = {}) =>
  async (call: Call): Promise<Forms> => {
    const [cluster, input] = [await clusterOf(call), { claims: call.claims, node: 'n', ...options }];
    return {
      inOneGo: (limits) => cluster.allocate({ ...input, limits }),
      inTurns: (limits) => cluster.allocateAsync({ ...input, limits }),
    };
  };

/** With a node object of the caller, and prepared claims. */
export async function allocateOnOwnNode(call: Call): Promise<Forms> {
  const cluster = await clusterOf(call);
  const [claims, node] = [cluster.prepare(call.claims as readonly ResourceClaimJson[]), call.node as never];
  return {
    inOneGo: (limits) => cluster.allocate({ claims, node, limits }),
    inTurns: (limits) => cluster.allocateAsync({ claims, node, limits }),
  };
}

/** A call of a cluster about claims on all nodes. */
const ofCluster =
  (name: 'filter' | 'explain') =>
  (options: Options = {}) =>
  async (call: Call): Promise<Forms> => {
    const [cluster, input] = [await clusterOf(call), { claims: call.claims, ...options }];
    return { inOneGo: (limits) => cluster[name]({ ...input, limits }), inTurns: (limits) => cluster[`${name}Async`]({ ...input, limits }) };
  };

export const filter = ofCluster('filter');
export const explainInCluster = ofCluster('explain');

/** With prepared claims, while nodes are added and removed. */
export async function filterWhileBusy(call: Call): Promise<Forms> {
  const cluster = await clusterOf(call);
  const claims = cluster.prepare(call.claims as readonly ResourceClaimJson[]);
  return {
    inOneGo: (limits) => cluster.filter({ claims, nodes: ['n'], limits }),
    inTurns: (limits) => whileBusy(cluster, () => cluster.filterAsync({ claims, limits })),
  };
}

const OTHER = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'other' } };

/** Makes a call while another node is added and removed. */
export async function whileBusy<T>(cluster: Cluster, call: () => Promise<T>): Promise<T> {
  let isOver = false;
  const change = (): void => {
    if (isOver) return;
    cluster.apply([OTHER]);
    cluster.remove([OTHER]);
    setTimeout(change, 5);
  };
  setTimeout(change, 1);
  try {
    return await call();
  } finally {
    isOver = true;
  }
}

/** Applies to an empty cluster. */
export async function apply(call: Call): Promise<Forms> {
  const [cluster, objects] = [(await allocatorOf(call)).cluster(), objectsOf(call)];
  return { inTurns: ({ milliseconds }) => cluster.applyAsync(objects, { signal: AbortSignal.timeout(milliseconds) }) };
}

/** Applies the same objects again, after a query. */
export async function applyAnew(call: Call): Promise<Forms> {
  const [cluster, objects] = [await clusterOf(call), objectsOf(call)];
  cluster.filter({ claims: [], limits: { milliseconds: 1 } });
  return { inTurns: ({ milliseconds }) => cluster.applyAsync(objects, { signal: AbortSignal.timeout(milliseconds) }) };
}

export async function applyAtOnce(call: Call): Promise<Forms> {
  const [cluster, objects] = [(await allocatorOf(call)).cluster(), objectsOf(call)];
  return { unlimited: () => cluster.apply(objects) };
}

export async function remove(call: Call): Promise<Forms> {
  const [cluster, objects] = [await clusterOf(call), objectsOf(call)];
  return { unlimited: () => cluster.remove(objects) };
}

export async function fork(call: Call): Promise<Forms> {
  const cluster = await clusterOf(call);
  return { unlimited: () => cluster.fork() };
}

export async function prepare(call: Call): Promise<Forms> {
  const cluster = (await allocatorOf(call)).cluster();
  return { unlimited: () => cluster.prepare(call.claims as readonly ResourceClaimJson[]) };
}

/** Names claims by their current names. */
export async function named(call: Call): Promise<Forms> {
  const claims = call.claims as readonly ResourceClaimJson[];
  const prepared = (await allocatorOf(call)).cluster().prepare(claims);
  const names = claims.map(({ metadata }) => ({ namespace: 'ns', name: metadata?.name as string }));
  return { unlimited: () => prepared.named(names) };
}

/** Calls with a cluster, claims and their outcome. */
const withOutcome =
  (use: (cluster: Cluster, claims: readonly ResourceClaimJson[], outcome: Outcome) => Forms) =>
  async (call: Call): Promise<Forms> => {
    const [cluster, claims] = [await clusterOf(call), call.claims as readonly ResourceClaimJson[]];
    return use(cluster, claims, await cluster.allocateAsync({ claims, node: 'n', limits: ENOUGH }));
  };

export const commit = withOutcome((cluster, claims, outcome) => ({ unlimited: () => cluster.commit(claims, outcome) }));

export const release = withOutcome((cluster, claims, outcome) => {
  cluster.commit(claims, outcome);
  return { unlimited: () => cluster.release(claims) };
});

export const choices = withOutcome((cluster, claims, outcome) => ({ unlimited: () => cluster.choices(claims, outcome) }));

/** Reads the result of a filter for one node. */
export const readFilter =
  (member: 'outcome' | 'choices') =>
  async (call: Call): Promise<Forms> => {
    const filtered = await (await clusterOf(call)).filterAsync({ claims: call.claims, limits: ENOUGH });
    return { unlimited: () => filtered[member]('n') };
  };

/** Makes the full text of an explanation. */
export async function text(call: Call): Promise<Forms> {
  const [claim] = call.claims as readonly [ResourceClaimJson];
  const explanation = await (await allocatorOf(call)).explainAsync({ ...call, limits: ENOUGH });
  return { unlimited: () => explanationText(explanation, claim, { wide: true }) };
}
