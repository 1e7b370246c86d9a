// Places groups of claims on nodes, one after the other, each seeing the picks before it.
//
// As in the scheduler, an error or an interrupted search on any node that a pod may go to ends the attempt for that pod; only errors
// that are local to a node do not.

import { encodeResourceClaim } from '../api/encode.js';
import { objectName } from '../api/meta.js';
import type { Node } from '../api/node.js';
import { decodeObjects } from '../api/objects.js';
import type { ResourceClaim } from '../api/resource-claim.js';
import { PreparedClaims } from '../cluster/claims.js';
import type { AllocationResult } from '../decode/allocation-result.js';
import { AllocationError } from '../errors.js';
import type { NodeExplanation } from '../explain/why.js';
import type { JsonObject } from '../json.js';
import { choiceIncludes } from '../pools/node-match.js';
import { type ClaimGroup, type GroupProblem, isCandidateNode } from '../schedule/claims.js';
import type { Limits } from '../solve/limits.js';
import type { Outcome } from '../solve/outcome.js';
import type { PlacementCluster } from './library.js';

/** A claim that got its devices, as an object of resource.k8s.io/v1. */
export interface PlacedClaim {
  readonly claim: ResourceClaim;
  readonly json: JsonObject;
  /** It had its allocation before. */
  readonly before: boolean;
}

/** What became of a group. */
export type GroupResult =
  | { readonly kind: 'placed'; readonly node: string; readonly claims: readonly PlacedClaim[] }
  | { readonly kind: 'problem'; readonly problem: GroupProblem }
  | { readonly kind: 'no-node'; readonly message: string }
  | { readonly kind: 'unallocatable'; readonly nodes: readonly RefusedNode[]; readonly unexplained: number }
  | { readonly kind: 'error'; readonly error: AllocationError; readonly node?: string; readonly feasible: number }
  | { readonly kind: 'interrupted'; readonly by: string; readonly nodes: readonly string[] };

/** A node on which a group does not fit, and why. */
export interface RefusedNode {
  readonly explanation: NodeExplanation;
  /** An error that is local to the node. */
  readonly error?: AllocationError;
  /** Claims that have their devices already, where this node cannot use them. */
  readonly elsewhere: readonly string[];
}

/** Explaining takes longer than searching: more nodes are only counted. */
const MAX_EXPLAINED = 100;

/** A claim that got its devices in this run, and for which node. */
export interface PlacedOn {
  readonly json: JsonObject;
  readonly node: string;
}

