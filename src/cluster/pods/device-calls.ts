// Asks about the devices of a pod on the nodes that filters let pass: claims by themselves where that is needed, and what devices take of their nodes.

import type { Pod } from '../../api/pod.js';
import type { ResourceClaim } from '../../api/resource-claim.js';
import { AllocationError } from '../../base/errors.js';
import type { StateView } from '../../evaluate/cluster-view.js';
import type { Findings } from '../../evaluate/findings.js';
import type { Rejection } from '../../filters/filter.js';
import type { FoundClaims } from '../../schedule/claim-finder.js';
import { isReservedFor } from '../../schedule/reservations.js';
import { type AttemptLimits, type AttemptSources, ClusterAttempt } from '../cluster-attempt.js';
import { type Part, type Parts, partsOf, pendingPart, withoutSharing } from './device-questions.js';
import { NodeAllocatableCheck } from './node-allocatable-check.js';
import type { PodOutcome } from './pod-filter-result.js';
import { type DevicePart, NOTHING_TAKEN, type RoomForDevices } from './pod-findings.js';
import type { NodesAsked } from './shape-answers.js';

/** A pod with its claims, and the nodes that it may go to as far as filters know. */
export interface DevicesAsked {
  readonly pod: Pod;
  readonly found: FoundClaims;
  readonly refusals: readonly Rejection[];
  readonly asked: NodesAsked;
  /** Why the pod cannot be bound, whatever node it finds. */
  readonly unbound: Rejection | undefined;
}

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

  /** The parts of the nodes that filters let pass. */
  partsOf({ pod, found, refusals, asked, unbound }: DevicesAsked): Parts {
    const { passing } = asked;
    // Nobody asks about devices where no node is left: what is wrong with them does not matter there.
    if (refusals.length > 0 || passing.length === 0) return { parts: [], refused: new Map() };
    const { cluster } = this.#sources;
    const parts = partsOf(found, passing, unbound, cluster.nodeList.length);
    if (!this.#countsNodeAllocatable(cluster)) return parts;
    const isInUse = (claim: ResourceClaim): boolean => claim.status.reservedFor.length > 0 && !isReservedFor(pod, claim);
    return withoutSharing(parts, ({ claims }) => this.#roomCheck(pod, cluster.known(claims), cluster).sharing(isInUse));
  }

  /** Tells whether some device stands for resources of its node. */
  #countsNodeAllocatable({ slices }: Pick<StateView, 'slices'>): boolean {
    return this.#sources.runtime.features.nodeAllocatableResources && slices.hasNodeAllocatable;
  }

  #roomCheck(pod: Pod, claims: readonly ResourceClaim[], { slices }: Pick<StateView, 'slices'>): NodeAllocatableCheck {
    return new NodeAllocatableCheck(pod, claims, slices, this.#sources.runtime.features);
  }

  /** Compares nodes with devices with what these take of them. */
  #roomFor({ pod, asked }: DevicesAsked, { state, knownClaims }: ClusterAttempt, findings: Findings): RoomForDevices {
    if (!this.#countsNodeAllocatable(state) || knownClaims.length === 0) return NOTHING_TAKEN;
    const check = this.#roomCheck(pod, knownClaims, state);
    const [rejections, errors] = [new Map<string, readonly Rejection[]>(), new Map<string, AllocationError>()];
    const infos = new Map(asked.nodes.map((info) => [info.node.metadata.name, info]));
    for (const name of findings.feasible()) {
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

  /** Runs attempts, on claims without devices by themselves where others are out of reach. */
  onCluster(
    question: DevicesAsked,
    parts: readonly Part[],
    call: PodCall,
    run: (part: Part, attempt: ClusterAttempt) => Findings,
  ): readonly DevicePart[] {
    return parts.map((part) => {
      const [attempt, pending] = this.#attempts(part, call);
      const findings = run(part, attempt);
      return { ...devicePart(part, attempt, findings, pending && run(...pending)), room: this.#roomFor(question, attempt, findings) };
    });
  }

  /** Runs attempts on the cluster as it is now, whatever changes meanwhile. */
  async onSnapshot(
    question: DevicesAsked,
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
        answered.push({ ...devicePart(part, attempt, findings, ofPending), room: this.#roomFor(question, attempt, findings) });
      }
      return answered;
    } finally {
      snapshot.end();
    }
  }

  /** The attempt with all claims of a part, and the one with those that have no devices yet where it is needed. */
  #attempts(part: Part, call: PodCall, state?: StateView): readonly [ClusterAttempt, (readonly [Part, ClusterAttempt])?] {
    const attempt = new ClusterAttempt(this.#sources, part.claims, call, state).settle();
    const pending = pendingPart(part, attempt, { features: this.#sources.runtime.features, now: call.now });
    if (pending === undefined) return [attempt];
    return [attempt, [pending, new ClusterAttempt(this.#sources, pending.claims, call, state).settle()]];
  }

  /** The pod with what its devices take of the node that was asked about, or why there is too little room. `isNew`: it is not there yet. */
  podOn(
    { pod, asked }: DevicesAsked,
    claims: readonly ResourceClaim[],
    outcome: PodOutcome,
    isNew: boolean,
  ): Pod | { readonly rejection: Rejection } {
    const { cluster } = this.#sources;
    const [info] = asked.nodes;
    if (!this.#countsNodeAllocatable(cluster) || outcome.kind !== 'allocated' || info === undefined) return pod;
    const check = this.#roomCheck(pod, claims, cluster);
    const [rejection] = isNew ? check.rejectionsOn(info, outcome.allocations) : [];
    return rejection === undefined ? check.podOn(info.node, outcome.allocations) : { rejection };
  }
}

function devicePart(
  { nodes, unbound }: Part,
  { knownClaims }: ClusterAttempt,
  findings: Findings,
  pending: Findings | undefined,
): Omit<DevicePart, 'room'> {
  return { findings, nodes, claims: knownClaims, pending, unbound };
}
