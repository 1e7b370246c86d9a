// Finds the pods of lower priority that the scheduler would remove for a pod that fits on no node. Tries their removal without a change of the
// cluster. Source: pkg/scheduler/framework/preemption/preemption.go and SelectVictimsOnNode of plugin defaultpreemption of Kubernetes 1.37.1.

import type { AllocationResult } from '../allocator/decode/allocation-result.js';
import type { Interruption } from '../allocator/evaluate/findings.js';
import type { Pod } from '../core/api/pod.js';
import { compareBytes } from '../core/base/byte-order.js';
import type { Checkpoint } from '../core/base/checkpoint.js';
import type { Incremental } from '../core/base/incremental.js';
import type { ClusterRules } from '../scheduler/cluster/cluster-rules.js';
import { PASSED, type Rejection } from '../scheduler/filters/filter.js';
import { fitErrorLine } from '../scheduler/filters/fit-error.js';
import { type NodeInfo, withoutPod, withPod } from '../scheduler/filters/node-info.js';
import type { Priorities } from '../scheduler/pods/priorities.js';
import { bestCandidate, type Candidate } from '../scheduler/preemption/candidates.js';
import { whyNotEligible } from '../scheduler/preemption/eligibility.js';
import { areResolvable } from '../scheduler/preemption/resolvable.js';
import { compareVictims, splitByBudgets, type Victim, type VictimBudget, victimOf } from '../scheduler/preemption/victims.js';
import type { PodQuestion } from './filtered-pod.js';
import type { NodeAllocatableCheck } from './node-allocatable-check.js';
import type { PodFindings } from './pod-findings.js';
import { type NodeReasons, nodeReasons, type QueriedNodes, queriedNodes } from './queried-nodes.js';

/** A pod to be removed. */
export interface PreemptedPod {
  readonly pod: Pod;
  readonly priority: number;
  /** The PodDisruptionBudget that the removal violates. */
  readonly violates: string | undefined;
}

/** The node for which a pod is nominated, and the pods that are removed there. */
export interface Nomination {
  readonly kind: 'nominated';
  readonly node: string;
  /** The most important first. */
  readonly victims: readonly PreemptedPod[];
  /** The scheduler's message about the removal. */
  readonly message: string;
}

/** No removal of pods helps. */
export interface NoPreemption {
  readonly kind: 'none';
  /** The scheduler's message about the removal of pods; undefined if it does not consider any. */
  readonly message: string | undefined;
}

/** The result of a search for pods to be removed. */
export type PreemptionResult = Nomination | NoPreemption | { readonly kind: 'interrupted'; readonly interruption: Interruption };

/** The part of a cluster that decides which pods may be removed. */
export interface PreemptionContext {
  readonly priorities: Priorities;
  readonly budgets: readonly VictimBudget[];
}

/** A node without the pods that may be removed. */
interface EmptiedNode {
  readonly info: NodeInfo;
  readonly reasons: NodeReasons;
  readonly victims: readonly Victim[];
}

/** The node resources that the allocated devices of the pod use on a node. */
export interface DevicesThere {
  readonly check: NodeAllocatableCheck;
  readonly allocations: readonly AllocationResult[];
}

/** Messages of the scheduler. */
const NOT_HELPFUL = 'Preemption is not helpful for scheduling';
const NO_VICTIMS = 'No preemption victims found for incoming pod';

/** Searches the pods to be removed for one pod. */
export class Preemption {
  readonly #question: PodQuestion;
  readonly #context: PreemptionContext;
  readonly #rules: ClusterRules | undefined;
  /** The number of all nodes. */
  readonly #count: number;
  readonly #emptied: readonly EmptiedNode[];
  /** Why the removal of pods does not help on nodes where it might. */
  readonly #reasons: (readonly { readonly message: string }[])[];

  private constructor(
    question: PodQuestion,
    context: PreemptionContext,
    rules: ClusterRules | undefined,
    emptied: readonly EmptiedNode[],
    reasons: (readonly { readonly message: string }[])[],
  ) {
    this.#question = question;
    this.#context = context;
    this.#rules = rules;
    this.#count = question.nodes.infos.length;
    this.#emptied = emptied;
    this.#reasons = reasons;
  }

