// Traces as data: a YAML stream of a header, the initial objects, and the events. Also the state of pods that is compared.
// The reader is strict, so that a trace cannot test less than it claims.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadAll } from 'js-yaml';
import { complete, only } from './scenario.mjs';

/** @typedef {import('./api.mjs').KubeObject} KubeObject */
/** Objects by their kind and name. @typedef {{ kind: string, name: string }} Reference */
/** A taint of a node. @typedef {{ node: string, key: string, value?: string, effect?: string }} NodeTaint */
/**
 * An event of a trace as in the input of `simulate`, with every list as an array.
 * @typedef {{ at: number, lifetime?: number, apply?: KubeObject[], delete?: Reference[], scale?: (Reference & { replicas: number })[],
 *   cordon?: string[], uncordon?: string[], drain?: string[], taint?: NodeTaint[], untaint?: NodeTaint[] }} Event
 */
/**
 * `looks`: seconds with a timed change, such as the end of a toleration. `keepsTime`: the trace is played in real time. `anyNode`: why
 * the node of a pod may differ.
 * @typedef {{ name: string, shows: string, differs?: string, anyNode?: string, keepsTime: boolean, times: number[], objects: KubeObject[], events: Event[] }} Trace
 */
/** The number of pods of an owner on each node, and of pending ones. @typedef {{ placed: Record<string, number>, pending: number }} Counts */
/**
 * The state after all events of a time: the nodes of placed pods, the pending pods, and the counts of pods with random names by owner.
 * @typedef {{ at: number, placed: Record<string, string>, pending: string[], owners: Record<string, Counts> }} State
 */

const FOLDER = join(import.meta.dirname, 'traces');

const ACTIONS = ['apply', 'delete', 'scale', 'cordon', 'uncordon', 'drain', 'taint', 'untaint'];

/** Kinds whose controllers generate random pod names. */
const OWNERS = ['DaemonSet', 'Deployment', 'Job', 'ReplicaSet'];

/** Every trace, or the requested ones, by name. Throws if a trace is unknown or invalid. */
export function readTraces(/** @type {readonly string[]} */ wanted = []) {
  const names = readdirSync(FOLDER)
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => file.slice(0, -'.yaml'.length))
    .sort();
  const unknown = wanted.filter((name) => !names.includes(name));
  if (unknown.length > 0) throw new Error(`no trace ${unknown.join(', ')}; there are ${names.join(', ')}`);
  return names.filter((name) => wanted.length === 0 || wanted.includes(name)).map(readTrace);
}

/** @param {string} name */
function readTrace(name) {
  try {
    return parseTrace(name, readFileSync(join(FOLDER, `${name}.yaml`), 'utf8'));
  } catch (error) {
    throw new Error(`trace ${name}: ${error instanceof Error ? error.message : error}`);
  }
}

/**
 * Reads the text of a trace. Throws for input that README.md of this folder does not document.
 * @param {string} name
 * @param {string} text
 * @returns {Trace}
 */
export function parseTrace(name, text) {
  const [head, ...documents] = /** @type {any[]} */ (loadAll(text));
  const { keepsTime = false, looks = [], ...sentences } = only(head, ['shows', 'differs', 'anyNode', 'keepsTime', 'looks']);
  for (const [field, sentence] of Object.entries({ shows: undefined, ...sentences }))
    if (typeof sentence !== 'string' || !sentence.endsWith('.')) throw new Error(`\`${field}\` must be a sentence`);
  const trace = only(documents.pop(), ['kind', 'events']);
  if (trace.kind !== 'Trace' || !Array.isArray(trace.events)) throw new Error('the last document must be a Trace with events');
  const objects = documents.map(complete);
  const early = objects.find(({ kind }) => kind === 'Pod' || OWNERS.includes(kind) || kind === 'StatefulSet');
  if (early !== undefined) throw new Error(`${early.kind} ${early.metadata.name} must come with an event: its time is compared`);
  const events = trace.events.map(eventOf);
  const times = [...new Set([...events.map((/** @type {Event} */ { at }) => at), ...looks])].sort((a, b) => a - b);
  return { name, .../** @type {{ shows: string, differs?: string, anyNode?: string }} */ (sentences), keepsTime, times, objects, events };
}

/**
 * @param {any} value
 * @returns {Event}
 */
function eventOf(value) {
  const { at, lifetime, ...given } = only(value, ['at', 'lifetime', ...ACTIONS]);
  const [action, ...others] = Object.keys(given);
  if (!Number.isInteger(at) || action === undefined || others.length > 0)
    throw new Error('an event has `at` in whole seconds, and one action');
  const items = [given[action]].flat();
  return { at, ...(lifetime === undefined ? {} : { lifetime }), [action]: action === 'apply' ? items.map(complete) : items };
}

/**
 * The state at a time, from the existing pods. `node`: empty for pending pods.
 * @param {number} at
 * @param {readonly { name: string, node: string }[]} pods
 * @param {Trace} trace
 * @returns {State}
 */
export function stateOf(at, pods, { events }) {
  const applied = events.flatMap(({ apply = [] }) => apply);
  const names = applied.filter(({ kind }) => OWNERS.includes(kind)).map(({ metadata }) => metadata.name);
  const ownerOf = (/** @type {string} */ pod) =>
    names.filter((name) => pod.startsWith(`${name}-`)).reduce((longest, name) => (name.length > longest.length ? name : longest), '');
  /** @type {State} */
  const state = { at, placed: {}, pending: [], owners: {} };
  for (const { name, node } of [...pods].sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const owner = ownerOf(name);
    if (owner === '') {
      if (node === '') state.pending.push(name);
      else state.placed[name] = node;
      continue;
    }
    state.owners[owner] ??= { placed: {}, pending: 0 };
    const counts = state.owners[owner];
    if (node === '') counts.pending++;
    else counts.placed[node] = (counts.placed[node] ?? 0) + 1;
  }
  for (const counts of Object.values(state.owners)) counts.placed = inOrder(counts.placed);
  state.owners = inOrder(state.owners);
  return state;
}

/**
 * The entries in the order of their names.
 * @template T
 * @param {Record<string, T>} record
 * @returns {Record<string, T>}
 */
function inOrder(record) {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * The part of a state that is compared: all of it, or all except the nodes.
 * @param {State} state
 * @param {Pick<Trace, 'anyNode'>} trace
 */
export function compared({ at, placed, pending, owners }, { anyNode }) {
  if (anyNode === undefined) return { at, placed, pending, owners };
  const counts = Object.entries(owners).map(([name, of]) => {
    const sum = Object.values(of.placed).reduce((all, count) => all + count, 0);
    return [name, { placed: sum, pending: of.pending }];
  });
  return { at, placed: Object.keys(placed), pending, owners: Object.fromEntries(counts) };
}
