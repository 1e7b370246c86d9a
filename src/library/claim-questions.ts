// Allocates claims on a node of a cluster, and filters the nodes of a cluster by claims.

import { timeOf } from '../allocator/encode/binding-readiness.js';
import type { Attempt } from '../allocator/evaluate/attempt.js';
import type { StateView } from '../allocator/evaluate/cluster-view.js';
import { CollectedFindings } from '../allocator/evaluate/collected-findings.js';
import { type AsyncLimits, checkLimits, checkpointInOneGo, deadlineOf } from '../allocator/evaluate/limits.js';
import type { NodeEvaluator } from '../allocator/evaluate/node-evaluator.js';
import { orderedWithin } from '../allocator/evaluate/ordered-nodes.js';
import type { Outcome } from '../allocator/evaluate/outcome.js';
import { RestOfNodes } from '../allocator/evaluate/rest-of-nodes.js';
import type { Runtime } from '../allocator/evaluate/runtime.js';
import { type ClaimSet, preparedAtOnce, preparedInSlices, preparedWithin } from '../cluster/claims.js';
import { type AttemptLimits, type AttemptSources, ClusterAttempt } from '../cluster/cluster-attempt.js';
import type { ClusterState } from '../cluster/cluster-state.js';
import { type FilterResult, resultOf } from '../cluster/filter-result.js';
import { nodeInSlices, nodeWithin } from '../cluster/node-input.js';
import { namedInOrder, namedNodes } from '../cluster/node-list.js';
import { checkFields, checkFlag, optional } from '../core/base/arguments.js';
import { Checkpoint, type EndedBy } from '../core/base/checkpoint.js';
import { inOneGo, inSlices } from '../core/base/incremental.js';
import { certifiedOutcome, certifiedOutcomes } from '../explain/certified-node.js';
import type { ClusterAllocateInput, FilterInput } from './claim-inputs.js';

const checkCertificates = optional(checkFlag);
const ALLOCATE_FIELDS = ['claims', 'node', 'now', 'certificates', 'limits'];
const FILTER_FIELDS = ['claims', 'nodes', 'now', 'certificates', 'limits'];

/** Checks the fields of an input, and returns its limits with the time at which the call must end. */
function limitsOf(
  input: ClusterAllocateInput<AsyncLimits> | FilterInput<AsyncLimits>,
  path: string,
  fields: readonly string[],
): { readonly limits: AsyncLimits; readonly deadline: number } {
  checkFields(input, path, fields);
  checkCertificates(input.certificates, 'certificates');
  const limits = checkLimits(input.limits);
  return { limits, deadline: deadlineOf(limits) };
}

/** Answers calls about claims. */
export class ClaimQuestions {
  readonly #runtime: Runtime;
  readonly #state: ClusterState;
  readonly #sources: AttemptSources;
  readonly #evaluator: NodeEvaluator;

  constructor(sources: AttemptSources, evaluator: NodeEvaluator) {
    this.#runtime = sources.runtime;
    this.#state = sources.cluster;
    this.#sources = sources;
    this.#evaluator = evaluator;
  }

