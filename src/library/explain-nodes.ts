// Explains the nodes of a cluster within the limits of a call: counts for every node, and details for one node of each cause.

import type { AllocationInput, Attempt } from '../allocator/evaluate/attempt.js';
import type { StateView } from '../allocator/evaluate/cluster-view.js';
import type { Runtime } from '../allocator/evaluate/runtime.js';
import type { ClusterObjects } from '../cluster/cluster-objects.js';
import type { Node } from '../core/api/node.js';
import { type CallLimits, Checkpoint, type EndedBy, endOfCall, UNLIMITED, type Yield } from '../core/base/checkpoint.js';
import { type Incremental, inOneGo, inSlices } from '../core/base/incremental.js';
import { mapping } from '../core/base/lists-in-increments.js';
import type { Program } from '../core/base/program.js';
import { certifyNode } from '../explain/certified-node.js';
import { explainNode, type NodeTask } from '../explain/explain-node.js';
import type { Explanation, NodeExplanation } from '../explain/explanation.js';
import { explanationOf, type GroupedNodes, groupsOf } from '../explain/groups.js';
import { Holders, heldClaim } from '../explain/holders.js';
import type { PodOnNode } from '../explain/suggest/pod-trial.js';
import type { Question } from '../explain/suggest/question.js';
import { withSuggestions } from '../explain/suggest/with-suggestions.js';
import { Surroundings } from '../explain/surroundings.js';
import { explainRejected, explanationAtEnd, withRejections } from '../explain/verdict.js';
import type { Rejection } from '../scheduler/filters/filter.js';
import type { ExplainInput } from './explain-inputs.js';
import { worldOf } from './world.js';

/** @internal The parts of a call that explanations of its nodes depend on. */
export interface ExplainCall {
  readonly runtime: Runtime;
  readonly cluster: ClusterObjects;
  readonly state: StateView;
  readonly limits: CallLimits;
  readonly steps: number | undefined;
  /** True if the caller requested suggestions. */
  readonly suggests: boolean;
  /** True if suggestions may add a node. */
  readonly addsNodes: boolean;
  /** The keys of claims that a program allocated only in its plan. */
  readonly planned: ReadonlySet<string>;
  /** True if the caller requested certificates. */
  readonly certificates: boolean;
}

/**
 * @internal A node with the claims to explain there. `attempt` is undefined if the pod has no claims for which devices could be
 * searched.
 */
export interface NodeQuestion {
  readonly node: Node;
  readonly attempt: Attempt | undefined;
  readonly rejections: readonly Rejection[];
  readonly rejectionsWith?: NodeTask['rejectionsWith'];
  /** Set if some releases cannot score the node among several suitable ones. */
  readonly failsScoring?: Rejection | undefined;
  /** Returns the pod with the inputs of the filters on this node. Absent: devices alone decide. */
  readonly podOn?: (checkpoint: Checkpoint) => Incremental<PodOnNode>;
  /** The claims that edits start from, if `attempt` is undefined. */
  readonly editAttempt?: () => Attempt;
}

/** The most nodes of one call that are explained in detail. */
const MOST_DETAILED = 16;

/** The time after which an asynchronous call yields between two nodes. */
const MILLISECONDS_OF_TURN = 0.4;

/** @internal @internal Makes the questions about the nodes of a call, even if the call has ended. */
export type QuestionsOf = (checkpoint: Checkpoint) => Incremental<readonly NodeQuestion[]>;

