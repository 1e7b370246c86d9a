// Places groups of claims on nodes, one after the other, each seeing what the ones before it took. A pod goes only where the scheduler's filters let
// it, and to the best of these nodes by all scores. Without a scheduler devices decide alone.
//
// As in the scheduler, an error or an interrupted search on any node that a pod may go to ends the attempt for that pod; only errors
// that are local to a node do not.

import type { AllocationResult } from '../../../allocator/decode/allocation-result.js';
import { checkpointInOneGo, deadlineOf, type Limits } from '../../../allocator/evaluate/limits.js';
import type { Outcome } from '../../../allocator/evaluate/outcome.js';
import { PreparedClaims } from '../../../cluster/claims.js';
import { encodeResourceClaim } from '../../../core/api/encode.js';
import { objectName } from '../../../core/api/meta.js';
import type { Node } from '../../../core/api/node.js';
import { decodeObjects } from '../../../core/api/objects.js';
import { ALL_OWN_GATES } from '../../../core/api/own-gates.js';
import type { ResourceClaim } from '../../../core/api/resource-claim.js';
import { compareBytes } from '../../../core/base/byte-order.js';
import { CallEnded } from '../../../core/base/checkpoint.js';
import { AllocationError } from '../../../core/base/errors.js';
import type { JsonObject } from '../../../core/base/json.js';
import type { Explanation, Suggestion } from '../../../explain/explanation.js';
import type { PodOnNode } from '../../../explain/suggest/pod-trial.js';
import { type RejectedRequest, rejectedRequest } from '../../../placement/claims-refusal.js';
import { unboundBecause } from '../../../scheduler/filters/dynamic-resources.js';
import type { Rejection } from '../../../scheduler/filters/filter.js';
import { choosesNodes } from '../../../scheduler/filters/node-affinity.js';
import { type ClaimGroup, isCandidateNode, type NodeKind, type NodeKinds, nodeKinds } from '../../../scheduler/pods/claims.js';
import type { PlacementCluster } from '../library.js';
import { type Attempt, type Feasible, tryAll } from './attempt.js';
import { explainAttempts, explanationOfEnd, withEnd } from './explain-group.js';
import type { Ended, ExplainedGroup, FittingNode, GroupResult, Survey, Unallocatable, Unschedulable } from './group-result.js';
import type { PlacedPods, PodGroupOfClaims } from './placed-pods.js';
import { explainNodes, type FailedSearch, rejectionInWords } from './refused-nodes.js';
import type { Scheduler } from './scheduler.js';
import type { SchedulingCycle } from './scheduling-cycle.js';

/** A claim that got its devices in this run, and for which node. */
interface PlacedOn {
  readonly json: JsonObject;
  readonly node: string;
}

/** A group whose nodes are to be asked. */
interface Begun {
  /** Undefined: devices alone decide. */
  readonly cycle: SchedulingCycle | undefined;
  readonly deadline: number;
}

/** Every node was asked for a group. */
interface Search extends FailedSearch {
  /** The nodes that the group fits on, the filters after devices included. */
  readonly passed: readonly Feasible[];
  /** The nodes where claims without devices fit by themselves, and those of others cannot be had. */
  readonly pendingFit: ReadonlySet<string>;
  readonly cycle: SchedulingCycle | undefined;
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

