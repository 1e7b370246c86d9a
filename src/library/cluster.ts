import { evaluatorFor } from '../allocator/evaluate/evaluators.js';
import { type AsyncLimits, checkSignal } from '../allocator/evaluate/limits.js';
import type { NodeEvaluator } from '../allocator/evaluate/node-evaluator.js';
import type { Outcome } from '../allocator/evaluate/outcome.js';
import type { Runtime } from '../allocator/evaluate/runtime.js';
import { ChoiceHistogram, type SubrequestChoice } from '../allocator/score.js';
import { type ClaimInput, claimsOf, listOf, PreparedClaims, preparedOf } from '../cluster/claims.js';
import type { AttemptSources } from '../cluster/cluster-attempt.js';
import { ClusterState } from '../cluster/cluster-state.js';
import { type CommittedTo, commit } from '../cluster/commit.js';
import { identitiesOf, inSource, sourcesOf } from '../cluster/documents.js';
import { choicesInGiven, type FilterResult } from '../cluster/filter-result.js';
import type { KubernetesObjectJson, PodInputJson } from '../core/api/kinds.js';
import { decodingObjects, type ObjectSet } from '../core/api/objects.js';
import type { AbortSignalLike } from '../core/base/abort-signal.js';
import { checkFields, checkText } from '../core/base/arguments.js';
import { CallEnded, Checkpoint, UNLIMITED } from '../core/base/checkpoint.js';
import { type Incremental, inOneGo, inSlices } from '../core/base/incremental.js';
import type { Json } from '../core/base/json.js';
import { INSPECT } from '../core/base/own-fields.js';
import type { Explanation } from '../explain/explanation.js';
import type { PodFilterResult, PodOutcome } from '../placement/pod-filter-result.js';
import { isAboutPod, type PodAllocateInput, type PodFilterInput } from '../placement/pod-inputs.js';
import { PodQuestions } from '../placement/pod-questions.js';
import { PodScheduling } from '../placement/pod-scheduling.js';
import { decodedPod, PreparedPod } from '../placement/prepared-pod.js';
import type { ClusterAllocateInput, FilterInput } from './claim-inputs.js';
import { ClaimQuestions } from './claim-questions.js';
import { ClusterExplanations } from './cluster-explanations.js';
import type { ExplainInput, PodExplainInput, WithSignal } from './explain-inputs.js';

/** @internal The objects, semantics and placement of a cluster. */
export interface ClusterParts extends AttemptSources {
  readonly placement: PodScheduling;
  /** Does what `Cluster.bind` does, in increments. Requires: nobody changes the cluster during a pause, and the call has no limits. */
  readonly binding: (pod: PreparedPod, node: string, outcome: PodOutcome, checkpoint: Checkpoint) => Incremental<void>;
}

/**
 * A cluster that stays. Made by `allocator.cluster()`. Every method throws AllocationError for wrong input.
 * @example
 * ```ts
 * // Examples of its methods go on from this one.
 * import { createAllocator } from 'dra-allocator';
 *
 * const apiVersion = 'resource.k8s.io/v1';
 * const nodes = ['a', 'b'].map((name) => ({ apiVersion: 'v1', kind: 'Node', metadata: { name } }));
 * const slices = ['a', 'b'].map((name) => {
 *   const pool = { name, generation: 1, resourceSliceCount: 1 };
 *   return { apiVersion, kind: 'ResourceSlice', metadata: { name }, spec: { driver: 'gpu.example.com', nodeName: name, pool, devices: [{ name: 'gpu-0' }] } };
 * });
 * const gpu = { apiVersion, kind: 'DeviceClass', metadata: { name: 'gpu' }, spec: {} };
 * const requests = [{ name: 'gpu', exactly: { deviceClassName: 'gpu' } }];
 * const claim = { apiVersion, kind: 'ResourceClaim', metadata: { name: 'mine' }, spec: { devices: { requests } } };
 * const pod = {
 *   apiVersion: 'v1',
 *   kind: 'Pod',
 *   metadata: { name: 'train' },
 *   spec: { resourceClaims: [{ name: 'gpu', resourceClaimName: 'mine' }], containers: [{ name: 'train', image: 'train' }] },
 * };
 *
 * const cluster = (await createAllocator()).cluster();
 * cluster.apply([...nodes, ...slices, gpu, claim]);
 * const found = cluster.filter({ claims: [claim] });
 * if (found.kind === 'complete') console.log(found.feasible, found.best); // [ 'a', 'b' ] a
 * ```
 */
