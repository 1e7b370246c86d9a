// Searches for the devices of a pod on the nodes that passed the filters, and checks the node resources that the devices use.

import type { StateView } from '../allocator/evaluate/cluster-view.js';
import type { Findings } from '../allocator/evaluate/findings.js';
import { checkpointInOneGo } from '../allocator/evaluate/limits.js';
import { type AttemptLimits, type AttemptSources, ClusterAttempt } from '../cluster/cluster-attempt.js';
import type { Pod } from '../core/api/pod.js';
import type { ResourceClaim } from '../core/api/resource-claim.js';
import { Checkpoint, UNLIMITED } from '../core/base/checkpoint.js';
import { AllocationError } from '../core/base/errors.js';
import { type Incremental, inOneGo, inSlices } from '../core/base/incremental.js';
import { certifiedOutcomes } from '../explain/certified-node.js';
import type { Rejection } from '../scheduler/filters/filter.js';
import type { NodeInfo } from '../scheduler/filters/node-info.js';
import { ClaimRules } from './claim-rules.js';
import { type Part, type Parts, pendingPart, withoutSharing } from './device-questions.js';
import type { PodQuestion } from './filtered-pod.js';
import type { NodeAllocatableCheck } from './node-allocatable-check.js';
import type { PodOutcome } from './pod-filter-result.js';
import { type DevicePart, type FindingsOptions, NOTHING_TAKEN, type PodFindings, type RoomForDevices } from './pod-findings.js';
import type { PodQuery } from './pod-question.js';
import type { DevicesThere } from './preemption.js';
import { passes } from './queried-nodes.js';

/** The limits and time of a call, with the gates and behaviours that its results depend on. */
export interface PodCall extends AttemptLimits, FindingsOptions {
  readonly now: number;
  /** True if nodes that lack the devices receive certificates. */
  readonly certificates: boolean;
}

type RunOnCluster = (part: Part, attempt: ClusterAttempt, question: PodQuestion) => Findings;

/** Runs searches for devices on a cluster. */
export class DeviceCalls {
  readonly #sources: AttemptSources;

  constructor(sources: AttemptSources) {
    this.#sources = sources;
  }

  /** Returns a question that was built in slices without the nodes that no longer exist. */
  onNodesNow(question: PodQuestion): PodQuestion {
    const { cluster } = this.#sources;
    if (question.version === cluster.version) return question;
    const parts = question.parts.map((part): Part => {
      const nodes = part.on.nodes.filter(({ metadata }) => cluster.node(metadata.name) !== undefined);
      return { ...part, on: { nodes }, share: 0 };
    });
    return question.with({ parts, refused: question.refused });
  }

  /** Returns the question without the nodes on which the pod cannot share a claim that other pods use. */
  withoutSharing(question: PodQuestion): PodQuestion {
    return question.with(this.partsOf(question.query, question));
  }

  /** Returns the parts without the nodes on which the pod cannot share a claim; the same object if no node is removed. */
  partsOf({ pod }: PodQuery, parts: Parts): Parts {
    const { cluster } = this.#sources;
    const rules = this.rulesIn(cluster);
    return rules.countsNodeAllocatable ? withoutSharing(parts, ({ claims }) => rules.sharing(pod, cluster.currentClaims(claims))) : parts;
  }

  /** Returns the claim rules for a state of the cluster. */
  rulesIn({ slices }: Pick<StateView, 'slices'>): ClaimRules {
    return new ClaimRules(slices, this.#sources.runtime.features);
  }

  /** Compares the node resources that devices use with the room on their nodes; undefined if they use no node resources. */
  #roomFor(
    question: PodQuestion,
    attempt: ClusterAttempt,
    findings: Findings,
    checkpoint: Checkpoint,
  ): Incremental<RoomForDevices> | undefined {
    const rules = this.rulesIn(attempt.state);
    const check = rules.countsNodeAllocatable ? rules.roomCheck(question.query.pod, attempt.currentClaims) : undefined;
    return check && comparing(check, question, findings, checkpoint);
  }

