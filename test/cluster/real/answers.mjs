// The decisions of a real scheduler about whole pods, as data: the node and devices of each pod, or the message of its rejection.
// They are stored, so that tests can compare them with ours without a control plane.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { keyOf } from './observe.mjs';

/** @typedef {import('./api.mjs').KubeObject} KubeObject */
/** @typedef {import('./observe.mjs').ObservedPod} ObservedPod */
/** @typedef {import('./observe.mjs').Picture} Picture */
/**
 * The answer for a pod: its node and devices, the message of its rejection, or that it was not tried.
 * `spec` has the stored fields that affect the choice of a node. `made`: an owner made the pod.
 * @typedef {{ pod: string, spec: any, made?: true, labels?: Record<string, string> } & ({ node: string, allocations: any[], tried: boolean, takes?: any[] } | { refused: string } | { untried: true })} Answer
 */
/** The answers after a step, and the deleted pods. Placed pods are in the order of the scheduler's attempts.
 * @typedef {{ step: number, gone: string[], answers: Answer[] }} Round
 */

const FILE = join(import.meta.dirname, 'answers.json');

/** @returns {Record<string, Round[]>} the stored answers by the names of scenarios */
export function readAnswers() {
  return JSON.parse(readFileSync(FILE, 'utf8'));
}

/** Stores answers, one in each line. Answers of other scenarios stay stored.
 * @param {ReadonlyMap<string, readonly Round[]>} answers
 * @param {readonly { name: string }[]} scenarios all existing scenarios: other answers are removed
 */
export function writeAnswers(answers, scenarios) {
  const names = new Set(scenarios.map(({ name }) => name));
  const all = Object.entries({ ...readAnswers(), ...Object.fromEntries(answers) })
    .filter(([name]) => names.has(name))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(
    FILE,
    `{\n${all.map(([name, rounds]) => `${JSON.stringify(name)}: [\n${rounds.map(roundText).join(',\n')}\n]`).join(',\n')}\n}\n`,
  );
}

/** @param {Round} round */
function roundText({ step, gone, answers }) {
  const lines = answers.map((answer) => `  ${JSON.stringify(answer)}`);
  return ` {"step": ${step}, "gone": ${JSON.stringify(gone)}, "answers": [${lines.length === 0 ? '' : `\n${lines.join(',\n')}`}]}`;
}

/** Fields that every stored pod has, and that do not affect the choice of a node. */
const FIELDS_OF_ALL = [
  'dnsPolicy',
  'enableServiceLinks',
  'nodeName',
  'restartPolicy',
  'schedulerName',
  'securityContext',
  'serviceAccount',
  'serviceAccountName',
  'terminationGracePeriodSeconds',
];
const FIELDS_OF_ALL_CONTAINERS = ['imagePullPolicy', 'terminationMessagePath', 'terminationMessagePolicy'];

/** Records answers picture by picture. */
export class Recorder {
  /** @type {Round[]} */
  rounds = [];
  /** Pods that have a node, by uid. @type {Map<string, string>} */
  #placed = new Map();
  /** The last message about each pod without one, and the number of attempts before it, by uid. @type {Map<string, string>} */
  #refused = new Map();

  /**
   * Records the new answers of a picture.
   * @param {number} step
   * @param {Picture} picture
   * @param {readonly string[]} attempts
   */
  advance(step, { pods }, attempts) {
    const present = new Set(pods.map(({ object }) => String(object.metadata.uid)));
    const left = [...this.#placed].filter(([uid]) => !present.has(uid));
    for (const [uid] of left) this.#placed.delete(uid);
    const turn = (/** @type {ObservedPod} */ { object }) => attempts.lastIndexOf(keyOf(object));
    const fresh = pods.filter((pod) => this.#isNew(pod, attempts)).sort((a, b) => turn(a) - turn(b));
    const hasNode = (/** @type {ObservedPod} */ { verdict }) => verdict !== undefined && verdict.kind !== 'refused';
    const answers = [...fresh.filter(hasNode), ...fresh.filter((pod) => !hasNode(pod))].map((pod) => answerOf(pod, turn(pod) >= 0));
    if (answers.length > 0 || left.length > 0) this.rounds.push({ step, gone: left.map(([, name]) => name), answers });
  }

  /**
   * @param {ObservedPod} pod
   * @param {readonly string[]} attempts
   */
  #isNew({ object, verdict }, attempts) {
    const uid = String(object.metadata.uid);
    if (verdict === undefined || verdict.kind === 'refused') {
      const tries = attempts.filter((name) => name === keyOf(object)).length;
      const known = `${tries} ${verdict?.message}`;
      if (this.#refused.get(uid) === known) return false;
      this.#refused.set(uid, known);
      return true;
    }
    if (this.#placed.has(uid)) return false;
    this.#placed.set(uid, keyOf(object));
    return true;
  }
}

/**
 * @param {ObservedPod} pod
 * @param {boolean} tried
 * @returns {Answer}
 */
function answerOf({ object, claims, verdict }, tried) {
  const { ownerReferences, labels } = /** @type {any} */ (object.metadata);
  const made = ownerReferences === undefined ? {} : { made: /** @type {const} */ (true), ...(labels === undefined ? {} : { labels }) };
  const about = { pod: keyOf(object), ...made };
  const spec = comparableSpec(object.spec);
  if (verdict?.kind === 'refused') return { ...about, refused: verdict.message, spec };
  if (verdict === undefined) return { ...about, untried: true, spec };
  const allocations = claims.map((claim) => comparable(claim?.status?.allocation));
  const takes = object.status?.nodeAllocatableResourceClaimStatuses;
  return { ...about, node: verdict.node, tried, allocations, ...(takes === undefined ? {} : { takes }), spec };
}

/** @param {any} spec */
function comparableSpec(spec) {
  const without = (/** @type {any} */ object, /** @type {readonly string[]} */ fields) =>
    Object.fromEntries(Object.entries(object).filter(([field]) => !fields.includes(field)));
  const containers = (/** @type {any[] | undefined} */ list) => list?.map((container) => without(container, FIELDS_OF_ALL_CONTAINERS));
  const rest = without(spec, FIELDS_OF_ALL);
  return { ...rest, containers: containers(spec.containers), initContainers: containers(spec.initContainers) };
}

/** An allocation without values that differ in each run: the time, and the share ID, of which only the presence counts.
 * @param {any} allocation
 */
export function comparable(allocation) {
  const copy = JSON.parse(JSON.stringify(allocation ?? null, (_, value) => (typeof value === 'bigint' ? Number(value) : value)));
  if (copy === null) return copy;
  delete copy.allocationTimestamp;
  for (const result of copy.devices?.results ?? []) if (result.shareID !== undefined) result.shareID = 'present';
  return copy;
}
