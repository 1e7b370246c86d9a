// Compares a real scheduler's decisions about whole pods with ours for the same objects, step by step. The objects are from the scenario.
// Defaults of the API server are filled in here too, and compared with the stored objects.

import { isDeepStrictEqual } from 'node:util';
import { encodeResourceClaim } from '../../../src/core/api/encode.js';
import { objectName } from '../../../src/core/api/meta.js';
import { decodeObjects, type ObjectSet } from '../../../src/core/api/objects.js';
import type { Pod } from '../../../src/core/api/pod.js';
import { UNLIMITED } from '../../../src/core/base/checkpoint.js';
import { inOneGo } from '../../../src/core/base/incremental.js';
import type { Json, JsonObject } from '../../../src/core/base/json.js';
import { type Features, resolveFeatures } from '../../../src/core/features/features.js';
import type { Allocator } from '../../../src/index.js';
import { type PodWithDefaults, withPodDefaults } from '../../../src/scheduler/filters/pod-defaults.js';
import { podShape } from '../../../src/scheduler/filters/pod-shape.js';
import type { Answer, Round } from './answers.mjs';
import { comparable } from './answers.mjs';
import type { KubeObject } from './api.mjs';
import { askScheduler, claimsOn, type Verdict } from './ask-whole-pod.js';
import { madePods } from './made-pods.js';
import type { Scenario, Step } from './scenario.mjs';

/** The counts and differences of a comparison. */
export interface WholePodsComparison {
  placed: number;
  refused: number;
  readonly differences: string[];
  /** Each answer, with the pod and the objects at the time of the answer, including running pods. */
  readonly questions: Question[];
}

/** A question that the scheduler answered. */
export interface Question {
  readonly answer: Answer;
  readonly pod: KubeObject;
  readonly objects: readonly KubeObject[];
}

/** Compares the answers for a scenario with ours. `allocator` and `options` have the release and feature gates of the control plane. */
export function compareWholePods(
  scenario: Scenario,
  rounds: readonly Round[],
  allocator: Allocator,
  options: { readonly kubernetesVersion?: string },
): WholePodsComparison {
  const world = new World(scenario, allocator, resolveFeatures(options));
  for (const [index, step] of scenario.steps.entries()) {
    world.perform(step);
    for (const round of rounds.filter(({ step: of }) => of === index)) world.answer(round);
  }
  return world.comparison;
}

const DELETED = { deletionTimestamp: '2026-01-01T00:00:00Z' };

/** Follows a scenario: the current objects, and the running pods. */
class World {
  readonly comparison: WholePodsComparison = { placed: 0, refused: 0, differences: [], questions: [] };
  readonly #scenario: Scenario;
  readonly #allocator: Allocator;
  readonly #features: Features;
  /** Everything except pods, by kind and name. */
  readonly #objects = new Map<string, KubeObject>();
  /** The pods of the scenario, by name. */
  readonly #pods = new Map<string, KubeObject>();
  readonly #running = new Map<string, KubeObject>();
  /** The names of the pods that a claim is reserved for, by its key. */
  readonly #consumers = new Map<string, Set<string>>();

  constructor(scenario: Scenario, allocator: Allocator, features: Features) {
    this.#scenario = scenario;
    this.#allocator = allocator;
    this.#features = features;
  }

  perform(step: Step): void {
    if (step.kind === 'apply') for (const object of step.objects) this.#put(object);
    if (step.kind === 'update') {
      const before = this.#mapOf(step.object).get(keyOf(step.object));
      this.#put({ ...step.object, status: { ...before?.status, ...step.object.status } });
    }
    if (step.kind === 'delete') this.#delete(step.object);
  }