  /** Removes the pods of lower priority from each node where that may help. `findings`: for all nodes of the cluster, none of which is feasible. */
  static *of(
    question: PodQuestion,
    findings: PodFindings,
    context: PreemptionContext,
    checkpoint: Checkpoint,
  ): Incremental<Preemption | NoPreemption> {
    const { pod } = question.query;
    if (!isConsidered(question, findings)) return { kind: 'none', message: undefined };
    const { priorities } = context;
    const all = question.nodes.infos;
    const rejections = findings.rejections();
    const refusal = whyNotEligible(pod, priorities, nominatedNodeOf(question, rejections));
    if (refusal !== undefined) return { kind: 'none', message: `preemption: ${refusal}` };
    const priority = priorities.of(pod.spec);
    const rules = question.related === undefined ? undefined : yield* question.related.inPlace(all, checkpoint);
    const emptied: EmptiedNode[] = [];
    const reasons: (readonly { readonly message: string }[])[] = [];
    for (let place = 0; place < all.length; place++) {
      const info = all.at(place);
      const rejected = rejections.get(info.node.metadata.name);
      if (rejected === undefined || !areResolvable(rejected)) continue;
      const victims: Victim[] = [];
      for (const each of info.podInfos) {
        const own = priorities.of(each.pod.spec);
        if (own < priority) victims.push(victimOf(each, own));
        if (checkpoint.due()) yield;
      }
      if (victims.length === 0) {
        reasons.push([{ message: NO_VICTIMS }]);
        continue;
      }
      const left = victims.reduce((node, victim) => withoutPod(node, victim.info), info);
      const trial = { info: left, removed: podsOf(victims) };
      const filtered = yield* filtering(question, rules, trial, checkpoint);
      emptied.push({ info: left, reasons: filtered, victims: victims.sort(compareVictims) });
      if (checkpoint.due()) yield;
    }
    return new Preemption(question, context, rules, emptied, reasons);
  }

