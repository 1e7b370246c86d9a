// Places groups of claims on nodes in order, each with the remaining devices. The placement engine places pods. Claims without a pod,
// claims of pods with a node, and claims for which only devices decide are tried on every node.
// An error or an interruption on any candidate node ends the attempt for a pod, except errors that are local to a node. The scheduler does the same.

import type { Interruption } from '../../../allocator/evaluate/findings.js';
import type { Limits } from '../../../allocator/evaluate/limits.js';
import { claimKey, PreparedClaims } from '../../../cluster/claims.js';
import { groupKeyOf } from '../../../cluster/pod-objects.js';
import { objectName } from '../../../core/api/meta.js';
import type { Node } from '../../../core/api/node.js';
import type { Pod } from '../../../core/api/pod.js';
import type { ResourceClaim } from '../../../core/api/resource-claim.js';
import type { Workload } from '../../../core/api/workload.js';
import { compareBytes } from '../../../core/base/byte-order.js';
import { endOfCall } from '../../../core/base/checkpoint.js';
import { AllocationError } from '../../../core/base/errors.js';
import { NO_WORK } from '../../../core/base/incremental.js';
import { done, runInOneGo } from '../../../core/base/program.js';
import type { Explanation } from '../../../explain/explanation.js';
import { attemptGang, type MemberOutcome, outcomeOfRejections, scheduledPodsOf } from '../../../placement/gang-attempt.js';
import type { Nomination, PreemptionResult } from '../../../placement/preemption.js';
import type { ClaimGroup, GroupProblem } from '../../../scheduler/pods/claims.js';
import { whyMissing } from '../../../scheduler/pods/gangs.js';
import { Priorities } from '../../../scheduler/pods/priorities.js';
import type { PlacementCluster } from '../library.js';
import { changesOfAssigned } from './assigned-change.js';
import { ClaimsPlacement } from './claims-placement.js';
import { explanationOfEnd, withEnd } from './explain-group.js';
import type { Ended, ExplainedGroup, FoundNodes, GangResult, GroupResult, PlacedClaim, Survey } from './group-result.js';
import { isPendingPod, type PodGroupOfClaims } from './placed-pods.js';
import { PodPlacement } from './pod-placement.js';
import { type PreemptedFor, removeVictims, withPreemption } from './preempted-pods.js';

/** A claim that this run allocated, and its node. */
interface PlacedOn {
  readonly allocated: ResourceClaim;
  readonly node: string;
}

/** Options for placing groups. */
export interface PlacementOptions {
  readonly limits?: Limits;
  /** True if only devices decide, without filters and scores of the scheduler. */
  readonly devicesOnly?: boolean;
  /** True to remove pods of lower priority where the scheduler does. */
  readonly preempts?: boolean;
  /** The owners of pods. Some owners make several pods of one template. */
  readonly workloads?: readonly Workload[];
}

/** The nodes, and the placements on them so far. */
export class Placement {
  readonly #cluster: PlacementCluster;
  readonly #nodes: readonly Node[];
  readonly #limits: Limits;
  readonly #pods: PodPlacement | undefined;
  readonly #claims: ClaimsPlacement;
  /** The claims that this run allocated, by name. */
  readonly #placed = new Map<string, PlacedOn>();
  /** The pods of PodGroups that this run placed, with their claims. */
  readonly #ofGangs = new Map<ClaimGroup, readonly PlacedClaim[]>();
  readonly #preempts: boolean;
  /** The names of the pods that this run placed, and the pods for which one of these would have to go. */
  readonly #inRun = { placed: new Set<string>(), unknown: new Set<Pod>() };
  /** The pods for which this run removed others, with those. */
  readonly preemptions: PreemptedFor[] = [];

  /** `nodes`: all nodes of the cluster. */
  constructor(
    cluster: PlacementCluster,
    nodes: readonly Node[],
    { limits = {}, devicesOnly = false, preempts = false, workloads = [] }: PlacementOptions = {},
  ) {
    this.#preempts = preempts;
    this.#cluster = cluster;
    this.#nodes = nodes;
    this.#limits = limits;
    this.#pods = devicesOnly ? undefined : new PodPlacement(cluster, nodes, limits, workloads);
    this.#claims = new ClaimsPlacement(cluster, nodes, limits);
  }

  /** Returns whether a claim is allocated, before or in this run. */
  isAllocated(claim: ResourceClaim): boolean {
    return claim.status.allocation !== undefined || this.#placed.has(objectName(claim.metadata));
  }

