// Builds questions: a pod with all filter results and claims, before devices are searched. A prepared pod reuses its last question as far as
// no object that it depends on changed.

import { inOrder } from '../allocator/evaluate/ordered-nodes.js';
import type { AttemptSources } from '../cluster/cluster-attempt.js';
import { namedNodes } from '../cluster/node-list.js';
import { refuse } from '../cluster/stored-pod.js';
import type { PodInputJson } from '../core/api/kinds.js';
import type { Node } from '../core/api/node.js';
import type { Pod } from '../core/api/pod.js';
import { type Checkpoint, UNLIMITED } from '../core/base/checkpoint.js';
import { weakEntryIn } from '../core/base/entry-in.js';
import { type Incremental, ITEMS_A_UNIT, inOneGo } from '../core/base/incremental.js';
import type { ClaimsOnNode, PodOnNode } from '../explain/suggest/pod-trial.js';
import { PASSED, type Rejection } from '../scheduler/filters/filter.js';
import type { FilterFeatures } from '../scheduler/filters/filter-features.js';
import type { NodeInfo } from '../scheduler/filters/node-info.js';
import { type NotLookedAt, notLookedAt, type PodSurroundings } from '../scheduler/filters/not-looked-at.js';
import { withPodDefaults } from '../scheduler/filters/pod-defaults.js';
import type { NodeScores } from '../scheduler/scores/total.js';
import { ClaimsOfPod } from './claims-of-pod.js';
import { NO_PARTS, onlyPart, type Parts, partsOf } from './device-questions.js';
import { NamespaceQuotas } from './namespace-quotas.js';
import { type NodesAsked, nodeReasons, nodesAsked, only, type PassingNodes } from './nodes-asked.js';
import type { RankedQuestion } from './pod-filter-result.js';
import type { PodFindings } from './pod-findings.js';
import { admittedOrRefused, type PodAsked, type RefusedPod } from './pod-question.js';
import type { DeviceScores, PodRanking } from './pod-ranking.js';
import { decodedPod, decodingPod, originOf, PreparedPod } from './prepared-pod.js';
import { ResidentFilters } from './resident-filters.js';
import type { ShapeAnswers } from './shape-answers.js';
import type { ImagesNow } from './shape-scores.js';

/** A pod with its nodes. */
interface Asked {
  /** The version of the cluster when the question was begun. */
  readonly version: number;
  readonly asked: PodAsked;
  /** The filter results for the shape of the pod. */
  readonly answers: ShapeAnswers;
  readonly nodes: NodesAsked;
}

/** The part of a question that most changes of nodes leave unchanged. */
interface Lasting extends Pick<Asked, 'asked' | 'answers'> {
  readonly claims: ClaimsOfPod;
  readonly refusals: readonly Rejection[];
  readonly images: ImagesNow;
  /** The part of the cluster that `notLookedAt` depends on. */
  readonly around: PodSurroundings;
  readonly notLookedAt: NotLookedAt;
  readonly features: FilterFeatures;
}

/** A pod with its filter results and claims, before devices are searched. */
export class PodQuestion implements Lasting, Parts, RankedQuestion {
  readonly version: number;
  readonly nodes: NodesAsked;
  readonly parts: Parts['parts'];
  readonly refused: Parts['refused'];
  /** True if scores take long: they are then computed within the limits of the call, otherwise on access. */
  readonly isLongToScore: boolean;
  readonly lasting: Lasting;

  constructor(version: number, nodes: NodesAsked, { parts, refused }: Parts, isLongToScore: boolean, lasting: Lasting) {
    this.version = version;
    this.nodes = nodes;
    this.parts = parts;
    this.refused = refused;
    this.isLongToScore = isLongToScore;
    this.lasting = lasting;
  }

  get asked(): PodAsked {
    return this.lasting.asked;
  }

  get answers(): ShapeAnswers {
    return this.lasting.answers;
  }

  get claims(): ClaimsOfPod {
    return this.lasting.claims;
  }

  get refusals(): readonly Rejection[] {
    return this.lasting.refusals;
  }

  get images(): ImagesNow {
    return this.lasting.images;
  }

  get around(): PodSurroundings {
    return this.lasting.around;
  }

  get notLookedAt(): NotLookedAt {
    return this.lasting.notLookedAt;
  }

  get features(): FilterFeatures {
    return this.lasting.features;
  }

