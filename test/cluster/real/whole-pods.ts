// Compares what a real scheduler did with whole pods with what the filters, the devices and the scores of this library say about the same objects,
// step by step. The objects are those of the scenario: what the API server fills in is filled in here too, and compared with what it stored.

import { isDeepStrictEqual } from 'node:util';
import { encodeResourceClaim } from '../../../src/api/encode.js';
import { objectName } from '../../../src/api/meta.js';
import { decodeObjects, type ObjectSet } from '../../../src/api/objects.js';
import type { Pod } from '../../../src/api/pod.js';
import { UNLIMITED } from '../../../src/base/checkpoint.js';
import type { Json, JsonObject } from '../../../src/base/json.js';
import { type Features, resolveFeatures } from '../../../src/features/features.js';
import { podInfo } from '../../../src/filters/node-info.js';
import { withPodDefaults } from '../../../src/filters/pod-defaults.js';
import { podShape } from '../../../src/filters/pod-shape.js';
import type { Allocator } from '../../../src/index.js';
import type { Answer, Round } from './answers.mjs';
import { comparable } from './answers.mjs';
import type { KubeObject } from './api.mjs';
import { askScheduler, type RunningPod, type Verdict } from './ask-whole-pod.js';
import type { Scenario, Step } from './scenario.mjs';

/** The counts and differences of a comparison. */
export interface WholePodsComparison {
  placed: number;
  refused: number;
  readonly differences: string[];
}

/** Compares the answers for a scenario with ours. `allocator` and `options` are of the release and gates of the control plane. */
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

/** Follows a scenario: the objects as they are, and the pods that run. */
class World {
  readonly comparison: WholePodsComparison = { placed: 0, refused: 0, differences: [] };
  readonly #scenario: Scenario;
  readonly #allocator: Allocator;
  readonly #features: Features;
  /** Everything but pods, by kind and name. */
  readonly #objects = new Map<string, KubeObject>();
  /** The pods of the scenario, by name. */
  readonly #pods = new Map<string, KubeObject>();
  readonly #running = new Map<string, RunningPod>();
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

  /** A finalizer keeps an object until somebody takes it away. */
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

