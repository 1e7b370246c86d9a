// Builds questions: a pod with all filter results and claims, before devices are searched. A prepared pod reuses its last question as far as
// no object that it depends on changed.

import { inOrder } from '../allocator/evaluate/ordered-nodes.js';
import type { AttemptSources } from '../cluster/cluster-attempt.js';
import { namedNodes } from '../cluster/node-list.js';
import { rejectPod } from '../cluster/stored-pod.js';
import type { PodInputJson } from '../core/api/kinds.js';
import type { Node } from '../core/api/node.js';
import type { Pod, PodSpec } from '../core/api/pod.js';
import { type Checkpoint, UNLIMITED } from '../core/base/checkpoint.js';
import { weakEntryIn } from '../core/base/entry-in.js';
import { finished, type Incremental, ITEMS_A_UNIT, inOneGo } from '../core/base/incremental.js';
import type { ClaimsOnNode, PodOnNode } from '../explain/suggest/pod-trial.js';
import { PASSED, type Rejection } from '../scheduler/filters/filter.js';
import type { NodeInfo } from '../scheduler/filters/node-info.js';
import { type NotLookedAt, notLookedAt } from '../scheduler/filters/not-looked-at.js';
import { withPodDefaults } from '../scheduler/filters/pod-defaults.js';
import type { BoundVolumes } from '../scheduler/volumes/bound-volumes.js';
import { ClaimsOfPod } from './claims-of-pod.js';
import type { ClusterAnswers } from './cluster-answers.js';
import { NO_PARTS, onlyPart, type Parts, partsOf } from './device-questions.js';
import { PodQuestion, type QueriedPod } from './filtered-pod.js';
import { NamespaceQuotas } from './namespace-quotas.js';
import { admittedOrRefused, isOfTemplate, type PodQuery, type RefusedPod } from './pod-question.js';
import { decodedPod, decodingPod, originOf, PreparedPod } from './prepared-pod.js';
import { nodeReasons, only, type PassingNodes, type QueriedNodes, queriedNodes } from './queried-nodes.js';
import { NO_VOLUMES, ResidentFilters } from './resident-filters.js';
import type { ShapeAnswers } from './shape-answers.js';

/** The cached results for a prepared pod. */
interface CachedPod {
  /** The pod with defaults, and the stamp of the classes that they come from. */
  query: PodQuery | undefined;
  admissionStamp: number;
  /** The last question about the pod. */
  question: PodQuestion | undefined;
}

/** The most score computations deferred until the caller reads scores: a few tens of nanoseconds each. */
const MOST_SCORED_LATER = 1 << 19;
const BYTES_OF_ENTRY = 64;
const ENTRIES_OF_ANY = 16;

/** Builds questions about pods. */
export class PodQuestions {
  readonly #sources: AttemptSources;
  readonly #filters: ResidentFilters;
  readonly #quotas: NamespaceQuotas;
  readonly #cachedPods = new WeakMap<PreparedPod, CachedPod>();
  /** A pod of each spec as written, since most pods that are created one after another share a spec. */
  #ofSpecs = { admissionStamp: -1, queries: new WeakMap<PodSpec, PodQuery>() };

  constructor(sources: AttemptSources) {
    this.#sources = sources;
    this.#filters = new ResidentFilters(sources.cluster, sources.runtime.features, sources.profiles);
    this.#quotas = new NamespaceQuotas(sources.runtime.features.extendedResource);
  }

  #cachedPodOf(input: PodInputJson | PreparedPod): CachedPod | undefined {
    if (!(input instanceof PreparedPod)) return undefined;
    return weakEntryIn(this.#cachedPods, input, () => ({ query: undefined, admissionStamp: -1, question: undefined }));
  }

  /** Decodes a pod and fills in defaults. Throws `invalid-input` and `invalid-object`. */
  *read(input: PodInputJson | PreparedPod, checkpoint: Checkpoint, cachedPod = this.#cachedPodOf(input)): Incremental<PodQuery> {
    const query = yield* this.#readOrRefused(input, checkpoint, cachedPod);
    return 'refusal' in query ? rejectPod(query.refusal) : query;
  }

  /** Returns why admission rejects a pod; undefined if it admits the pod. */
  refusalOf(input: PreparedPod): string | undefined {
    const query = inOneGo(this.#readOrRefused(input, UNLIMITED, this.#cachedPodOf(input)));
    return 'refusal' in query ? query.refusal : undefined;
  }

  #readOrRefused(
    input: PodInputJson | PreparedPod,
    checkpoint: Checkpoint,
    cachedPod: CachedPod | undefined,
  ): Incremental<PodQuery | RefusedPod> {
    const cachedQuery = cachedPod?.admissionStamp === this.#filters.admissionStamp ? cachedPod.query : undefined;
    return cachedQuery === undefined ? this.#reading(input, checkpoint, cachedPod) : finished(cachedQuery);
  }

