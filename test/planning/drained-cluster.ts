// Clusters with budgets whose nodes are drained, and the parts of reports about drains.

import { type Cluster, createAllocator } from '../../src/index.js';
import { type EventJson, type Report, type SimulateInput, simulate } from '../../src/planning/index.js';

const allocator = await createAllocator();

export const node = (name: string, pods = 10): object => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name },
  status: { allocatable: { cpu: '64', memory: '64Gi', pods: String(pods) } },
});
const template = (app: string): object => ({ metadata: { labels: { app } }, spec: { containers: [{ name: 'c' }] } });
export const set = (app: string, replicas: number, kind = 'ReplicaSet'): object => ({
  apiVersion: 'apps/v1',
  kind,
  metadata: { name: app, namespace: 'default', uid: app },
  spec: { replicas, selector: { matchLabels: { app } }, template: template(app) },
});
export const pod = (name: string, nodeName: string | undefined, app: string, more: { kind?: string; status?: object } = {}): object => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: {
    name,
    namespace: 'default',
    uid: name,
    labels: { app },
    ...(more.kind === 'none'
      ? {}
      : { ownerReferences: [{ apiVersion: 'apps/v1', kind: more.kind ?? 'ReplicaSet', name: app, uid: app, controller: true }] }),
  },
  spec: { ...(nodeName === undefined ? {} : { nodeName }), containers: [{ name: 'c' }] },
  ...(more.status === undefined ? {} : { status: more.status }),
});
export const budget = (name: string, spec: object, status?: object): object => ({
  apiVersion: 'policy/v1',
  kind: 'PodDisruptionBudget',
  metadata: { name, namespace: 'default' },
  spec: { selector: { matchLabels: { app: 'web' } }, ...spec },
  ...(status === undefined ? {} : { status }),
});
export const READY = { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] };
export const UNREADY = { phase: 'Running', conditions: [{ type: 'Ready', status: 'False' }] };

export function clusterOf(...objects: readonly object[]): Cluster {
  const cluster = allocator.cluster();
  cluster.apply(objects);
  return cluster;
}

/** Plays events on a cluster with these owners of pods. */
export function play(cluster: Cluster, owners: readonly object[], events: readonly EventJson[], more: Partial<SimulateInput> = {}): Report {
  return simulate(cluster, { objects: owners as never, trace: events, ...more });
}

export const DRAIN: EventJson = { at: 0, drain: 'a' };
export const steps = ({ log }: Report): readonly string[] => log.map(({ what, pod: name }) => `${what} ${name.replace('default/', '')}`);
export const drainOf = ({ drains = [] }: Report) =>
  drains.map(({ node: name, evicted, doneAt, blocked }) => ({ name, evicted, doneAt, blocked: blocked.map(({ pod: one }) => one) }));
export const blockedOf = ({ drains = [] }: Report) => drains.flatMap(({ blocked }) => blocked);

export const THREE = [pod('w-1', 'a', 'web'), pod('w-2', 'a', 'web'), pod('w-3', 'b', 'web')];
