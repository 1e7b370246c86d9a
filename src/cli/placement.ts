// Places groups of claims on nodes, one after the other, each seeing the picks before it.
//
// As in the scheduler, an error or an interrupted search on any node that a pod may go to ends the attempt for that pod; only errors
// that are local to a node do not.

import { encodeResourceClaim } from '../api/encode.js';
import { objectName } from '../api/meta.js';
import type { Node } from '../api/node.js';
import { decodeObjects } from '../api/objects.js';
import type { ResourceClaim } from '../api/resource-claim.js';
import { compareBytes } from '../base/byte-order.js';
import { AllocationError } from '../base/errors.js';
import type { JsonObject } from '../base/json.js';
import { PreparedClaims } from '../cluster/claims.js';
import type { AllocationResult } from '../decode/allocation-result.js';
import { type Interruption, interruptionOf } from '../evaluate/findings.js';
import { deadlineOf, type Limits } from '../evaluate/limits.js';
import type { Outcome } from '../evaluate/outcome.js';
import type { NodeExplanation } from '../explain/explanation.js';
import { type ClaimGroup, type GroupProblem, isCandidateNode, type NodeKinds, nodeKinds } from '../schedule/claims.js';
import type { PlacementCluster } from './library.js';

/** A claim that got its devices, as an object of resource.k8s.io/v1. */
export interface PlacedClaim {
  readonly claim: ResourceClaim;
  readonly json: JsonObject;
  /** It had its allocation before. */
  readonly before: boolean;
}

/** The outcome of a group. */
export type GroupResult =
  | { readonly kind: 'placed'; readonly node: string; readonly claims: readonly PlacedClaim[] }
  | { readonly kind: 'problem'; readonly problem: GroupProblem }
  | { readonly kind: 'no-node'; readonly message: string }
  | { readonly kind: 'unallocatable'; readonly nodes: readonly RefusedNode[]; readonly unexplained: number }
  | { readonly kind: 'error'; readonly error: AllocationError; readonly node?: string; readonly feasible: number }
  | { readonly kind: 'interrupted'; readonly nodes: readonly string[]; readonly interruption: Interruption };

/** A node on which a group does not fit, and why. */
export interface RefusedNode {
  readonly explanation: NodeExplanation;
  /** An error that is local to the node. */
  readonly error?: AllocationError;
  /** Why the node is out whatever devices it has; no device was looked at then. */
  readonly refusal?: string;
}

/** Explaining takes longer than searching: more nodes are only counted. */
const MAX_EXPLAINED = 100;

/** A claim that got its devices in this run, and for which node. */
interface PlacedOn {
  readonly json: JsonObject;
  readonly node: string;
}

/** Nodes on which a group has the same claims. */
interface Attempt {
  /** The claims as the group has them. */
  readonly given: readonly ResourceClaim[];
  /** With the allocations that they have by now. */
  readonly claims: readonly ResourceClaim[];
  readonly nodes: readonly string[];
}

type Chosen = Attempt & { readonly node: string; readonly score: number; readonly outcome: () => Outcome };

/** The answers for every node. */
interface Answers {
  readonly feasible: Chosen[];
  readonly errors: Map<string, AllocationError>;
  readonly interrupted: { readonly node: string; readonly interruption: Interruption }[];
}

/** The nodes and what has been placed on them so far. */
export class Placement {
  readonly #cluster: PlacementCluster;
  readonly #nodes: readonly Node[];
  readonly #limits: Limits;
  /** Claims that got their devices in this run, by name: later pods that share them find them allocated. */
  readonly #allocated = new Map<string, PlacedOn>();

  /** `nodes` are those to look at, all of them known to the cluster. */
  constructor(cluster: PlacementCluster, nodes: readonly Node[], limits: Limits) {
    this.#cluster = cluster;
    this.#nodes = nodes;
    this.#limits = limits;
  }