/** @internal Explains nodes, each with the limits of the call. Nodes that are left when the call ends report the limit that ended it. */
export function* explainNodes(questionsOf: QuestionsOf, call: ExplainCall): Program<Explanation> {
  const turns = new Turns(call.limits, call.runtime.yieldNow);
  const questions = yield* turns.work(questionsOf);
  const explained: NodeExplanation[] = [];
  let groups: GroupedNodes | undefined;
  try {
    const surroundings = yield* turns.within((checkpoint) => surroundingsOf(call, checkpoint));
    const isOne = questions.length === 1;
    for (const question of questions)
      explained.push(yield* turns.within((checkpoint) => explainOn(question, { ...call, surroundings, isDetailed: isOne }, checkpoint)));
    if (call.runtime.features.behaviours.allocatedClaimsFailScoring) rejectUnscored(questions, explained);
    groups = yield* turns.within((checkpoint) => groupsOf(explained, checkpoint));
    for (const [index = 0] of isOne ? [] : groups.slice(0, MOST_DETAILED)) {
      const question = questions[index] as NodeQuestion;
      const detailed = yield* turns.within((checkpoint) => explainOn(question, { ...call, surroundings, isDetailed: true }, checkpoint));
      takeDetails(explained, index, detailed);
    }
  } catch (error) {
    const by = endOfCall(error);
    const rest = questions.slice(explained.length).map(({ node }) => node);
    for (const node of yield* turns.work((checkpoint) => atEnd(rest, by, checkpoint))) explained.push(node);
  }
  const explanation = yield* turns.work((checkpoint) => explanationOf(explained, checkpoint, groups));
  return yield* turns.work((checkpoint) => suggestingFor(questions, explanation, call, checkpoint), call.limits);
}

/** Rejects all suitable nodes if there are several and the scheduler of this release cannot score one of them. */
function rejectUnscored(questions: readonly NodeQuestion[], explained: NodeExplanation[]): void {
  const suitable = [...explained.keys()].filter((place) => explained[place]?.kind === 'allocated');
  const failure =
    suitable.length < 2 ? undefined : suitable.map((place) => questions[place]?.failsScoring).find((each) => each !== undefined);
  if (failure === undefined) return;
  for (const place of suitable) explained[place] = withRejections(explained[place] as NodeExplanation, [failure]);
}

/** Adds suggestions for the nearest node that has any, unless the call ended or requested none. */
function* suggestingFor(
  questions: readonly NodeQuestion[],
  explanation: Explanation,
  call: ExplainCall,
  checkpoint: Checkpoint,
): Incremental<Explanation> {
  if (!call.suggests || checkpoint.endedBy !== undefined) return explanation;
  const questionOf = function* (name: string): Incremental<Question | undefined> {
    const question = questions.find(({ node }) => node.metadata.name === name);
    const attempt = question?.attempt ?? question?.editAttempt?.();
    if (question === undefined || attempt === undefined) return undefined;
    const { node, podOn } = question;
    const world = worldOf(call.cluster, call.runtime, call);
    const input = yield* inputOn(node, attempt, call.state, checkpoint);
    return { input, world, pod: podOn === undefined ? undefined : yield* podOn(checkpoint), checkpoint };
  };
  return yield* withSuggestions(explanation, questionOf);
}

/** The parts of a call. A program runs them one by one. */
class Turns {
  readonly #limits: CallLimits;
  readonly #yieldNow: Yield;
  /** The time of the last yield between two parts. */
  #last = performance.now();

  constructor(limits: CallLimits, yieldNow: Yield) {
    this.#limits = limits;
    this.#yieldNow = yieldNow;
  }