  /** Returns the allocation of a claim in this run; undefined for others. */
  placedInRun(claim: ResourceClaim): PlacedOn | undefined {
    return this.#placed.get(objectName(claim.metadata));
  }

  /** Returns the claims that this run allocated, with their allocations. */
  placedClaims(): readonly ResourceClaim[] {
    return Array.from(this.#placed.values(), ({ allocated }) => allocated);
  }

  /** Returns whether a group is a pod for which the scheduler must find a node. */
  needsNode(group: ClaimGroup): boolean {
    return this.#pods !== undefined && isPendingPod(group);
  }

  /** Returns the problem of a group. Claims that an assigned pod names may be allocated to another pod of this run. */
  problemOf({ problem, claims }: ClaimGroup): GroupProblem | undefined {
    return problem?.isAssigned === true && claims.every((claim) => this.isAllocated(claim)) ? undefined : problem;
  }

  /** Returns the properties of a pod that a scheduler checks but this command does not, as texts. Preemption matters only for a pod that fits on no node. */
  notLookedAt(pod: Pod, isRejected: boolean): readonly string[] {
    const isPreemptionKnown = this.#preempts && groupKeyOf(pod) === undefined && !this.#inRun.unknown.has(pod);
    return this.#pods?.notLookedAt(pod, isRejected && !isPreemptionKnown) ?? [];
  }

  /** Finds a node for the group and commits it there. Removes pods of lower priority for it where the scheduler does. */
  place(group: ClaimGroup): GroupResult {
    return this.#unlessEnded(() => {
      const found = this.#search(group);
      if ('kind' in found) return found;
      const best = found.best();
      if (best !== undefined) return this.#commit(group, found, best);
      const preemption = this.#preempt(group, found);
      if (preemption?.kind === 'interrupted') return this.#endedAt(preemption.interruption);
      if (preemption?.kind !== 'nominated') return withPreemption(found.rejectionOf(this.#nodes), preemption);
      this.#remove(group, preemption);
      return this.#placeOn(preemption.node, group);
    });
  }

  #remove(group: ClaimGroup, nomination: Nomination): void {
    removeVictims(nomination, this.#cluster.parts.cluster);
    this.preemptions.push({ group, nomination });
  }

  /** Places a group after the removal of pods: on the node for which it is nominated, if it fits there. */
  #placeOn(nominated: string, group: ClaimGroup): GroupResult {
    const found = this.#search(group);
    if ('kind' in found) return found;
    const node = fitsOn(nominated, found) ? nominated : found.best();
    return node === undefined ? found.rejectionOf(this.#nodes) : this.#commit(group, found, node);
  }

  /**
   * Searches the pods to be removed for a group; undefined if the scheduler removes none for it. The pods of a PodGroup are considered together.
   * Pods that this run placed stay, since the answer has them already.
   */
  #preempt(group: ClaimGroup, { preempt }: FoundNodes): PreemptionResult | undefined {
    if (!this.#preempts || group.pod === undefined || this.gangOf(group) !== undefined) return undefined;
    const result = preempt?.();
    if (result?.kind !== 'nominated') return result;
    const { placed, unknown } = this.#inRun;
    if (!result.victims.some(({ pod }) => placed.has(objectName(pod.metadata)))) return result;
    unknown.add(group.pod);
    return undefined;
  }

  #endedAt(interruption: Interruption): Ended {
    return { kind: 'interrupted', nodes: this.#nodes.map(({ metadata }) => metadata.name), interruption };
  }

  /** Returns the key of the PodGroup with whose pods a pending pod is placed; undefined for others. */
  gangOf(group: ClaimGroup): string | undefined {
    const takesGangs = this.#pods !== undefined && this.#nodes.length > 0 && this.#cluster.parts.runtime.features.genericWorkload;
    return takesGangs && isPendingPod(group) ? groupKeyOf(group.pod) : undefined;
  }

  /** Places the pending pods of a PodGroup: all that fit, or none if fewer than its `minCount` fit. */
  placeGang(gang: string, groups: readonly ClaimGroup[]): GangResult {
    const { cluster } = this.#cluster.parts;
    const podGroup = cluster.objects.pods.get('PodGroup', gang);
    if (podGroup === undefined) return refused(groups, whyMissing(gang));
    const priorities = new Priorities([...cluster.objects.pods.all('PriorityClass').values()]);
    const check = () => NO_WORK;
    const { refusal, results } = runInOneGo(
      attemptGang(podGroup, groups, runInOneGo(scheduledPodsOf(gang, cluster, check)), priorities, {
        podOf: ({ pod }) => pod as Pod,
        place: (group) => done(this.place(group)),
        outcomeOf,
        unbind: (group) => this.#unbind(group),
        check,
      }),
    );
    return refusal === undefined ? { refusal, results } : refused(groups, refusal, results);
  }

  /**
   * Places the rest of a PodGroup of which some pods were placed one by one. If too few pods fit, unbinds all of them and returns why, in the
   * scheduler's words.
   */
  completeGang(gang: string, groups: readonly ClaimGroup[]): string | undefined {
    const { refusal } = this.placeGang(
      gang,
      groups.filter((group) => !this.#ofGangs.has(group)),
    );
    if (refusal !== undefined) this.unplace(groups);
    return refusal?.message;
  }

  /** Returns why all pods of a PodGroup stay pending, in the scheduler's words; undefined if enough pods fit. Places no pod. */
  refusalOfGang(gang: string, groups: readonly ClaimGroup[]): string | undefined {
    const refusal = this.completeGang(gang, groups);
    this.unplace(groups);
    return refusal;
  }

  /** Places the pods of a PodGroup before one that does not fit, and explains that one. `unplace` removes them again. */
  explainMember(groups: readonly ClaimGroup[], member: ClaimGroup, certificates = false): ExplainedGroup {
    for (const group of groups.slice(0, groups.indexOf(member))) this.place(group);
    return this.explain(member, false, certificates);
  }

  /** Returns how many pods of a PodGroup have a node if all that fit are placed. Places no pod. */
  mostOfGang(gang: string, groups: readonly ClaimGroup[]): number {
    const scheduled = runInOneGo(scheduledPodsOf(gang, this.#cluster.parts.cluster, () => NO_WORK)).length;
    const placed = groups.filter((group) => this.place(group).kind === 'placed').length;
    this.unplace(groups);
    return scheduled + placed;
  }

  /** Unbinds the pods of a PodGroup that this run placed. */
  unplace(groups: readonly ClaimGroup[]): void {
    for (const group of [...groups].reverse()) this.#unbind(group);
  }

  #unbind(group: ClaimGroup): void {
    const claims = this.#ofGangs.get(group);
    if (claims === undefined) return;
    this.#ofGangs.delete(group);
    this.#pods?.unbind(group);
    for (const { allocated, before } of claims) if (!before) this.#placed.delete(objectName(allocated.metadata));
  }

  /** Places the group like `place`. Explains why it fits on no node, or with `explainsPlaced` why it is allocated its devices. */
  explain(group: ClaimGroup, explainsPlaced: boolean, certificates = false, nominated?: string): ExplainedGroup {
    const found = this.#unlessEnded(() => this.#search(group));
    if ('kind' in found) return { result: found, explanation: this.#whyEnded(group, found, certificates) };
    const best = nominated !== undefined && fitsOn(nominated, found) ? nominated : found.best();
    if (best === undefined) {
      const preemption = this.#preempt(group, found);
      if (preemption?.kind === 'nominated') {
        this.#remove(group, preemption);
        return this.explain(group, explainsPlaced, certificates, preemption.node);
      }
      const explanation = this.#wayOf(group).why(group, certificates);
      return { result: withPreemption(found.rejectionOf([]), preemption), explanation };
    }
    const claims = new PreparedClaims(found.claimsOn(best));
    const explanation = explainsPlaced ? this.#cluster.explain({ claims, node: best, limits: this.#limits }) : undefined;
    return { result: this.#commit(group, found, best), ...(explanation === undefined ? {} : { explanation }) };
  }

  /** Returns for each node whether the group fits. Commits no devices. */
  survey(group: ClaimGroup): Survey | Ended {
    return this.#unlessEnded(() => {
      const found = this.#search(group);
      if ('kind' in found) return found;
      const fitting = [...found.fitting()].sort((a, b) => b.score - a.score || compareBytes(a.node, b.node));
      const fits = new Set(fitting.map(({ node }) => node));
      const others = this.#nodes.filter(({ metadata }) => !fits.has(metadata.name));
      const names = others.map(({ metadata }) => metadata.name).sort(compareBytes);
      const preemption = fitting.length === 0 ? this.#preempt(group, found) : undefined;
      if (preemption?.kind === 'interrupted') return this.#endedAt(preemption.interruption);
      const nomination = preemption?.kind === 'nominated' ? { nomination: preemption } : {};
      const rejection = withPreemption(found.rejectionOf(others), preemption);
      return { kind: 'survey', fitting, others: names, rejection, ...nomination };
    });
  }

  /** Returns the group of a pod that this run placed with claims. */
  placedGroup(name: { readonly namespace?: string; readonly name: string }): PodGroupOfClaims | undefined {
    return this.#pods?.placed.groupOf(name);
  }

  #wayOf(group: ClaimGroup): PodPlacement | ClaimsPlacement {
    return this.#pods !== undefined && this.#nodes.length > 0 && isPendingPod(group) ? this.#pods : this.#claims;
  }

  #unlessEnded<T>(attempt: () => T): T | Ended {
    try {
      return attempt();
    } catch (error) {
      if (error instanceof AllocationError) return { kind: 'error', error, feasible: 0 };
      return this.#endedAt({ by: endOfCall(error) });
    }
  }

  /** Searches all nodes. */
  #search(group: ClaimGroup): FoundNodes | Ended {
    const problem = this.problemOf(group);
    if (problem !== undefined && !this.#isGated(group)) return { kind: 'problem', problem };
    return this.#wayOf(group).search(group);
  }

  /**
   * Returns whether scheduling gates hold back a pod. Gates come before any problem with its claims, because the scheduler
   * reads the claims only afterwards.
   */
  #isGated(group: ClaimGroup): boolean {
    if (this.#nodes.length === 0 || !this.needsNode(group) || group.problem?.isRefusal) return false;
    return group.pod !== undefined && group.pod.spec.schedulingGates.length > 0;
  }

  /** Explains a group whose attempt ended before its nodes were searched. */
  #whyEnded(group: ClaimGroup, ended: Ended, certificates: boolean): Explanation {
    const why = (): Explanation => this.#wayOf(group).why(group, certificates);
    if (ended.kind === 'error' || ended.kind === 'interrupted') return withEnd(why(), ended);
    const explanation = explanationOfEnd(ended);
    if (ended.kind === 'problem' && ended.problem.isAssigned === true)
      return { ...explanation, suggestions: this.#changesOfAssigned(group) };
    const hasChanges = ended.kind === 'no-node' && ended.rejected !== undefined;
    return hasChanges ? { ...explanation, suggestions: why().suggestions } : explanation;
  }

  #changesOfAssigned(group: ClaimGroup): Explanation['suggestions'] {
    if (this.#pods === undefined || group.pod === undefined) return [];
    return changesOfAssigned({ ...group, pod: group.pod }, this.#cluster, this.#nodes, this.#limits);
  }

  #commit(group: ClaimGroup, found: FoundNodes, node: string): GroupResult {
    const claims = found.commit(node);
    if (group.pod !== undefined) this.#inRun.placed.add(objectName(group.pod.metadata));
    if (this.gangOf(group) !== undefined) this.#ofGangs.set(group, claims);
    for (const { allocated, before } of claims) {
      if (before) continue;
      this.#placed.set(objectName(allocated.metadata), { allocated, node });
      this.#cluster.parts.planned.add(claimKey(allocated));
    }
    return { kind: 'placed', node, claims };
  }
}

function outcomeOf(result: GroupResult): MemberOutcome {
  switch (result.kind) {
    case 'placed':
      return { kind: 'bound', message: '' };
    case 'problem':
      return { kind: 'held', message: result.problem.message };
    case 'error':
      return { kind: 'error', message: result.error.message };
    case 'interrupted':
      return { kind: 'interrupted', message: '' };
    case 'no-node':
      return { kind: 'rejected', message: result.message };
    case 'unallocatable': {
      const { message, rejections } = result.pod ?? { message: '', rejections: new Map() };
      return { kind: outcomeOfRejections(rejections), message };
    }
  }
}

function fitsOn(node: string, found: FoundNodes): boolean {
  return found.fitting().some((each) => each.node === node);
}

/** Returns the results of a group of which no pod keeps its node. `results`: of the pods that stay pending for another reason. */
function refused(groups: readonly ClaimGroup[], message: string, results?: ReadonlyMap<ClaimGroup, GroupResult>): GangResult {
  const refusal = { kind: 'no-node', message } as const;
  return { refusal, results: new Map(groups.map((group) => [group, results?.get(group) ?? refusal])) };
}
