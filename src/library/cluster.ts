import { evaluatorFor } from '../allocator/evaluate/evaluators.js';
import type { AsyncLimits } from '../allocator/evaluate/limits.js';
import type { NodeEvaluator } from '../allocator/evaluate/node-evaluator.js';
import type { Outcome } from '../allocator/evaluate/outcome.js';
import type { Runtime } from '../allocator/evaluate/runtime.js';
import { ChoiceHistogram, type SubrequestChoice } from '../allocator/score.js';
import { type ClaimInput, claimsOf, PreparedClaims, preparedOf } from '../cluster/claims.js';
import { ClusterState } from '../cluster/cluster-state.js';
import { type CommittedTo, commit } from '../cluster/commit.js';
import { choicesInOutcome, type FilterResult } from '../cluster/filter-result.js';
import type { KubernetesObjectJson, PodInputJson } from '../core/api/kinds.js';
import type { AbortSignalLike } from '../core/base/abort-signal.js';
import { checkText } from '../core/base/arguments.js';
import { type Checkpoint, UNLIMITED } from '../core/base/checkpoint.js';
import { type Incremental, inOneGo } from '../core/base/incremental.js';
import { INSPECT } from '../core/base/lazy-fields.js';
import type { Explanation } from '../explain/explanation.js';
import type { PodFilterResult, PodOutcome } from '../placement/pod-filter-result.js';
import { isAboutPod, type PodAllocateInput, type PodFilterInput } from '../placement/pod-inputs.js';
import { PodQuestions } from '../placement/pod-questions.js';
import { PodScheduling } from '../placement/pod-scheduling.js';
import { decodedPod, PreparedPod } from '../placement/prepared-pod.js';
import { DEFAULT_PROFILES } from '../scheduler/profile/scheduler-profile.js';
import type { ClusterAllocateInput, FilterInput } from './claim-inputs.js';
import { ClaimQuestions } from './claim-questions.js';
import { ClusterContents } from './cluster-contents.js';
import { ClusterExplanations } from './cluster-explanations.js';
import type { ClusterParts } from './cluster-parts.js';
import type { ExplainInput, PodExplainInput, WithSignal } from './explain-inputs.js';