  /** Implements `Cluster.allocate` for claims. */
  allocate(input: ClusterAllocateInput): Outcome {
    const { limits, deadline } = limitsOf(input, 'allocate(input)', ALLOCATE_FIELDS);
    const claims = preparedWithin(input.claims, this.#runtime.features, checkpointInOneGo(limits, deadline));
    const now = timeOf(input.now);
    const node = nodeWithin(input.node, this.#state, deadline);
    if (typeof claims === 'string') return { kind: 'interrupted', by: claims, steps: 0 };
    if (typeof node === 'string') return { kind: 'interrupted', by: node, steps: 0 };
    const attempt = this.#attempt(claims, { now, limits, deadline });
    const outcome = this.#evaluator.allocate(attempt, node);
    return input.certificates === true
      ? inOneGo(certifiedOutcome(outcome, attempt, node, this.#runtime, checkpointInOneGo(limits, deadline)))
      : outcome;
  }

  /** Implements `Cluster.allocateAsync` for claims. */
  async allocateAsync(input: ClusterAllocateInput<AsyncLimits>): Promise<Outcome> {
    const { limits, deadline } = limitsOf(input, 'allocate(input)', ALLOCATE_FIELDS);
    const { features, yieldNow } = this.#runtime;
    const claims =
      preparedAtOnce(input.claims, features) ?? (await preparedInSlices(input.claims, features, { ...limits, deadline }, yieldNow));
    const now = timeOf(input.now);
    const node = await nodeInSlices(input.node, this.#state, { ...limits, deadline }, yieldNow);
    if (typeof claims === 'string') return { kind: 'interrupted', by: claims, steps: 0 };
    if (typeof node === 'string') return { kind: 'interrupted', by: node, steps: 0 };
    return this.#onSnapshot(claims, { now, limits, deadline }, async (attempt) => {
      const outcome = await this.#evaluator.allocateAsync(attempt, node);
      if (input.certificates !== true) return outcome;
      const checkpoint = new Checkpoint({ deadline, signal: limits.signal, selectorWork: limits.selectorWork });
      return inSlices(checkpoint, certifiedOutcome(outcome, attempt, node, this.#runtime, checkpoint), yieldNow);
    });
  }

  /** Implements `Cluster.filter` for claims. */
  filter(input: FilterInput): FilterResult {
    const { limits, deadline } = limitsOf(input, 'filter(input)', FILTER_FIELDS);
    const claims = preparedWithin(input.claims, this.#runtime.features, checkpointInOneGo(limits, deadline));
    const now = timeOf(input.now);
    if (typeof claims === 'string') return this.#resultAtEnd(input.nodes, claims);
    const named = input.nodes === undefined ? undefined : orderedWithin(namedNodes(input.nodes, this.#state), { deadline });
    if (typeof named === 'string') return this.#resultAtEnd(input.nodes, named);
    const attempt = this.#attempt(claims, { now, limits, deadline });
    const findings = this.#evaluator.filter(attempt, named);
    if (input.certificates !== true) return resultOf(findings);
    const checkpoint = checkpointInOneGo(limits, deadline);
    return resultOf(
      findings,
      inOneGo(certifiedOutcomes(findings, attempt, named ?? this.#state.nodeList, this.#runtime, checkpoint), checkpoint),
    );
  }

  /** Implements `Cluster.filterAsync` for claims. */
  async filterAsync(input: FilterInput<AsyncLimits>): Promise<FilterResult> {
    const { limits, deadline } = limitsOf(input, 'filter(input)', FILTER_FIELDS);
    const { features, yieldNow } = this.#runtime;
    const claims =
      preparedAtOnce(input.claims, features) ?? (await preparedInSlices(input.claims, features, { ...limits, deadline }, yieldNow));
    const now = timeOf(input.now);
    if (typeof claims === 'string') return this.#resultAtEnd(input.nodes, claims);
    return this.#onSnapshot(claims, { now, limits, deadline }, async (attempt) => {
      const named = input.nodes === undefined ? undefined : namedInOrder(input.nodes, attempt.state, yieldNow);
      const findings = await this.#evaluator.filterAsync(attempt, named);
      if (input.certificates !== true) return resultOf(findings);
      const nodes = (await named) ?? attempt.state.nodeList;
      const checkpoint = new Checkpoint({ deadline, signal: limits.signal, selectorWork: limits.selectorWork });
      return resultOf(
        findings,
        await inSlices(checkpoint, certifiedOutcomes(findings, attempt, nodes, this.#runtime, checkpoint), yieldNow),
      );
    });
  }

  #attempt(claims: ClaimSet, limits: AttemptLimits, state?: StateView): ClusterAttempt {
    return new ClusterAttempt(this.#sources, claims, limits, state);
  }

  /** Runs an attempt on a snapshot: later changes of the cluster have no effect. */
  async #onSnapshot<T>(claims: ClaimSet, limits: AttemptLimits, run: (attempt: Attempt) => Promise<T>): Promise<T> {
    const snapshot = this.#state.snapshot();
    try {
      return await run(this.#attempt(claims, limits, snapshot).settle());
    } finally {
      snapshot.end();
    }
  }

  /** Returns the result if the call ended before its claims were read. */
  #resultAtEnd(names: readonly string[] | undefined, by: EndedBy): FilterResult {
    const findings = new CollectedFindings([]);
    findings.leave(new RestOfNodes(names === undefined ? this.#state.nodeList : namedNodes(names, this.#state), by));
    return resultOf(findings);
  }
}
