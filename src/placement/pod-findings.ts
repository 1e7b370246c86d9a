// The findings for a pod: what filters say of nodes, and what devices these have.

import type { AvailabilityOptions } from '../allocator/encode/availability.js';
import type { CertifiedOutcomes } from '../allocator/evaluate/certified-outcomes.js';
import { type Findings, firstInterruption, type Interruption, type LatestScores } from '../allocator/evaluate/findings.js';
import type { Outcome } from '../allocator/evaluate/outcome.js';
import type { Node } from '../core/api/node.js';
import type { ResourceClaim } from '../core/api/resource-claim.js';
import { compareBytes } from '../core/base/byte-order.js';
import type { AllocationError } from '../core/base/errors.js';
import { inOneGo } from '../core/base/incremental.js';
import type { Rejection } from '../scheduler/filters/filter.js';
import { fitErrorMessage } from '../scheduler/filters/fit-error.js';
import { ClaimsElsewhere } from './claims-elsewhere.js';
import { NO_REASONS, type NodeReasons, type NodesAsked, passes } from './nodes-asked.js';
import type { DeviceScores, PodRanking } from './pod-ranking.js';

/** The answers about devices for nodes on which the pod has the same claims. */
export interface DevicePart {
  /** They may be of nodes, too, that filters keep the pod off. */
  readonly findings: Findings;
  /** The outcomes of nodes without the devices with their certificates, by name, where these were requested. */
  readonly certified?: CertifiedOutcomes | undefined;
  /** The nodes that were queried, by name, listed when they are requested. */
  readonly on: { readonly nodes: readonly Node[] };
  /** The claims with what the cluster knew that they hold. */
  readonly claims: readonly ResourceClaim[];
  /** The answers for claims without devices, on nodes where those of another claim cannot be had. */
  readonly pending?: Findings | undefined;
  /** Why a pod that gets its devices on these nodes cannot be bound there. */
  readonly unbound?: Rejection | undefined;
  /** Nodes with devices that have too little room for what these take of them, and those of which that cannot be told. */
  readonly room: RoomForDevices;
  /** The findings were made in one go with the rest, so that those of all nodes have the places that the nodes of the call have. */
  readonly isInOneGo: boolean;
}

/** Nodes whose devices take too much of them. */
export interface RoomForDevices {
  readonly rejections: ReadonlyMap<string, readonly Rejection[]>;
  readonly errors: ReadonlyMap<string, AllocationError>;
}

/** Devices take nothing of their nodes. */
export const NOTHING_TAKEN: RoomForDevices = Object.freeze({ rejections: new Map(), errors: new Map() });

/** The answers of filters for the nodes of a call, before devices are considered. */
export interface PodAnswers {
  /** The nodes that the call is about. */
  readonly nodes: NodesAsked;
  /** The reasons for which no node will do: then none was queried. */
  readonly refusals: readonly Rejection[];
  /** Nodes that are out since nobody serves an extended resource there. */
  readonly refused: ReadonlyMap<string, Rejection>;
}

/** The reasons why a pod may not go to nodes, and where it may. */
export class PodFindings {
  readonly #answers: PodAnswers;
  readonly #parts: readonly DevicePart[];
  readonly #availability: AvailabilityOptions;
  #feasible: ReadonlyMap<number, number> | undefined;
  #rejections: Map<string, readonly Rejection[]> | undefined;
  #partOf: Map<string, DevicePart> | undefined;
  #errors: ReadonlyMap<string, AllocationError> | undefined;

  /** `availability`: the time by which bindings time out, and the switches that report whether they count. */
  constructor(answers: PodAnswers, parts: readonly DevicePart[], availability: AvailabilityOptions) {
    this.#answers = answers;
    this.#parts = parts;
    this.#availability = availability;
  }

  /** The nodes that the call is about. */
  get nodes(): NodesAsked {
    return this.#answers.nodes;
  }

  get refusals(): readonly Rejection[] {
    return this.#answers.refusals;
  }

  /** The places of the nodes that the pod may go to, in order, each with what the allocation there is worth. */
  feasible(): ReadonlyMap<number, number> {
    this.#feasible ??= this.#findFeasible(this.#latest());
    return this.#feasible;
  }

  /** Returns whether the pod may go to some node: mostly one is found before all are listed. */
  get hasFeasible(): boolean {
    const latest = this.#feasible === undefined ? this.#latest() : undefined;
    if (latest === undefined) return this.feasible().size > 0;
    for (let place = 0; place < latest.size; place++) if (this.#isFeasible(place, latest)) return true;
    return false;
  }

  #isFeasibleAt(place: number): boolean {
    const latest = this.#feasible === undefined ? this.#latest() : undefined;
    return latest === undefined ? this.feasible().has(place) : this.#isFeasible(place, latest);
  }