  #roomInOneGo(question: PodQuestion, attempt: ClusterAttempt, findings: Findings): RoomForDevices {
    const comparison = this.#roomFor(question, attempt, findings, UNLIMITED);
    return comparison === undefined ? NOTHING_TAKEN : inOneGo(comparison);
  }

  /** Returns the node resources that the devices of the pod use on a node; undefined if they use none. */
  roomOn({ query: { pod } }: PodQuestion, findings: PodFindings, node: string): DevicesThere | undefined {
    const outcome = findings.outcome(node);
    const check = this.rulesIn(this.#sources.cluster).roomCheck(pod, findings.partOf(node)?.claims ?? []);
    return check === undefined || outcome?.kind !== 'allocated' ? undefined : { check, allocations: outcome.allocations };
  }

  /** Runs the search of each part. On nodes where allocated claims are unavailable, pending claims are searched alone. */
  onCluster(question: PodQuestion, call: PodCall, run: RunOnCluster): readonly DevicePart[] {
    const { parts } = question;
    // Nearly every pod has one part: it needs no list.
    if (parts.length === 1) return [this.#partOnCluster(question, parts[0] as Part, call, run)];
    return parts.map((part) => this.#partOnCluster(question, part, call, run));
  }

  #partOnCluster(question: PodQuestion, part: Part, call: PodCall, run: RunOnCluster): DevicePart {
    const attempt = new ClusterAttempt(this.#sources, part.claims, call, undefined, part.hasAllocated);
    if (attempt.hasAllocated) return this.#partWithAllocated(question, part, call, attempt, run);
    const findings = run(part, attempt, question);
    const room = this.#roomInOneGo(question, attempt, findings);
    const certified = this.#certified(part, findings, attempt, call);
    const { on, unbound } = part;
    return { findings, certified, on, claims: attempt.claims, pending: undefined, unbound, room, isInOneGo: true };
  }

  #partWithAllocated(question: PodQuestion, part: Part, call: PodCall, attempt: ClusterAttempt, run: RunOnCluster): DevicePart {
    const pending = this.#pendingAttempt(part, call, attempt.settle());
    // This is read before the search, because callbacks of the caller that make share IDs may change the cluster.
    const claims = attempt.currentClaims;
    const findings = run(part, attempt, question);
    const ofPending = pending && run(pending[0], pending[1], question);
    const room = this.#roomInOneGo(question, attempt, findings);
    const certified = this.#certified(part, findings, attempt, call);
    return devicePart(part, claims, { findings, certified, pending: ofPending, room, isInOneGo: true });
  }

  /** Returns the outcomes of the nodes that lack devices, with certificates; undefined unless the caller requested certificates. */
  #certified({ on }: Part, findings: Findings, attempt: ClusterAttempt, call: PodCall): DevicePart['certified'] {
    if (!call.certificates) return undefined;
    return inOneGo(certifiedOutcomes(findings, attempt, on.nodes, this.#sources.runtime, checkpointInOneGo(call.limits, call.deadline)));
  }

  /** Like `#certified`, but yields. */
  async #certifiedInTurns({ on }: Part, findings: Findings, attempt: ClusterAttempt, call: PodCall): Promise<DevicePart['certified']> {
    if (!call.certificates) return undefined;
    const { runtime } = this.#sources;
    const { limits, deadline } = call;
    const checkpoint = new Checkpoint({ deadline, signal: limits.signal, selectorWork: limits.selectorWork });
    return inSlices(checkpoint, certifiedOutcomes(findings, attempt, on.nodes, runtime, checkpoint), runtime.yieldNow);
  }

  /** Runs the searches on a snapshot: later changes of the cluster have no effect. */
  async onSnapshot(
    question: PodQuestion,
    call: PodCall,
    run: (part: Part, attempt: ClusterAttempt) => Promise<Findings>,
  ): Promise<readonly DevicePart[]> {
    const snapshot = this.#sources.cluster.snapshot();
    try {
      const all = question.parts.map((part) => {
        // A snapshot may be newer than the claims.
        const attempt = new ClusterAttempt(this.#sources, part.claims, call, snapshot).settle();
        return { part, attempt, pending: this.#pendingAttempt(part, call, attempt) };
      });
      const answered: DevicePart[] = [];
      for (const { part, attempt, pending } of all) {
        const findings = await run(part, attempt);
        const ofPending = pending && (await run(pending[0], pending[1]));
        const room = await this.#roomInTurns(question, attempt, findings);
        const certified = await this.#certifiedInTurns(part, findings, attempt, call);
        const found = { findings, certified, pending: ofPending, room, isInOneGo: false };
        answered.push(devicePart(part, attempt.currentClaims, found));
      }
      return answered;
    } finally {
      snapshot.end();
    }
  }

  /** Yields. Has no limits, because the search has ended. */
  async #roomInTurns(question: PodQuestion, attempt: ClusterAttempt, findings: Findings): Promise<RoomForDevices> {
    const checkpoint = new Checkpoint();
    const comparison = this.#roomFor(question, attempt, findings, checkpoint);
    return comparison === undefined ? NOTHING_TAKEN : inSlices(checkpoint, comparison, this.#sources.runtime.yieldNow);
  }

  /** Returns the attempt for the pending claims alone, where an allocated claim is unavailable on some node. */
  #pendingAttempt(part: Part, call: PodCall, attempt: ClusterAttempt): readonly [Part, ClusterAttempt] | undefined {
    const pending = pendingPart(part, attempt, call);
    return pending && [pending, new ClusterAttempt(this.#sources, pending.claims, call, attempt.state).settle()];
  }

  /**
   * Returns the pod with the node resources that its devices use, or the rejection if the node lacks room. `isNew`: the node does not have the
   * pod yet.
   */
  podOn(
    { query: { pod }, nodes }: PodQuestion,
    claims: readonly ResourceClaim[],
    outcome: PodOutcome,
    isNew: boolean,
  ): Pod | { readonly rejection: Rejection } {
    const check = this.rulesIn(this.#sources.cluster).roomCheck(pod, claims);
    if (check === undefined || outcome.kind !== 'allocated') return pod;
    const info = nodes.infos.at(0);
    const [rejection] = isNew ? check.rejectionsOn(info, outcome.allocations) : [];
    return rejection === undefined ? check.podOn(info.node, outcome.allocations) : { rejection };
  }
}

function* comparing(
  check: NodeAllocatableCheck,
  { nodes }: PodQuestion,
  findings: Findings,
  checkpoint: Checkpoint,
): Incremental<RoomForDevices> {
  const infos = new Map<string, NodeInfo>();
  for (const [place, info] of nodes.infos.toArray().entries()) {
    if (passes(nodes.reasons.at(place))) infos.set(info.node.metadata.name, info);
    if (checkpoint.due()) yield;
  }
  const rejections = new Map<string, readonly Rejection[]>();
  const errors = new Map<string, AllocationError>();
  for (const name of findings.feasible()) {
    if (checkpoint.due()) yield;
    const [info, outcome] = [infos.get(name), findings.outcome(name)];
    if (info === undefined || outcome?.kind !== 'allocated') continue;
    try {
      const lacks = check.rejectionsOn(info, outcome.allocations);
      if (lacks.length > 0) rejections.set(name, lacks);
    } catch (error) {
      if (!(error instanceof AllocationError)) throw error;
      errors.set(name, error);
    }
  }
  return { rejections, errors };
}

type FoundOfPart = Pick<DevicePart, 'findings' | 'certified' | 'pending' | 'room' | 'isInOneGo'>;

function devicePart({ on, unbound }: Part, claims: readonly ResourceClaim[], found: FoundOfPart): DevicePart {
  const { findings, certified, pending, room, isInOneGo } = found;
  return { findings, certified, on, claims, pending, unbound, room, isInOneGo };
}
