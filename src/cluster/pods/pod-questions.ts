// Questions about pods: a pod with what the scheduler's filters say of nodes, and its claims, before any device is looked at.

import type { PodJson } from '../../api/kinds.js';
import type { Node } from '../../api/node.js';
import { Checkpoint, runCooperatively, SliceOver } from '../../base/checkpoint.js';
import { type AsyncLimits, checkpointOf } from '../../evaluate/limits.js';
import { inOrder } from '../../evaluate/ordered-nodes.js';
import { unboundBecause } from '../../filters/dynamic-resources.js';
import { PASSED, type Rejection } from '../../filters/filter.js';
import { type NotLookedAt, notLookedAt } from '../../filters/not-looked-at.js';
import type { FoundClaims } from '../../schedule/claim-finder.js';
import { reservationRefusal } from '../../schedule/reservations.js';
import type { ImageSpread } from '../../scores/image-spread.js';
import { ClaimSet } from '../claims.js';
import type { AttemptSources } from '../cluster-attempt.js';
import { namedNodes } from '../node-list.js';
import { claimsRefusal, findClaims } from './pod-claims.js';
import { admitted, type PodAsked } from './pod-question.js';
import { decodedPod, PreparedPod } from './prepared-pod.js';
import { ResidentFilters } from './resident-filters.js';
import { type NodesAsked, only, passingOf, type ShapeAnswers } from './shape-answers.js';

/** A pod with all that is known of it before devices are looked at. */
export interface PodQuestion extends PodAsked {
  readonly found: FoundClaims;
  /** The answers for the shape of the pod. */
  readonly answers: ShapeAnswers;
  readonly refusals: readonly Rejection[];
  readonly asked: NodesAsked;
  /** Why the pod cannot be bound, whatever node it finds. */
  readonly unbound: Rejection | undefined;
  readonly images: () => ImageSpread;
  readonly notLookedAt: NotLookedAt;
}

/** Asks about pods. */
export class PodQuestions {
  readonly #sources: AttemptSources;
  readonly #filters: ResidentFilters;

  constructor(sources: AttemptSources) {
    this.#sources = sources;
    this.#filters = new ResidentFilters(sources.cluster, sources.runtime.features);
  }

  /** Reads a pod, and fills it in. Throws `invalid-object`. */
  read(given: PodJson | PreparedPod, checkpoint: Checkpoint): PodAsked {
    const { runtime } = this.#sources;
    const known = given instanceof PreparedPod ? this.#filters.admitted.get(given) : undefined;
    if (known !== undefined) return known;
    const asked = admitted(decodedPod(given, checkpoint), this.#filters.admissionClasses, runtime.features, checkpoint);
    if (given instanceof PreparedPod) this.#filters.admitted.set(given, asked);
    return asked;
  }

  /** Brings nodes, and the answers for a pod, up to date. */
  follow(pod: PodAsked | undefined, checkpoint: Checkpoint): void {
    this.#filters.follow(pod, checkpoint);
  }

  /** Does what `follow` does where that takes a millisecond at most; gives whether it did. */
  followSome(pod: PodAsked | undefined, checkpoint: Checkpoint): boolean {
    return this.#filters.followSome(pod, checkpoint);
  }

  /** Does what `follow` does, giving way to the event loop. */
  followInSlices(pod: PodAsked | undefined, checkpoint: Checkpoint): Promise<void> {
    return this.#filters.followInSlices(pod, checkpoint, this.#sources.runtime.giveWay);
  }

  /** Reads a pod where that takes a millisecond at most; undefined: it takes longer. */
  readAtOnce(pod: PodJson | PreparedPod, deadline: number): PodAsked | undefined {
    const trial = new Checkpoint({ deadline });
    trial.beginTrial();
    try {
      return this.read(pod, trial);
    } catch (error) {
      if (error instanceof SliceOver) return undefined;
      throw error;
    }
  }

  /** Reads a pod like `read`, giving way to the event loop. */
  readInSlices(pod: PodJson | PreparedPod, limits: AsyncLimits, deadline: number): Promise<PodAsked> {
    const checkpoint = checkpointOf(limits, deadline);
    return runCooperatively(checkpoint, () => this.read(pod, checkpoint), this.#sources.runtime.giveWay);
  }

  #find({ pod }: PodAsked): FoundClaims {
    const { cluster, runtime } = this.#sources;
    const deviceClasses = () => [...cluster.objects.deviceClasses.values()];
    return findClaims(pod, { objects: cluster.objects.pods, deviceClasses, features: runtime.features });
  }

  /** Asks the nodes of the cluster, or those that are named. Requires: nodes and answers are up to date. */
  ask(asked: PodAsked, names: readonly string[] | undefined, checkpoint: Checkpoint): PodQuestion {
    const answers = this.#filters.answersFor(asked, checkpoint);
    const all = answers.now();
    const nodes = names === undefined ? all : only(all, inOrder(namedNodes(names, this.#sources.cluster), checkpoint));
    return this.#question(asked, answers, nodes, checkpoint);
  }

  /** Asks about one node, which may be one that the caller made up. Requires: nodes are up to date. */
  askOn(asked: PodAsked, node: Node, checkpoint: Checkpoint): PodQuestion {
    const answers = this.#filters.answersFor(asked, checkpoint);
    const { refusals, beforeDevices, afterDevices } = answers.filters;
    const info = this.#filters.infoOf(node, checkpoint);
    const before = refusals.length > 0 ? PASSED : beforeDevices(info, checkpoint);
    const after = refusals.length > 0 || before.length > 0 ? PASSED : afterDevices(info, checkpoint);
    return this.#question(
      asked,
      answers,
      { nodes: [info], before: [before], after: [after], passing: passingOf([info], [before]) },
      checkpoint,
    );
  }

  #question(asked: PodAsked, answers: ShapeAnswers, nodes: NodesAsked, checkpoint: Checkpoint): PodQuestion {
    const { cluster } = this.#sources;
    const { refusals } = answers.filters;
    const found = this.#find(asked);
    const isGated = refusals.some(({ code }) => code === 'scheduling-gated');
    const ofClaims = claimsRefusal(found, cluster.known(new ClaimSet(found.claims)), cluster.deviceClasses);
    // Claims are looked at before the other filters are prepared, gates before all.
    const isFirst = ofClaims !== undefined && !isGated && (found.problem !== undefined || refusals.length === 0);
    const reserved = reservationRefusal(asked.pod, found.claims);
    return {
      ...asked,
      answers,
      found,
      refusals: isFirst && ofClaims !== undefined ? [ofClaims] : refusals,
      asked: nodes,
      unbound: reserved === undefined ? undefined : unboundBecause(reserved),
      images: this.#filters.imagesNow(),
      notLookedAt: notLookedAt(asked.pod, this.#filters.surroundings(nodes.nodes), checkpoint),
    };
  }
}
