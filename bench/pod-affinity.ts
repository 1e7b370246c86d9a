// Pods with affinity to the pods of 5,000 nodes with 10 labelled pods each: the first query, and a query after one change. The first query
// also builds the nodes with their pods.
// `npm run bench:pod-affinity [-- --write]`

import { type Cluster, createAllocator } from '../src/index.js';
import { timeOfCall } from './limits/measure.js';
import { publish, table } from './page.js';

const NODES = 5000;
const PODS_OF_NODE = 10;
const ZONES = 5;
const ROUNDS = 100;
const HOSTNAME = 'kubernetes.io/hostname';
const ZONE = 'topology.kubernetes.io/zone';

/** A term on the pods of an app. */
const termOf = (topologyKey: string, app: string): object => ({ topologyKey, labelSelector: { matchLabels: { app } } });
const required = (...terms: readonly object[]): object => ({
  podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: terms },
});
const preferred = (podAffinityTerm: object): object => ({
  podAntiAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 10, podAffinityTerm }] },
});

function podOf(name: string, app: string, spec: object = {}): object {
  const containers = [{ name: 'c', image: 'i', resources: { requests: { cpu: '100m', memory: '64Mi' } } }];
  return { apiVersion: 'v1', kind: 'Pod', metadata: { name, namespace: 'ns', labels: { app } }, spec: { containers, ...spec } };
}

function nodeOf(index: number): object {
  const name = `node-${index}`;
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name, labels: { [HOSTNAME]: name, [ZONE]: `zone-${index % ZONES}` } },
    status: { allocatable: { cpu: '64', memory: '256Gi', pods: '110' } },
  };
}

/** A cluster in which the pods of 5,000 apps run. One node in four has a pod of the app `web`. `isRepelling`: each has anti-affinity to the pods of its app. */
async function clusterOf(isRepelling: boolean): Promise<Cluster> {
  const cluster = (await createAllocator()).cluster();
  cluster.apply(Array.from({ length: NODES }, (_, index) => nodeOf(index)) as never);
  const pods = Array.from({ length: NODES * PODS_OF_NODE }, (_, index) => {
    const node = index % NODES;
    const app = index < NODES && node % 4 === 0 ? 'web' : `app-${index % 5000}`;
    return podOf(`run-${index}`, app, { nodeName: `node-${node}`, ...(isRepelling && { affinity: required(termOf(HOSTNAME, app)) }) });
  });
  cluster.apply(pods as never);
  return cluster;
}

const QUESTIONS: Readonly<Record<string, { readonly affinity: object; readonly isRepelling?: boolean }>> = {
  'anti-affinity by hostname': { affinity: required(termOf(HOSTNAME, 'web')) },
  'anti-affinity by zone, with a free zone': { affinity: required(termOf(ZONE, 'rare')) },
  'anti-affinity by hostname and zone': { affinity: required(termOf(HOSTNAME, 'web'), termOf(ZONE, 'rare')) },
  'preferred anti-affinity by zone': { affinity: preferred(termOf(ZONE, 'web')) },
  'the same, and of each running pod': {
    affinity: required(termOf(HOSTNAME, 'web'), termOf(ZONE, 'rare')),
    isRepelling: true,
  },
};

/** Changes are too short for processor times. */
function timeOf(action: () => void): number {
  const begin = performance.now();
  action();
  return performance.now() - begin;
}

function median(times: readonly number[]): number {
  return [...times].sort((left, right) => left - right)[Math.floor(times.length / 2)] as number;
}

const show = (milliseconds: number): string => milliseconds.toFixed(milliseconds < 10 ? 2 : 0);

async function measure(affinity: object, isRepelling = false): Promise<string[]> {
  const cluster = await clusterOf(isRepelling);
  const named = (name: string): object => podOf(name, 'web', { affinity });
  const ask = (pod: object, isRead: boolean): void => {
    const result = cluster.filter({ pod: pod as never });
    if (result.kind !== 'complete' || result.feasible.length === 0) throw new Error(`${result.kind}: ${result.message}`);
    if (isRead) void result.best;
  };
  const first = timeOfCall(() => ask(named('first'), true));
  const pod = cluster.preparePod(named('again') as never);
  const [bound, read]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    const name = `node-${(round * 20 + 1) % NODES}`;
    cluster.apply([podOf('changes', 'rare', { nodeName: name }) as never]);
    bound.push(timeOf(() => ask(pod as never, false)));
    cluster.remove([podOf('changes', 'rare') as never]);
    read.push(timeOf(() => ask(pod as never, true)));
  }
  return [first, median(bound), median(read)].map(show);
}

const rows: string[][] = [];
for (const [name, { affinity, isRepelling }] of Object.entries(QUESTIONS)) rows.push([name, ...(await measure(affinity, isRepelling))]);
publish('pod-affinity', table(['5,000 nodes with 10 pods: pod', 'first query, ms', 'after one change', 'with the best node'], rows));