type Chosen = { readonly node: string; readonly outcome: Outcome };

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

  /** Whether a claim has devices, from before or from this run. */
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
    const candidates = this.#nodes.filter((node) => isCandidateNode(group, node)).map((node) => node.metadata.name);
    if (candidates.length === 0) return { kind: 'no-node', message: whyNoNode(group, this.#nodes.length) };
    const claims = group.claims.map((claim) => this.#withAllocation(claim));
    try {
      const chosen = this.#choose(claims, candidates);
      return 'kind' in chosen ? chosen : this.#commit(group, claims, chosen);
    } catch (error) {
      if (!(error instanceof AllocationError)) throw error;
      return { kind: 'error', error, feasible: 0 };
    }
  }

  #choose(claims: readonly ResourceClaim[], candidates: readonly string[]): Chosen | GroupResult {
    const [only] = candidates;
    if (candidates.length === 1 && only !== undefined) return this.#tryNode(claims, only);
    const result = this.#cluster.filter({ claims: new PreparedClaims(claims), nodes: candidates, limits: this.#limits });
    const feasible = result.feasible.map((node, index) => ({ node, score: result.scores[index] ?? 0 }));
    for (const [node, error] of result.errors) if (!error.nodeLocal) return { kind: 'error', error, node, feasible: feasible.length };
    const { interrupted } = result;
    if (interrupted.length > 0) return { kind: 'interrupted', by: interruptedBy(result.outcome(interrupted[0] ?? '')), nodes: interrupted };
    if (feasible.length === 0) return this.#unallocatable(claims, new Set(candidates), result.errors);
    // The first of the best: names are in order.
    const best = feasible.reduce((winner, next) => (next.score > winner.score ? next : winner));
    return { node: best.node, outcome: result.outcome(best.node) };
  }

  #tryNode(claims: readonly ResourceClaim[], node: string): Chosen | GroupResult {
    try {
      const outcome = this.#cluster.allocate({ claims: new PreparedClaims(claims), node, limits: this.#limits });
      if (outcome.kind === 'interrupted') return { kind: 'interrupted', by: outcome.by, nodes: [node] };
      return outcome.kind === 'allocated' ? { node, outcome } : this.#unallocatable(claims, new Set([node]), new Map());
    } catch (error) {
      if (!(error instanceof AllocationError)) throw error;
      if (error.nodeLocal) return this.#unallocatable(claims, new Set([node]), new Map([[node, error]]));
      return { kind: 'error', error, node, feasible: 0 };
    }
  }

  #unallocatable(claims: readonly ResourceClaim[], names: ReadonlySet<string>, errors: ReadonlyMap<string, AllocationError>): GroupResult {
    const allocated = claims.filter((claim) => claim.status.allocation !== undefined);
    const nodes = this.#nodes.filter((node) => names.has(node.metadata.name));
    const refused = nodes.slice(0, MAX_EXPLAINED).flatMap((node) => {
      const { name } = node.metadata;
      const error = errors.get(name);
      const elsewhere = allocated.filter((claim) => !isReachable(claim, node)).map((claim) => objectName(claim.metadata));
      const { nodes: explanations } = this.#cluster.explain({ claims: new PreparedClaims(claims), node: name });
      return explanations.map((explanation) => ({ explanation, elsewhere, ...(error === undefined ? {} : { error }) }));
    });
    return { kind: 'unallocatable', nodes: refused, unexplained: nodes.length - refused.length };
  }

  #commit(group: ClaimGroup, claims: readonly ResourceClaim[], { node, outcome }: Chosen): GroupResult {
    this.#cluster.commit(new PreparedClaims(claims), outcome);
    const allocations = outcome.kind === 'allocated' ? outcome.allocations : [];
    const placed = claims.map((claim, index) => {
      const before = claim.status.allocation !== undefined;
      const json = encodeResourceClaim(claim, before ? undefined : asJson(allocations[index]));
      if (!before) this.#allocated.set(objectName(claim.metadata), { json, node });
      return { claim: group.claims[index] ?? claim, json, before };
    });
    return { kind: 'placed', node, claims: placed };
  }

  #withAllocation(claim: ResourceClaim): ResourceClaim {
    const placed = this.placedInRun(claim);
    return (placed === undefined ? undefined : decodeObjects([{ value: placed.json }]).resourceClaims[0]) ?? claim;
  }
}

/** An allocation is plain JSON; its type is narrower than the index signature of JsonObject can say. */
function asJson(allocation: AllocationResult | undefined): JsonObject | undefined {
  return allocation as JsonObject | undefined;
}

function isReachable({ status }: ResourceClaim, node: Node): boolean {
  const nodeSelector = status.allocation?.nodeSelector;
  return nodeSelector === undefined || choiceIncludes({ nodeSelector }, node, '');
}

function interruptedBy(outcome: Outcome): string {
  return outcome.kind === 'interrupted' ? outcome.by : 'a limit';
}

function whyNoNode(group: ClaimGroup, count: number): string {
  if (count === 0) return 'the input has no node; name one with --node';
  if (group.node !== undefined) return `it belongs to node ${group.node}, which the input does not have`;
  const labels = [...(group.pod?.spec.nodeSelector ?? [])].map(([key, value]) => `${key}=${value}`);
  return `no node has the labels of the pod's node selector: ${labels.join(', ')}`;
}