  ranking(devices: DeviceScores): PodRanking {
    return this.answers.ranking(this.nodes, devices, this.asked.pod, this);
  }

  /** Returns the scores of the feasible nodes, in order, split by plugin. */
  scoresByPlugin(findings: PodFindings): readonly NodeScores[] {
    return this.answers.scoresByPlugin(this.nodes, { scores: findings.feasible(), count: findings.hasClaims }, this.asked.pod, this);
  }

  /** Returns the question with other parts; itself if the parts are its own. */
  with(parts: Parts): PodQuestion {
    return parts === this ? this : new PodQuestion(this.version, this.nodes, parts, this.isLongToScore, this.lasting);
  }

  /** Returns the question for the same pod after only nodes changed. */
  again(version: number, nodes: NodesAsked, parts: Parts, isLongToScore: boolean): PodQuestion {
    return new PodQuestion(version, nodes, parts, isLongToScore, this.lasting);
  }
}

/** The cached results for a prepared pod. */
interface KnownPod {
  /** The pod with defaults, and the stamp of the classes that they come from. */
  asked: PodAsked | undefined;
  admissionStamp: number;
  /** The last question about the pod. */
  question: PodQuestion | undefined;
}

/** The most score computations deferred until the caller reads scores: some tens of nanoseconds each. */
const MOST_SCORED_LATER = 1 << 19;
const BYTES_OF_ENTRY = 64;
const ENTRIES_OF_ANY = 16;

/** Builds questions about pods. */
export class PodQuestions {
  readonly #sources: AttemptSources;
  readonly #filters: ResidentFilters;
  readonly #quotas: NamespaceQuotas;
  readonly #known = new WeakMap<PreparedPod, KnownPod>();

  constructor(sources: AttemptSources) {
    this.#sources = sources;
    this.#filters = new ResidentFilters(sources.cluster, sources.runtime.features);
    this.#quotas = new NamespaceQuotas(sources.runtime.features.extendedResource);
  }

  #knownOf(given: PodInputJson | PreparedPod): KnownPod | undefined {
    if (!(given instanceof PreparedPod)) return undefined;
    return weakEntryIn(this.#known, given, () => ({ asked: undefined, admissionStamp: -1, question: undefined }));
  }

  /** Decodes a pod and fills in defaults. Throws `invalid-input` and `invalid-object`. */
  *read(given: PodInputJson | PreparedPod, checkpoint: Checkpoint, known = this.#knownOf(given)): Incremental<PodAsked> {
    const asked = yield* this.#readOrRefused(given, checkpoint, known);
    return 'refusal' in asked ? refuse(asked.refusal) : asked;
  }