  /** Runs a part of the call, unless the call has ended, and yields when it is time. */
  *within<T>(begin: (checkpoint: Checkpoint) => Incremental<T>): Program<T> {
    const result = yield* this.work((checkpoint) => unlessEnded(begin, checkpoint), this.#limits);
    yield { inOneGo: () => undefined, inTurns: () => this.#pause() };
    return result;
  }

  /** Runs work, by default without limits. Such work must be done even after the call ended. */
  *work<T>(begin: (checkpoint: Checkpoint) => Incremental<T>, limits: CallLimits = {}): Program<T> {
    const checkpoint = new Checkpoint(limits);
    return (yield {
      inOneGo: () => inOneGo(begin(checkpoint), checkpoint),
      inTurns: () => inSlices(checkpoint, begin(checkpoint), this.#yieldNow),
    }) as T;
  }

  async #pause(): Promise<void> {
    const now = performance.now();
    // In workerd, the clock stops while code runs.
    if (now - this.#last < MILLISECONDS_OF_TURN && now !== this.#last) return;
    await this.#yieldNow();
    this.#last = performance.now();
  }
}

function* unlessEnded<T>(begin: (checkpoint: Checkpoint) => Incremental<T>, checkpoint: Checkpoint): Incremental<T> {
  checkpoint.check();
  return yield* begin(checkpoint);
}

/** Replaces the counts of a node with its details, unless the call ended in between. */
function takeDetails(explained: NodeExplanation[], index: number, detailed: NodeExplanation): void {
  if (detailed.kind === explained[index]?.kind) explained[index] = detailed;
}

/** @internal Returns the explanation if the call ended before its claims were read: every node reports the limit. */
export function* notExplained(nodes: readonly Node[], by: EndedBy, yieldNow: Yield): Program<Explanation> {
  const turns = new Turns({}, yieldNow);
  const explained = yield* turns.work((checkpoint) => atEnd(nodes, by, checkpoint));
  return yield* turns.work((checkpoint) => explanationOf(explained, checkpoint));
}

function atEnd(nodes: readonly Node[], by: EndedBy, checkpoint: Checkpoint): Incremental<readonly NodeExplanation[]> {
  return mapping(nodes, ({ metadata }) => explanationAtEnd(metadata.name, by), checkpoint);
}

/** @internal Returns the explanation if the call ended before its node was read. */
export function notRead(node: ExplainInput['node'], by: EndedBy): Explanation {
  const name: unknown = (node as { readonly metadata?: { readonly name?: unknown } } | undefined)?.metadata?.name;
  const nodeName = typeof node === 'string' ? node : typeof name === 'string' ? name : '';
  return inOneGo(explanationOf([explanationAtEnd(nodeName, by)], UNLIMITED));
}

function* surroundingsOf({ state, runtime, cluster }: ExplainCall, checkpoint: Checkpoint): Incremental<Surroundings> {
  checkpoint.check();
  const { slices } = state;
  const { environment } = runtime.selectors;
  const holders = (holderCheckpoint: Checkpoint): Incremental<Holders> => holdersIn(cluster, holderCheckpoint);
  return yield* Surroundings.of({ slices, environment, holders }, checkpoint);
}

/** Returns the claims that hold devices now. Only texts use these claims, so claims may be added after the call. */
function* holdersIn({ held, pods }: ClusterObjects, checkpoint: Checkpoint): Incremental<Holders> {
  const holders = new Holders();
  for (const [key, { allocation, keys }] of held) {
    if (checkpoint.due()) yield;
    const stored = pods.get('ResourceClaim', key)?.claim;
    holders.add({ claim: key, pods: stored === undefined ? [] : heldClaim(stored).pods }, allocation.results, keys);
  }
  return holders;
}

interface NodeCall extends ExplainCall {
  readonly surroundings: Surroundings;
  readonly isDetailed: boolean;
}

function* explainOn(
  { node, attempt, rejections, rejectionsWith }: NodeQuestion,
  call: NodeCall,
  checkpoint: Checkpoint,
): Incremental<NodeExplanation> {
  const { runtime, state, surroundings, isDetailed, steps, certificates } = call;
  const { name } = node.metadata;
  if (attempt === undefined) return explainRejected(name, rejections);
  const inputOf = (inputCheckpoint: Checkpoint): Incremental<AllocationInput> => inputOn(node, attempt, state, inputCheckpoint);
  const task = { node: name, inputOf, surroundings, kernel: runtime.kernel, rejections, isDetailed, steps, rejectionsWith };
  const explained = yield* explainNode(task, checkpoint);
  if (!certificates || explained.kind !== 'unallocatable' || rejections.length > 0) return explained;
  return { ...explained, ...(yield* certifyNode({ node, inputOf, slices: state.slices, runtime }, checkpoint)) };
}

/** Returns the input of an allocation on a node. */
function* inputOn(node: Node, attempt: Attempt, { slices }: StateView, checkpoint: Checkpoint): Incremental<AllocationInput> {
  const input = yield* attempt.inputFor(node, checkpoint);
  // The view of a node may be older than the slices of other nodes.
  return { ...input, view: { ...input.view, slices } };
}
