// Explains claims and pods on the nodes of a cluster.

import { timeOf } from '../allocator/encode/binding-readiness.js';
import type { StateView } from '../allocator/evaluate/cluster-view.js';
import { type AsyncLimits, callLimitsOf } from '../allocator/evaluate/limits.js';
import { orderedInTurns, orderedWithin } from '../allocator/evaluate/ordered-nodes.js';
import { type ClaimSet, preparedAtOnce, preparedInSlices, preparedWithin } from '../cluster/claims.js';
import { type AttemptLimits, type AttemptSources, ClusterAttempt } from '../cluster/cluster-attempt.js';
import { nodeInSlices, nodeOfInput, nodeWithin } from '../cluster/node-input.js';
import { namedNodes } from '../cluster/node-list.js';
import type { Node } from '../core/api/node.js';
import { checkFields, checkFlag, optional } from '../core/base/arguments.js';
import { type CallLimits, Checkpoint, endOfCall } from '../core/base/checkpoint.js';
import { type Incremental, inOneGo } from '../core/base/incremental.js';
import { mapping } from '../core/base/lists-in-increments.js';
import { runInOneGo, runInTurns } from '../core/base/program.js';
import type { Explanation } from '../explain/explanation.js';
import { DeviceCalls } from '../placement/device-calls.js';
import type { Parts } from '../placement/device-questions.js';
import type { PodQuestion } from '../placement/filtered-pod.js';
import { beginOnAnswer } from '../placement/in-turns.js';
import { isAboutPod } from '../placement/pod-inputs.js';
import type { PodQuery } from '../placement/pod-question.js';
import type { PodQuestions } from '../placement/pod-questions.js';
import { type ExplainInput, explainLimitsOf, type PodExplainInput, type WithSignal } from './explain-inputs.js';
import { type ExplainCall, explainNodes, type NodeQuestion, notExplained, notRead, type QuestionsOf } from './explain-nodes.js';
import { explainedParts, podNodeQuestions } from './pod-explanations.js';

const FIELDS = ['claims', 'node', 'nodes', 'now', 'certificates', 'suggestions', 'limits'];
const POD_FIELDS = ['pod', 'node', 'nodes', 'now', 'certificates', 'suggestions', 'limits'];

/** Answers calls of `explain`. */
export class ClusterExplanations {
  readonly #sources: AttemptSources;
  readonly #pods: PodQuestions;
  readonly #devices: DeviceCalls;
  readonly #planned: ReadonlySet<string>;

  /** `planned`: the keys of claims that exist only in the plan of a program. */
  constructor(sources: AttemptSources, pods: PodQuestions, planned: ReadonlySet<string>) {
    this.#sources = sources;
    this.#pods = pods;
    this.#devices = new DeviceCalls(sources);
    this.#planned = planned;
  }

