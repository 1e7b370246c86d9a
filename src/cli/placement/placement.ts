// Places groups of claims on nodes, one after the other, each seeing what the ones before it took. A pod goes only where the scheduler's filters let
// it, and to the best of these nodes by all scores. Without a scheduler devices decide alone.
//
// As in the scheduler, an error or an interrupted search on any node that a pod may go to ends the attempt for that pod; only errors
// that are local to a node do not.

import { encodeResourceClaim } from '../../api/encode.js';
import { objectName } from '../../api/meta.js';
import type { Node } from '../../api/node.js';
import { decodeObjects } from '../../api/objects.js';
import type { ResourceClaim } from '../../api/resource-claim.js';
import { compareBytes } from '../../base/byte-order.js';
import { CallEnded } from '../../base/checkpoint.js';
import { AllocationError } from '../../base/errors.js';
import type { JsonObject } from '../../base/json.js';
import { PreparedClaims } from '../../cluster/claims.js';
import type { AllocationResult } from '../../decode/allocation-result.js';
import { checkpointInOneGo, deadlineOf, type Limits } from '../../evaluate/limits.js';
import { type ClaimGroup, isCandidateNode, nodeKinds } from '../../schedule/claims.js';
import type { PlacementCluster } from '../library.js';
import { type Attempt, type Feasible, tryAll } from './attempt.js';
import type { GroupResult, Unallocatable } from './group-result.js';
import { explainNodes, type FailedSearch, rejectionInWords } from './refused-nodes.js';
import type { PodGroupOfClaims, Scheduler } from './scheduler.js';
import type { SchedulingCycle } from './scheduling-cycle.js';

/** A claim that got its devices in this run, and for which node. */
interface PlacedOn {
  readonly json: JsonObject;
  readonly node: string;
}

/** The nodes and what has been placed on them so far. */
export class Placement {
  readonly #cluster: PlacementCluster;
  readonly #nodes: readonly Node[];
  readonly #limits: Limits;
  readonly #scheduler: Scheduler | undefined;
  /** Claims that got their devices in this run, by name: later pods that share them find them allocated. */
  readonly #allocated = new Map<string, PlacedOn>();

  /** `nodes` are those to look at, all of them known to the cluster, and to the scheduler. */
  constructor(cluster: PlacementCluster, nodes: readonly Node[], limits: Limits, scheduler?: Scheduler) {
    this.#cluster = cluster;
    this.#nodes = nodes;
    this.#limits = limits;
    this.#scheduler = scheduler;
  }

  /** Tells whether a claim has devices, from before or from this run. */
  isAllocated(claim: ResourceClaim): boolean {
    return claim.status.allocation !== undefined || this.#allocated.has(objectName(claim.metadata));
  }

  /** The claim as it was placed in this run; undefined for others. */
  placedInRun(claim: ResourceClaim): PlacedOn | undefined {
    return this.#allocated.get(objectName(claim.metadata));
  }

  /** Tells whether a group is a pod that the scheduler has to find a node for. */
  needsNode(group: ClaimGroup): boolean {
    return this.#scheduler !== undefined && isPendingPod(group);
  }

