// Asks about the devices of a pod on the nodes that filters let pass: claims by themselves where that is needed, and what devices take of their nodes.

import type { Pod } from '../../api/pod.js';
import type { ResourceClaim } from '../../api/resource-claim.js';
import { Checkpoint, runCooperatively, UNLIMITED } from '../../base/checkpoint.js';
import { AllocationError } from '../../base/errors.js';
import type { StateView } from '../../evaluate/cluster-view.js';
import type { Findings } from '../../evaluate/findings.js';
import type { Rejection } from '../../filters/filter.js';
import type { NodeInfo } from '../../filters/node-info.js';
import { isReservedFor } from '../../schedule/reservations.js';
import { type AttemptLimits, type AttemptSources, ClusterAttempt } from '../cluster-attempt.js';
import { type Part, type Parts, pendingPart, withoutSharing } from './device-questions.js';
import { NodeAllocatableCheck } from './node-allocatable-check.js';
import type { PodOutcome } from './pod-filter-result.js';
import { type DevicePart, NOTHING_TAKEN, type RoomForDevices } from './pod-findings.js';
import type { PodQuestion } from './pod-questions.js';

/** The limits of a call, and its time. */
interface PodCall extends AttemptLimits {
  readonly now: number;
}

/** Calls about devices on a cluster. */
export class DeviceCalls {
  readonly #sources: AttemptSources;

  constructor(sources: AttemptSources) {
    this.#sources = sources;
  }

  /** A question that was asked in slices, without devices on nodes that are gone by now. */
  onNodesNow(question: PodQuestion): PodQuestion {
    const { cluster } = this.#sources;
    if (question.version === cluster.version) return question;
    const parts = question.parts.map((part): Part => {
      const nodes = part.on.nodes.filter(({ metadata }) => cluster.node(metadata.name) !== undefined);
      return { ...part, on: { nodes }, share: 0 };
    });
    return { ...question, parts };
  }

