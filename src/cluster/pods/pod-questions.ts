// Questions about pods: a pod with all that is known of it before devices are looked at. Of a pod that was prepared the question of the call before is
// taken again as far as nothing that it depends on changed.

import type { PodJson } from '../../api/kinds.js';
import type { Node } from '../../api/node.js';
import { Checkpoint, runCooperatively, SliceOver } from '../../base/checkpoint.js';
import { weakEntryIn } from '../../base/entry-in.js';
import { type AsyncLimits, checkpointOf } from '../../evaluate/limits.js';
import { inOrder } from '../../evaluate/ordered-nodes.js';
import { PASSED, type Rejection } from '../../filters/filter.js';
import { type NotLookedAt, notLookedAt, type PodSurroundings } from '../../filters/not-looked-at.js';
import type { ImageSpread } from '../../scores/image-spread.js';
import type { AttemptSources } from '../cluster-attempt.js';
import { namedNodes } from '../node-list.js';
import { ClaimsOfPod } from './claims-of-pod.js';
import { NO_PARTS, type Parts, partsOf } from './device-questions.js';
import { type NodesAsked, NodeVerdict, nodesAsked, only, type PassingNodes } from './node-verdict.js';
import { admitted, type PodAsked } from './pod-question.js';
import { decodedPod, PreparedPod } from './prepared-pod.js';
import { ResidentFilters } from './resident-filters.js';
import type { ShapeAnswers } from './shape-answers.js';

/** A pod with all that is known of it before devices are looked at. */
export interface PodQuestion extends Parts {
  readonly asked: PodAsked;
  readonly claims: ClaimsOfPod;
  /** The answers for the shape of the pod. */
  readonly answers: ShapeAnswers;
  readonly refusals: readonly Rejection[];
  readonly nodes: NodesAsked;
  readonly images: () => ImageSpread;
  /** The part of the cluster that `notLookedAt` rests on. */
  readonly around: PodSurroundings;
  readonly notLookedAt: NotLookedAt;
}

/** The knowledge of a pod that was prepared. */
interface KnownPod {
  /** The pod as admission filled it in, and the stamp of the classes by which it did. */
  asked: PodAsked | undefined;
  admissionStamp: number;
  /** The question as it was put last, and the version of the cluster at that time. */
  question: PodQuestion | undefined;
  version: number;
}

/** Puts questions about pods. */
export class PodQuestions {
  readonly #sources: AttemptSources;
  readonly #filters: ResidentFilters;
  readonly #known = new WeakMap<PreparedPod, KnownPod>();

  constructor(sources: AttemptSources) {
    this.#sources = sources;
    this.#filters = new ResidentFilters(sources.cluster, sources.runtime.features);
  }

  /** Brings nodes up to date, and the answers for a pod if there is one. */
  follow(pod: PodAsked | undefined, checkpoint: Checkpoint): void {
    if (pod === undefined) this.#filters.followNodes(checkpoint);
    else this.#filters.follow(pod, checkpoint);
  }

  /** Does what `follow` does where that takes a millisecond at most; gives whether it did. */
  followSome(pod: PodAsked | undefined, checkpoint: Checkpoint): boolean {
    return this.#filters.followSome(pod, checkpoint);
  }

  /** Does what `follow` does, giving way to the event loop. */
  followInSlices(pod: PodAsked | undefined, checkpoint: Checkpoint): Promise<void> {
    return this.#filters.followInSlices(pod, checkpoint, this.#sources.runtime.giveWay);
  }

  #knownOf(prepared: PreparedPod): KnownPod {
    return weakEntryIn(this.#known, prepared, () => ({ asked: undefined, admissionStamp: -1, question: undefined, version: -1 }));
  }

  /** Reads a pod and fills it in. Throws `invalid-input` and `invalid-object`. */
  read(given: PodJson | PreparedPod, checkpoint: Checkpoint): PodAsked {
    const { runtime } = this.#sources;
    const { admissionStamp } = this.#filters;
    const known = given instanceof PreparedPod ? this.#knownOf(given) : undefined;
    if (known?.asked !== undefined && known.admissionStamp === admissionStamp) return known.asked;
    const { pod, shape } = admitted(decodedPod(given, checkpoint), this.#filters.admissionClasses, runtime.features, checkpoint);
    const asked = { pod, shape: checkpoint.keep(() => this.#filters.ownShape(shape)) };
    if (known !== undefined) {
      known.asked = asked;
      known.admissionStamp = admissionStamp;
    }
    return asked;
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

  readInSlices(pod: PodJson | PreparedPod, limits: AsyncLimits, deadline: number): Promise<PodAsked> {
    const checkpoint = checkpointOf(limits, deadline);
    return runCooperatively(checkpoint, () => this.read(pod, checkpoint), this.#sources.runtime.giveWay);
  }

  /** Asks all nodes of the cluster, which are brought up to date before. */
  askAll(given: PodJson | PreparedPod, checkpoint: Checkpoint): PodQuestion {
    const { version } = this.#sources.cluster;
    const known = given instanceof PreparedPod ? this.#knownOf(given) : undefined;
    if (known?.question !== undefined && known.version === version) {
      checkpoint.check();
      return known.question;
    }
    const asked = this.read(given, checkpoint);
    const answers = this.#filters.follow(asked, checkpoint);
    const question = this.#question(asked, answers, answers.now(), checkpoint, known?.question);
    if (known !== undefined) {
      known.question = question;
      known.version = version;
    }
    return question;
  }

  /** Asks the nodes that are named, or all. Requires: nodes and answers are up to date. */
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
    return this.#question(asked, answers, nodesAsked([new NodeVerdict(info, before, after)], false), checkpoint);
  }

  /** `known`: the question about the same pod that was put last. */
  #question(asked: PodAsked, answers: ShapeAnswers, nodes: NodesAsked, checkpoint: Checkpoint, known?: PodQuestion): PodQuestion {
    const isKnown = known !== undefined && known.asked === asked && known.answers === answers && known.claims.holds(this.#sources.cluster);
    const claims = isKnown ? known.claims : new ClaimsOfPod(asked.pod, this.#sources);
    const refusals = isKnown ? known.refusals : refusalsOf(claims, answers);
    const isSameParts = isKnown && known.nodes.passing === nodes.passing;
    const { parts, refused } = isSameParts ? known : this.#partsOf(claims, refusals, nodes.passing);
    const around = this.#filters.surroundings(nodes);
    const isSameAround = isKnown && known.around === around;
    return {
      asked,
      claims,
      answers,
      refusals,
      nodes,
      images: this.#filters.imagesNow(),
      around,
      notLookedAt: isSameAround ? known.notLookedAt : notLookedAt(asked.pod, around, checkpoint),
      parts,
      refused,
    };
  }

  #partsOf(claims: ClaimsOfPod, refusals: readonly Rejection[], passing: PassingNodes): Parts {
    if (refusals.length > 0 || passing.count === 0) return NO_PARTS;
    return partsOf(claims, passing, this.#sources.cluster.objects.nodes.size);
  }
}

/** The reasons for which no node will do: claims are looked at before the other filters are prepared, gates before all. */
function refusalsOf({ found, refusal }: ClaimsOfPod, { filters: { refusals } }: ShapeAnswers): readonly Rejection[] {
  const isGated = refusals.some(({ code }) => code === 'scheduling-gated');
  const isFirst = refusal !== undefined && !isGated && (found.problem !== undefined || refusals.length === 0);
  return isFirst ? [refusal] : refusals;
}
