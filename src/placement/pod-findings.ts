// The findings for a pod: the filter results of nodes, combined with the results of the device search.

import type { AvailabilityOptions } from '../allocator/encode/availability.js';
import type { CertifiedOutcomes } from '../allocator/evaluate/certified-outcomes.js';
import { type Findings, firstInterruption, type Interruption, type LatestScores } from '../allocator/evaluate/findings.js';
import type { Outcome } from '../allocator/evaluate/outcome.js';
import type { Node } from '../core/api/node.js';
import type { ResourceClaim } from '../core/api/resource-claim.js';
import { compareBytes } from '../core/base/byte-order.js';
import type { Checkpoint } from '../core/base/checkpoint.js';
import type { AllocationError } from '../core/base/errors.js';
import { type Incremental, inOneGo } from '../core/base/incremental.js';
import type { Features } from '../core/features/features.js';
import type { Rejection } from '../scheduler/filters/filter.js';
import { fitErrorMessage } from '../scheduler/filters/fit-error.js';
import { scoringFailure } from '../scheduler/scores/scoring-failure.js';
import { ClaimsElsewhere } from './claims-elsewhere.js';
import type { DeviceScores, NodeRanking } from './pod-ranking.js';
import { NO_REASONS, type NodeReasons, passes, type QueriedNodes } from './queried-nodes.js';

/** The results of the device search for nodes on which the pod has the same claims. */
export interface DevicePart {
  /** May include nodes that filters reject. */
  readonly findings: Findings;
  /** The outcomes of nodes that lack the devices, with certificates, by name, if certificates were requested. */
  readonly certified?: CertifiedOutcomes | undefined;
  /** The nodes that were searched, by name, listed on first access. */
  readonly on: { readonly nodes: readonly Node[] };
  /** The claims, with the allocations that the cluster stores. */
  readonly claims: readonly ResourceClaim[];
  /** The results for the pending claims alone, on nodes where an allocated claim is unavailable. */
  readonly pending?: Findings | undefined;
  /** Why a pod that is allocated devices on these nodes cannot be bound there. */
  readonly unbound?: Rejection | undefined;
  /** Nodes that have the devices but lack room for the node resources that the devices use, and nodes for which that check failed. */
  readonly room: RoomForDevices;
  /** True if the findings were computed in one go with the other results, so their places are the places of the nodes of the call. */
  readonly isInOneGo: boolean;
}

/** Nodes whose devices use more node resources than are free. */
export interface RoomForDevices {
  readonly rejections: ReadonlyMap<string, readonly Rejection[]>;
  readonly errors: ReadonlyMap<string, AllocationError>;
}

/** The number of nodes between two checkpoints. */
const NODES_A_PORTION = 32;

/** Adds the device scores of some of the nodes with devices. */
function addScores(byName: Map<string, number>, { findings, unbound, room }: DevicePart, from: number, to: number): void {
  if (unbound !== undefined) return;
  const [scores, names] = [findings.scores(), findings.feasible()];
  for (let index = from; index < to; index++) {
    const name = names[index] as string;
    if (!room.rejections.has(name) && !room.errors.has(name)) byName.set(name, scores[index] ?? 0);
  }
}

/** The result if devices use no node resources. */
export const NOTHING_TAKEN: RoomForDevices = Object.freeze({ rejections: new Map(), errors: new Map() });

/** The filter results for the nodes of a call, before devices are considered. */
export interface PodAnswers {
  readonly nodes: QueriedNodes;
  /** The reasons why no node is feasible; if there are any, no node was queried. */
  readonly refusals: readonly Rejection[];
  /** Nodes that are rejected because an extended resource is not served there. */
  readonly refused: ReadonlyMap<string, Rejection>;
}

/** The time against which binding timeouts are checked, the gates that decide whether they apply, and the behaviours of the release. */
export interface FindingsOptions extends AvailabilityOptions {
  readonly features: AvailabilityOptions['features'] & Pick<Features, 'behaviours'>;
}

/** Combines filter and device results into feasible nodes and rejections. */
export class PodFindings {
  readonly #answers: PodAnswers;
  readonly #parts: readonly DevicePart[];
  readonly #availability: FindingsOptions;
  #feasible: ReadonlyMap<number, number> | undefined;
  /** Why the scheduler of this release fails to score the suitable nodes. */
  #unscored: Rejection | undefined;
  #rejections: Map<string, readonly Rejection[]> | undefined;
  #partOf: Map<string, DevicePart> | undefined;
  #errors: ReadonlyMap<string, AllocationError> | undefined;

