// Schedules a pod on the nodes of a cluster: first the scheduler's filters, then the devices of its claims on the passing nodes.

import { timeOf } from '../allocator/encode/binding-readiness.js';
import { CollectedFindings } from '../allocator/evaluate/collected-findings.js';
import type { Findings } from '../allocator/evaluate/findings.js';
import { type AsyncLimits, checkLimits, checkpointInOneGo, deadlineOf, type Limits } from '../allocator/evaluate/limits.js';
import type { NodeEvaluator } from '../allocator/evaluate/node-evaluator.js';
import type { Outcome } from '../allocator/evaluate/outcome.js';
import { RestOfNodes } from '../allocator/evaluate/rest-of-nodes.js';
import { ClaimSet, claimKey } from '../cluster/claims.js';
import type { AttemptSources, ClusterAttempt } from '../cluster/cluster-attempt.js';
import { nodeOfInput } from '../cluster/node-input.js';
import { namedNodes, unknownNode } from '../cluster/node-list.js';
import type { PodInputJson } from '../core/api/kinds.js';
import { objectName } from '../core/api/meta.js';
import type { Node } from '../core/api/node.js';
import type { Pod } from '../core/api/pod.js';
import type { Allocation } from '../core/api/resource-claim.js';
import { checkFields, checkFlag, optional } from '../core/base/arguments.js';
import { Checkpoint, type EndedBy, endOfCall, UNLIMITED } from '../core/base/checkpoint.js';
import { AllocationError } from '../core/base/errors.js';
import { type Incremental, inOneGo, inSlices } from '../core/base/incremental.js';
import { PASSED, type Rejection } from '../scheduler/filters/filter.js';
import type { NotLookedAt } from '../scheduler/filters/not-looked-at.js';
import { groupNameOf } from '../scheduler/pods/pod-groups.js';
import { Priorities } from '../scheduler/pods/priorities.js';
import type { BoundVolumes } from '../scheduler/volumes/bound-volumes.js';
import { claimNameOf } from '../scheduler/volumes/pod-claims.js';
import { DeviceCalls, type PodCall } from './device-calls.js';
import type { Part } from './device-questions.js';
import type { PodQuestion } from './filtered-pod.js';
import { beginOnAnswer, type CallInTurns } from './in-turns.js';
import { allocationsIn, outOfReach, putBound, putUnbound } from './pod-binding.js';
import { type PodFilterResult, type PodOutcome, podOutcomeOn, podResultOf, type RankedQuestion } from './pod-filter-result.js';
import { NOTHING_TAKEN, PodFindings } from './pod-findings.js';
import type { PodAllocateInput, PodFilterInput } from './pod-inputs.js';
import type { PodQuery } from './pod-question.js';
import type { PodQuestions } from './pod-questions.js';
import { type NoPreemption, Preemption, type PreemptionResult } from './preemption.js';
import { decodedPod, type PreparedPod } from './prepared-pod.js';
import { queriedNodes } from './queried-nodes.js';
import { victimBudgets } from './victim-budgets.js';

const FILTER_FIELDS = ['pod', 'nodes', 'now', 'certificates', 'limits'];
const ALLOCATE_FIELDS = ['pod', 'node', 'now', 'certificates', 'limits'];
/** The number of nodes whose ranking takes milliseconds. */
const MANY = 2048;
const checkCertificates = optional(checkFlag);

/** From this fraction of the nodes on, devices are searched on all nodes. Those results stay up to date, while a subset is searched again. */
const MOST = 1 / 4;

/** Commits claims with the decoded allocations of an outcome. Returns the keys of the claims that were pending. */
type Commit = (claims: ClaimSet, allocations: readonly (Allocation | undefined)[]) => Incremental<ReadonlySet<string>>;

/** The feasible nodes, the rejections of other nodes, and the data for the ranking. */
export interface PodSearch {
  readonly findings: PodFindings;
  readonly question: PodQuestion;
}

/** A pod and the node of the call. */
interface PodOnNode {
  readonly pod: PodQuery;
  readonly node: Node;
}

const NO_VOLUMES: BoundVolumes = { claims: [], volumes: [] };

