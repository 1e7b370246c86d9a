// One pod on its way through the filters and scores of the scheduler.

import type { Outcome } from '../../../allocator/evaluate/outcome.js';
import type { Node } from '../../../core/api/node.js';
import type { Pod } from '../../../core/api/pod.js';
import type { ResourceClaim } from '../../../core/api/resource-claim.js';
import type { Checkpoint } from '../../../core/base/checkpoint.js';
import type { Features } from '../../../core/features/features.js';
import type { ClaimRules } from '../../../placement/claim-rules.js';
import { type RejectedRequest, requestRejection } from '../../../placement/claims-refusal.js';
import type { FilterContext, Rejection } from '../../../scheduler/filters/filter.js';
import { fitErrorMessage } from '../../../scheduler/filters/fit-error.js';
import type { NodeInfo } from '../../../scheduler/filters/node-info.js';
import { type NodeScores, totalScores } from '../../../scheduler/scores/total.js';
import type { Attempt, Feasible } from './attempt.js';
import { devicesRejections, pendingAttempt } from './devices-rejection.js';
import type { NodeSnapshot } from './node-snapshot.js';
import type { ShapeVerdicts, VerdictCache } from './shape-verdicts.js';

/** The part of a cluster that a cycle looks at. */
export interface SchedulingContext {
  readonly features: Features;
  readonly snapshot: NodeSnapshot;
  readonly verdicts: VerdictCache;
  /** The part that filters look at beside a pod and a node. */
  readonly filters: FilterContext;
  readonly claimRules: ClaimRules;
}

/** The part of a pod's claims that does not depend on nodes. */
export interface ClaimVerdicts {
  readonly needsDevices: boolean;
  /** Why the pod cannot be bound, whatever node it finds. */
  readonly unbound: Rejection | undefined;
  readonly rejected: RejectedRequest | undefined;
}

/** The verdicts about one pod, node by node. */
export class SchedulingCycle {
  /** The pod as it is stored. */
  readonly pod: Pod;
  /** The nodes that passed the filters before devices. */
  readonly passed: readonly Node[];
  readonly #needsDevices: boolean;
  readonly #context: SchedulingContext;
  readonly #checkpoint: Checkpoint;
  readonly #verdicts: ShapeVerdicts;
  readonly #rejections = new Map<string, readonly Rejection[]>();
  readonly #refusals: readonly Rejection[];
  readonly #unbound: Rejection | undefined;
  /** The request for which no node is considered. */
  readonly rejected: RejectedRequest | undefined;

  /** Asks the filters that come before devices. */
  constructor(pod: Pod, { needsDevices, unbound, rejected }: ClaimVerdicts, context: SchedulingContext, checkpoint: Checkpoint) {
    this.pod = pod;
    this.#needsDevices = needsDevices;
    this.#context = context;
    this.#checkpoint = checkpoint;
    this.#verdicts = context.verdicts.for(pod, checkpoint);
    const { refusals } = this.#verdicts.filters;
    this.rejected = refusals.length === 0 ? rejected : undefined;
    this.#refusals = this.rejected === undefined ? refusals : [requestRejection(this.rejected)];
    this.#unbound = unbound;
    const passed: Node[] = [];
    for (const info of context.snapshot.all()) {
      const rejections = this.isRefused ? this.#refusals : this.#verdicts.rejections(info, checkpoint);
      if (rejections.length === 0) passed.push(info.node);
      else this.#rejections.set(info.node.metadata.name, rejections);
    }
    this.passed = passed;
  }

  /** No node will do, whatever it has. */
  get isRefused(): boolean {
    return this.#refusals.length > 0;
  }

  /** The reasons of the nodes that were rejected so far. */
  get rejections(): ReadonlyMap<string, readonly Rejection[]> {
    return this.#rejections;
  }

  /** The message of the scheduler for a pod that no node takes. */
  get message(): string {
    return fitErrorMessage({ nodes: this.#context.snapshot.size, refusals: this.#refusals, rejections: this.#rejections.values() });
  }

  /** Rejects a node for its devices. */
  reject(node: string, rejection: Rejection): void {
    this.#rejections.set(node, [rejection]);
  }

  /** The attempt without the nodes on which the pod cannot have a claim since others have it: these are rejected. */
  withoutSharing(attempt: Attempt): Attempt {
    const sharing = this.#context.claimRules.sharing(this.pod, attempt.claims);
    if (sharing === undefined) return attempt;
    const nodes = attempt.nodes.filter((name) => {
      const rejection = sharing(this.#nodeOf(name));
      if (rejection !== undefined) this.reject(name, rejection);
      return rejection === undefined;
    });
    return { ...attempt, nodes };
  }

  /** The pod with what its devices take of a node. */
  podOn(node: string, claims: readonly ResourceClaim[], outcome: Outcome): Pod {
    const check = this.#context.claimRules.roomCheck(this.pod, claims);
    return check === undefined || outcome.kind !== 'allocated' ? this.pod : check.podOn(this.#nodeOf(node), outcome.allocations);
  }

  /** The attempts with claims that are to be asked about by themselves, since others cannot be had on some nodes. */
  pendingAttempts(attempts: readonly Attempt[]): readonly Attempt[] {
    return attempts.flatMap((attempt) => pendingAttempt(attempt, this.#nodeOf, this.#context.features) ?? []);
  }

  /** Rejects the nodes on which an attempt got no devices. `pendingFit`: those where its pending attempt did. */
  rejectForDevices(attempt: Attempt, pendingFit: ReadonlySet<string>): void {
    const rejections = devicesRejections(attempt, this.#nodeOf, this.#context.features, pendingFit);
    for (const [node, rejection] of rejections) this.reject(node, rejection);
  }

  /**
   * Asks whether a node has room for what its devices take, the filters that come after, and whether the pod can be bound. False: the node is rejected.
   * Throws `node-allocatable-failed`.
   */
  passesAfterDevices({ node, attempt, outcomeOn }: Pick<Feasible, 'node' | 'attempt' | 'outcomeOn'>): boolean {
    const info = this.#info(node);
    const check = this.#context.claimRules.roomCheck(this.pod, attempt.claims);
    const outcome = check === undefined ? undefined : outcomeOn(node);
    const lacks = outcome?.kind === 'allocated' ? check?.rejectionsOn(info, outcome.allocations) : undefined;
    const rejections = lacks?.length ? lacks : this.#verdicts.filters.afterDevices(info, this.#checkpoint);
    const unbound = this.#unbound ?? attempt.unbound;
    if (rejections.length > 0) this.#rejections.set(node, rejections);
    else if (unbound !== undefined) this.reject(node, unbound);
    return !this.#rejections.has(node);
  }

  /** The scores of nodes that the pod may go to, in their order. */
  scores(feasible: readonly Feasible[]): readonly NodeScores[] {
    const rows = feasible.map(({ node }) => this.#verdicts.scoresOn(this.#info(node), this.#checkpoint));
    const devices = this.#needsDevices ? feasible.map(({ score }) => score) : undefined;
    return totalScores(this.#verdicts.scores, rows, devices, this.#checkpoint);
  }

  readonly #nodeOf = (name: string): Node => this.#info(name).node;

  #info(node: string): NodeInfo {
    return this.#context.snapshot.get(node) as NodeInfo;
  }
}