  /** Returns why admission rejects a pod; undefined if it admits the pod. */
  refusalOf(given: PreparedPod): string | undefined {
    const asked = inOneGo(this.#readOrRefused(given, UNLIMITED, this.#knownOf(given)));
    return 'refusal' in asked ? asked.refusal : undefined;
  }

  *#readOrRefused(
    given: PodInputJson | PreparedPod,
    checkpoint: Checkpoint,
    known: KnownPod | undefined,
  ): Incremental<PodAsked | RefusedPod> {
    const { admissionStamp } = this.#filters;
    if (known?.asked !== undefined && known.admissionStamp === admissionStamp) return known.asked;
    const classes = yield* this.#filters.admissionClasses(checkpoint);
    const pod = given instanceof PreparedPod ? decodedPod(given) : yield* decodingPod(given, checkpoint);
    const admitted = yield* admittedOrRefused(pod, classes, this.#sources.runtime.features, checkpoint);
    if ('refusal' in admitted) return admitted;
    const { shape, ...read } = admitted;
    const asked = { ...read, shape: shape === undefined ? undefined : this.#filters.ownShape(shape), origin: originOf(given) };
    if (known !== undefined) {
      known.asked = asked;
      known.admissionStamp = admissionStamp;
    }
    return asked;
  }

  /** Returns the question about all nodes of the cluster, which are first brought up to date, in one go. */
  askAll(given: PodInputJson | PreparedPod, checkpoint: Checkpoint): PodQuestion {
    const known = this.#knownOf(given);
    if (known?.question?.version === this.#sources.cluster.version) {
      checkpoint.check();
      return known.question;
    }
    const again = known?.question && this.#again(known.question, checkpoint);
    const question = again ?? inOneGo(this.#askAnew(given, checkpoint, known), checkpoint);
    if (known !== undefined) known.question = question;
    return question;
  }

  *#askAnew(given: PodInputJson | PreparedPod, checkpoint: Checkpoint, known: KnownPod | undefined): Incremental<PodQuestion> {
    return yield* this.ask(yield* this.read(given, checkpoint, known), undefined, checkpoint, known?.question);
  }

  /** Returns the last question, updated, if only nodes changed since, which is the usual case; undefined otherwise. */
  #again(known: PodQuestion, checkpoint: Checkpoint): PodQuestion | undefined {
    const now = this.#filters.now(checkpoint);
    const { asked, answers, claims, refusals, around, images } = known.lasting;
    // Changed classes for defaults also change the surroundings.
    if (around !== now.around || images !== now.images || !this.#filters.keeps(answers) || !claims.holds(this.#sources.cluster)) {
      return undefined;
    }
    const nodes = answers.askInOneGo(now, checkpoint);
    const { passing } = nodes;
    const parts =
      known.nodes.passing === passing
        ? known
        : (this.#onlyPart(claims, refusals, passing) ?? inOneGo(this.#partsOf(claims, passing, checkpoint), checkpoint));
    return known.again(now.version, nodes, parts, isLongToScore(asked, passing.count, now.reported));
  }

  /** Returns the question about the named nodes, or all, which are first brought up to date. `known`: the last question about the same pod. */
  *ask(asked: PodAsked, names: readonly string[] | undefined, checkpoint: Checkpoint, known?: PodQuestion): Incremental<PodQuestion> {
    const { version } = this.#sources.cluster;
    const answers = yield* this.#answersFor(asked, checkpoint, known);
    const all = yield* answers.ask(checkpoint);
    const nodes = names === undefined ? all : yield* this.#named(all, names, checkpoint);
    // Listing the nodes is slow, and further lists follow.
    if (checkpoint.due(nodes.infos.length / ITEMS_A_UNIT)) yield;
    return yield* this.#question({ version, asked, answers, nodes }, checkpoint, known);
  }

  /** Returns the filter results for the shape of a pod. Brings nodes up to date first. */
  *#answersFor(asked: PodAsked, checkpoint: Checkpoint, known: PodQuestion | undefined): Incremental<ShapeAnswers> {
    checkpoint.check();
    if (!this.#filters.hasNodesOfNow) yield* this.#filters.followNodes(checkpoint);
    const answers = this.#filters.knownAnswers(asked, known?.asked === asked ? known.answers : undefined);
    return answers ?? (yield* this.#filters.answersFor(asked, checkpoint));
  }

  *#named(all: NodesAsked, names: readonly string[], checkpoint: Checkpoint): Incremental<NodesAsked> {
    const named = namedNodes(names, this.#sources.cluster);
    return only(all, yield* inOrder(named, checkpoint));
  }

  /** Returns the last question about all nodes for a prepared pod. */
  lastOf(given: PodInputJson | PreparedPod): PodQuestion | undefined {
    return this.#knownOf(given)?.question;
  }

  /**
   * Returns the question about one node, which the caller may have made up. Brings the other nodes up to date first. `known`: the last question
   * about the same pod, for calls that run in one go.
   */
  *askOn(asked: PodAsked, node: Node, checkpoint: Checkpoint, known?: PodQuestion): Incremental<PodQuestion> {
    const { version } = this.#sources.cluster;
    const answers = yield* this.#answersFor(asked, checkpoint, known);
    const { refusals, testing } = answers.filters;
    const info = yield* this.#filters.infoOf(node, checkpoint);
    const before = refusals.length > 0 ? PASSED : yield* testing.beforeDevices(info, checkpoint);
    const isOut = refusals.length > 0 || before.length > 0;
    const after = isOut ? PASSED : yield* testing.afterDevices(info, checkpoint);
    const nodes = nodesAsked([{ info, reasons: nodeReasons(before, after) }]);
    return yield* this.#question({ version, asked, answers, nodes }, checkpoint, known);
  }

  /** Returns the checks of a scheduler that apply to the pod and that this library does not do. */
  notLookedAt(pod: Pod): NotLookedAt {
    inOneGo(this.#filters.followNodes(UNLIMITED));
    return notLookedAt(pod, this.#filters.surroundingsNow);
  }

  /** Returns the pod of a question on a node, with the inputs of the filters there. `ofClaims`: the effects of its claims there. */
  *podOn({ given, origin }: PodAsked, info: NodeInfo, ofClaims: ClaimsOnNode, checkpoint: Checkpoint): Incremental<PodOnNode> {
    const { runtime, cluster } = this.#sources;
    const { name } = info.node.metadata;
    const context = yield* this.#filters.context(checkpoint);
    const { runtimeClasses } = yield* this.#filters.admissionClasses(checkpoint);
    return {
      pod: origin?.written ?? given,
      admitted: (pod, own) => {
        const filled = inOneGo(withPodDefaults(origin?.made(pod) ?? pod, { features: runtime.features, runtimeClasses }, own));
        return 'refusal' in filled ? undefined : filled.pod;
      },
      info,
      running: () => (origin === undefined ? cluster.objects.pods.runningOn(name) : cluster.objects.pods.givenOn(name)),
      ...(origin === undefined ? {} : { placed: origin.placed }),
      nodes: () => cluster.nodeList,
      context,
      ...ofClaims,
    };
  }

  *#question({ version, asked, answers, nodes }: Asked, checkpoint: Checkpoint, known?: PodQuestion): Incremental<PodQuestion> {
    const isKnown = known !== undefined && known.asked === asked && known.answers === answers && known.claims.holds(this.#sources.cluster);
    const around = this.#filters.surroundings(nodes);
    const images = this.#filters.imagesNow();
    const isLong = isLongToScore(asked, nodes.passing.count, this.#filters.reportedByNodes);
    const claims = isKnown ? known.claims : yield* this.#claimsOf(asked, checkpoint);
    const refusals = isKnown ? known.refusals : refusalsOf(claims, answers);
    const isSameParts = isKnown && known.nodes.passing === nodes.passing;
    const only = isSameParts ? known : this.#onlyPart(claims, refusals, nodes.passing);
    const parts = only ?? (yield* this.#partsOf(claims, nodes.passing, checkpoint));
    const isSameAround = isKnown && known.around === around;
    if (isSameAround && known.images === images) return known.again(version, nodes, parts, isLong);
    const { features } = this.#sources.runtime;
    const notLooked = isSameAround ? known.notLookedAt : notLookedAt(asked.pod, around, checkpoint);
    const lasting = { asked, answers, claims, refusals, images, around, notLookedAt: notLooked, features };
    return new PodQuestion(version, nodes, parts, isLong, lasting);
  }

  *#claimsOf({ pod, origin }: PodAsked, checkpoint: Checkpoint): Incremental<ClaimsOfPod> {
    const extendedClasses = yield* this.#filters.extendedClasses(checkpoint);
    return yield* ClaimsOfPod.of(pod, origin?.found, this.#sources, { extendedClasses, quotas: this.#quotas }, checkpoint);
  }

  /** Returns the parts if there is at most one; undefined if the claims differ between nodes. */
  #onlyPart(claims: ClaimsOfPod, refusals: readonly Rejection[], passing: PassingNodes): Parts | undefined {
    if (refusals.length > 0 || passing.count === 0) return NO_PARTS;
    return onlyPart(claims, passing, this.#sources.cluster.objects.nodes.size);
  }

  #partsOf(claims: ClaimsOfPod, passing: PassingNodes, checkpoint: Checkpoint): Incremental<Parts> {
    return partsOf(claims, passing, this.#sources.cluster.objects.nodes.size, checkpoint);
  }
}

/** `count`: of the passing nodes. `reported`: the total number of taints and images of all nodes. */
function isLongToScore({ shape, bytes }: PodAsked, count: number, reported: number): boolean {
  return shape === undefined || count * (ENTRIES_OF_ANY + bytes / BYTES_OF_ENTRY) + reported > MOST_SCORED_LATER;
}

/** Returns the reasons why no node is feasible. Order: scheduling gates, then claims, then the other filters. */
function refusalsOf({ found, refusal }: ClaimsOfPod, { filters: { refusals } }: ShapeAnswers): readonly Rejection[] {
  const isGated = refusals.some(({ code }) => code === 'scheduling-gated');
  const isFirst = refusal !== undefined && !isGated && (found.problem !== undefined || refusals.length === 0);
  return isFirst ? [refusal] : refusals;
}