/**
 * A resident cluster. Made by `allocator.cluster()`. Every method throws AllocationError for invalid input.
 * @example
 * ```ts
 * // The examples of its methods continue this one.
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
  readonly #contents: ClusterContents;
  readonly #evaluator: NodeEvaluator;
  readonly #claims: ClaimQuestions;
  readonly #pods: PodScheduling;
  readonly #explanations: ClusterExplanations;
  readonly #committed: CommittedTo;

  /** @internal Use `allocator.cluster()`. */
  constructor(runtime: Runtime, profiles = DEFAULT_PROFILES, origin?: Cluster) {
    this.#runtime = runtime;
    this.#state = origin === undefined ? new ClusterState(runtime.features, runtime.selectors) : origin.#state.fork();
    this.#contents = new ClusterContents(this.#state, runtime);
    const sources = { cluster: this.#state, runtime, profiles };
    this.#evaluator = origin === undefined ? evaluatorFor(this.#state, runtime) : origin.#evaluator.fork(this.#state);
    const chosen = origin === undefined ? new ChoiceHistogram() : origin.#committed.chosen.fork();
    this.#committed = { state: this.#state, chosen };
    this.#claims = new ClaimQuestions(sources, this.#evaluator);
    const questions = new PodQuestions(sources);
    const planned = new Set(origin?.parts.planned);
    this.#pods = new PodScheduling(sources, this.#evaluator, questions);
    this.#explanations = new ClusterExplanations(sources, questions, planned);
    this.#parts = { ...sources, placement: this.#pods, planned, binding: (...args) => this.#binding(...args) };
  }

  /**
   * Returns a copy of the cluster that changes independently, for what-if queries. Costs a few microseconds, and memory for each change. Excludes
   * the objects of an `applyAsync` call that has not yet taken effect.
   * @example
   * ```ts
   * const without = cluster.fork();
   * without.remove([slices[0]!]);
   * const there = without.filter({ claims: [claim] });
   * if (there.kind === 'complete') console.log(there.feasible); // [ 'b' ]
   * ```
   */
  fork(): Cluster {
    return new Cluster(this.#runtime, this.#parts.profiles, this);
  }

  /**
   * Adds objects, or replaces objects of the same kind, namespace and name:
   *
   * - Node, Pod, PodGroup, ResourceSlice, DeviceClass, DeviceTaintRule, ResourceClaim, ResourceClaimTemplate
   * - Namespace, PriorityClass, RuntimeClass, ResourceQuota, LimitRange
   * - PersistentVolume, PersistentVolumeClaim, StorageClass, CSINode, CSIDriver, CSIStorageCapacity, VolumeAttachment
   * - PodDisruptionBudget, Service, ReplicationController, Deployment, ReplicaSet, StatefulSet
   *
   * Allocated claims occupy their devices; pods on a node use its resources, ports and pod slots. A claim with a `status` that
   * has no allocation frees its devices, and a claim without `status` keeps them. Lists are flattened, other kinds ignored.
   * Either all objects are applied or none: one invalid object prevents every change. A pod that names a missing PriorityClass
   * or RuntimeClass is rejected (`invalid-object`) if any class of that kind was applied; otherwise the class is reported as
   * not considered.
   * @example
   * ```ts
   * cluster.apply([{ ...nodes[1]!, spec: { unschedulable: true } }]); // replaces node b
   * const cordoned = cluster.filter({ pod });
   * if (cordoned.kind === 'complete') console.log(cordoned.feasible, cordoned.rejections.get('b')?.[0]?.message);
   * // [ 'a' ] node(s) were unschedulable
   * ```
   */
  apply(objects: readonly KubernetesObjectJson[]): void {
    this.#contents.apply(objects);
  }

  /**
   * Applies objects like `apply`, but yields to the event loop. Do not change the objects before the promise settles. All
   * objects take effect at once when the promise resolves. Calls of `apply`, `remove`, `commit` and `release` before that apply immediately and override these objects. Several `applyAsync` calls take effect in call order. `signal` cancels the
   * call: the cluster is unchanged, and the promise rejects with the reason of the signal.
   * @example
   * ```ts
   * await cluster.applyAsync([{ apiVersion: 'v1', kind: 'Node', metadata: { name: 'c' } }], { signal: new AbortController().signal });
   * console.log(cluster.toJSON()); // { nodes: 3, resourceSlices: 2, deviceClasses: 1, deviceTaintRules: 0, allocatedClaims: 0 }
   * ```
   */
  applyAsync(objects: readonly KubernetesObjectJson[], options: { readonly signal?: AbortSignalLike } = {}): Promise<void> {
    return this.#contents.applyAsync(objects, options);
  }

  /** @internal The parts of the cluster, for code of this package that places pods or simulates controllers. */
  get parts(): ClusterParts {
    return this.#parts;
  }

  /**
   * Deletes objects by kind, namespace and name; ignores objects that do not exist. A removed claim frees its devices.
   * @example
   * ```ts
   * cluster.remove([{ apiVersion: 'v1', kind: 'Node', metadata: { name: 'b' } }]); // kind, namespace and name are enough
   * const left = cluster.filter({ claims: [claim] });
   * if (left.kind === 'complete') console.log(left.feasible); // [ 'a' ]
   * ```
   */
  remove(objects: readonly KubernetesObjectJson[]): void {
    this.#contents.remove(objects);
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
   * Decodes a pod once, for many calls, such as a service that queries the same pods repeatedly.
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
   * Returns the outcome for a pod on a node: first the scheduler's filters, then the devices of its claims. The claims are found in the cluster
   * or made from templates. If a filter rejects the node, devices are not searched and the outcome is `rejected`.
   * @example
   * ```ts
   * const placed = cluster.allocate({ pod, node: 'a' });
   * console.log(placed.kind); // allocated
   * ```
   */
  allocate(input: PodAllocateInput): PodOutcome;
  /**
   * Returns the outcome of allocating claims on a node. Does not change the cluster. A search may take long: in a service, set
   * `limits.milliseconds` or `limits.steps`.
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
   * Like `allocate`, but yields to the event loop while it searches.
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
   * Returns the nodes that are feasible for a pod: first the scheduler's filters, then the devices of its claims on the passing nodes. Filter
   * results are cached for equal pods until a node or its pods change.
   * @example
   * ```ts
   * const places = cluster.filter({ pod, limits: { milliseconds: 1000 } });
   * console.log(places.kind === 'interrupted' ? `out of ${places.by}` : (places.best ?? places.message)); // a
   * ```
   */
  filter(input: PodFilterInput): PodFilterResult;
  /**
   * Returns the nodes on which claims can be allocated. Does not change the cluster. Searches may take long: in a service, set
   * `limits.milliseconds`.
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
   * Like `filter`, but yields to the event loop while it searches. The result is for the cluster at the time of the call. If reading the claims
   * takes more than a millisecond, it is for the cluster when reading ends. Later changes of the cluster have no effect. Do not change the
   * claims before the promise settles.
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
   * Occupies the devices of an outcome, as the scheduler does after Reserve. All or nothing. Throws `stale-outcome` if a device was removed or
   * is no longer free, or if the outcome does not fit these claims. Committing a claim again with the same outcome has no effect.
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
   * Frees the devices that claims hold, as their deletion would. Ignores claims without devices.
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
   * Binds a pod to a node, as the scheduler does, with an outcome of `allocate` or `filter` for it. The pod then uses resources, ports and a pod
   * slot of the node, and its claims hold the devices of the outcome and are reserved for it. All or nothing. Throws like `commit`. Also throws
   * `stale-outcome` if a filter now rejects the node, or if the pod is bound to another node. The same error results if the outcome has devices
   * of another node, or if a claim is reserved for 256 consumers.
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
   * Unbinds a pod: frees its node resources, and deletes the claims made for it with their devices. Other claims keep their devices while any
   * pod uses them. Ignores a pod without a node.
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
   * Lists the alternative that each request with a prioritized list is allocated in an outcome; empty if the claims did not fit.
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
    return choicesInOutcome(this.#state.currentClaims(preparedOf(claims, this.#runtime.features)), outcome);
  }

  /**
   * Counts how often requests with a prioritized list were allocated their first, second, ..., eighth alternative: the metric
   * that KEP-4816 proposes. Counts every `commit`, like a counter of a scheduler: `release` and `remove` subtract nothing. A
   * claim that is released and committed again counts twice. Claims allocated elsewhere do not count. Always eight numbers.
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
   * Returns why nodes accept or reject a pod: the scheduler's filters, and the devices of its claims. Options are as in `explain` for claims.
   * @example
   * ```ts
   * cluster.apply([{ ...nodes[0]!, spec: { unschedulable: true } }]);
   * console.log(cluster.explain({ pod, node: 'a' }).nodes[0]?.text); // node a is cordoned: uncordon node a
   * ```
   */
  explain(input: PodExplainInput): Explanation;
  /**
   * Returns why claims can or cannot be allocated on nodes: for each request, the result for every device. `groups` lists nodes with the same
   * cause; the first node of each group is explained in detail. May take long: in a service, set `limits.milliseconds`. Nodes are sorted by
   * name, unless the time limit ended the call earlier.
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
   * Like `explain`, but yields to the event loop. The result is for the cluster at the time of the call. `limits.signal`, or `signal` next to the
   * limits, cancels the call: results so far remain, and the explanations of the other nodes report the cancellation. Nodes are sorted by name,
   * unless the time limit ended the call earlier.
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
   * Returns the number of objects of each kind, for JSON.stringify.
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
