// Explains the nodes of a cluster within the limits of a call: counts for every node, and details for one node of each cause.

import type { AllocationInput, Attempt } from '../allocator/evaluate/attempt.js';
import type { StateView } from '../allocator/evaluate/cluster-view.js';
import type { Runtime } from '../allocator/evaluate/runtime.js';
import type { ClusterObjects } from '../cluster/cluster-objects.js';
import type { Node } from '../core/api/node.js';
import { CallEnded, type CallLimits, Checkpoint, type EndedBy, UNLIMITED, type Yield } from '../core/base/checkpoint.js';
import { type Incremental, inOneGo, inSlices } from '../core/base/incremental.js';
import { mapping } from '../core/base/lists-in-increments.js';
import { certifyNode } from '../explain/certified-node.js';
import { explainNode, type NodeTask } from '../explain/explain-node.js';
import type { Explanation, NodeExplanation } from '../explain/explanation.js';
import { explanationOf, type GroupedNodes, groupsOf } from '../explain/groups.js';
import { Holders, heldClaim } from '../explain/holders.js';
import type { PodOnNode } from '../explain/suggest/pod-trial.js';
import type { Question } from '../explain/suggest/question.js';
import { withSuggestions } from '../explain/suggest/with-suggestions.js';
import { Surroundings } from '../explain/surroundings.js';
import { explainRejected, explanationAtEnd } from '../explain/verdict.js';
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
  /** The caller requested suggestions. */
  readonly suggests: boolean;
  /** Suggestions may add a node. */
  readonly addsNodes: boolean;
  /** The caller requested certificates. */
  readonly certificates: boolean;
}

/** @internal A node with the claims to explain there. `attempt` is undefined if the pod has no claims that devices could be searched for. */
export interface NodeQuestion {
  readonly node: Node;
  readonly attempt: Attempt | undefined;
  readonly rejections: readonly Rejection[];
  readonly rejectionsWith?: NodeTask['rejectionsWith'];
  /** Returns the pod with the inputs of the filters on this node. Absent: devices alone decide. */
  readonly podOn?: (checkpoint: Checkpoint) => Incremental<PodOnNode>;
  /** The claims that edits start from, if `attempt` is undefined. */
  readonly ownAttempt?: () => Attempt;
}

/** The most nodes of one call that are explained in detail. */
const MOST_DETAILED = 16;

/** The time after which an asynchronous call yields between two nodes. */
const MILLISECONDS_OF_TURN = 0.4;

/** @internal Explains nodes in one go. */
export function explainNodes(questions: readonly NodeQuestion[], call: ExplainCall): Explanation {
  const explained: NodeExplanation[] = [];
  let groups: GroupedNodes | undefined;
  const inTime = <T>(begin: (checkpoint: Checkpoint) => Incremental<T>): T => {
    const checkpoint = new Checkpoint(call.limits);
    return inOneGo(begin(checkpoint), checkpoint);
  };
  try {
    const whole = new Checkpoint(call.limits);
    const around = inOneGo(aroundNodes(call, whole), whole);
    const isOne = questions.length === 1;
    for (const question of questions) {
      whole.check();
      explained.push(inTime((checkpoint) => explainOn(question, { ...call, around, isDetailed: isOne }, checkpoint)));
    }
    groups = inOneGo(groupsOf(explained, UNLIMITED));
    for (const [index = 0] of isOne ? [] : groups.slice(0, MOST_DETAILED)) {
      const question = questions[index] as NodeQuestion;
      takeDetails(
        explained,
        index,
        inTime((checkpoint) => explainOn(question, { ...call, around, isDetailed: true }, checkpoint)),
      );
    }
  } catch (error) {
    if (!(error instanceof CallEnded)) throw error;
    for (const { node } of questions.slice(explained.length)) explained.push(explanationAtEnd(node.metadata.name, error.by));
  }
  const explanation = inOneGo(explanationOf(explained, UNLIMITED, groups));
  return inTime((checkpoint) => suggestingFor(questions, explanation, call, checkpoint));
}

/** Adds suggestions for the nearest node for which there are any, unless the call ended or requested none. */
function* suggestingFor(
  questions: readonly NodeQuestion[],
  explanation: Explanation,
  call: ExplainCall,
  checkpoint: Checkpoint,
): Incremental<Explanation> {
  if (!call.suggests || checkpoint.endedBy !== undefined) return explanation;
  const questionOf = function* (name: string): Incremental<Question | undefined> {
    const question = questions.find(({ node }) => node.metadata.name === name);
    const attempt = question?.attempt ?? question?.ownAttempt?.();
    if (question === undefined || attempt === undefined) return undefined;
    const { node, podOn } = question;
    const world = worldOf(call.cluster, call.runtime, call.addsNodes);
    const input = yield* inputOn(node, attempt, call.state, checkpoint);
    return { input, world, pod: podOn === undefined ? undefined : yield* podOn(checkpoint), checkpoint };
  };
  return yield* withSuggestions(explanation, questionOf);
}

