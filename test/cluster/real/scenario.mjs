// Scenarios as data: a YAML stream of a header, Kubernetes objects in the order in which they are applied, and the actions between them.
// The reader is strict, so that a scenario cannot test less than it claims.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadAll } from 'js-yaml';
import { KINDS } from './api.mjs';

/** @typedef {import('./api.mjs').KubeObject} KubeObject */
/**
 * The expected outcome of a pod: placed, waiting for its driver to confirm its devices, evicted, rejected with these words in
 * the message, or not tried by the scheduler. For the pods of an owner, their numbers are expected.
 * @typedef {{ kind: 'placed', node?: string } | { kind: 'waiting' } | { kind: 'gone' } | { kind: 'refused', words: string } | { kind: 'untried' }
 *   | { kind: 'counts', placed: number, refused: number }} Expectation
 */
/** One step.
 * @typedef {{ kind: 'apply', objects: KubeObject[] } | { kind: 'update', object: KubeObject } | { kind: 'delete', object: Pick<KubeObject, 'kind' | 'metadata'> }
 *   | { kind: 'confirm', claim: Pick<KubeObject, 'kind' | 'metadata'> } | { kind: 'expect', pods: Map<string, Expectation> }} Step
 */
/**
 * `wholePods`: it tests all filters of nodes, not only devices. `otherScores`: plugins that the library does not have affect the scores.
 * @typedef {{ name: string, shows: string, gates: 'default' | 'all', bestNode: boolean, wholePods: boolean, otherScores: boolean, differs?: string, steps: Step[] }} Scenario
 */

const FOLDER = join(import.meta.dirname, 'scenarios');

/** The subfolder of scenarios about whole pods. */
const WHOLE_PODS = 'pods/';

/** Every scenario, or the requested ones, by name. Throws if a scenario is unknown or invalid. */
export function readScenarios(/** @type {readonly string[]} */ wanted = []) {
  const names = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => file.slice(0, -'.yaml'.length))
    .sort();
  const unknown = wanted.filter((name) => !names.includes(name));
  if (unknown.length > 0) throw new Error(`no scenario ${unknown.join(', ')}; there are ${names.join(', ')}`);
  return names.filter((name) => wanted.length === 0 || wanted.includes(name)).map((name) => readScenario(name));
}

/** @param {string} name */
function readScenario(name) {
  try {
    return parseScenario(name, readFileSync(join(FOLDER, `${name}.yaml`), 'utf8'));
  } catch (error) {
    throw new Error(`scenario ${name}: ${error instanceof Error ? error.message : error}`);
  }
}

/**
 * Reads the text of a scenario. Throws for input that README.md of this folder does not document.
 * @param {string} name
 * @param {string} text
 * @returns {Scenario}
 */
export function parseScenario(name, text) {
  const values = /** @type {any[]} */ (loadAll(text));
  const header = only(values[0], ['shows', 'gates', 'bestNode', 'otherScores', 'differs']);
  const { shows, gates = 'default', bestNode = false, otherScores = false, differs } = header;
  if (typeof shows !== 'string' || !shows.endsWith('.')) throw new Error('`shows` must be a sentence');
  if (gates !== 'default' && gates !== 'all') throw new Error('`gates` must be default or all');
  if (typeof bestNode !== 'boolean') throw new Error('`bestNode` must be true or false');
  if (typeof otherScores !== 'boolean') throw new Error('`otherScores` must be true or false');
  if (differs !== undefined && (typeof differs !== 'string' || !differs.endsWith('.'))) throw new Error('`differs` must be a sentence');
  const steps = values.slice(1).map(stepOf);
  checkExpectations(steps);
  const wholePods = name.startsWith(WHOLE_PODS);
  return { name, shows, gates, bestNode, wholePods, otherScores, ...(differs === undefined ? {} : { differs }), steps };
}

/** Checks that the last step has an expectation for every remaining pod.
 * @param {readonly Step[]} steps
 */
function checkExpectations(steps) {
  const last = steps.at(-1);
  if (last?.kind !== 'expect') throw new Error('the last document must be `expect`');
  const pods = new Set();
  for (const step of steps) {
    if (step.kind === 'apply') for (const object of step.objects) if (object.kind === 'Pod') pods.add(object.metadata.name);
    if (step.kind === 'delete' && step.object.kind === 'Pod') pods.delete(step.object.metadata.name);
  }
  // Pods of owners have generated names.
  const names = [...last.pods.keys()].filter((name) => !name.endsWith('*'));
  const missing = [...pods].filter((name) => !last.pods.has(name));
  const extra = names.filter((name) => !pods.has(name));
  if (missing.length > 0 || extra.length > 0)
    throw new Error(`the last \`expect\` must name all pods and no others (${[...missing, ...extra].join(', ')})`);
  if (last.pods.size === 0) throw new Error('nothing is asked: there is no pod');
}