  /** Implements `Cluster.explain`. */
  explain(input: ExplainInput | PodExplainInput): Explanation {
    if (isAboutPod(input)) return this.#explainPod(input);
    checkFields(input, 'explain(input)', FIELDS);
    const limits = callLimitsOf(input.limits);
    const { cluster, runtime } = this.#sources;
    const claims = preparedWithin(input.claims, runtime.features, new Checkpoint(limits));
    const node = input.node === undefined ? undefined : nodeWithin(input.node, cluster, limits.deadline);
    if (typeof node === 'string') return notRead(input.node, node);
    const all = named(input, cluster);
    const nodes = node === undefined ? orderedWithin(all, limits) : [node];
    if (typeof nodes === 'string') return runInOneGo(notExplained(all, nodes, runtime.yieldNow));
    if (typeof claims === 'string') return runInOneGo(notExplained(nodes, claims, runtime.yieldNow));
    const questions = questionsAbout(nodes, this.#attempt(claims, input, cluster));
    return runInOneGo(explainNodes(questions, this.#call(input, limits, cluster)));
  }

  /** Implements `Cluster.explainAsync`. */
  async explainAsync(input: (ExplainInput<AsyncLimits> | PodExplainInput<AsyncLimits>) & WithSignal): Promise<Explanation> {
    if (isAboutPod(input)) return this.#explainPodInTurns(input);
    checkFields(input, 'explain(input)', [...FIELDS, 'signal']);
    const limits = explainLimitsOf(input);
    const { cluster, runtime } = this.#sources;
    const { features, yieldNow } = runtime;
    const claims = preparedAtOnce(input.claims, features) ?? (await preparedInSlices(input.claims, features, limits, yieldNow));
    const snapshot = cluster.snapshot();
    try {
      // Allocations of stored claims are read now, not after the nodes are sorted.
      const attempt = typeof claims === 'string' ? claims : this.#attempt(claims, input, snapshot);
      const node = input.node === undefined ? undefined : await nodeInSlices(input.node, cluster, limits, yieldNow);
      if (typeof node === 'string') return notRead(input.node, node);
      const all = named(input, snapshot);
      const nodes = node === undefined ? await orderedInTurns(all, yieldNow, limits) : [node];
      if (typeof nodes === 'string') return await runInTurns(notExplained(all, nodes, yieldNow));
      if (typeof attempt === 'string') return await runInTurns(notExplained(nodes, attempt, yieldNow));
      return await runInTurns(explainNodes(questionsAbout(nodes, attempt), this.#call(input, limits, snapshot)));
    } finally {
      snapshot.end();
    }
  }

  #explainPod(input: PodExplainInput): Explanation {
    checkFields(input, 'explain(input)', POD_FIELDS);
    const limits = callLimitsOf(input.limits);
    const { cluster, runtime } = this.#sources;
    const checkpoint = new Checkpoint(limits);
    try {
      const preparedPod = inOneGo(this.#askPod(inOneGo(this.#readPod(input, checkpoint), checkpoint), input, checkpoint), checkpoint);
      return runInOneGo(explainNodes(this.#podQuestions(preparedPod, input, cluster), this.#call(input, limits, cluster)));
    } catch (error) {
      const by = endOfCall(error);
      return input.node === undefined ? runInOneGo(notExplained(named(input, cluster), by, runtime.yieldNow)) : notRead(input.node, by);
    }
  }

  async #explainPodInTurns(input: PodExplainInput<AsyncLimits> & WithSignal): Promise<Explanation> {
    checkFields(input, 'explain(input)', [...POD_FIELDS, 'signal']);
    const limits = explainLimitsOf(input);
    const { cluster, runtime } = this.#sources;
    const { yieldNow } = runtime;
    try {
      return await beginOnAnswer(
        (checkpoint) => this.#readPod(input, checkpoint),
        (read, checkpoint) => this.#askPod(read, input, checkpoint),
        (preparedPod) => this.#explainOnSnapshot(preparedPod, input, limits),
        { limits, yieldNow },
      );
    } catch (error) {
      const by = endOfCall(error);
      return input.node === undefined ? await runInTurns(notExplained(named(input, cluster), by, yieldNow)) : notRead(input.node, by);
    }
  }

  *#readPod({ pod, node }: PodExplainInput, checkpoint: Checkpoint): Incremental<ReadPod> {
    return {
      pod: yield* this.#pods.read(pod, checkpoint),
      node: node === undefined ? undefined : yield* nodeOfInput(node, this.#sources.cluster, checkpoint),
    };
  }

  *#askPod({ pod, node }: ReadPod, { nodes }: PodExplainInput, checkpoint: Checkpoint): Incremental<PodWithParts> {
    const question = yield* node === undefined ? this.#pods.ask(pod, nodes, checkpoint) : this.#pods.askOn(pod, node, checkpoint);
    const parts = yield* explainedParts(question, checkpoint);
    return { question, parts: this.#devices.partsOf(question.query, parts) };
  }

  #podQuestions({ question, parts }: PodWithParts, input: PodExplainInput, state: StateView): QuestionsOf {
    return (checkpoint) =>
      podNodeQuestions(
        question,
        parts,
        (claims) => this.#attempt(claims, input, state),
        this.#devices.rulesIn(state),
        (info, ofClaims, own) => this.#pods.podOn(question.query, info, ofClaims, own),
        checkpoint,
      );
  }

  /** Explains on a snapshot: later changes of the cluster have no effect. */
  async #explainOnSnapshot(preparedPod: PodWithParts, input: PodExplainInput, limits: CallLimits): Promise<Explanation> {
    const snapshot = this.#sources.cluster.snapshot();
    try {
      return await runInTurns(explainNodes(this.#podQuestions(preparedPod, input, snapshot), this.#call(input, limits, snapshot)));
    } finally {
      snapshot.end();
    }
  }

  #attempt(claims: ClaimSet, { now }: Pick<ExplainInput, 'now'>, state: StateView): ClusterAttempt {
    return new ClusterAttempt(this.#sources, claims, { ...WITHOUT_LIMITS, now: timeOf(now) }, state).settle();
  }

  #call(
    { limits: inputLimits, suggestions = true, certificates, node, nodes }: Omit<ExplainInput, 'claims' | 'now'>,
    limits: CallLimits,
    state: StateView,
  ): ExplainCall {
    const { cluster, runtime } = this.#sources;
    optional(checkFlag)(certificates, 'certificates');
    optional(checkFlag)(suggestions, 'suggestions');
    const addsNodes = node === undefined && nodes?.length !== 1;
    const detailOptions = { certificates: certificates === true, suggests: suggestions, addsNodes, planned: this.#planned };
    return { runtime, cluster: cluster.objects, state, limits, steps: inputLimits?.steps, ...detailOptions };
  }
}

/** The pod of a call, and the node if the call names one or makes one up. */
interface ReadPod {
  readonly pod: PodQuery;
  readonly node: Node | undefined;
}

/** A pod with its question, and the claims that it has on nodes. */
interface PodWithParts {
  readonly question: PodQuestion;
  readonly parts: Parts;
}

/** Attempts need no limits: explanations apply the limits of the call. */
const WITHOUT_LIMITS: AttemptLimits = { now: undefined, limits: {}, deadline: Number.POSITIVE_INFINITY };

function questionsAbout(nodes: readonly Node[], attempt: ClusterAttempt): QuestionsOf {
  return (checkpoint) => mapping(nodes, (node): NodeQuestion => ({ node, attempt, rejections: [] }), checkpoint);
}

/** Returns the nodes that a call is about. Throws `unknown-node`. */
function named({ nodes }: Pick<ExplainInput, 'nodes'>, state: StateView): readonly Node[] {
  return nodes === undefined ? state.nodeList : namedNodes(nodes, state);
}