/** @internal Explains nodes and yields to the event loop. */
export async function explainNodesInTurns(questions: readonly NodeQuestion[], call: ExplainCall): Promise<Explanation> {
  const { runtime, limits } = call;
  const explained: NodeExplanation[] = [];
  let groups: GroupedNodes | undefined;
  const inTurns = turnsOf(limits, runtime.giveWay);
  try {
    const around = await inTurns((checkpoint) => aroundNodes(call, checkpoint));
    const isOne = questions.length === 1;
    for (const question of questions)
      explained.push(await inTurns((checkpoint) => explainOn(question, { ...call, around, isDetailed: isOne }, checkpoint)));
    groups = await inTurns((checkpoint) => groupsOf(explained, checkpoint));
    for (const [index = 0] of isOne ? [] : groups.slice(0, MOST_DETAILED)) {
      const question = questions[index] as NodeQuestion;
      takeDetails(explained, index, await inTurns((checkpoint) => explainOn(question, { ...call, around, isDetailed: true }, checkpoint)));
    }
  } catch (error) {
    if (!(error instanceof CallEnded)) throw error;
    const { by } = error;
    const rest = questions.slice(explained.length).map(({ node }) => node);
    for (const node of await atEndInTurns(rest, by, runtime.giveWay)) explained.push(node);
  }
  const explanation = await inTurnsWithoutEnd((checkpoint) => explanationOf(explained, checkpoint, groups), runtime.giveWay);
  const checkpoint = new Checkpoint(limits);
  if (checkpoint.endedBy !== undefined) return explanation;
  return inSlices(checkpoint, suggestingFor(questions, explanation, call, checkpoint), runtime.giveWay);
}

/** Returns a function that runs parts of a call one by one, and yields between two parts when it is time. */
function turnsOf(limits: CallLimits, giveWay: Yield): <T>(run: (checkpoint: Checkpoint) => Incremental<T>) => Promise<T> {
  let last = performance.now();
  return async (run) => {
    const checkpoint = new Checkpoint(limits);
    checkpoint.check();
    const result = await inSlices(checkpoint, run(checkpoint), giveWay);
    // A clock that stands still while code runs, as in workerd, measures no time.
    const now = performance.now();
    if (now - last >= MILLISECONDS_OF_TURN || now === last) {
      await giveWay();
      last = performance.now();
    }
    return result;
  };
}

/** Replaces the counts of a node by its details, unless the call ended in between. */
function takeDetails(explained: NodeExplanation[], index: number, detailed: NodeExplanation): void {
  if (detailed.kind === explained[index]?.kind) explained[index] = detailed;
}

/** @internal Returns the explanation if the call ended before its claims were read: every node reports the limit. */
export function notExplained(nodes: readonly Node[], by: EndedBy): Explanation {
  const atEnd = nodes.map(({ metadata }) => explanationAtEnd(metadata.name, by));
  return inOneGo(explanationOf(atEnd, UNLIMITED));
}

/** @internal Like `notExplained`, but yields to the event loop. */
export async function notExplainedInTurns(nodes: readonly Node[], by: EndedBy, giveWay: Yield): Promise<Explanation> {
  const atEnd = await atEndInTurns(nodes, by, giveWay);
  return inTurnsWithoutEnd((checkpoint) => explanationOf(atEnd, checkpoint), giveWay);
}

function atEndInTurns(nodes: readonly Node[], by: EndedBy, giveWay: Yield): Promise<readonly NodeExplanation[]> {
  return inTurnsWithoutEnd((checkpoint) => mapping(nodes, ({ metadata }) => explanationAtEnd(metadata.name, by), checkpoint), giveWay);
}

/** Runs work that remains after the call ended, without limits. */
function inTurnsWithoutEnd<T>(run: (checkpoint: Checkpoint) => Incremental<T>, giveWay: Yield): Promise<T> {
  const checkpoint = new Checkpoint();
  return inSlices(checkpoint, run(checkpoint), giveWay);
}

/** @internal Returns the explanation if the call ended before its node was read. */
export function notRead(node: ExplainInput['node'], by: EndedBy): Explanation {
  const name: unknown = (node as { readonly metadata?: { readonly name?: unknown } } | undefined)?.metadata?.name;
  const given = typeof node === 'string' ? node : typeof name === 'string' ? name : '';
  return inOneGo(explanationOf([explanationAtEnd(given, by)], UNLIMITED));
}

function* aroundNodes({ state, runtime, cluster }: ExplainCall, checkpoint: Checkpoint): Incremental<Surroundings> {
  checkpoint.check();
  const { slices } = state;
  const { environment } = runtime.selectors;
  const holders = (own: Checkpoint): Incremental<Holders> => holdersIn(cluster, own);
  return yield* Surroundings.of({ slices, environment, holders }, checkpoint);
}

/** Returns the claims that hold devices now. Only texts use them, so claims that came after the call do no harm. */
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
  readonly around: Surroundings;
  readonly isDetailed: boolean;
}

function* explainOn(
  { node, attempt, rejections, rejectionsWith }: NodeQuestion,
  call: NodeCall,
  checkpoint: Checkpoint,
): Incremental<NodeExplanation> {
  const { runtime, state, around, isDetailed, steps, certificates } = call;
  const { name } = node.metadata;
  if (attempt === undefined) return explainRejected(name, rejections);
  const inputOf = (own: Checkpoint): Incremental<AllocationInput> => inputOn(node, attempt, state, own);
  const task = { node: name, inputOf, around, kernel: runtime.kernel, rejections, isDetailed, steps, rejectionsWith };
  const explained = yield* explainNode(task, checkpoint);
  if (!certificates || explained.kind !== 'unallocatable' || rejections.length > 0) return explained;
  return { ...explained, ...(yield* certifyNode({ node, inputOf, slices: state.slices, runtime }, checkpoint)) };
}

/** @internal Returns the input of an allocation on a node. */
export function* inputOn(node: Node, attempt: Attempt, { slices }: StateView, checkpoint: Checkpoint): Incremental<AllocationInput> {
  const input = yield* attempt.inputFor(node, checkpoint);
  // The view of a node may be older than the slices of other nodes.
  return { ...input, view: { ...input.view, slices } };
}