  /** The claims that got their devices in this run. */
  placedClaims(): readonly JsonObject[] {
    return Array.from(this.#allocated.values(), ({ json }) => json);
  }

  /** Tells whether a group is a pod that the scheduler has to find a node for. */
  needsNode(group: ClaimGroup): boolean {
    return this.#scheduler !== undefined && isPendingPod(group);
  }

  /** Finds a node for the group and occupies what it picks there. */
  place(group: ClaimGroup): GroupResult {
    return this.#unlessEnded(() => {
      const search = this.#search(group);
      if ('kind' in search) return search;
      const best = bestOf(search);
      return best === undefined ? this.#refuse(search, this.#nodes) : this.#commit(group, best, search.cycle);
    });
  }

  /** Places the group as `place` does, and explains why it fits nowhere, or why it has its devices; the latter where `explainsPlaced`. */
  explain(group: ClaimGroup, explainsPlaced: boolean, certificates = false): ExplainedGroup {
    const begun = this.#unlessEnded(() => this.#begin(group));
    if ('kind' in begun) return { result: begun, explanation: this.#whyNotBegun(begun, group, certificates) };
    const { cycle } = begun;
    const search = this.#unlessEnded(() => this.#tryNodes(group, begun));
    if ('kind' in search) {
      if (search.kind === 'problem' || search.kind === 'no-node') return { result: search, explanation: explanationOfEnd(search) };
      return { result: search, explanation: withEnd(this.#why(group, cycle, certificates), search) };
    }
    const best = bestOf(search);
    if (best === undefined) {
      const explanation = this.#why(group, cycle, certificates);
      return { result: this.#refuse(search, []), explanation };
    }
    const { claims } = best.attempt;
    const explanation = explainsPlaced
      ? this.#cluster.explain({ claims: new PreparedClaims(claims), node: best.node, limits: this.#limits })
      : undefined;
    return { result: this.#commit(group, best, search.cycle), ...(explanation === undefined ? {} : { explanation }) };
  }

  /** Returns the group of a pod that this run placed with claims. */
  placedGroup(name: Parameters<PlacedPods['groupOf']>[0]): PodGroupOfClaims | undefined {
    return this.#scheduler?.placed.groupOf(name);
  }

  /** Tells for each node if it could take the group, and occupies nothing. */
  survey(group: ClaimGroup): Survey | Ended {
    return this.#unlessEnded(() => {
      const search = this.#search(group);
      if ('kind' in search) return search;
      const fitting = ranked(search);
      const fits = new Set(fitting.map(({ node }) => node));
      const others = this.#nodes.filter(({ metadata }) => !fits.has(metadata.name));
      const names = others.map(({ metadata }) => metadata.name).sort(compareBytes);
      return { kind: 'survey', fitting, others: names, refused: this.#refuse(search, others) };
    });
  }

  #unlessEnded<T>(attempt: () => T): T | Ended {
    try {
      return attempt();
    } catch (error) {
      if (error instanceof AllocationError) return { kind: 'error', error, feasible: 0 };
      if (!(error instanceof CallEnded)) throw error;
      return { kind: 'interrupted', nodes: this.#nodes.map(({ metadata }) => metadata.name), interruption: { by: error.by } };
    }
  }

  /** Asks every node. */
  #search(group: ClaimGroup): Search | Ended {
    const begun = this.#begin(group);
    return 'kind' in begun ? begun : this.#tryNodes(group, begun);
  }

  /** Asks what comes before devices. */
  #begin(group: ClaimGroup): Begun | Ended {
    if (group.problem !== undefined && !this.#isGated(group)) return { kind: 'problem', problem: group.problem };
    const deadline = deadlineOf(this.#limits);
    const cycle = this.#cycleOf(group, deadline);
    if (cycle !== undefined && 'kind' in cycle) return cycle;
    const rejected = cycle === undefined && this.#nodes.length > 0 ? this.#rejectedRequest(group) : undefined;
    return rejected === undefined ? { cycle, deadline } : { kind: 'no-node', message: rejected.message, rejected };
  }

  /** The request of a group for which the scheduler considers no node. */
  #rejectedRequest({ claims }: ClaimGroup): RejectedRequest | undefined {
    const { cluster, runtime } = this.#cluster.sources;
    const pending = claims.filter((claim) => !this.isAllocated(claim));
    return rejectedRequest(pending, { deviceClasses: cluster.objects.deviceClasses, features: runtime.features });
  }

  /** The way of a pod through the scheduler's filters; undefined: devices alone decide. */
  #cycleOf(group: ClaimGroup, deadline: number): SchedulingCycle | Unschedulable | undefined {
    if (this.#scheduler === undefined || this.#nodes.length === 0 || !isPendingPod(group)) return undefined;
    return this.#scheduler.begin(group, this.#rejectedRequest(group), checkpointInOneGo(this.#limits, deadline));
  }

  /** Gates come before all that a pod lacks: nobody looks for its claims before they are gone. */
  #isGated(group: ClaimGroup): boolean {
    if (this.#nodes.length === 0 || !this.needsNode(group) || group.problem?.isRefusal) return false;
    return group.pod !== undefined && group.pod.spec.schedulingGates.length > 0;
  }

  #tryNodes(group: ClaimGroup, { cycle, deadline }: Begun): Search | Ended {
    const candidates = cycle?.passed ?? this.#nodes.filter((node) => isCandidateNode(group, node));
    if (candidates.length === 0 && cycle === undefined) return { kind: 'no-node', message: whyNoNode(group, this.#nodes.length) };
    const { kinds, refused } = nodeKindsFor(group, candidates, cycle);
    for (const { node, reason } of refused) {
      cycle?.reject(node.metadata.name, { code: 'devices', message: 'cannot fit resource', detail: reason });
    }
    const prepared = kinds.map((kind) => this.#prepare(kind));
    const attempts = cycle === undefined ? prepared : prepared.map((attempt) => cycle.withoutSharing(attempt));
    // The limit is for all nodes together.
    const limitsLeft = (): Limits =>
      deadline === Number.POSITIVE_INFINITY ? this.#limits : { ...this.#limits, milliseconds: Math.max(0, deadline - performance.now()) };
    const answers = tryAll(this.#cluster, attempts, limitsLeft);
    const pending = tryAll(this.#cluster, cycle?.pendingAttempts(attempts) ?? [], limitsLeft);
    const { feasible } = answers;
    const errors = new Map([...answers.errors, ...pending.errors]);
    const interrupted = [...answers.interrupted, ...pending.interrupted];
    const fatal = [...errors].filter(([, error]) => !error.nodeLocal).sort(([a], [b]) => compareBytes(a, b))[0];
    if (fatal !== undefined) return { kind: 'error', error: fatal[1], node: fatal[0], feasible: feasible.length };
    const [first] = interrupted;
    if (first !== undefined) return { kind: 'interrupted', nodes: interrupted.map(({ node }) => node), interruption: first.interruption };
    const outright = new Map(refused.map(({ node, reason }) => [node.metadata.name, [reason]]));
    const passed = cycle === undefined ? feasible : feasible.filter((each) => cycle.passesAfterDevices(each));
    return { attempts, errors, passed, pendingFit: new Set(pending.feasible.map(({ node }) => node)), outright, cycle };
  }

  #prepare({ claims: given, nodes, unbound }: NodeKind): Attempt {
    const claims = given.map((claim) => this.#withAllocation(claim));
    const rejection = unbound && unboundBecause(unbound.words, unbound.detail);
    return { given, claims, nodes: nodes.map(({ metadata }) => metadata.name), unbound: rejection };
  }

  /** Tells why nodes are out: all that passed is left out of them. */
  #refuse({ attempts, errors, passed, pendingFit, outright, cycle }: Search, nodes: readonly Node[]): Unallocatable {
    const explain = (reasons: FailedSearch['outright']) =>
      explainNodes(this.#cluster, nodes, { attempts, errors, outright: reasons }, this.#limits);
    if (cycle === undefined) return { kind: 'unallocatable', ...explain(outright) };
    const { rejected } = cycle;
    const inWords = new Map(Array.from(cycle.rejections, ([node, reasons]) => [node, reasons.map(rejectionInWords)]));
    const settled = new Set([...inWords.keys(), ...errors.keys(), ...passed.map(({ node }) => node)]);
    for (const attempt of attempts) {
      cycle.rejectForDevices({ ...attempt, nodes: attempt.nodes.filter((node) => !settled.has(node)) }, pendingFit);
    }
    for (const [node, { message }] of errors) cycle.reject(node, { code: 'devices', message });
    const explained = cycle.isRefused ? NOTHING_EXPLAINED : explain(inWords);
    const { message, rejections } = cycle;
    return { kind: 'unallocatable', ...explained, pod: { message, rejections, ...(rejected === undefined ? {} : { rejected }) } };
  }

  /** Explains an attempt that ended before nodes were considered. */
  #whyNotBegun(ended: Ended, group: ClaimGroup, certificates: boolean): Explanation {
    const explanation = explanationOfEnd(ended);
    const hasChanges = ended.kind === 'no-node' && ended.rejected !== undefined;
    return hasChanges ? { ...explanation, suggestions: this.#why(group, undefined, certificates).suggestions } : explanation;
  }

  /** Explains a group on every node, after its search, which found what rejects nodes. */
  #why(group: ClaimGroup, cycle: SchedulingCycle | undefined, certificates: boolean): Explanation {
    if (cycle?.isRefused && group.problem !== undefined) return explanationOfEnd({ kind: 'no-node', message: cycle.message });
    const { kinds, refused } = nodeKindsFor(
      group,
      cycle === undefined ? this.#nodes.filter((node) => isCandidateNode(group, node)) : this.#nodes,
      cycle,
    );
    const outright = new Map(
      refused.map(({ node, reason }) => [node.metadata.name, [{ code: 'devices', message: withAdvice(reason) } as const]]),
    );
    const others = [...outright.keys()];
    const attempts = [
      ...kinds.map((kind) => this.#prepare(kind)),
      ...(others.length === 0 ? [] : [{ given: [], claims: [], nodes: others }]),
    ];
    const rejectionsOf = (node: string, attempt: Attempt, fits: boolean): readonly Rejection[] => {
      // No node will do: devices tell which one is nearest.
      if (cycle?.isRefused) return [];
      const before = outright.get(node) ?? cycle?.rejections.get(node);
      if (before !== undefined || !fits || cycle === undefined) return before ?? [];
      return this.#passes(cycle, node, attempt) ? [] : (cycle.rejections.get(node) ?? []);
    };
    const options = { limits: this.#limits, certificates, suggestions: cycle === undefined };
    const explanation = explainAttempts(this.#cluster, attempts, rejectionsOf, options);
    if (cycle !== undefined && this.#scheduler !== undefined && isPendingPod(group))
      return this.#forPod(explanation, group, cycle, this.#scheduler, attempts);
    if (group.pod === undefined || !choosesNodes(group.pod)) return explanation;
    // The pod might not go to another node.
    const isAboutNodes = ({ patches }: Suggestion): boolean => patches.some(({ object }) => object.kind === 'Node');
    return { ...explanation, suggestions: explanation.suggestions.filter((suggestion) => !isAboutNodes(suggestion)) };
  }

  /** The explanation with changes that help a pod, for which filters count. */
  #forPod(
    explanation: Explanation,
    group: PodGroupOfClaims,
    cycle: SchedulingCycle,
    scheduler: Scheduler,
    attempts: readonly Attempt[],
  ): Explanation {
    const claimsOn = (node: string): PreparedClaims | undefined => {
      const attempt = attempts.find(({ given, nodes }) => given.length > 0 && nodes.includes(node));
      return new PreparedClaims((attempt ?? this.#prepare({ claims: group.claims, nodes: [] })).claims);
    };
    const podOn = (node: string): PodOnNode => scheduler.podOn(group, node);
    // A pod that no node will do for is nearest to the one that has its devices.
    const asked = cycle.isRefused && explanation.kind === 'allocated' ? { ...explanation, kind: 'unallocatable' as const } : explanation;
    const isOne = this.#nodes.length === 1;
    const suggesting = this.#cluster.withPodSuggestions(asked, { claimsOn, podOn, addsNodes: !isOne, limits: this.#limits });
    if (!cycle.isRefused) return suggesting;
    return { ...explanationOfEnd({ kind: 'no-node', message: cycle.message }), suggestions: suggesting.suggestions };
  }

  /** Asks about a node on which the claims fit. What cannot be told of its devices is a reason, too. */
  #passes(cycle: SchedulingCycle, node: string, attempt: Attempt): boolean {
    const outcomeOn = (): Outcome => this.#cluster.allocate({ claims: new PreparedClaims(attempt.claims), node, limits: this.#limits });
    try {
      return cycle.passesAfterDevices({ node, attempt, outcomeOn });
    } catch (error) {
      if (!(error instanceof AllocationError)) throw error;
      cycle.reject(node, { code: 'devices', message: error.message });
      return false;
    }
  }

  #commit(group: ClaimGroup, feasible: Feasible, cycle: SchedulingCycle | undefined): GroupResult {
    const { attempt, node, outcomeOn } = feasible;
    const { given, claims } = attempt;
    const outcome = outcomeOn(node);
    this.#cluster.commit(new PreparedClaims(claims), outcome);
    if (cycle !== undefined && isPendingPod(group)) this.#scheduler?.assume(cycle, group, feasible, outcome);
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
    return (
      (placed === undefined ? undefined : decodeObjects([{ value: placed.json }], { ownGates: ALL_OWN_GATES }).resourceClaims[0]) ?? claim
    );
  }
}

/** The nodes that a group fits on, the best first, by name among equals. */
function ranked({ passed, cycle }: Search): readonly FittingNode[] {
  const scores = cycle?.scores(passed);
  const all = passed.map(({ node, score }, index): FittingNode => {
    const { total, byPlugin } = scores?.[index] ?? { total: score, byPlugin: NO_PLUGINS };
    return { node, score: total, byPlugin };
  });
  return all.sort((a, b) => b.score - a.score || compareBytes(a.node, b.node));
}

/** The first one of {@link ranked}, without a list of the others: a pod is placed on one of thousands. */
function bestOf({ passed, cycle }: Search): Feasible | undefined {
  const scores = cycle?.scores(passed);
  let best: Feasible | undefined;
  let most = 0;
  for (const [index, feasible] of passed.entries()) {
    const total = scores?.[index]?.total ?? feasible.score;
    if (best !== undefined && (total < most || (total === most && compareBytes(best.node, feasible.node) < 0))) continue;
    best = feasible;
    most = total;
  }
  return best;
}

const NO_PLUGINS: ReadonlyMap<string, number> = new Map();

function isPendingPod(group: ClaimGroup): group is PodGroupOfClaims {
  return group.pod !== undefined && group.pod.spec.nodeName === '';
}

/** A pod that no node will do for says all with one reason. */
const NOTHING_EXPLAINED = { nodes: [], unexplained: 0 };

/** An allocation is plain JSON; its type is narrower than the index signature of JsonObject can say. */
function asJson(allocation: AllocationResult | undefined): JsonObject | undefined {
  return allocation as JsonObject | undefined;
}

/** An extended resource that nobody serves is mostly one that is called otherwise. */
function withAdvice(reason: string): string {
  return reason.startsWith('extended resource ')
    ? `${reason}: set it as extendedResourceName of a DeviceClass, or request one that a node or a DeviceClass has`
    : reason;
}

/** Sorts nodes by the claims on them. Where devices alone decide, a node on which a pod cannot be bound is out. */
function nodeKindsFor(group: ClaimGroup, nodes: readonly Node[], cycle: SchedulingCycle | undefined): NodeKinds {
  const all = nodeKinds(group, nodes);
  if (cycle !== undefined || all.kinds.every(({ unbound }) => unbound === undefined)) return all;
  const out = all.kinds.flatMap(({ unbound, nodes: there }) => (unbound && there.map((node) => ({ node, reason: unbound.detail }))) ?? []);
  return { kinds: all.kinds.filter(({ unbound }) => unbound === undefined), refused: [...all.refused, ...out] };
}

function whyNoNode(group: ClaimGroup, count: number): string {
  if (count === 0) return 'the input has no node; name one with --node';
  if (group.node !== undefined) return `it belongs to node ${group.node}, which the input does not have`;
  const labels = [...(group.pod?.spec.nodeSelector ?? [])].map(([key, value]) => `${key}=${value}`);
  return `no node has the labels of the pod's node selector: ${labels.join(', ')}`;
}