export class Cluster {
  readonly #runtime: Runtime;
  readonly #state: ClusterState;
  readonly #parts: ClusterParts;
  readonly #evaluator: NodeEvaluator;
  readonly #claims: ClaimQuestions;
  readonly #pods: PodScheduling;
  readonly #explanations: ClusterExplanations;
  readonly #committed: CommittedTo;
  /** Resolves when the last call of `applyAsync` took effect. */
  #lastApplied: Promise<void> = Promise.resolve();

  /** @internal Use `allocator.cluster()`. */
  constructor(runtime: Runtime, origin?: Cluster) {
    this.#runtime = runtime;
    this.#state = origin === undefined ? new ClusterState(runtime.features, runtime.selectors) : origin.#state.fork();
    const sources = { cluster: this.#state, runtime };
    this.#evaluator = origin === undefined ? evaluatorFor(this.#state, runtime) : origin.#evaluator.fork(this.#state);
    const chosen = origin === undefined ? new ChoiceHistogram() : origin.#committed.chosen.fork();
    this.#committed = { state: this.#state, chosen };
    this.#claims = new ClaimQuestions(sources, this.#evaluator);
    const questions = new PodQuestions(sources);
    this.#pods = new PodScheduling(sources, this.#evaluator, questions);
    this.#explanations = new ClusterExplanations(sources, questions);
    this.#parts = { ...sources, placement: this.#pods, binding: (...asked) => this.#binding(...asked) };
  }

  /**
   * A cluster that begins as this one, from which on each changes by itself: for questions of what would be if. It costs some microseconds, and memory for
   * what changes. Objects that a call of `applyAsync` brings which has not taken effect are not in it.
   * @example
   * ```ts
   * const without = cluster.fork();
   * without.remove([slices[0]!]);
   * const there = without.filter({ claims: [claim] });
   * if (there.kind === 'complete') console.log(there.feasible); // [ 'b' ]
   * ```
   */
  fork(): Cluster {
    return new Cluster(this.#runtime, this);
  }

  /**
   * Adds or replaces Nodes, ResourceSlices, DeviceClasses, DeviceTaintRules, ResourceClaims (allocated ones occupy their devices), Pods (those on
   * a node take room, ports and a place there), ResourceClaimTemplates, PodGroups, PriorityClasses, RuntimeClasses, ResourceQuotas and LimitRanges by kind,
   * namespace and name. A pod whose PriorityClass or RuntimeClass is not among those that were applied is rejected (`invalid-object`) once there is one of
   * the kind; before that the class is told as not considered. Lists are flattened, other kinds ignored. All or nothing: when one object is wrong, nothing changes.
   * @example
   * ```ts
   * cluster.apply([{ ...nodes[1]!, spec: { unschedulable: true } }]); // takes the place of node b
   * const cordoned = cluster.filter({ pod });
   * if (cordoned.kind === 'complete') console.log(cordoned.feasible, cordoned.rejections.get('b')?.[0]?.message);
   * // [ 'a' ] node(s) were unschedulable
   * ```
   */
  apply(objects: readonly KubernetesObjectJson[]): void {
    const list = listOf(objects, 'objects');
    try {
      this.#state.apply(inOneGo(this.#decoding(list, UNLIMITED)));
    } catch (error) {
      throw inSource(list, error);
    }
  }

  /**
   * Applies objects like `apply`, yielding to the event loop; nobody may change the objects meanwhile. They take effect all at once, when the
   * promise resolves: until then every call sees the cluster without them. Calls of `apply`, `remove`, `commit` and `release` meanwhile take effect
   * at once, and are newer: what they say of an object stays. Several calls of `applyAsync` take effect in the order in which they were made.
   * `signal` calls it off: then nothing changes, and the promise rejects with the reason of the signal.
   * @example
   * ```ts
   * await cluster.applyAsync([{ apiVersion: 'v1', kind: 'Node', metadata: { name: 'c' } }], { signal: new AbortController().signal });
   * console.log(cluster.toJSON()); // { nodes: 3, resourceSlices: 2, deviceClasses: 1, deviceTaintRules: 0, allocatedClaims: 0 }
   * ```
   */
  async applyAsync(objects: readonly KubernetesObjectJson[], options: { readonly signal?: AbortSignalLike } = {}): Promise<void> {
    checkFields(options, 'applyAsync(options)', ['signal']);
    const { signal } = options;
    checkSignal(signal, 'signal');
    // The list itself is the caller's again once the call was made.
    const list = listOf(objects, 'objects').slice();
    const staging = this.#state.stage();
    const before = this.#lastApplied;
    let isDone = (): void => {};
    this.#lastApplied = new Promise((resolve) => {
      isDone = resolve;
    });
    const { giveWay } = this.#runtime;
    try {
      const checkpoint = new Checkpoint({ signal });
      const set = await inSlices(checkpoint, this.#decoding(list, checkpoint), giveWay);
      await before;
      const switching = new Checkpoint({ signal });
      await inSlices(switching, this.#state.applyStaged(staging, set, switching), giveWay);
    } catch (error) {
      if (error instanceof CallEnded) signal?.throwIfAborted();
      throw inSource(list, error);
    } finally {
      staging.end();
      isDone();
    }
  }

  *#decoding(list: readonly Json[], checkpoint: Checkpoint): Incremental<ObjectSet> {
    const sources = yield* sourcesOf(list, checkpoint);
    return yield* decodingObjects(sources, { ownGates: this.#runtime.features, distinctNames: true }, checkpoint);
  }

  /** @internal The parts of the cluster, for programs of this package that place pods or play controllers. */
  get parts(): ClusterParts {
    return this.#parts;
  }

  /**
   * Deletes objects by kind, namespace and name; what is not there is left alone. A removed claim frees its devices.
   * @example
   * ```ts
   * cluster.remove([{ apiVersion: 'v1', kind: 'Node', metadata: { name: 'b' } }]); // kind, namespace and name are enough
   * const left = cluster.filter({ claims: [claim] });
   * if (left.kind === 'complete') console.log(left.feasible); // [ 'a' ]
   * ```
   */
  remove(objects: readonly KubernetesObjectJson[]): void {
    const identities = listOf(objects, 'objects').flatMap((value, index) => [...identitiesOf(value, `objects[${index}]`)]);
    for (const [kind, name] of identities) this.#state.remove(kind, name);
  }

  /**
   * Decodes claims once, for many calls.
   * @example
   * ```ts
   * const prepared = cluster.prepare([claim]);
   * for (const node of ['a', 'b']) console.log(node, cluster.allocate({ claims: prepared, node }).kind);
   * // a allocated
   * // b allocated
   * ```
   */
  prepare(claims: readonly ClaimInput[]): PreparedClaims {
    return new PreparedClaims(inOneGo(claimsOf(claims, this.#runtime.features, UNLIMITED)));
  }

  /**
   * Decodes a pod once, for many calls: a service keeps the pods that it asks about again and again.
   * @example
   * ```ts
   * const prepared = cluster.preparePod(pod);
   * for (const node of ['a', 'b']) console.log(node, cluster.allocate({ pod: prepared, node }).kind);
   * // a allocated
   * // b allocated
   * ```
   */
  preparePod(pod: PodInputJson): PreparedPod {
    return new PreparedPod(decodedPod(pod));
  }

  /**
   * Tries to place a pod on a node: the scheduler's filters first, then the devices of its claims, which are found in the cluster or made from
   * templates. Where a filter keeps it off, no device is considered, and the outcome is `rejected`.
   * @example
   * ```ts
   * const placed = cluster.allocate({ pod, node: 'a' });
   * console.log(placed.kind); // allocated
   * ```
   */
  allocate(input: PodAllocateInput): PodOutcome;
  /**
   * Tries to allocate claims on a node. Does not change the cluster. A search may take long: a service sets `limits.milliseconds` or `limits.steps`.
   * @example
   * ```ts
   * const outcome = cluster.allocate({ claims: [claim], node: 'a', limits: { milliseconds: 1000 } });
   * if (outcome.kind === 'allocated') console.log(outcome.allocations[0]?.devices.results?.[0]?.device); // gpu-0
   * ```
   */
  allocate(input: ClusterAllocateInput): Outcome;
  allocate(input: ClusterAllocateInput | PodAllocateInput): PodOutcome {
    return isAboutPod(input) ? this.#pods.allocate(input) : this.#claims.allocate(input);
  }

  allocateAsync(input: PodAllocateInput<AsyncLimits>): Promise<PodOutcome>;
  /**
   * Allocates like `allocate`, yielding to the event loop while it searches.
   * @example
   * ```ts
   * const outcome = await cluster.allocateAsync({ claims: [claim], node: 'a', limits: { milliseconds: 1000, signal: new AbortController().signal } });
   * console.log(outcome.kind); // allocated
   * ```
   */
  allocateAsync(input: ClusterAllocateInput<AsyncLimits>): Promise<Outcome>;
  allocateAsync(input: ClusterAllocateInput<AsyncLimits> | PodAllocateInput<AsyncLimits>): Promise<PodOutcome> {
    return isAboutPod(input) ? this.#pods.allocateAsync(input) : this.#claims.allocateAsync(input);
  }

  /**
   * Tries to place a pod on every node: the scheduler's filters first, then the devices of its claims on the nodes that these let pass. Answers
   * of filters are remembered for pods that are equal, until a node or what runs there changes.
   * @example
   * ```ts
   * const places = cluster.filter({ pod, limits: { milliseconds: 1000 } });
   * console.log(places.kind === 'interrupted' ? `out of ${places.by}` : (places.best ?? places.message)); // a
   * ```
   */
  filter(input: PodFilterInput): PodFilterResult;
  /**
   * Tries to allocate claims on every node. Does not change the cluster. Searches may take long: a service sets `limits.milliseconds`.
   * @example
   * ```ts
   * const some = cluster.filter({ claims: [claim], nodes: ['b'] });
   * if (some.kind === 'complete') console.log(some.best, some.outcome('b').kind); // b allocated
   * ```
   */
  filter(input: FilterInput): FilterResult;
  filter(input: FilterInput | PodFilterInput): FilterResult | PodFilterResult {
    return isAboutPod(input) ? this.#pods.filter(input) : this.#claims.filter(input);
  }

  filterAsync(input: PodFilterInput<AsyncLimits>): Promise<PodFilterResult>;
  /**
   * Filters like `filter`, yielding to the event loop while it searches. The cluster may change meanwhile: the answer is as of the call, or of when its
   * claims were read, where that takes more than a millisecond; nobody may change them meanwhile.
   * @example
   * ```ts
   * const later = await cluster.filterAsync({ claims: [claim], limits: { milliseconds: 1000, signal: new AbortController().signal } });
   * console.log(later.kind === 'interrupted' ? later.feasibleSoFar : later.feasible); // [ 'a', 'b' ]
   * ```
   */
  filterAsync(input: FilterInput<AsyncLimits>): Promise<FilterResult>;
  filterAsync(input: FilterInput<AsyncLimits> | PodFilterInput<AsyncLimits>): Promise<FilterResult | PodFilterResult> {
    return isAboutPod(input) ? this.#pods.filterAsync(input) : this.#claims.filterAsync(input);
  }

  /**
   * Occupies what an outcome selected, as the scheduler does after Reserve. All or nothing. Throws `stale-outcome` when a device is
   * no longer free or no longer there, or when the outcome is not one for these claims. Committing a claim again with the same
   * outcome changes nothing.
   * @example
   * ```ts
   * cluster.commit([claim], cluster.allocate({ claims: [claim], node: 'a' }));
   * const other = { ...claim, metadata: { name: 'other' } };
   * console.log(cluster.allocate({ claims: [other], node: 'a' }).kind); // unallocatable
   * ```
   */
  commit(claims: PreparedClaims | readonly ClaimInput[], outcome: Outcome): void {
    inOneGo(commit(preparedOf(claims, this.#runtime.features), outcome, this.#committed, UNLIMITED));
  }

  /**
   * Frees what claims hold, as on their deletion. Claims that hold nothing are left alone.
   * @example
   * ```ts
   * cluster.commit([claim], cluster.allocate({ claims: [claim], node: 'a' }));
   * cluster.release([claim]);
   * const other = { ...claim, metadata: { name: 'other' } };
   * console.log(cluster.allocate({ claims: [other], node: 'a' }).kind); // allocated
   * ```
   */
  release(claims: PreparedClaims | readonly ClaimInput[]): void {
    for (const key of preparedOf(claims, this.#runtime.features).keys) this.#state.free(key);
  }

  /**
   * Binds a pod to a node, as the scheduler does, with an outcome of `allocate` or `filter` for it: the pod takes room, ports and a place there, its
   * claims hold what the outcome selected and are reserved for it. All or nothing. Throws as `commit` does; `stale-outcome` also where a filter keeps
   * the pod off the node by now, where it is bound to another one, where the outcome has devices of another node, and where a claim is reserved for 256
   * consumers.
   * @example
   * ```ts
   * const places = cluster.filter({ pod });
   * if (places.kind === 'complete' && places.best !== undefined) cluster.bind(pod, places.best, places.outcome(places.best));
   * const next = cluster.filter({ claims: [{ ...claim, metadata: { name: 'other' } }] });
   * if (next.kind === 'complete') console.log(next.feasible); // [ 'b' ]
   * ```
   */
  bind(pod: PodInputJson | PreparedPod, node: string, outcome: PodOutcome): void {
    checkText(node, 'bind(node)');
    inOneGo(this.#binding(pod, node, outcome, UNLIMITED));
  }

  #binding(pod: PodInputJson | PreparedPod, node: string, outcome: PodOutcome, checkpoint: Checkpoint): Incremental<void> {
    return this.#pods.bind(
      pod,
      node,
      outcome,
      (claims, decoded) => commit(claims, outcome, this.#committed, checkpoint, decoded),
      checkpoint,
    );
  }

  /**
   * Takes back that a pod was bound: what it took of its node is free, claims that were made for it go with their devices, and others keep theirs while
   * some pod has them. A pod that is not on a node is left alone.
   * @example
   * ```ts
   * cluster.bind(pod, 'a', cluster.allocate({ pod, node: 'a' }));
   * cluster.unbind(pod);
   * const other = { ...claim, metadata: { name: 'other' } };
   * console.log(cluster.allocate({ claims: [other], node: 'a' }).kind); // allocated
   * ```
   */
  unbind(pod: PodInputJson | PreparedPod): void {
    this.#pods.unbind(pod);
  }

  /**
   * Lists the alternative that each request with a prioritized list got in an outcome; empty where the claims did not fit.
   * @example
   * ```ts
   * const firstAvailable = [
   *   { name: 'two', deviceClassName: 'gpu', count: 2 },
   *   { name: 'one', deviceClassName: 'gpu' },
   * ];
   * const either = { ...claim, metadata: { name: 'either' }, spec: { devices: { requests: [{ name: 'gpu', firstAvailable }] } } };
   * console.log(cluster.choices([either], cluster.allocate({ claims: [either], node: 'a' })));
   * // [ { claim: 'either', request: 'gpu', subrequest: 'one', index: 1 } ]
   * ```
   */
  choices(claims: PreparedClaims | readonly ClaimInput[], outcome: Outcome): readonly SubrequestChoice[] {
    return choicesInGiven(this.#state.known(preparedOf(claims, this.#runtime.features)), outcome);
  }

  /**
   * Counts how often requests with a prioritized list got their first alternative, their second, ..., their eighth: the metric that KEP-4816
   * proposes. It counts the allocations that `commit` made, as a counter of a scheduler would: `release` and `remove` take nothing back,
   * a claim that is released and committed anew counts again, claims that were allocated before do not count. Always eight numbers.
   * @example
   * ```ts
   * const firstAvailable = [
   *   { name: 'two', deviceClassName: 'gpu', count: 2 },
   *   { name: 'one', deviceClassName: 'gpu' },
   * ];
   * const either = { ...claim, metadata: { name: 'either' }, spec: { devices: { requests: [{ name: 'gpu', firstAvailable }] } } };
   * cluster.commit([either], cluster.allocate({ claims: [either], node: 'a' }));
   * console.log(cluster.choiceCounts()); // [ 0, 1, 0, 0, 0, 0, 0, 0 ]
   * ```
   */
  choiceCounts(): readonly number[] {
    return this.#committed.chosen.counts();
  }

  /**
   * Returns why a pod can or cannot go to nodes: the scheduler's filters, and the devices of its claims. As `explain` for claims.
   * @example
   * ```ts
   * cluster.apply([{ ...nodes[0]!, spec: { unschedulable: true } }]);
   * console.log(cluster.explain({ pod, node: 'a' }).nodes[0]?.text); // node a is cordoned: uncordon node a
   * ```
   */
  explain(input: PodExplainInput): Explanation;
  /**
   * Returns why claims can or cannot be allocated on nodes: for each request what became of every device. Nodes with the same cause stand together in `groups`; the first
   * node of each group is explained in detail. May take long: a service sets `limits.milliseconds`. Nodes are in the order of their names, except where the time was
   * up before they were sorted.
   * @example
   * ```ts
   * const two = { ...claim, spec: { devices: { requests: [{ name: 'gpu', exactly: { deviceClassName: 'gpu', count: 2 } }] } } };
   * const { groups, suggestions } = cluster.explain({ claims: [two], limits: { milliseconds: 1000 } });
   * console.log(groups.map(({ text }) => text)); // [ 'request gpu needs 2 devices, but there is only 1 of class gpu' ]
   * console.log(suggestions?.[0]?.text); // request 1 device instead of 2 in request gpu
   * ```
   */
  explain(input: ExplainInput): Explanation;
  explain(input: ExplainInput | PodExplainInput): Explanation {
    return this.#explanations.explain(input);
  }

  explainAsync(input: PodExplainInput<AsyncLimits> & WithSignal): Promise<Explanation>;
  /**
   * Explains and yields to the event loop. The answer is as of the call. `limits.signal`, or `signal` next to the limits, calls it off: what is
   * known by then stays, and the explanations of the other nodes say that the call was called off. Nodes are in the order of their names, except where
   * the time was up before they were sorted.
   * @example
   * ```ts
   * const explanation = await cluster.explainAsync({ claims: [claim], node: 'a', limits: { milliseconds: 1000 } });
   * console.log(explanation.kind); // allocated
   * ```
   */
  explainAsync(input: ExplainInput<AsyncLimits> & WithSignal): Promise<Explanation>;
  async explainAsync(input: (ExplainInput<AsyncLimits> | PodExplainInput<AsyncLimits>) & WithSignal): Promise<Explanation> {
    return this.#explanations.explainAsync(input);
  }

  /**
   * For JSON.stringify: how much there is of each kind.
   * @example
   * ```ts
   * console.log(cluster.toJSON()); // { nodes: 2, resourceSlices: 2, deviceClasses: 1, deviceTaintRules: 0, allocatedClaims: 0 }
   * ```
   */
  toJSON(): Readonly<Record<string, number>> {
    return this.#state.counts;
  }

  [INSPECT](): object {
    return this.toJSON();
  }
}