  /** Deletes an object. A finalizer keeps an object until it is removed. */
  #delete(named: Pick<KubeObject, 'kind' | 'metadata'>): void {
    const key = keyOf(named);
    const object = this.#mapOf(named).get(key);
    if (object?.metadata.finalizers === undefined) this.#mapOf(named).delete(key);
    else this.#put({ ...object, metadata: { ...object.metadata, ...DELETED } });
  }

  answer({ gone, answers }: Round): void {
    for (const pod of gone) this.#end(pod);
    for (const answer of answers) this.#compare(answer);
  }

  #mapOf({ kind }: Pick<KubeObject, 'kind'>): Map<string, KubeObject> {
    return kind === 'Pod' ? this.#pods : this.#objects;
  }

  #put(object: KubeObject): void {
    this.#mapOf(object).set(keyOf(object), object);
  }

  /** Frees the claims of a pod. A claim without other consumers loses its devices. */
  #end(pod: string): void {
    this.#running.delete(pod);
    for (const [key, consumers] of this.#consumers) {
      if (!consumers.delete(pod) || consumers.size > 0) continue;
      this.#consumers.delete(key);
      const claim = this.#objects.get(key);
      if (claim === undefined) continue;
      const { status: _, ...rest } = claim;
      // Claims that were generated for a pod are deleted with it.
      if ('ownerReferences' in claim.metadata && isOwned(claim)) this.#objects.delete(key);
      else this.#objects.set(key, rest);
    }
  }

  #compare(answer: Answer): void {
    const differ = (text: string): void => {
      this.comparison.differences.push(`pod ${answer.pod}: ${text}`);
    };
    const objects = [...this.#objects].map(([key, object]) => this.#reserved(key, object));
    const pod = answer.made ? storedPod(answer) : this.#pods.get(`Pod ${answer.pod}`);
    if (pod === undefined) throw new Error(`there is no pod ${answer.pod}`);
    this.#compareStored(pod, answer, differ);
    const all = [...objects, ...this.#running.values()];
    this.comparison.questions.push({ answer, pod, objects: all });
    const verdict = askScheduler(pod, all, this.#allocator, this.#features);
    if (!('node' in answer)) {
      this.comparison.refused++;
      compareRefusal(answer, verdict, differ);
      return;
    }
    this.comparison.placed++;
    if (answer.tried) this.#comparePlace(answer, verdict, differ);
    this.#place(answer, pod, objects);
  }

  /** A claim with the pods that it is reserved for. */
  #reserved(key: string, object: KubeObject): KubeObject {
    const consumers = this.#consumers.get(key);
    if (consumers === undefined) return object;
    const { reservedFor = [] } = object.status ?? {};
    const pods = [...consumers].map((name) => ({ resource: 'pods', name: name.replace(/^.*\//, ''), uid: '' }));
    return { ...object, status: { ...object.status, reservedFor: [...reservedFor, ...pods] } };
  }

  /** The submitted pod with our defaults must equal the stored pod of the API server, in all fields that are checked. */
  #compareStored(given: KubeObject, answer: Answer, differ: (text: string) => void): void {
    const set = decoded([...this.#objects.values()]);
    const runtimeClasses = new Map(set.runtimeClasses.map((each) => [each.metadata.name, each]));
    const filledIn = (pod: Pod) => inOneGo(withPodDefaults(pod, { features: this.#features, runtimeClasses }, UNLIMITED));
    const theirs = shapeOf(onlyPod(storedPod(answer)));
    if (answer.made) {
      this.#compareMade(theirs, filledIn, differ);
      return;
    }
    const ours = filledIn(onlyPod(given));
    if ('refusal' in ours) differ(`is refused by the API server: ${ours.refusal}`);
    else if (shapeOf(ours.pod) !== theirs) differ(`is filled in otherwise\n    stored ${theirs}\n    here   ${shapeOf(ours.pod)}`);
  }

  /** A pod of a controller must be one of the pods that we make for its owner. Each counts once, however often the scheduler tried it. */
  #compareMade(theirs: string, filledIn: (pod: Pod) => PodWithDefaults, differ: (text: string) => void): void {
    const made = madePods([...this.#objects.values()], this.#features).map((pod) => {
      const ours = filledIn(pod);
      return 'refusal' in ours ? `refused: ${ours.refusal}` : shapeOf(ours.pod);
    });
    if (!made.includes(theirs)) differ(`is made otherwise\n    stored ${theirs}\n    here   ${[...new Set(made)].join('\n           ')}`);
  }

  #comparePlace(answer: Extract<Answer, { node: string }>, verdict: Verdict, differ: (text: string) => void): void {
    if (verdict.kind !== 'feasible') {
      differ(`is on ${answer.node}, here it is refused: ${verdict.kind === 'refused' ? verdict.message : verdict.error.message}`);
      return;
    }
    const { nodes } = verdict;
    const there = nodes.find(({ name }) => name === answer.node);
    if (there === undefined) {
      differ(`is on ${answer.node}, feasible here is [${nodes.map(({ name }) => name).join(', ')}]: ${verdict.rejections}`);
      return;
    }
    const best = Math.max(...nodes.map(({ score }) => score));
    if (!this.#scenario.otherScores && there.score !== best) {
      differ(`is on ${answer.node}, scores here are ${nodes.map(({ name, score }) => `${name}: ${score}`).join(', ')}`);
    }
    const ours = there.allocations().map(comparable);
    if (!isDeepStrictEqual(ours, answer.allocations)) {
      differ(`claims\n    scheduler ${JSON.stringify(answer.allocations)}\n    here      ${JSON.stringify(ours)}`);
    }
    const taken = there.takes();
    if (!isDeepStrictEqual(takesText(taken), takesText(answer.takes))) {
      differ(`devices take of the node\n    scheduler ${takesText(answer.takes)}\n    here      ${takesText(taken)}`);
    }
  }

  /** From now on the objects in the cluster count, not our answers. */
  #place(answer: Extract<Answer, { node: string }>, pod: KubeObject, objects: readonly KubeObject[]): void {
    const { pod: name, node, allocations } = answer;
    const stored = storedPod(answer);
    const status = answer.takes === undefined ? pod.status : { ...pod.status, nodeAllocatableResourceClaimStatuses: answer.takes };
    this.#running.set(name, { ...stored, status, spec: { ...stored.spec, nodeName: node } });
    for (const [index, claim] of claimsOn(pod, node, objects, this.#features).entries()) {
      const allocation = allocations[index] as JsonObject | null;
      const json = encodeResourceClaim(claim, claim.status.allocation === undefined ? (allocation ?? undefined) : undefined);
      const key = `ResourceClaim ${objectName(claim.metadata)}`;
      this.#objects.set(key, json as unknown as KubeObject);
      this.#consumers.set(key, (this.#consumers.get(key) ?? new Set()).add(name));
    }
  }
}

/** The amounts that devices consume, without the generated names of claims, which differ in each run. */
function takesText(claims: readonly object[] = []): string {
  const lists = ['containers', 'mapping', 'overhead'] as const;
  const texts = claims.map((claim) =>
    JSON.stringify(lists.map((list) => (claim as Record<string, readonly unknown[] | undefined>)[list] ?? [])),
  );
  return texts.sort().join();
}

/** Our message about a pod that fits no node must equal the scheduler's, without its part about preemption. */
function compareRefusal(answer: Exclude<Answer, { node: string }>, verdict: Verdict, differ: (text: string) => void): void {
  // A claim that cannot be used prevents the scheduler from trying the pod, so that it has no message.
  const isUntried = verdict.kind === 'refused' && verdict.isClaimMissing;
  if ('untried' in answer) {
    if (!isUntried) differ('is not tried by the scheduler, here its claims would do');
    return;
  }
  const { refused } = answer;
  if (verdict.kind === 'feasible') {
    differ(`has no node, feasible here is [${verdict.nodes.map(({ name }) => name).join(', ')}]\n    scheduler ${refused}`);
  } else if (verdict.kind === 'refused') {
    const theirs = wordsOfFilters(refused);
    if (theirs !== verdict.message) differ(`has other words\n    scheduler ${theirs}\n    here      ${verdict.message}`);
  } else if (!refused.includes(verdict.error.message)) {
    differ(`has another error\n    scheduler ${refused}\n    here      ${verdict.error.message}`);
  }
}

/** The beginnings of messages that plugins append when no node was found: PostFilterMsg of FitError. */
const POST_FILTER = / (?:preemption: |no new claims to deallocate|still not schedulable|not found$).*$/s;

/** The part of the scheduler's message that comes from filters, without uids, which differ in each run. */
export function wordsOfFilters(message: string): string {
  return message.replace(POST_FILTER, '').replace(/"uid":"[^"]*"/, '"uid":""');
}

function keyOf({ kind, metadata }: Pick<KubeObject, 'kind' | 'metadata'>): string {
  return metadata.namespace === undefined ? `${kind} ${metadata.name}` : `${kind} ${metadata.namespace}/${metadata.name}`;
}

function isOwned({ metadata }: KubeObject): boolean {
  const { ownerReferences } = metadata as { ownerReferences?: readonly unknown[] };
  return ownerReferences !== undefined && ownerReferences.length > 0;
}

/** The pod as the API server stored it, before it had a node. */
function storedPod({ pod, spec, labels = {} }: Answer): KubeObject {
  const [namespace = '', name = ''] = pod.split('/');
  return { apiVersion: 'v1', kind: 'Pod', metadata: { namespace, name, labels }, spec };
}

/** The value with every map in it sorted by key, as their order has no meaning. */
function sorted<T>(value: T): T {
  if (value instanceof Map) return new Map([...value].sort(([a], [b]) => (a < b ? -1 : 1))) as T;
  if (Array.isArray(value)) return value.map(sorted) as T;
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, sorted(each)])) as T;
}

/** The shape of a pod, independent of its node. */
function shapeOf(pod: Pod): string {
  return podShape(sorted({ ...pod, spec: { ...pod.spec, nodeName: '' } }));
}

function decoded(objects: readonly KubeObject[]): ObjectSet {
  return decodeObjects(objects.map((object) => ({ value: object as unknown as Json })));
}

function onlyPod(object: KubeObject): Pod {
  const [pod] = decoded([object]).pods;
  if (pod === undefined) throw new Error('not a pod');
  return pod;
}