  /** Frees what a pod had. A claim that nobody uses any more loses its devices. */
  #end(pod: string): void {
    this.#running.delete(pod);
    for (const [key, consumers] of this.#consumers) {
      if (!consumers.delete(pod) || consumers.size > 0) continue;
      this.#consumers.delete(key);
      const claim = this.#objects.get(key);
      if (claim === undefined) continue;
      const { status: _, ...rest } = claim;
      // Claims that were made for a pod go with it.
      if ('ownerReferences' in claim.metadata && isOwned(claim)) this.#objects.delete(key);
      else this.#objects.set(key, rest);
    }
  }

  #compare(answer: Answer): void {
    const differ = (text: string): void => {
      this.comparison.differences.push(`pod ${answer.pod}: ${text}`);
    };
    const set = decodeObjects([...this.#objects.values()].map((object) => ({ value: object as unknown as Json })));
    const pod = this.#podOf(answer, set, differ);
    if (pod === undefined) return;
    const verdict = askScheduler(pod, set, [...this.#running.values()], this.#allocator, this.#features);
    if (!('node' in answer)) {
      this.comparison.refused++;
      compareRefusal(answer, verdict, differ);
      return;
    }
    this.comparison.placed++;
    if (answer.tried) this.#comparePlace(answer, verdict, differ);
    this.#place(answer, pod, verdict);
  }

  /** The pod as it was given and filled in here, which has to be what the API server stored. */
  #podOf(answer: Answer, set: ObjectSet, differ: (text: string) => void): Pod | undefined {
    const runtimeClasses = new Map(set.runtimeClasses.map((each) => [each.metadata.name, each]));
    const stored = onlyPod(storedPod(answer));
    // Nobody but its owner knows what a pod was before it was filled in.
    if (answer.made) return stored;
    const given = onlyPod(this.#pods.get(`Pod ${answer.pod}`) as unknown as Json);
    const ours = withPodDefaults(given, { features: this.#features, runtimeClasses }, UNLIMITED);
    if ('refusal' in ours) {
      differ(`is refused by the API server: ${ours.refusal}`);
      return undefined;
    }
    const shape = (pod: Pod): string | undefined => podShape(sorted({ ...pod, spec: { ...pod.spec, nodeName: '' } }));
    if (shape(ours.pod) !== shape(stored)) differ(`is filled in otherwise\n    stored ${shape(stored)}\n    here   ${shape(ours.pod)}`);
    return ours.pod;
  }

  #comparePlace(answer: Extract<Answer, { node: string }>, verdict: Verdict, differ: (text: string) => void): void {
    if (verdict.kind !== 'feasible') {
      differ(`is on ${answer.node}, here it is refused: ${verdict.kind === 'refused' ? verdict.message : verdict.error.message}`);
      return;
    }
    const { nodes } = verdict;
    const there = nodes.find(({ name }) => name === answer.node);
    if (there === undefined) {
      differ(`is on ${answer.node}, feasible here is [${nodes.map(({ name }) => name).join(', ')}]: ${JSON.stringify(verdict.rejections)}`);
      return;
    }
    const best = Math.max(...nodes.map(({ score }) => score));
    if (!this.#scenario.otherScores && there.score !== best) {
      differ(`is on ${answer.node}, scores here are ${nodes.map(({ name, score, parts }) => `${name}: ${score} (${parts})`).join(', ')}`);
    }
    const ours = there.allocations().map(comparable);
    if (!isDeepStrictEqual(ours, answer.allocations)) {
      differ(`claims\n    scheduler ${JSON.stringify(answer.allocations)}\n    here      ${JSON.stringify(ours)}`);
    }
  }

  /** The objects in the cluster are what counts from now on, whatever was answered here. */
  #place(answer: Extract<Answer, { node: string }>, pod: Pod, verdict: Verdict): void {
    const { phase } = pod.status;
    if (phase !== 'Succeeded' && phase !== 'Failed')
      this.#running.set(answer.pod, { node: answer.node, pod: podInfo(pod, this.#features, UNLIMITED) });
    for (const [index, claim] of verdict.claimsOn(answer.node).entries()) {
      const allocation = answer.allocations[index] as JsonObject | null;
      const json = encodeResourceClaim(claim, claim.status.allocation === undefined ? (allocation ?? undefined) : undefined);
      const key = `ResourceClaim ${objectName(claim.metadata)}`;
      this.#objects.set(key, json as unknown as KubeObject);
      const consumers = this.#consumers.get(key) ?? new Set();
      this.#consumers.set(key, consumers.add(answer.pod));
    }
  }
}

/** The scheduler's words about a pod that no node takes, without what it says about preemption, have to be ours. */
function compareRefusal(answer: Exclude<Answer, { node: string }>, verdict: Verdict, differ: (text: string) => void): void {
  // A claim that cannot be used keeps the scheduler from trying the pod at all: it says nothing then.
  const isUntried = verdict.kind === 'refused' && verdict.isClaimProblem;
  if ('untried' in answer) {
    if (!isUntried) differ('is not tried by the scheduler, here its claims would do');
    return;
  }
  const { refused } = answer;
  if (verdict.kind === 'feasible') {
    differ(`has no node, feasible here is [${verdict.nodes.map(({ name }) => name).join(', ')}]\n    scheduler ${refused}`);
  } else if (verdict.kind === 'refused') {
    const theirs = withoutPostFilter(refused);
    const ours = `${verdict.reason}: ${verdict.message}`;
    if (theirs !== ours) differ(`has other words\n    scheduler ${theirs}\n    here      ${ours}`);
  } else if (!verdict.words.test(refused)) {
    differ(`has another error\n    scheduler ${refused}\n    here      ${verdict.error.message}`);
  }
}

/** The beginnings of what plugins add when no node was found: PostFilterMsg of FitError. */
const POST_FILTER = / (?:preemption: |no new claims to deallocate|still not schedulable|not found$).*$/s;

function withoutPostFilter(message: string): string {
  return message.replace(POST_FILTER, '');
}

function keyOf({ kind, metadata }: Pick<KubeObject, 'kind' | 'metadata'>): string {
  return metadata.namespace === undefined ? `${kind} ${metadata.name}` : `${kind} ${metadata.namespace}/${metadata.name}`;
}

function isOwned({ metadata }: KubeObject): boolean {
  const { ownerReferences } = metadata as { ownerReferences?: readonly unknown[] };
  return ownerReferences !== undefined && ownerReferences.length > 0;
}

/** The pod as the API server stored it, before it had a node. */
function storedPod({ pod, spec, labels = {} }: Answer): JsonObject {
  const [namespace = '', name = ''] = pod.split('/');
  return { apiVersion: 'v1', kind: 'Pod', metadata: { namespace, name, labels }, spec };
}

/** The value with every map in it in the order of its keys, which says nothing. */
function sorted<T>(value: T): T {
  if (value instanceof Map) return new Map([...value].sort(([a], [b]) => (a < b ? -1 : 1))) as T;
  if (Array.isArray(value)) return value.map(sorted) as T;
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, sorted(each)])) as T;
}

function onlyPod(value: Json): Pod {
  const [pod] = decodeObjects([{ value }]).pods;
  if (pod === undefined) throw new Error('not a pod');
  return pod;
}