  #isFeasible(place: number, latest: LatestScores): boolean {
    return this.#answers.nodes.reasons.at(place) === NO_REASONS && latest.scoreAt(place) !== undefined;
  }

  nameAt(place: number): string {
    return this.#answers.nodes.infos.at(place).node.metadata.name;
  }

  /** The node with the highest total of a ranking; undefined: no node will do. */
  bestIn(question: { ranking(devices: DeviceScores): Pick<PodRanking, 'best'> }): string | undefined {
    const place = this.refusals.length > 0 ? -1 : question.ranking(this.deviceScores()).best();
    return place < 0 ? undefined : this.nameAt(place);
  }

  /** The worth of allocations by place, also where filters keep the pod off. */
  deviceScores(): DeviceScores {
    return { scores: this.#latest() ?? this.#own(), count: this.hasClaims };
  }

  #own(): DeviceScores['scores'] {
    const feasible = this.feasible();
    return { scoreAt: (place) => feasible.get(place) };
  }

  /** The pod has claims on some node that was queried devices. */
  get hasClaims(): boolean {
    for (const { claims } of this.#parts) if (claims.length > 0) return true;
    return false;
  }

  /** The scheduler's message where no node will do. */
  get message(): string {
    return inOneGo(fitErrorMessage({ nodes: this.nodes.infos.length, refusals: this.refusals, rejections: this.rejections().values() }));
  }

  /** The scores of all nodes of the cluster, if they are still the latest. */
  #latest(): LatestScores | undefined {
    const { nodes } = this.#answers;
    const part = this.#parts[0];
    if (this.#parts.length !== 1 || part === undefined || !nodes.isEvery || part.on !== nodes.passing) return undefined;
    const latest = part.isInOneGo && part.unbound === undefined && part.room === NOTHING_TAKEN ? part.findings.latest() : undefined;
    return latest?.size === nodes.infos.length ? latest : undefined;
  }

  #findFeasible(latest: LatestScores | undefined): ReadonlyMap<number, number> {
    const { infos, reasons } = this.#answers.nodes;
    const byName = latest === undefined ? this.#scoresByName() : undefined;
    const feasible = new Map<number, number>();
    for (let place = 0; place < infos.length; place++) {
      if (reasons.at(place) !== NO_REASONS) continue;
      const score = latest === undefined ? byName?.get(infos.at(place).node.metadata.name) : latest.scoreAt(place);
      if (score !== undefined) feasible.set(place, score);
    }
    return feasible;
  }

  #scoresByName(): ReadonlyMap<string, number> {
    const byName = new Map<string, number>();
    for (const { findings, unbound, room } of this.#parts) {
      if (unbound !== undefined) continue;
      const scores = findings.scores();
      for (const [index, name] of findings.feasible().entries()) {
        if (!room.rejections.has(name) && !room.errors.has(name)) byName.set(name, scores[index] ?? 0);
      }
    }
    return byName;
  }

  get errors(): ReadonlyMap<string, AllocationError> {
    this.#errors ??= this.#findErrors();
    return this.#errors;
  }

  #findErrors(): ReadonlyMap<string, AllocationError> {
    let errors: ReadonlyMap<string, AllocationError> = NO_ERRORS;
    for (const { findings, pending, room } of this.#parts) {
      errors = together(errors, findings.errors);
      if (pending !== undefined) errors = together(errors, pending.errors);
      errors = together(errors, room.errors);
    }
    return errors;
  }

  interruption(): Interruption | undefined {
    let first: Interruption | undefined;
    for (const { findings, pending } of this.#parts) {
      first = firstOf(first, findings.interruption());
      if (pending !== undefined) first = firstOf(first, pending.interruption());
    }
    return first;
  }

  interrupted(): string[] {
    const all = this.#allFindings().map((findings) => findings.interrupted());
    return all.length < 2 ? (all[0] ?? []) : [...new Set(all.flat())].sort(compareBytes);
  }

  #allFindings(): readonly Findings[] {
    return this.#parts.flatMap(({ findings, pending }) => (pending === undefined ? [findings] : [findings, pending]));
  }

  /** The reasons of every node that the pod may not go to, by name, as far as they are known. */
  rejections(): ReadonlyMap<string, readonly Rejection[]> {
    this.#rejections ??= this.#findRejections();
    return this.#rejections;
  }

  #findRejections(): Map<string, readonly Rejection[]> {
    const rejections = new Map<string, readonly Rejection[]>();
    const interrupted = new Set(this.interrupted());
    for (const [place, { node }] of this.#answers.nodes.infos.toArray().entries()) {
      const reasons = this.#reasonsAt(place, node, interrupted);
      if (reasons.length > 0) rejections.set(node.metadata.name, reasons);
    }
    return rejections;
  }

  /** The reasons why the pod may not go to a node, as far as they are known: a node alone is queried where its pod is bound. */
  rejectionsOn(name: string): readonly Rejection[] {
    if (this.#rejections !== undefined) return this.#rejections.get(name) ?? NONE;
    const { infos } = this.#answers.nodes;
    const place = placeOf(name, infos.length, (each) => this.nameAt(each));
    return place < 0 ? NONE : this.#reasonsAt(place, infos.at(place).node, undefined);
  }

  /** `interrupted`: the names of nodes that were not searched to the end, where they are listed already. */
  #reasonsAt(place: number, node: Node, interrupted: ReadonlySet<string> | undefined): readonly Rejection[] {
    const { nodes, refusals } = this.#answers;
    if (refusals.length > 0) return refusals;
    if (this.#isFeasibleAt(place)) return NONE;
    const { name } = node.metadata;
    if (interrupted === undefined ? this.interrupted().includes(name) : interrupted.has(name)) return NONE;
    const own = nodes.reasons.at(place);
    return passes(own) ? this.#reasonsOf(node, own) : own.before;
  }

  /** The reasons of a node that filters before the one for devices let pass. An error on which the scheduler ends its attempt is no reason. */
  #reasonsOf(node: Node, { after }: NodeReasons): readonly Rejection[] {
    const { name } = node.metadata;
    const refusal = this.#answers.refused.get(name);
    if (refusal !== undefined) return [refusal];
    const error = this.errors.get(name);
    if (error !== undefined) return error.nodeLocal ? [{ code: 'devices', message: error.message }] : [];
    const part = this.partOf(name);
    if (part === undefined) return [];
    const { claims, findings, pending, unbound, room } = part;
    if (findings.outcome(name)?.kind === 'allocated') {
      const lacks = room.rejections.get(name) ?? after;
      return lacks.length > 0 || unbound === undefined ? lacks : [unbound];
    }
    const pendingFit = pending?.outcome(name)?.kind === 'allocated';
    return [new ClaimsElsewhere(claims, this.#availability).rejectionOn(node, pendingFit)];
  }

  /** The answers of which a node is part; undefined: it was not asked about devices. */
  partOf(name: string): DevicePart | undefined {
    // To list all nodes takes longer than to find one, which is all that a pod asks that is bound.
    const [only] = this.#parts;
    if (this.#partOf === undefined && this.#parts.length === 1 && only !== undefined) {
      const { nodes } = only.on;
      if (placeOf(name, nodes.length, (place) => nodes[place]?.metadata.name ?? '') >= 0) return only;
    }
    this.#partOf ??= new Map(this.#parts.flatMap((part) => part.on.nodes.map((node) => [node.metadata.name, part] as const)));
    return this.#partOf.get(name);
  }

  /** The outcome on a node that passes all filters. Throws the error of the node. */
  outcome(name: string): Outcome | undefined {
    const error = this.errors.get(name);
    if (error !== undefined) throw error;
    const part = this.partOf(name);
    return part?.certified?.get(name) ?? part?.findings.outcome(name);
  }
}

function together(
  errors: ReadonlyMap<string, AllocationError>,
  more: ReadonlyMap<string, AllocationError>,
): ReadonlyMap<string, AllocationError> {
  if (more.size === 0) return errors;
  return errors.size === 0 ? more : new Map([...errors, ...more]);
}

function firstOf(earlier: Interruption | undefined, later: Interruption | undefined): Interruption | undefined {
  return later === undefined ? earlier : firstInterruption(earlier, later);
}

const NONE: readonly Rejection[] = Object.freeze([]);

/** The place of a name in a list that is mostly by name; below 0: it is not there. */
function placeOf(name: string, length: number, nameAt: (place: number) => string): number {
  let [from, to] = [0, length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    const order = compareBytes(nameAt(middle), name);
    if (order === 0) return middle;
    if (order < 0) from = middle + 1;
    else to = middle;
  }
  for (let place = 0; place < length; place++) if (nameAt(place) === name) return place;
  return -1;
}

const NO_ERRORS: ReadonlyMap<string, AllocationError> = new Map<string, AllocationError>();