  /** Tells whether a claim has devices, from before or from this run. */
  isAllocated(claim: ResourceClaim): boolean {
    return claim.status.allocation !== undefined || this.#allocated.has(objectName(claim.metadata));
  }

  /** The claim as it was placed in this run; undefined for others. */
  placedInRun(claim: ResourceClaim): PlacedOn | undefined {
    return this.#allocated.get(objectName(claim.metadata));
  }

  /** Finds a node for the group and occupies what it picks there. */
  place(group: ClaimGroup): GroupResult {
    if (group.problem !== undefined) return { kind: 'problem', problem: group.problem };
    const candidates = this.#nodes.filter((node) => isCandidateNode(group, node));
    if (candidates.length === 0) return { kind: 'no-node', message: whyNoNode(group, this.#nodes.length) };
    const { kinds, refused } = nodeKinds(group, candidates);
    try {
      const attempts = kinds.map(({ claims, nodes }) => this.#prepare(claims, nodes));
      const chosen = this.#choose(attempts, refused);
      return 'kind' in chosen ? chosen : this.#commit(chosen);
    } catch (error) {
      if (!(error instanceof AllocationError)) throw error;
      return { kind: 'error', error, feasible: 0 };
    }
  }

  #prepare(given: readonly ResourceClaim[], nodes: readonly Node[]): Attempt {
    return { given, claims: given.map((claim) => this.#withAllocation(claim)), nodes: nodes.map(({ metadata }) => metadata.name) };
  }

  #choose(attempts: readonly Attempt[], refused: NodeKinds['refused']): Chosen | GroupResult {
    const { feasible, errors, interrupted } = this.#tryAll(attempts);
    const fatal = [...errors].filter(([, error]) => !error.nodeLocal).sort(([a], [b]) => compareBytes(a, b))[0];
    if (fatal !== undefined) return { kind: 'error', error: fatal[1], node: fatal[0], feasible: feasible.length };
    const [first] = interrupted;
    if (first !== undefined) return { kind: 'interrupted', nodes: interrupted.map(({ node }) => node), interruption: first.interruption };
    // The first by name of those with the best score.
    const [best] = feasible.sort((a, b) => b.score - a.score || compareBytes(a.node, b.node));
    return best ?? this.#unallocatable(attempts, errors, refused);
  }

  #tryAll(attempts: readonly Attempt[]): Answers {
    const answers: Answers = { feasible: [], errors: new Map(), interrupted: [] };
    const deadline = deadlineOf(this.#limits);
    for (const attempt of attempts) {
      // The limit is for all nodes together.
      const isLater = attempt !== attempts[0] && deadline !== Number.POSITIVE_INFINITY;
      const limits = isLater ? { ...this.#limits, milliseconds: Math.max(0, deadline - performance.now()) } : this.#limits;
      const [only, ...others] = attempts.length === 1 ? attempt.nodes : [];
      if (only !== undefined && others.length === 0) this.#tryNode(attempt, only, limits, answers);
      else this.#tryNodes(attempt, limits, answers);
    }
    return answers;
  }

  #tryNodes(attempt: Attempt, limits: Limits, { feasible, errors, interrupted }: Answers): void {
    const result = this.#cluster.filter({ claims: new PreparedClaims(attempt.claims), nodes: attempt.nodes, limits });
    for (const [node, error] of result.errors) errors.set(node, error);
    if (result.kind === 'interrupted') {
      const interruption: Interruption = result.by === 'selector' ? { by: result.by, selector: result.selector } : { by: result.by };
      for (const node of result.interrupted) interrupted.push({ node, interruption });
      return;
    }
    const { scores, outcome } = result;
    for (const [index, node] of result.feasible.entries()) {
      feasible.push({ ...attempt, node, score: scores[index] ?? 0, outcome: () => outcome(node) });
    }
  }

  #tryNode(attempt: Attempt, node: string, limits: Limits, { feasible, errors, interrupted }: Answers): void {
    try {
      const outcome = this.#cluster.allocate({ claims: new PreparedClaims(attempt.claims), node, limits });
      const interruption = interruptionOf(outcome);
      if (interruption !== undefined) interrupted.push({ node, interruption });
      else if (outcome.kind === 'allocated') feasible.push({ ...attempt, node, score: 0, outcome: () => outcome });
    } catch (error) {
      if (!(error instanceof AllocationError)) throw error;
      errors.set(node, error);
    }
  }

  #unallocatable(attempts: readonly Attempt[], errors: ReadonlyMap<string, AllocationError>, refused: NodeKinds['refused']): GroupResult {
    const claims = new Map(attempts.flatMap((attempt) => attempt.nodes.map((node) => [node, attempt.claims] as const)));
    const reasons = new Map(refused.map(({ node, reason }) => [node.metadata.name, reason]));
    const nodes = this.#nodes.filter(({ metadata: { name } }) => claims.has(name) || reasons.has(name));
    // Explaining has as much time as the search had.
    const deadline = deadlineOf(this.#limits);
    const explained = nodes.slice(0, MAX_EXPLAINED).flatMap((node) => {
      const { name } = node.metadata;
      const refusal = reasons.get(name);
      if (refusal !== undefined) return [refusedOutright(name, refusal)];
      return performance.now() >= deadline ? [] : this.#explain(claims.get(name) ?? [], node, errors.get(name), deadline);
    });
    return { kind: 'unallocatable', nodes: explained, unexplained: nodes.length - explained.length };
  }

  #explain(claims: readonly ResourceClaim[], node: Node, error: AllocationError | undefined, deadline: number): RefusedNode[] {
    const isLimited = deadline !== Number.POSITIVE_INFINITY;
    const limits = isLimited ? { milliseconds: Math.max(0, deadline - performance.now()) } : {};
    const { nodes: explanations } = this.#cluster.explain({ claims: new PreparedClaims(claims), node: node.metadata.name, limits });
    return explanations.map((explanation) => ({ explanation, ...(error === undefined ? {} : { error }) }));
  }

  #commit({ given, claims, node, outcome: outcomeOf }: Chosen): GroupResult {
    const outcome = outcomeOf();
    this.#cluster.commit(new PreparedClaims(claims), outcome);
    const allocations = outcome.kind === 'allocated' ? outcome.allocations : [];
    const placed = claims.map((claim, index) => {
      const before = claim.status.allocation !== undefined;
      const json = encodeResourceClaim(claim, before ? undefined : asJson(allocations[index]));
      if (!before) this.#allocated.set(objectName(claim.metadata), { json, node });
      return { claim: given[index] ?? claim, json, before };
    });
    return { kind: 'placed', node, claims: placed };
  }

  #withAllocation(claim: ResourceClaim): ResourceClaim {
    const placed = this.placedInRun(claim);
    return (placed === undefined ? undefined : decodeObjects([{ value: placed.json }]).resourceClaims[0]) ?? claim;
  }
}

function refusedOutright(node: string, refusal: string): RefusedNode {
  return { explanation: { node, requests: [], unavailable: [], pools: [], fits: false, together: false, inTheWay: [] }, refusal };
}

/** An allocation is plain JSON; its type is narrower than the index signature of JsonObject can say. */
function asJson(allocation: AllocationResult | undefined): JsonObject | undefined {
  return allocation as JsonObject | undefined;
}

function whyNoNode(group: ClaimGroup, count: number): string {
  if (count === 0) return 'the input has no node; name one with --node';
  if (group.node !== undefined) return `it belongs to node ${group.node}, which the input does not have`;
  const labels = [...(group.pod?.spec.nodeSelector ?? [])].map(([key, value]) => `${key}=${value}`);
  return `no node has the labels of the pod's node selector: ${labels.join(', ')}`;
}
