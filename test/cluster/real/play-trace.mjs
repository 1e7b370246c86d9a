// Plays a trace on a real control plane: makes its events with API calls, as kubectl would, and records the pods.

import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError, KINDS } from './api.mjs';
import { CONTROLLERS } from './control-plane.mjs';
import { settle } from './observe.mjs';
import { complete } from './scenario.mjs';
import { stateOf } from './trace.mjs';

/** @typedef {import('./api.mjs').ApiClient} ApiClient */
/** @typedef {import('./api.mjs').KubeObject} KubeObject */
/** @typedef {import('./trace.mjs').Event} Event */
/** @typedef {import('./trace.mjs').State} State */

/** The controllers that traces need. */
export const TRACE_CONTROLLERS = [...CONTROLLERS, 'garbage-collector-controller', 'taint-eviction-controller'];

/** The longest delay of controllers, and of the backoff of rejected pods, before a change. */
const PATIENCE_MILLISECONDS = 2000;

/** The time limit for owners to reach their desired state. */
const MOST_MILLISECONDS = 60_000;

/** The delay after a second with a timed change, in traces that keep their time. */
const SLACK_MILLISECONDS = 1500;

/**
 * Plays a trace on an empty control plane. Returns the state after each of its times.
 * @param {import('./trace.mjs').Trace} trace
 * @param {ApiClient} api
 * @returns {Promise<State[]>}
 */
export async function playTrace(trace, api) {
  for (const object of trace.objects) await put(api, object);
  const start = Date.now();
  const lifetimes = new Lifetimes();
  /** @type {State[]} */
  const states = [];
  for (const at of trace.times) {
    const due = start + at * 1000 + SLACK_MILLISECONDS;
    if (trace.keepsTime && at > 0) {
      if (Date.now() > due) throw new Error(`too slow: the cluster was not settled before second ${at}`);
      await sleep(due - Date.now());
    }
    await lifetimes.end(at, api);
    for (const event of trace.events) {
      if (event.at !== at) continue;
      lifetimes.add(event);
      await happen(event, api);
    }
    const pods = await settledPods(api);
    lifetimes.notePlaced(at, pods);
    const present = pods.map(({ metadata, spec }) => ({ name: metadata.name, node: spec.nodeName ?? '' }));
    states.push(stateOf(at, present, trace));
  }
  return states;
}

/**
 * The pods that are not done, once all controllers are idle.
 * @param {ApiClient} api
 */
async function settledPods(api) {
  const end = Date.now() + MOST_MILLISECONDS;
  for (;;) {
    await sleep(PATIENCE_MILLISECONDS);
    const pods = (await settle(api, () => true, new Set())).pods.map(({ object }) => object);
    const left = await unfinished(api, pods);
    if (left === undefined) return pods.filter(({ status }) => !isDone(status));
    if (Date.now() > end) throw new Error(`not settled: ${left}`);
  }
}

/** @param {any} status */
function isDone(status) {
  return status?.phase === 'Succeeded' || status?.phase === 'Failed';
}

/**
 * Returns the unfinished work of controllers.
 * @param {ApiClient} api
 * @param {readonly KubeObject[]} pods
 */
async function unfinished(api, pods) {
  const lists = await Promise.all(['DaemonSet', 'Deployment', 'ReplicaSet', 'StatefulSet', 'Job'].map((kind) => api.list(kind)));
  const owners = lists.flat();
  const known = new Set(owners.map(({ metadata }) => metadata.uid));
  const orphan = [...pods, ...owners].find(({ metadata }) => metadata.ownerReferences?.some(({ uid }) => !known.has(uid)));
  if (orphan !== undefined) return `${orphan.metadata.name} has lost its owner`;
  const changing = owners.find((owner) => !hasItsPods(owner, pods));
  if (changing !== undefined) return `${changing.kind} ${changing.metadata.name} has not the pods that it wants`;
  const deleted = pods.find(({ metadata }) => metadata.deletionTimestamp !== undefined);
  return deleted === undefined ? undefined : `${deleted.metadata.name} is being deleted`;
}

/**
 * @param {KubeObject} owner
 * @param {readonly KubeObject[]} pods
 */