  constructor(answers: PodAnswers, parts: readonly DevicePart[], availability: FindingsOptions) {
    this.#answers = answers;
    this.#parts = parts;
    this.#availability = availability;
  }

  get nodes(): QueriedNodes {
    return this.#answers.nodes;
  }

  get refusals(): readonly Rejection[] {
    return this.#mayFailScoring && this.feasible().size === 0 && this.#unscored !== undefined ? [this.#unscored] : this.#answers.refusals;
  }

  /** The places of the feasible nodes, in order, each with the score of its allocation. */
  feasible(): ReadonlyMap<number, number> {
    this.#feasible ??= this.#scorable(this.#findFeasible(this.#latest()));
    return this.#feasible;
  }

  /** True in releases that cannot score nodes for some pods. */
  get #mayFailScoring(): boolean {
    return this.#availability.features.behaviours.allocatedClaimsFailScoring;
  }

  /** Returns the suitable nodes; no nodes if the scheduler of this release fails to score them. A single node is not scored. */
  #scorable(suitable: ReadonlyMap<number, number>): ReadonlyMap<number, number> {
    if (!this.#mayFailScoring || suitable.size < 2) return suitable;
    for (const place of suitable.keys()) {
      this.#unscored = scoringFailure(this.partOf(this.nameAt(place))?.claims ?? []);
      if (this.#unscored !== undefined) return new Map();
    }
    return suitable;
  }

  /** Returns whether any node is feasible. Usually finds one before all are listed. */
  get hasFeasible(): boolean {
    const latest = this.#feasible === undefined && !this.#mayFailScoring ? this.#latest() : undefined;
    if (latest === undefined) return this.feasible().size > 0;
    for (let place = 0; place < latest.size; place++) if (this.#isFeasible(place, latest)) return true;
    return false;
  }

  #isFeasibleAt(place: number): boolean {
    const latest = this.#feasible === undefined && !this.#mayFailScoring ? this.#latest() : undefined;
    return latest === undefined ? this.feasible().has(place) : this.#isFeasible(place, latest);
  }

  #isFeasible(place: number, latest: LatestScores): boolean {
    return this.#answers.nodes.reasons.at(place) === NO_REASONS && latest.scoreAt(place) !== undefined;
  }

  nameAt(place: number): string {
    return this.#answers.nodes.infos.at(place).node.metadata.name;
  }

  /** Returns the node with the highest total of a ranking; undefined if no node is feasible. */
  bestIn(question: { ranking(devices: DeviceScores): Pick<NodeRanking, 'best'> }): string | undefined {
    const place = this.refusals.length > 0 ? -1 : question.ranking(this.deviceScores()).best();
    return place < 0 ? undefined : this.nameAt(place);
  }

  /** The scores of allocations by place, including nodes that filters reject. */
  deviceScores(): DeviceScores {
    return { scores: this.#latest() ?? this.#scoresOfFeasible(), count: this.hasClaims };
  }

  #scoresOfFeasible(): DeviceScores['scores'] {
    const feasible = this.feasible();
    return { scoreAt: (place) => feasible.get(place) };
  }

  /** True if the pod has claims on any node whose devices were searched. */
  get hasClaims(): boolean {
    for (const { claims } of this.#parts) if (claims.length > 0) return true;
    return false;
  }

  /** The scheduler's message if no node is feasible. */
  get message(): string {
    return inOneGo(fitErrorMessage({ nodes: this.nodes.infos.length, refusals: this.refusals, rejections: this.rejections().values() }));
  }

  /** Returns the scores of all nodes of the cluster, if they are still current. */
  #latest(): LatestScores | undefined {
    const { nodes } = this.#answers;
    const part = this.#parts[0];
    if (this.#parts.length !== 1 || part === undefined || !nodes.isEvery || part.on !== nodes.passing) return undefined;
    const latest = part.isInOneGo && part.unbound === undefined && part.room === NOTHING_TAKEN ? part.findings.latest() : undefined;
    return latest?.size === nodes.infos.length ? latest : undefined;
  }

  #findFeasible(latest: LatestScores | undefined): ReadonlyMap<number, number> {
    const feasible = new Map<number, number>();
    this.#addFeasible(feasible, latest ?? this.#scoresByName(), 0, this.#answers.nodes.infos.length);
    return feasible;
  }

  /** Adds the nodes of a list that are feasible. */
  #addFeasible(feasible: Map<number, number>, scores: LatestScores | ReadonlyMap<string, number>, from: number, to: number): void {
    const { infos, reasons } = this.#answers.nodes;
    for (let place = from; place < to; place++) {
      if (reasons.at(place) !== NO_REASONS) continue;
      const score = 'scoreAt' in scores ? scores.scoreAt(place) : scores.get(infos.at(place).node.metadata.name);
      if (score !== undefined) feasible.set(place, score);
    }
  }

  #scoresByName(): ReadonlyMap<string, number> {
    const byName = new Map<string, number>();
    for (const part of this.#parts) addScores(byName, part, 0, part.findings.feasible().length);
    return byName;
  }

  /** Computes `feasible`, in increments. */
  *listingFeasible(checkpoint: Checkpoint): Incremental<void> {
    if (this.#feasible !== undefined || (!this.#mayFailScoring && this.#latest() !== undefined)) return;
    const byName = new Map<string, number>();
    for (const part of this.#parts) {
      const { length } = part.findings.feasible();
      for (let from = 0; from < length; from += NODES_A_PORTION) {
        addScores(byName, part, from, Math.min(length, from + NODES_A_PORTION));
        if (checkpoint.due(NODES_A_PORTION)) yield;
      }
      if (checkpoint.due()) yield;
    }
    const feasible = new Map<number, number>();
    const { length } = this.#answers.nodes.infos;
    for (let from = 0; from < length; from += NODES_A_PORTION) {
      this.#addFeasible(feasible, byName, from, Math.min(length, from + NODES_A_PORTION));
      if (checkpoint.due(NODES_A_PORTION)) yield;
    }
    this.#feasible = this.#scorable(feasible);
  }

  get errors(): ReadonlyMap<string, AllocationError> {
    this.#errors ??= this.#findErrors();
    return this.#errors;
  }

  #findErrors(): ReadonlyMap<string, AllocationError> {
    let errors: ReadonlyMap<string, AllocationError> = NO_ERRORS;
    for (const { findings, pending, room } of this.#parts) {
      errors = merged(errors, findings.errors);
      if (pending !== undefined) errors = merged(errors, pending.errors);
      errors = merged(errors, room.errors);
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

  /** Returns the known reasons of every rejected node, by name. */
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

  /** Returns the known reasons of one node, as the binding of a pod needs them. */
  rejectionsOn(name: string): readonly Rejection[] {
    if (this.#rejections !== undefined) return this.#rejections.get(name) ?? NONE;
    const { infos } = this.#answers.nodes;
    const place = placeOf(name, infos.length, (each) => this.nameAt(each));
    return place < 0 ? NONE : this.#reasonsAt(place, infos.at(place).node, undefined);
  }

  /** `interrupted`: the names of nodes whose search ended at a limit, if already listed. */
  #reasonsAt(place: number, node: Node, interrupted: ReadonlySet<string> | undefined): readonly Rejection[] {
    const { nodes, refusals } = this.#answers;
    if (refusals.length > 0) return refusals;
    if (this.#isFeasibleAt(place)) return NONE;
    const { name } = node.metadata;
    if (interrupted === undefined ? this.interrupted().includes(name) : interrupted.has(name)) return NONE;
    const reasons = nodes.reasons.at(place);
    return passes(reasons) ? this.#reasonsOf(node, reasons) : reasons.before;
  }

  /** Returns the reasons of a node that passed the filters before the device filter. An error that ends the scheduler's attempt is not a reason. */
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

  /** Returns the part that includes a node; undefined if no devices were searched there. */
  partOf(name: string): DevicePart | undefined {
    // Listing all nodes costs more than finding one, and the binding of a pod needs only one.
    const [only] = this.#parts;
    if (this.#partOf === undefined && this.#parts.length === 1 && only !== undefined) {
      const { nodes } = only.on;
      if (placeOf(name, nodes.length, (place) => nodes[place]?.metadata.name ?? '') >= 0) return only;
    }
    this.#partOf ??= new Map(this.#parts.flatMap((part) => part.on.nodes.map((node) => [node.metadata.name, part] as const)));
    return this.#partOf.get(name);
  }

  /** Returns the outcome on a node that passes all filters. Throws the error of the node. */
  outcome(name: string): Outcome | undefined {
    const error = this.errors.get(name);
    if (error !== undefined) throw error;
    const part = this.partOf(name);
    return part?.certified?.get(name) ?? part?.findings.outcome(name);
  }
}

function merged(
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

/** Returns the place of a name in a list that is mostly sorted by name; negative if absent. */
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