/** Answers calls about pods. */
export class PodScheduling {
  readonly #sources: AttemptSources;
  readonly #evaluator: NodeEvaluator;
  readonly #questions: PodQuestions;
  readonly #devices: DeviceCalls;

  constructor(sources: AttemptSources, evaluator: NodeEvaluator, questions: PodQuestions) {
    this.#sources = sources;
    this.#evaluator = evaluator;
    this.#questions = questions;
    this.#devices = new DeviceCalls(sources);
  }

  /** Implements `Cluster.filter` for a pod. */
  filter(input: PodFilterInput): PodFilterResult {
    checkFields(input, 'filter(input)', FILTER_FIELDS);
    checkCertificates(input.certificates, 'certificates');
    const limits = checkLimits(input.limits);
    const deadline = deadlineOf(limits);
    const checkpoint = checkpointInOneGo(limits, deadline);
    const time = timeOf(input.now);
    try {
      const { findings, question } = this.#search(input, time, limits, deadline, checkpoint);
      return podResultOf(findings, this.#counted(question, checkpoint));
    } catch (error) {
      return this.#noNodeConsidered(input.nodes, endOfCall(error));
    }
  }

  /** Like `filter`, but without copies for the caller. Throws CallEnded if the call ended before the filters ran. */
  search(pod: PreparedPod, callLimits: Limits): PodSearch {
    const limits = checkLimits(callLimits);
    const deadline = deadlineOf(limits);
    const checkpoint = checkpointInOneGo(limits, deadline);
    const found = this.#search({ pod }, undefined, limits, deadline, checkpoint);
    countPods(found.question, checkpoint);
    return found;
  }

  /** Returns the question with the counts for its scores. If the call ends before, returns it without these scores. */
  #counted(question: PodQuestion, checkpoint: Checkpoint): RankedQuestion {
    try {
      countPods(question, checkpoint);
      return question;
    } catch (error) {
      return question.withoutClusterScores(endOfCall(error));
    }
  }

  /** Searches the pods that the scheduler would remove for a pod that fits on no node. `found`: of all nodes. */
  preempt({ question, findings }: PodSearch, callLimits: Limits): PreemptionResult {
    const limits = checkLimits(callLimits);
    const deadline = deadlineOf(limits);
    const checkpoint = checkpointInOneGo(limits, deadline);
    try {
      const preemption = inOneGo(this.#preempting(question, findings, checkpoint), checkpoint);
      if (!(preemption instanceof Preemption)) return preemption;
      const emptied = this.#devices.withoutSharing(inOneGo(this.#questions.onNodes(question, preemption.nodes, checkpoint), checkpoint));
      const call = this.#call({}, question.claims.countsTime ? Date.now() : 0, limits, deadline);
      const answered = this.#devices.onCluster(emptied, call, ({ share, on }, attempt) =>
        this.#evaluator.filter(attempt, share === 1 ? undefined : on.nodes),
      );
      const devices = new PodFindings(emptied, answered, call);
      return inOneGo(
        preemption.choosing(devices, (node) => this.#devices.roomOn(emptied, devices, node), checkpoint),
        checkpoint,
      );
    } catch (error) {
      return { kind: 'interrupted', interruption: { by: endOfCall(error) } };
    }
  }

  *#preempting(question: PodQuestion, findings: PodFindings, checkpoint: Checkpoint): Incremental<Preemption | NoPreemption> {
    const budgets = yield* victimBudgets(this.#sources.cluster.objects.pods, checkpoint);
    const { priorities = new Priorities([]) } = question.surroundings;
    return yield* Preemption.of(question, findings, { priorities, budgets }, checkpoint);
  }

  #search(input: PodFilterInput, time: number | undefined, limits: Limits, deadline: number, checkpoint: Checkpoint): PodSearch {
    const question =
      input.nodes === undefined ? this.#questions.askAll(input.pod, checkpoint) : inOneGo(this.#askNamed(input, checkpoint), checkpoint);
    const now = time ?? (question.claims.countsTime ? Date.now() : 0);
    const call = this.#call(input, now, limits, deadline);
    const shareless = this.#devices.withoutSharing(question);
    const answered = this.#devices.onCluster(shareless, call, this.#filterPart);
    if (shareless.isLongToScore) inOneGo(this.#score(shareless, checkpoint), checkpoint);
    return { findings: new PodFindings(shareless, answered, call), question: shareless };
  }

  *#askNamed({ pod, nodes }: PodFilterInput, checkpoint: Checkpoint): Incremental<PodQuestion> {
    return yield* this.#questions.ask(yield* this.#questions.read(pod, checkpoint), nodes, checkpoint);
  }