  /** Finds a node for the group and occupies what it picks there. */
  place(group: ClaimGroup): GroupResult {
    if (group.problem !== undefined) return { kind: 'problem', problem: group.problem };
    const deadline = deadlineOf(this.#limits);
    try {
      if (this.#scheduler === undefined || this.#nodes.length === 0 || !isPendingPod(group)) return this.#placeOn(group, deadline);
      const cycle = this.#scheduler.begin(group, checkpointInOneGo(this.#limits, deadline));
      return 'kind' in cycle ? cycle : this.#placeOn(group, deadline, cycle);
    } catch (error) {
      if (error instanceof AllocationError) return { kind: 'error', error, feasible: 0 };
      if (!(error instanceof CallEnded)) throw error;
      return { kind: 'interrupted', nodes: this.#nodes.map(({ metadata }) => metadata.name), interruption: { by: error.by } };
    }
  }

  #placeOn(group: ClaimGroup, deadline: number, cycle?: SchedulingCycle): GroupResult {
    const candidates = cycle?.passed ?? this.#nodes.filter((node) => isCandidateNode(group, node));
    if (candidates.length === 0 && cycle === undefined) return { kind: 'no-node', message: whyNoNode(group, this.#nodes.length) };
    const { kinds, refused } = nodeKinds(group, candidates);
    for (const { node, reason } of refused)
      cycle?.reject(node.metadata.name, { code: 'devices', message: 'cannot fit resource', detail: reason });
    const outright = new Map(refused.map(({ node, reason }) => [node.metadata.name, [reason]]));
    const attempts = kinds.map(({ claims, nodes }) => this.#prepare(claims, nodes));
    const chosen = this.#choose(attempts, deadline, outright, cycle);
    return 'kind' in chosen ? chosen : this.#commit(chosen, cycle);
  }

  #prepare(given: readonly ResourceClaim[], nodes: readonly Node[]): Attempt {
    return { given, claims: given.map((claim) => this.#withAllocation(claim)), nodes: nodes.map(({ metadata }) => metadata.name) };
  }

  #choose(
    attempts: readonly Attempt[],
    deadline: number,
    outright: FailedSearch['outright'],
    cycle: SchedulingCycle | undefined,
  ): Feasible | GroupResult {
    // The limit is for all nodes together.
    const limitsLeft = (): Limits =>
      deadline === Number.POSITIVE_INFINITY ? this.#limits : { ...this.#limits, milliseconds: Math.max(0, deadline - performance.now()) };
    const { feasible, errors, interrupted } = tryAll(this.#cluster, attempts, limitsLeft);
    const fatal = [...errors].filter(([, error]) => !error.nodeLocal).sort(([a], [b]) => compareBytes(a, b))[0];
    if (fatal !== undefined) return { kind: 'error', error: fatal[1], node: fatal[0], feasible: feasible.length };
    const [first] = interrupted;
    if (first !== undefined) return { kind: 'interrupted', nodes: interrupted.map(({ node }) => node), interruption: first.interruption };
    return this.#best(feasible, cycle) ?? this.#refuse({ attempts, errors, outright }, cycle);
  }

  /** The first by name of those with the best score. */
  #best(feasible: readonly Feasible[], cycle: SchedulingCycle | undefined): Feasible | undefined {
    const passed = cycle === undefined ? feasible : feasible.filter(({ node }) => cycle.passesAfterDevices(node));
    const scores = cycle?.totals(passed) ?? passed.map(({ score }) => score);
    const ranked = passed.map((one, index) => ({ one, score: scores[index] ?? 0 }));
    return ranked.sort((a, b) => b.score - a.score || compareBytes(a.one.node, b.one.node))[0]?.one;
  }

  #refuse(search: FailedSearch, cycle: SchedulingCycle | undefined): Unallocatable {
    if (cycle === undefined) return { kind: 'unallocatable', ...explainNodes(this.#cluster, this.#nodes, search, this.#limits) };
    const outright = new Map(Array.from(cycle.rejections, ([node, reasons]) => [node, reasons.map(rejectionInWords)]));
    for (const attempt of search.attempts) {
      const isTried = (node: string): boolean => !outright.has(node) && !search.errors.has(node);
      cycle.rejectForDevices(this.#cluster, { ...attempt, nodes: attempt.nodes.filter(isTried) }, this.#limits);
    }
    for (const [node, { message }] of search.errors) cycle.reject(node, { code: 'devices', message });
    const explained = cycle.isRefused ? NOTHING_EXPLAINED : explainNodes(this.#cluster, this.#nodes, { ...search, outright }, this.#limits);
    return { kind: 'unallocatable', ...explained, pod: { message: cycle.message, rejections: cycle.rejections } };
  }

  #commit({ given, claims, node, outcome: outcomeOf }: Feasible, cycle: SchedulingCycle | undefined): GroupResult {
    const outcome = outcomeOf();
    this.#cluster.commit(new PreparedClaims(claims), outcome);
    if (cycle !== undefined) this.#scheduler?.assume(cycle, node);
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

function isPendingPod(group: ClaimGroup): group is PodGroupOfClaims {
  return group.pod !== undefined && group.pod.spec.nodeName === '';
}

/** A pod that no node will do for says all with one reason. */
const NOTHING_EXPLAINED = { nodes: [], unexplained: 0 };

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