  /** The nodes without the pods that may be removed. */
  get nodes(): QueriedNodes {
    return queriedNodes(this.#emptied, this.#question.nodes.all);
  }

  /** Chooses the node and its victims. `findings`: the devices on the emptied nodes. `devicesOn`: absent if devices use no node resources. */
  *choosing(
    findings: PodFindings,
    devicesOn: (node: string) => DevicesThere | undefined,
    checkpoint: Checkpoint,
  ): Incremental<PreemptionResult> {
    const interruption = findings.interruption();
    if (interruption !== undefined) return { kind: 'interrupted', interruption };
    const errors: string[] = [];
    const candidates: Candidate[] = [];
    const budgetOf = new Map<Victim, VictimBudget>();
    for (const node of this.#emptied) {
      const { name } = node.info.node.metadata;
      const rejections = findings.rejectionsOn(name);
      const error = findings.errors.get(name);
      if (error !== undefined && !error.nodeLocal) errors.push(error.message);
      else if (rejections.length > 0) this.#reasons.push(rejections);
      else {
        const split = splitByBudgets(node.victims, this.#context.budgets);
        for (const [victim, budget] of split.budgetOf) budgetOf.set(victim, budget);
        const victims = yield* this.#keeping(node, [...split.violating, ...split.others], devicesOn(name), checkpoint);
        if (victims.length === 0) errors.push(`expected at least one victim pod on node "${name}"`);
        else {
          const violations = victims.filter((victim) => split.budgetOf.has(victim)).length;
          candidates.push({ node: name, victims: victims.sort(compareVictims), violations });
        }
      }
      if (checkpoint.due()) yield;
    }
    const best = bestCandidate(candidates);
    if (best !== undefined) return nomination(best, budgetOf);
    if (errors.length > 0) return { kind: 'none', message: `preemption: ${errors.sort(compareBytes).join(', ')}` };
    return { kind: 'none', message: `preemption: ${yield* this.#messageOfNodes(checkpoint)}` };
  }

  *#messageOfNodes(checkpoint: Checkpoint): Incremental<string> {
    const others = { length: this.#count - this.#reasons.length };
    const reasons = [...this.#reasons, ...Array.from(others, () => [{ message: NOT_HELPFUL }])];
    return yield* fitErrorLine(this.#count, reasons, checkpoint);
  }

  /** Returns the victims that must be removed: puts back each of them, in this order, as far as the pod still fits. */
  *#keeping(
    { info, victims }: EmptiedNode,
    order: readonly Victim[],
    devices: DevicesThere | undefined,
    checkpoint: Checkpoint,
  ): Incremental<Victim[]> {
    let left = info;
    const removed = new Set(podsOf(victims));
    const needed: Victim[] = [];
    for (const victim of order) {
      const together = yield* withPod(left, victim.info, checkpoint);
      removed.delete(victim.info.pod);
      const reasons = yield* filtering(this.#question, this.#rules, { info: together, removed }, checkpoint);
      const isRejected = [reasons.before, reasons.after, devices?.check.rejectionsOn(together, devices.allocations) ?? PASSED].some(
        ({ length }) => length > 0,
      );
      if (isRejected) {
        removed.add(victim.info.pod);
        needed.push(victim);
      } else left = together;
      if (checkpoint.due()) yield;
    }
    return needed;
  }
}

function podsOf(victims: readonly Victim[]): ReadonlySet<Pod> {
  return new Set(victims.map(({ info }) => info.pod));
}

/** Returns whether the scheduler considers the removal of pods: it does not if the pod is not queued, or after an error. */
function isConsidered({ nodes, answers }: PodQuestion, findings: PodFindings): boolean {
  if (nodes.infos.length === 0 || !answers.filters.profile.preempts) return false;
  for (const error of findings.errors.values()) if (!error.nodeLocal) return false;
  if (findings.refusals.some(({ code, keepsFromQueue, isError }) => keepsFromQueue || isError || code === 'devices-off')) return false;
  for (const reasons of findings.rejections().values())
    if (reasons.some(({ code, isError }) => isError || AFTER_FILTERS.has(code))) return false;
  return true;
}

/** The codes of failures on a node that passed all filters. */
const AFTER_FILTERS: ReadonlySet<string> = new Set(['binding', 'not-scored']);

function nominatedNodeOf({ query, nodes }: PodQuestion, rejections: ReadonlyMap<string, readonly Rejection[]>) {
  const { nominatedNodeName: name } = query.pod.status;
  if (name === '') return undefined;
  const info = nodes.infos.toArray().find(({ node }) => node.metadata.name === name);
  return info && { info, rejections: rejections.get(name) ?? PASSED };
}

/** A node after pods were removed, and the removed pods. */
interface NodeTrial {
  readonly info: NodeInfo;
  readonly removed: ReadonlySet<Pod>;
}

/** Returns the reasons of the filters, without devices, to reject a node after pods were removed. */
function* filtering(
  { answers, related }: PodQuestion,
  rules: ClusterRules | undefined,
  { info, removed }: NodeTrial,
  checkpoint: Checkpoint,
): Incremental<NodeReasons> {
  const { beforeDevices, afterDevices } = answers.filters.testing;
  let before = yield* beforeDevices(info, checkpoint);
  if (rules !== undefined && related !== undefined) {
    const now = yield* related.without(rules, removed, checkpoint);
    before = yield* now.testInPlace(info, checkpoint, before);
  }
  return nodeReasons(before, before.length > 0 ? PASSED : yield* afterDevices(info, checkpoint));
}

function nomination({ node, victims }: Candidate, budgetOf: ReadonlyMap<Victim, VictimBudget>): Nomination {
  return {
    kind: 'nominated',
    node,
    victims: victims.map((victim) => ({ pod: victim.info.pod, priority: victim.priority, violates: budgetOf.get(victim)?.name })),
    message: `preemption: found a potential placement for pod on node ${node}, preempting ${victims.length} victims`,
  };
}