  *#reading(
    input: PodInputJson | PreparedPod,
    checkpoint: Checkpoint,
    cachedPod: CachedPod | undefined,
  ): Incremental<PodQuery | RefusedPod> {
    const { admissionStamp } = this.#filters;
    const pod = input instanceof PreparedPod ? decodedPod(input) : yield* decodingPod(input, checkpoint);
    const admitted = this.#admittedBefore(pod, admissionStamp) ?? (yield* this.#admittedOrRefused(pod, admissionStamp, checkpoint));
    if ('refusal' in admitted) return admitted;
    const query = { ...admitted, origin: originOf(input) };
    if (cachedPod !== undefined) {
      cachedPod.query = query;
      cachedPod.admissionStamp = admissionStamp;
    }
    return query;
  }

  /** Returns a pod with the defaults of an earlier pod with the same spec; undefined if there was none, or if the pod may have other defaults. */
  #admittedBefore(original: Pod, admissionStamp: number): PodQuery | undefined {
    const { queries, admissionStamp: before } = this.#ofSpecs;
    const query = before === admissionStamp && isOfTemplate(original) ? queries.get(original.spec) : undefined;
    return query && { ...query, original, pod: { ...original, spec: query.pod.spec } };
  }

  *#admittedOrRefused(pod: Pod, admissionStamp: number, checkpoint: Checkpoint): Incremental<PodQuery | RefusedPod> {
    const classes = yield* this.#filters.admissionClasses(checkpoint);
    const admitted = yield* admittedOrRefused(pod, classes, this.#sources.runtime.features, checkpoint);
    if ('refusal' in admitted) return admitted;
    const { shape, ...read } = admitted;
    const query = { ...read, shape: shape === undefined ? undefined : this.#filters.sharedShapeText(shape) };
    if (this.#ofSpecs.admissionStamp !== admissionStamp) this.#ofSpecs = { admissionStamp, queries: new WeakMap() };
    if (isOfTemplate(pod)) this.#ofSpecs.queries.set(pod.spec, query);
    return query;
  }

  /** Returns the question about all nodes of the cluster, which are first brought up to date, in one go. */
  askAll(input: PodInputJson | PreparedPod, checkpoint: Checkpoint): PodQuestion {
    const cachedPod = this.#cachedPodOf(input);
    if (cachedPod?.question?.version === this.#sources.cluster.version) {
      checkpoint.check();
      return cachedPod.question;
    }
    const again = cachedPod?.question && this.#again(cachedPod.question, checkpoint);
    const question = again ?? inOneGo(this.#askAnew(input, checkpoint, cachedPod), checkpoint);
    if (cachedPod !== undefined) cachedPod.question = question;
    return question;
  }

  *#askAnew(input: PodInputJson | PreparedPod, checkpoint: Checkpoint, cachedPod: CachedPod | undefined): Incremental<PodQuestion> {
    return yield* this.ask(yield* this.read(input, checkpoint, cachedPod), undefined, checkpoint, cachedPod?.question);
  }

  /** Returns the last question, updated, if only nodes changed since then, which is the usual case. Returns undefined otherwise. */
  #again(previous: PodQuestion, checkpoint: Checkpoint): PodQuestion | undefined {
    const now = this.#filters.now(checkpoint);
    const { query, answers, related, claims, refusals, surroundings, images } = previous.lasting;
    // If the classes for defaults change, so do the surroundings.
    if (
      surroundings !== now.surroundings ||
      images !== now.images ||
      !this.#filters.keeps(answers) ||
      !this.#filters.keepsRelated(query, related) ||
      !claims.holds(this.#sources.cluster)
    ) {
      return undefined;
    }
    const base = answers.askInOneGo(now, checkpoint);
    const nodes = related === undefined ? base : inOneGo(related.ask(base, checkpoint), checkpoint);
    const { passing } = nodes;
    const parts =
      previous.nodes.passing === passing
        ? previous
        : (this.#onlyPart(claims, refusals, passing) ?? inOneGo(this.#partsOf(claims, passing, checkpoint), checkpoint));
    return previous.again(now.version, nodes, parts, isLongToScore(query, passing.count, now.reported));
  }

  /** Returns the question about the named nodes, or all, which are first brought up to date. `previous`: the last question about the same pod. */
  *ask(query: PodQuery, names: readonly string[] | undefined, checkpoint: Checkpoint, previous?: PodQuestion): Incremental<PodQuestion> {
    const { version } = this.#sources.cluster;
    const answers = yield* this.#answersFor(query, checkpoint, previous);
    const found: { related?: ClusterAnswers | undefined } = {};
    // The nodes and the other objects have the state of the same time.
    const base = yield* answers.ask(checkpoint, () => {
      found.related = this.#filters.clusterAnswers(query, answers, checkpoint);
    });
    const { related } = found;
    const all = related === undefined ? base : yield* related.ask(base, checkpoint);
    const nodes = names === undefined ? all : yield* this.#named(all, names, checkpoint);
    // Listing the nodes is slow, and further lists follow.
    if (checkpoint.due(nodes.infos.length / ITEMS_A_UNIT)) yield;
    return yield* this.#question({ version, query, answers, related, nodes }, checkpoint, previous);
  }

  /** Returns the filter results for the shape of a pod. Brings nodes up to date first. */
  #answersFor(query: PodQuery, checkpoint: Checkpoint, previous: PodQuestion | undefined): Incremental<ShapeAnswers> {
    checkpoint.check();
    const answers = this.#filters.hasNodesOfNow ? this.#cachedAnswers(query, previous) : undefined;
    return answers === undefined ? this.#newAnswers(query, checkpoint, previous) : finished(answers);
  }

  *#newAnswers(query: PodQuery, checkpoint: Checkpoint, previous: PodQuestion | undefined): Incremental<ShapeAnswers> {
    yield* this.#filters.followNodes(checkpoint);
    return this.#cachedAnswers(query, previous) ?? (yield* this.#filters.answersFor(query, checkpoint));
  }

  #cachedAnswers(query: PodQuery, previous: PodQuestion | undefined): ShapeAnswers | undefined {
    return this.#filters.cachedAnswers(query, previous?.query === query ? previous.answers : undefined);
  }

  *#named(all: QueriedNodes, names: readonly string[], checkpoint: Checkpoint): Incremental<QueriedNodes> {
    const named = namedNodes(names, this.#sources.cluster);
    return only(all, yield* inOrder(named, checkpoint));
  }

  /** Returns the last question about all nodes for a prepared pod. */
  lastOf(input: PodInputJson | PreparedPod): PodQuestion | undefined {
    return this.#cachedPodOf(input)?.question;
  }

  /**
   * Returns the question about one node, which the caller may have made up. Brings the other nodes up to date first. `previous`: the last question
   * about the same pod, for calls that run in one go.
   */
  *askOn(query: PodQuery, node: Node, checkpoint: Checkpoint, previous?: PodQuestion): Incremental<PodQuestion> {
    const { version } = this.#sources.cluster;
    const answers = yield* this.#answersFor(query, checkpoint, previous);
    const { profile, refusals, testing } = answers.filters;
    const related = this.#filters.clusterAnswers(query, answers, checkpoint);
    const info = yield* this.#filters.infoOf(node, checkpoint);
    const ofNode = refusals.length > 0 ? PASSED : yield* testing.beforeDevices(info, checkpoint);
    const isLeft = refusals.length === 0 && (ofNode.length === 0 || profile.isReordered);
    const before = isLeft && related !== undefined ? yield* related.rejectionsOn(info, ofNode, this.#filters.infos, checkpoint) : ofNode;
    const isOut = refusals.length > 0 || before.length > 0;
    const after = isOut ? PASSED : yield* testing.afterDevices(info, checkpoint);
    const nodes = queriedNodes([{ info, reasons: nodeReasons(before, after) }]);
    return yield* this.#question({ version, query, answers, related, nodes }, checkpoint, previous);
  }

  /** Returns the question about the same pod on other nodes, or on nodes with other pods. */
  *onNodes(question: PodQuestion, nodes: QueriedNodes, checkpoint: Checkpoint): Incremental<PodQuestion> {
    const { claims, refusals } = question;
    const parts = this.#onlyPart(claims, refusals, nodes.passing) ?? (yield* this.#partsOf(claims, nodes.passing, checkpoint));
    return question.again(question.version, nodes, parts, false);
  }

  /** Returns the claims and volumes that change when the pod is bound to the first node of a question. */
  boundVolumes({ query, related, nodes }: PodQuestion, checkpoint: Checkpoint): Incremental<BoundVolumes> {
    return related === undefined ? finished(NO_VOLUMES) : this.#filters.boundVolumes(query.pod, related, nodes.infos.at(0), checkpoint);
  }

  /** Returns the checks of a scheduler that apply to the pod and that this library does not do. */
  notLookedAt(pod: Pod): NotLookedAt {
    inOneGo(this.#filters.followNodes(UNLIMITED));
    const absent = inOneGo(this.#filters.absentKinds(pod, UNLIMITED));
    return inOneGo(notLookedAt(pod, this.#filters.surroundings, absent));
  }

  /**
   * Returns the pod of a question on a node, with the inputs of the filters there. `ofClaims`: what its claims contribute to
   * the inputs there.
   */
  *podOn({ original, origin }: PodQuery, info: NodeInfo, ofClaims: ClaimsOnNode, checkpoint: Checkpoint): Incremental<PodOnNode> {
    const { runtime, cluster } = this.#sources;
    const { pods } = cluster.objects;
    const context = yield* this.#filters.context(original, checkpoint);
    const { runtimeClasses } = yield* this.#filters.admissionClasses(checkpoint);
    return {
      pod: origin?.written ?? original,
      admitted: (pod, admittedPod) => {
        const filled = inOneGo(withPodDefaults(origin?.made(pod) ?? pod, { features: runtime.features, runtimeClasses }, admittedPod));
        return 'refusal' in filled ? undefined : filled.pod;
      },
      info,
      running: (name) => (origin === undefined ? pods.runningOn(name) : pods.appliedOn(name)),
      ...(origin === undefined ? {} : { placed: origin.placed }),
      nodes: () => cluster.nodeList,
      context,
      cluster: this.#filters.clusterView(),
      ...ofClaims,
    };
  }

  *#question(
    { version, query, answers, related, nodes }: QueriedPod,
    checkpoint: Checkpoint,
    previous?: PodQuestion,
  ): Incremental<PodQuestion> {
    const isSameQuery =
      previous !== undefined &&
      previous.query === query &&
      previous.answers === answers &&
      previous.related === related &&
      previous.claims.holds(this.#sources.cluster);
    const { surroundings } = this.#filters;
    const images = this.#filters.imagesNow();
    const isLong = isLongToScore(query, nodes.passing.count, this.#filters.reportedByNodes);
    const claims = isSameQuery ? previous.claims : yield* this.#claimsOf(query, checkpoint);
    const refusals = isSameQuery
      ? previous.refusals
      : refusalsOf(claims, answers, related === undefined ? PASSED : yield* related.refusals(checkpoint));
    const isSameParts = isSameQuery && previous.nodes.passing === nodes.passing;
    const only = isSameParts ? previous : this.#onlyPart(claims, refusals, nodes.passing);
    const parts = only ?? (yield* this.#partsOf(claims, nodes.passing, checkpoint));
    const hasSameSurroundings = isSameQuery && previous.surroundings === surroundings;
    if (hasSameSurroundings && previous.images === images) return previous.again(version, nodes, parts, isLong);
    const { features } = this.#sources.runtime;
    const absent = related === undefined ? [] : yield* related.notLookedAt(checkpoint);
    const notLooked = hasSameSurroundings ? previous.notLookedAt : yield* notLookedAt(query.pod, surroundings, absent, checkpoint);
    const lasting = { query, answers, related, claims, refusals, images, surroundings, notLookedAt: notLooked, features };
    return new PodQuestion(version, nodes, parts, isLong, lasting);
  }

  *#claimsOf({ pod, origin }: PodQuery, checkpoint: Checkpoint): Incremental<ClaimsOfPod> {
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

/** `count`: the number of passing nodes. `reported`: the total number of taints and images of all nodes. */
function isLongToScore({ shape, bytes }: PodQuery, count: number, reported: number): boolean {
  return shape === undefined || count * (ENTRIES_OF_ANY + bytes / BYTES_OF_ENTRY) + reported > MOST_SCORED_LATER;
}

/** Returns the reasons why no node is feasible. Order: reasons that keep the pod out of the queue, then claims, then the other filters. */
function refusalsOf({ found, refusal }: ClaimsOfPod, { filters }: ShapeAnswers, ofCluster: readonly Rejection[]): readonly Rejection[] {
  const refusals = filters.refusals.length > 0 ? filters.refusals : ofCluster;
  const isGated = refusals.some(({ keepsFromQueue }) => keepsFromQueue === true);
  const isFirst = refusal !== undefined && !isGated && (found.problem !== undefined || refusals.length === 0);
  return isFirst ? [refusal] : refusals;
}