  /** The parts of the nodes that filters let pass. */
  partsOf(question: Pick<PodQuestion, 'asked'> & Parts): Parts {
    const { cluster } = this.#sources;
    if (!this.#countsNodeAllocatable(cluster)) return question;
    const { pod } = question.asked;
    const isInUse = (claim: ResourceClaim): boolean => claim.status.reservedFor.length > 0 && !isReservedFor(pod, claim);
    return withoutSharing(question, ({ claims }) => this.#roomCheck(pod, cluster.known(claims), cluster).sharing(isInUse));
  }

  /** Tells whether some device stands for resources of its node. */
  #countsNodeAllocatable({ slices }: Pick<StateView, 'slices'>): boolean {
    return this.#sources.runtime.features.nodeAllocatableResources && slices.hasNodeAllocatable;
  }

  #roomCheck(pod: Pod, claims: readonly ResourceClaim[], { slices }: Pick<StateView, 'slices'>): NodeAllocatableCheck {
    return new NodeAllocatableCheck(pod, claims, slices, this.#sources.runtime.features);
  }

  /** The check of what the devices of an attempt take of their nodes; undefined: they take nothing. */
  roomCheck(pod: Pod, attempt: ClusterAttempt): NodeAllocatableCheck | undefined {
    const { state, claims } = attempt;
    if (!this.#countsNodeAllocatable(state) || claims.length === 0) return undefined;
    return this.#roomCheck(pod, attempt.knownClaims, state);
  }

  /** Compares nodes with devices with what these take of them. */
  #roomFor({ asked, nodes }: PodQuestion, attempt: ClusterAttempt, findings: Findings, checkpoint = UNLIMITED): RoomForDevices {
    const check = checkpoint.keep(() => this.roomCheck(asked.pod, attempt));
    if (check === undefined) return NOTHING_TAKEN;
    const { rejections, errors, infos } = checkpoint.keep(() => ({
      rejections: new Map<string, readonly Rejection[]>(),
      errors: new Map<string, AllocationError>(),
      infos: new Map<string, NodeInfo>(),
    }));
    const verdicts = checkpoint.keep(() => nodes.verdicts.toArray());
    checkpoint.forEach(verdicts, ({ info, passes }) => void (passes && infos.set(info.node.metadata.name, info)));
    const feasible = checkpoint.keep(() => findings.feasible());
    checkpoint.forEach(feasible, (name) => {
      const [info, outcome] = [infos.get(name), findings.outcome(name)];
      if (info === undefined || outcome?.kind !== 'allocated') return;
      try {
        const lacks = check.rejectionsOn(info, outcome.allocations);
        if (lacks.length > 0) rejections.set(name, lacks);
      } catch (error) {
        if (!(error instanceof AllocationError)) throw error;
        errors.set(name, error);
      }
    });
    return { rejections, errors };
  }

  /** Runs attempts, on claims without devices by themselves where others are out of reach. */
  onCluster(
    question: PodQuestion,
    parts: readonly Part[],
    call: PodCall,
    run: (part: Part, attempt: ClusterAttempt) => Findings,
  ): readonly DevicePart[] {
    return parts.map((part) => {
      const [attempt, pending] = this.#attempts(part, call);
      // Before it runs: callers make share IDs, and may change the cluster then.
      const claims = attempt.hasAllocated ? attempt.knownClaims : attempt.claims;
      const findings = run(part, attempt);
      const found = { findings, pending: pending && run(...pending), room: this.#roomFor(question, attempt, findings), isInOneGo: true };
      return devicePart(part, claims, found);
    });
  }

  /** Runs attempts on the cluster as it is now, whatever changes meanwhile. */
  async onSnapshot(
    question: PodQuestion,
    parts: readonly Part[],
    call: PodCall,
    run: (part: Part, attempt: ClusterAttempt) => Promise<Findings>,
  ): Promise<readonly DevicePart[]> {
    const snapshot = this.#sources.cluster.snapshot();
    try {
      const all = parts.map((part) => ({ part, attempts: this.#attempts(part, call, snapshot) }));
      const answered: DevicePart[] = [];
      for (const { part, attempts } of all) {
        const [attempt, pending] = attempts;
        const findings = await run(part, attempt);
        const ofPending = pending && (await run(...pending));
        const room = await this.#roomInTurns(question, attempt, findings);
        const found = { findings, pending: ofPending, room, isInOneGo: false };
        answered.push(devicePart(part, attempt.knownClaims, found));
      }
      return answered;
    } finally {
      snapshot.end();
    }
  }

  /** Does what `#roomFor` does, and gives way. The search is over, so that no limit ends it. */
  #roomInTurns(question: PodQuestion, attempt: ClusterAttempt, findings: Findings): Promise<RoomForDevices> {
    const checkpoint = new Checkpoint();
    const { giveWay } = this.#sources.runtime;
    return runCooperatively(checkpoint, () => this.#roomFor(question, attempt, findings, checkpoint), giveWay);
  }

  /** The attempt with all claims of a part, and the one with those that have no devices yet where it is needed. */
  #attempts(part: Part, call: PodCall, state?: StateView): readonly [ClusterAttempt, (readonly [Part, ClusterAttempt])?] {
    // A snapshot may be of a later time than the claims.
    const attempt = new ClusterAttempt(this.#sources, part.claims, call, state, state === undefined ? part.hasAllocated : undefined);
    // Most calls in one go need no more of it.
    if (state !== undefined || attempt.hasAllocated) attempt.settle();
    const pending = pendingPart(part, attempt, { features: this.#sources.runtime.features, now: call.now });
    if (pending === undefined) return [attempt];
    return [attempt, [pending, new ClusterAttempt(this.#sources, pending.claims, call, state).settle()]];
  }

  /** The pod with what its devices take of the node that was asked about, or why there is too little room. `isNew`: it is not there yet. */
  podOn(
    { asked: { pod }, nodes }: PodQuestion,
    claims: readonly ResourceClaim[],
    outcome: PodOutcome,
    isNew: boolean,
  ): Pod | { readonly rejection: Rejection } {
    const { cluster } = this.#sources;
    if (!this.#countsNodeAllocatable(cluster) || outcome.kind !== 'allocated') return pod;
    const { info } = nodes.verdicts.at(0);
    const check = this.#roomCheck(pod, claims, cluster);
    const [rejection] = isNew ? check.rejectionsOn(info, outcome.allocations) : [];
    return rejection === undefined ? check.podOn(info.node, outcome.allocations) : { rejection };
  }
}

/** The findings of a part. */
type FoundOfPart = Pick<DevicePart, 'findings' | 'pending' | 'room' | 'isInOneGo'>;

function devicePart({ on, unbound }: Part, claims: readonly ResourceClaim[], found: FoundOfPart): DevicePart {
  const { findings, pending, room, isInOneGo } = found;
  return { findings, on, claims, pending, unbound, room, isInOneGo };
}