  #score({ answers, nodes, query, images }: PodQuestion, checkpoint: Checkpoint): Incremental<void> {
    const { features } = this.#sources.runtime;
    return answers.score(nodes, query.pod, { features, images }, checkpoint);
  }

  readonly #filterPart = ({ share, on }: Part, attempt: ClusterAttempt, { nodes }: PodQuestion): Findings => {
    if (share === 1) return this.#evaluator.filter(attempt, undefined);
    // Findings may include nodes that filters reject. The filter results show which nodes these are.
    const isOfMost = share >= MOST && on === nodes.passing;
    return isOfMost ? this.#evaluator.filterMost(attempt, nodes) : this.#evaluator.filter(attempt, on.nodes);
  };

  /** Implements `Cluster.filterAsync` for a pod. */
  async filterAsync(input: PodFilterInput<AsyncLimits>): Promise<PodFilterResult> {
    checkFields(input, 'filter(input)', FILTER_FIELDS);
    checkCertificates(input.certificates, 'certificates');
    const limits = checkLimits(input.limits);
    const deadline = deadlineOf(limits);
    const now = timeOf(input.now) ?? Date.now();
    try {
      const turns = this.#turns(limits, deadline);
      const call = this.#call(input, now, limits, deadline);
      const { question, answers } = await beginOnAnswer(
        (checkpoint) => this.#questions.read(input.pod, checkpoint),
        (pod, checkpoint) => this.#questions.ask(pod, input.nodes, checkpoint),
        (query) => {
          const put = this.#devices.withoutSharing(this.#devices.onNodesNow(query));
          const answers = this.#devices.onSnapshot(put, call, (part, attempt) =>
            this.#evaluator.filterAsync(attempt, part.share === 1 ? undefined : Promise.resolve(part.on.nodes)),
          );
          return { question: put, answers };
        },
        turns,
      );
      const answered = await answers;
      if (question.isLongToScore) {
        const checkpoint = new Checkpoint(turns.limits);
        await inSlices(checkpoint, this.#score(question, checkpoint), turns.yieldNow);
      }
      const findings = new PodFindings(question, answered, call);
      return podResultOf(
        findings,
        question.nodes.infos.length < MANY && question.related === undefined ? question : await this.#ranked(question, findings, turns),
      );
    } catch (error) {
      return this.#noNodeConsidered(input.nodes, endOfCall(error));
    }
  }

  /** Ranks nodes in turns. If the call ends before, and for few nodes, the ranking is computed when the caller reads it. */
  async #ranked(question: PodQuestion, findings: PodFindings, { limits, yieldNow }: CallInTurns): Promise<RankedQuestion> {
    const checkpoint = new Checkpoint(limits);
    try {
      return await inSlices(checkpoint, question.rankingAll(findings, checkpoint), yieldNow);
    } catch (error) {
      return question.withoutClusterScores(endOfCall(error));
    }
  }

  /** Implements `Cluster.allocate` for a pod. */
  allocate(input: PodAllocateInput): PodOutcome {
    checkFields(input, 'allocate(input)', ALLOCATE_FIELDS);
    checkCertificates(input.certificates, 'certificates');
    const limits = checkLimits(input.limits);
    const deadline = deadlineOf(limits);
    const now = timeOf(input.now) ?? Date.now();
    const checkpoint = checkpointInOneGo(limits, deadline);
    try {
      const { pod, node } = inOneGo(this.#read(input, checkpoint), checkpoint);
      const question = this.#devices.withoutSharing(inOneGo(this.#questions.askOn(pod, node, checkpoint), checkpoint));
      const call = this.#call(input, now, limits, deadline);
      const answered = this.#devices.onCluster(question, call, (_, attempt) =>
        onlyOn(node, attempt, this.#evaluator.allocate(attempt, node)),
      );
      return podOutcomeOn(new PodFindings(question, answered, call), node.metadata.name);
    } catch (error) {
      return { kind: 'interrupted', by: endOfCall(error), steps: 0 };
    }
  }

  /** Implements `Cluster.allocateAsync` for a pod. */
  async allocateAsync(input: PodAllocateInput<AsyncLimits>): Promise<PodOutcome> {
    checkFields(input, 'allocate(input)', ALLOCATE_FIELDS);
    checkCertificates(input.certificates, 'certificates');
    const limits = checkLimits(input.limits);
    const deadline = deadlineOf(limits);
    const now = timeOf(input.now) ?? Date.now();
    try {
      const call = this.#call(input, now, limits, deadline);
      const { node, question, answers } = await beginOnAnswer(
        (checkpoint) => this.#read(input, checkpoint),
        ({ pod, node: on }, checkpoint) => this.#questions.askOn(pod, on, checkpoint),
        (put) => {
          const shareless = this.#devices.withoutSharing(put);
          const on = shareless.nodes.infos.at(0).node;
          const answers = this.#devices.onSnapshot(shareless, call, async (_, attempt) =>
            onlyOn(on, attempt, await this.#evaluator.allocateAsync(attempt, on)),
          );
          return { node: on, question: shareless, answers };
        },
        this.#turns(limits, deadline),
      );
      return podOutcomeOn(new PodFindings(question, await answers, call), node.metadata.name);
    } catch (error) {
      return { kind: 'interrupted', by: endOfCall(error), steps: 0 };
    }
  }

  *#read({ pod, node }: PodAllocateInput<AsyncLimits>, checkpoint: Checkpoint): Incremental<PodOnNode> {
    return {
      pod: yield* this.#questions.read(pod, checkpoint),
      node: yield* nodeOfInput(node, this.#sources.cluster, checkpoint),
    };
  }

  /**
   * Binds a pod to a node. `commit` commits the claims and returns the keys of the pending ones. Throws `stale-outcome` if a filter now rejects
   * the node, and the errors of `commit`. Requires: no change of the cluster during a pause, and no limits on the call.
   */
  *bind(
    input: PodInputJson | PreparedPod,
    nodeName: string,
    outcome: PodOutcome,
    commit: Commit,
    checkpoint: Checkpoint,
  ): Incremental<void> {
    const { cluster } = this.#sources;
    const query = yield* this.#questions.read(input, checkpoint);
    const node = cluster.node(nodeName) ?? unknownNode(nodeName);
    const before = cluster.objects.pods.get('Pod', claimKey(query.pod));
    const boundTo = before?.pod.spec.nodeName ?? '';
    if (boundTo !== '' && boundTo !== nodeName) throw staleOutcome(query, `is already bound to node ${boundTo}`);
    const question = yield* this.#questions.askOn(query, node, checkpoint, this.#questions.lastOf(input));
    const { refusals, nodes, claims: ofPod } = question;
    const { before: beforeDevices, after } = nodes.reasons.at(0);
    const rejection = refusals[0] ?? (boundTo === '' ? (beforeDevices[0] ?? after[0]) : undefined);
    if (rejection !== undefined) throw staleOutcome(query, `cannot run on node ${nodeName}: ${rejection.message}`);
    const { parts, refused } = this.#devices.withoutSharing(question);
    const refusal = refused.get(nodeName);
    if (refusal !== undefined) throw staleOutcome(query, `cannot run on node ${nodeName}: ${refusal.detail ?? refusal.message}`);
    const unbound = parts[0]?.unbound ?? ofPod.unbound;
    if (unbound !== undefined) throw staleOutcome(query, unbound.message);
    const claims = new ClaimSet(cluster.currentClaims(parts[0]?.claims ?? ofPod.claims));
    const allocations = yield* allocationsIn(claims.claims, outcome, checkpoint);
    const elsewhere = yield* outOfReach(claims.claims, allocations, node, checkpoint);
    if (elsewhere !== undefined) throw staleOutcome(query, elsewhere);
    const pod = this.#devices.podOn(question, claims.claims, outcome, boundTo === '');
    if ('rejection' in pod) throw staleOutcome(query, `cannot run on node ${nodeName}: ${pod.rejection.message}`);
    const volumes = boundTo === '' ? yield* this.#questions.boundVolumes(question, checkpoint) : NO_VOLUMES;
    const allocated = yield* commit(claims, allocations);
    yield* putBound(
      pod,
      nodeName,
      claims.claims,
      { allocated, volumes },
      { cluster, features: this.#sources.runtime.features },
      checkpoint,
    );
  }

  /** Returns the claims that a pod has on a node; undefined if the node is rejected. Throws `unknown-node`. */
  claimsOn(input: PreparedPod, nodeName: string): ClaimSet | undefined {
    const node = this.#sources.cluster.node(nodeName) ?? unknownNode(nodeName);
    const query = inOneGo(this.#questions.read(input, UNLIMITED));
    const question = inOneGo(this.#questions.askOn(query, node, UNLIMITED));
    return this.#devices.withoutSharing(question).parts[0]?.claims;
  }

  /** Returns why the API server rejects a pod; undefined if it accepts the pod. */
  refusalOf(pod: PreparedPod): string | undefined {
    return this.#questions.refusalOf(pod);
  }

  /** Returns the checks of a scheduler that apply to the pod and that this library does not do. */
  notLookedAt(pod: Pod): NotLookedAt {
    return this.#questions.notLookedAt(pod);
  }

  /**
   * Returns whether equal pods compete even on different nodes. This is so if they share a claim, have claims for volumes, or a
   * quota counts their claims.
   */
  hasShared(input: PreparedPod): boolean {
    const pod = decodedPod(input);
    const { metadata, spec } = pod;
    const isShared =
      spec.resourceClaims.some(({ resourceClaimName }) => resourceClaimName !== undefined) || groupNameOf(spec) !== undefined;
    const hasVolumes = spec.volumes.some((volume) => claimNameOf(pod, volume) !== undefined);
    return isShared || hasVolumes || this.#sources.cluster.objects.pods.hasIn('ResourceQuota', metadata.namespace);
  }

  /** Unbinds a pod from its node. */
  unbind(input: PodInputJson | PreparedPod): void {
    putUnbound(claimKey(decodedPod(input)), this.#sources.cluster);
  }

  #call({ certificates }: Pick<PodFilterInput, 'certificates'>, now: number, limits: AsyncLimits, deadline: number): PodCall {
    return { now, limits, deadline, features: this.#sources.runtime.features, certificates: certificates === true };
  }

  #turns(limits: AsyncLimits, deadline: number): CallInTurns {
    return { limits: { ...limits, deadline }, yieldNow: this.#sources.runtime.yieldNow };
  }

  /** Returns the answer if the call ended before the filters ran. */
  #noNodeConsidered(names: readonly string[] | undefined, by: EndedBy): PodFilterResult {
    const { cluster } = this.#sources;
    const findings = new CollectedFindings([]);
    findings.leave(new RestOfNodes(names === undefined ? cluster.nodeList : namedNodes(names, cluster), by));
    const none = { nodes: queriedNodes([]), refusals: PASSED, refused: new Map<string, Rejection>() };
    const availability = { features: this.#sources.runtime.features, now: 0 };
    const parts = [{ findings, on: { nodes: [] }, claims: [], room: NOTHING_TAKEN, isInOneGo: false }];
    const ranking = () => ({ best: () => -1, totalAt: () => 0 });
    return podResultOf(new PodFindings(none, parts, availability), { notLookedAt: { always: [], ifRefused: [] }, ranking });
  }
}

/** Counts the pods of all nodes for scores. */
function countPods({ related, nodes }: PodQuestion, checkpoint: Checkpoint): void {
  if (related !== undefined) inOneGo(related.score(nodes, checkpoint), checkpoint);
}

function staleOutcome({ pod }: PodQuery, what: string): AllocationError {
  return new AllocationError('stale-outcome', `pod ${objectName(pod.metadata)}: ${what}`);
}

function onlyOn({ metadata: { name } }: Node, { currentClaims: knownClaims }: ClusterAttempt, outcome: Outcome): Findings {
  const findings = new CollectedFindings(knownClaims);
  findings.add(name, { outcome, selectedDevices: [] });
  return findings;
}