function hasItsPods({ kind, metadata, spec, status = {} }, pods) {
  if (kind !== 'Job' && (status.observedGeneration ?? 0) < (metadata.generation ?? 0)) return false;
  if (kind === 'DaemonSet') return status.currentNumberScheduled === status.desiredNumberScheduled;
  if (kind === 'Deployment') return (status.replicas ?? 0) === spec.replicas;
  const own = pods.filter((pod) => pod.metadata.ownerReferences?.some(({ uid }) => uid === metadata.uid) && !isDone(pod.status));
  if (kind !== 'Job') return own.length === spec.replicas;
  return own.length === Math.min(spec.parallelism, (spec.completions ?? spec.parallelism) - (status.succeeded ?? 0));
}

/** Ends pods after their lifetimes, as a kubelet does. */
class Lifetimes {
  /** @type {Map<string, number>} */
  #lifetimes = new Map();
  /** @type {Map<string, number>} */
  #ends = new Map();

  /** @param {Event} event */
  add({ apply = [], lifetime }) {
    if (lifetime === undefined) return;
    for (const { kind, metadata } of apply) {
      if (kind !== 'Pod') throw new Error(`${kind} ${metadata.name} cannot have a lifetime here`);
      this.#lifetimes.set(metadata.name, lifetime);
    }
  }

  /**
   * @param {number} at
   * @param {readonly KubeObject[]} pods
   */
  notePlaced(at, pods) {
    for (const { metadata, spec } of pods) {
      const lifetime = this.#lifetimes.get(metadata.name);
      if (lifetime !== undefined && spec.nodeName && !this.#ends.has(metadata.name)) this.#ends.set(metadata.name, at + lifetime);
    }
  }

  /**
   * @param {number} at
   * @param {ApiClient} api
   */
  async end(at, api) {
    for (const pod of await api.list('Pod')) {
      const end = this.#ends.get(pod.metadata.name);
      if (end === undefined || end > at || isDone(pod.status)) continue;
      await api.replaceStatus({ ...pod, status: { ...pod.status, phase: 'Succeeded' } });
    }
  }
}

/**
 * Makes an event happen.
 * @param {Event} event
 * @param {ApiClient} api
 */
async function happen(event, api) {
  for (const object of event.apply ?? []) await put(api, object);
  for (const { kind, name } of event.delete ?? []) await api.delete(complete({ kind, metadata: { name } }));
  for (const { kind, name, replicas } of event.scale ?? []) {
    const { status: _, ...owner } = await api.get(complete({ kind, metadata: { name } }));
    await api.replace({ ...owner, spec: { ...owner.spec, replicas } });
  }
  for (const name of [...(event.cordon ?? []), ...(event.drain ?? [])])
    await changeNode(api, name, (spec) => ({ ...spec, unschedulable: true }));
  for (const name of event.uncordon ?? []) await changeNode(api, name, ({ unschedulable: _, ...spec }) => spec);
  for (const name of event.drain ?? []) await evictAll(api, name);
  for (const { node, key, value, effect } of event.taint ?? []) {
    await changeNode(api, node, (spec) => ({ ...spec, taints: [...without(spec.taints, key, effect), { key, value, effect }] }));
  }
  for (const { node, key, effect } of event.untaint ?? []) {
    await changeNode(api, node, (spec) => ({ ...spec, taints: without(spec.taints, key, effect) }));
  }
}

/**
 * Creates or replaces an object.
 * @param {ApiClient} api
 * @param {KubeObject} object
 */
async function put(api, object) {
  if (KINDS[object.kind] === undefined) throw new Error(`kind ${object.kind} is not known`);
  try {
    await api.create(object);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 409) throw error;
    await api.replace(object);
  }
}

/**
 * @param {readonly any[] | undefined} taints
 * @param {string} key
 * @param {string | undefined} effect undefined: any effect
 */
function without(taints = [], key, effect) {
  return taints.filter((taint) => taint.key !== key || (effect !== undefined && taint.effect !== effect));
}

/**
 * @param {ApiClient} api
 * @param {string} name
 * @param {(spec: any) => any} change
 */
async function changeNode(api, name, change) {
  const { status: _, ...node } = await api.get(complete({ kind: 'Node', metadata: { name } }));
  await api.replace({ ...node, spec: change(node.spec) });
}

/**
 * Deletes the pods of a node except pods of DaemonSets, as `kubectl drain --ignore-daemonsets --force` does.
 * @param {ApiClient} api
 * @param {string} node
 */
async function evictAll(api, node) {
  for (const { metadata, spec } of await api.list('Pod')) {
    if (spec.nodeName !== node || metadata.ownerReferences?.some(({ kind }) => kind === 'DaemonSet')) continue;
    await api.delete({ kind: 'Pod', metadata });
  }
}