/**
 * @param {any} value
 * @returns {Step}
 */
function stepOf(value) {
  if (value?.kind === 'List') return { kind: 'apply', objects: only(value, ['kind', 'items']).items.map(complete) };
  if (value?.kind !== undefined) return { kind: 'apply', objects: [complete(value)] };
  const { update, delete: deleted, confirm, expect } = only(value, ['update', 'delete', 'confirm', 'expect']);
  if (Object.keys(value).length !== 1) throw new Error('a document is an object, or one of update, delete, confirm, expect');
  if (update !== undefined) {
    const { status: _, ...object } = complete(update);
    return { kind: 'update', object: update.status === undefined ? object : { ...object, status: update.status } };
  }
  if (deleted !== undefined) return { kind: 'delete', object: complete(deleted) };
  if (confirm !== undefined) return { kind: 'confirm', claim: complete({ kind: 'ResourceClaim', metadata: { name: confirm } }) };
  return { kind: 'expect', pods: new Map(Object.entries(expect).map(([pod, what]) => [pod, expectationOf(what)])) };
}

/**
 * @param {any} what
 * @returns {Expectation}
 */
function expectationOf(what) {
  if (what === 'placed' || what === 'waiting' || what === 'gone' || what === 'untried') return { kind: what };
  const { node, placed, refused } = only(what, ['node', 'placed', 'refused']);
  if (typeof placed === 'number' || typeof refused === 'number') return { kind: 'counts', placed: placed ?? 0, refused: refused ?? 0 };
  if (typeof node === 'string') return { kind: 'placed', node };
  if (typeof refused === 'string') return { kind: 'refused', words: refused };
  throw new Error(
    '`expect` takes placed, waiting, gone, untried, {node: NAME}, {refused: WORDS} or {placed: COUNT, refused: COUNT} for each pod',
  );
}

/** Fills in the common fields of all scenarios: the API version, the namespace, names and images of containers, the resources of a node.
 * @param {any} object
 * @returns {KubeObject}
 */
export function complete(object) {
  const kind = KINDS[object?.kind];
  if (kind === undefined) throw new Error(`kind ${object?.kind} is not one of ${Object.keys(KINDS).join(', ')}`);
  const { apiVersion = kind.apiVersion, metadata, spec, ...rest } = object;
  if (typeof metadata?.name !== 'string') throw new Error(`a ${object.kind} has no name`);
  const named = kind.namespaced ? { namespace: 'default', ...metadata } : metadata;
  const completed = { ...rest, apiVersion, kind: object.kind, metadata: named, ...(spec === undefined ? {} : { spec }) };
  if (object.kind === 'Pod' && spec !== undefined) completed.spec = completePodSpec(spec);
  if (spec?.template !== undefined) completed.spec = completeOwnerSpec(object);
  if (object.kind === 'Node') completed.status = { allocatable: ROOM, capacity: ROOM, ...object.status };
  return completed;
}

const ROOM = { cpu: '64', memory: '256Gi', pods: '110' };

/** @param {any} spec */
function completePodSpec(spec) {
  const named = (/** @type {any[]} */ containers, /** @type {string} */ prefix) =>
    containers.map((container, index) => ({ name: `${prefix}${index}`, image: 'none', ...container }));
  return {
    terminationGracePeriodSeconds: 0,
    ...spec,
    containers: named(spec.containers ?? [containerOf(spec)], 'c'),
    ...(spec.initContainers === undefined ? {} : { initContainers: named(spec.initContainers, 'i') }),
  };
}

/** Completes the spec of an owner. Its pods have its name as a label. @param {any} owner */
function completeOwnerSpec({ kind, metadata, spec }) {
  const labels = { app: metadata.name };
  const template = { metadata: { labels }, ...spec.template, spec: completePodSpec(spec.template.spec) };
  if (kind === 'Job') return { ...spec, template: { ...template, spec: { restartPolicy: 'Never', ...template.spec } } };
  return { selector: { matchLabels: labels }, ...spec, template };
}

/** @param {any} spec */
function containerOf({ resourceClaims = [] }) {
  const claims = resourceClaims.map((/** @type {{ name: string }} */ { name }) => ({ name }));
  return { name: 'main', image: 'none', resources: { claims } };
}

/**
 * @param {any} value
 * @param {readonly string[]} fields
 */
export function only(value, fields) {
  if (typeof value !== 'object' || value === null) throw new Error(`expected an object with ${fields.join(', ')}`);
  const unknown = Object.keys(value).filter((field) => !fields.includes(field));
  if (unknown.length > 0) throw new Error(`unknown field ${unknown.join(', ')}; supported: ${fields.join(', ')}`);
  return value;
}
