// The facade of the library: checks and decodes every input of the public API.

import type { Certified } from '../allocator/certificate.js';
import type { NewShareID } from '../allocator/decode/share-id.js';
import { NOTHING_ALLOCATED } from '../allocator/encode/allocated-state.js';
import { timeOf } from '../allocator/encode/binding-readiness.js';
import { viewFor } from '../allocator/encode/node-view.js';
import type { AllocationInput } from '../allocator/evaluate/attempt.js';
import { allocateOnNode, allocateOnNodeAsync } from '../allocator/evaluate/evaluators.js';
import { type AsyncLimits, callLimitsOf, checkLimits, deadlineOf, type Limits } from '../allocator/evaluate/limits.js';
import type { Outcome } from '../allocator/evaluate/outcome.js';
import type { Runtime } from '../allocator/evaluate/runtime.js';
import type { SliceIndex } from '../allocator/pools/slice-index.js';
import { activeRules } from '../allocator/pools/taint-rules.js';
import { CachedViews, type Seen } from '../cluster/cached-views.js';
import { type ClaimInput, claimsOf, decodeList, type PreparedClaims } from '../cluster/claims.js';
import { holdsDevices } from '../cluster/same-claims.js';
import { DecodeContext } from '../core/api/context.js';
import { isDecodedOnce } from '../core/api/decoded-once.js';
import { decoding } from '../core/api/decoder.js';
import { type DeviceClass, deviceClassKind } from '../core/api/device-class.js';
import { deviceTaintRuleKind } from '../core/api/device-taint-rule.js';
import type { DeviceClassJson, DeviceTaintRuleJson, NodeJson, PodGroupJson, PodInputJson, ResourceSliceJson } from '../core/api/kinds.js';
import { type Node, nodeKind } from '../core/api/node.js';
import type { ResourceClaim } from '../core/api/resource-claim.js';
import { resourceSliceKind } from '../core/api/resource-slice.js';
import { checkFlag, checkSpelling, optional, wrongArgument } from '../core/base/arguments.js';
import { Checkpoint, endOfCall, UNLIMITED } from '../core/base/checkpoint.js';
import { AllocationError } from '../core/base/errors.js';
import { type Incremental, inOneGo, inSlices } from '../core/base/incremental.js';
import type { Json } from '../core/base/json.js';
import { INSPECT } from '../core/base/lazy-fields.js';
import { namesOf } from '../core/features/behaviours.js';
import { certificateAtEnd } from '../explain/certificate/certify.js';
import { certifyNode } from '../explain/certified-node.js';
import { explainNode } from '../explain/explain-node.js';
import type { Explanation, NodeExplanation } from '../explain/explanation.js';
import { explanationOf } from '../explain/groups.js';
import { holdersAmong } from '../explain/holders.js';
import type { Question, World } from '../explain/suggest/question.js';
import { withSuggestions } from '../explain/suggest/with-suggestions.js';
import { Surroundings } from '../explain/surroundings.js';
import { explanationAtEnd } from '../explain/verdict.js';
import { DEFAULT_PROFILES, type SchedulerProfiles } from '../scheduler/profile/scheduler-profile.js';
import { type AllocatedInput, allocatedState } from './allocated-input.js';
import { Cluster } from './cluster.js';

/** The options of `createAllocator`. */
export interface AllocatorOptions {
  /**
   * A release from 1.32 to 1.37, which sets the defaults of the gates. Absent: every gate is on. The semantics are always the
   * semantics of 1.37.
   */
  readonly kubernetesVersion?: string;
  /**
   * Gates by their Kubernetes names. With `kubernetesVersion`, it is an error to set a gate that this release locks or does not
   * have. This package adds two gates, which are off by default: `XAttributeSemantics` and `XFirstOfDevices`.
   */
  readonly featureGates?: Readonly<Record<string, boolean>>;
  /**
   * The configuration of kube-scheduler: an object of kind KubeSchedulerConfiguration, as in its file. Its profiles decide
   * which filters and scores run for a pod. If a pod names a scheduler without a profile, it fits no node. Absent: pods of
   * every scheduler are placed by the default profile.
   */
  readonly schedulerConfig?: object;
  /** Fixes known bugs of Kubernetes 1.37 instead of reproducing them. Default: false. */
  readonly corrections?: boolean;
  /** Returns the shareID for each allocated share of a device. The function is called once for each share. Default: random UUIDs. */
  readonly newShareID?: NewShareID;
  /**
   * Threads that `allocateAsync` and `filterAsync` may use in addition to the event loop, for searches that take more than a few milliseconds.
   * Results stay the same. Threads start on first use and keep no process alive. Node only. Default: 0.
   */
  readonly workers?: number;
  /** The compiled solver, a `WebAssembly.Module`, for runtimes that cannot load or compile it. Default: the solver of this package. */
  readonly module?: object;
}

/** One query: can these claims be allocated on this node? All objects are plain JSON of any served version. */
export interface AllocateInput<L extends Limits = Limits> {
  readonly node: NodeJson;
  /** The claims to allocate in this order, all or none. A claim with an allocation keeps it, and the allocation is checked against the node. */
  readonly claims: PreparedClaims | readonly ClaimInput[];
  /** All DeviceClasses of the cluster. */
  readonly deviceClasses: readonly DeviceClassJson[];
  /** All ResourceSlices of the cluster, in any order. */
  readonly resourceSlices: readonly ResourceSliceJson[];
  readonly allocated?: AllocatedInput;
  readonly deviceTaintRules?: readonly DeviceTaintRuleJson[];
  /** Accepted for later versions; has no effect yet. */
  readonly pods?: readonly (PodInputJson | PodGroupJson)[];
  /** The time against which binding timeouts of claims are checked. Default: the current time. */
  readonly now?: Date;
  /**
   * Adds a certificate if the claims cannot be allocated: a proof, which `dra-allocator/check` verifies (docs/reference/certificates.md).
   * Default: false, since certificates take time.
   */
  readonly certificates?: boolean;
  readonly limits?: L;
}

/** The input of `explain`. */
export interface AllocatorExplainInput<L extends Limits = Limits> extends AllocateInput<L> {
  /** Searches for changes that help, which costs a few milliseconds. Default: true. */
  readonly suggestions?: boolean;
}

/** A decoded query. */
interface OneShot {
  readonly node: Node;
  readonly slices: SliceIndex;
  /** Claims that may hold devices. */
  readonly holding: readonly ResourceClaim[];
  readonly world: World;
  /** Selects the slices that the node can access. Throws `node-selection-failed`. */
  readonly onNode: () => Incremental<AllocationInput>;
}

/**
 * Allocates claims and explains allocations. Keeps no state between calls except caches. Made by {@link createAllocator}.
 * @example
 * ```ts
 * // The examples of its methods continue this one.
 * import { createAllocator } from 'dra-allocator';
 *
 * const allocator = await createAllocator();
 * const apiVersion = 'resource.k8s.io/v1';
 * const requests = [{ name: 'gpu', exactly: { deviceClassName: 'gpu' } }];
 * const pool = { name: 'a', generation: 1, resourceSliceCount: 1 };
 * const question = {
 *   node: { apiVersion: 'v1', kind: 'Node', metadata: { name: 'a' } },
 *   claims: [{ apiVersion, kind: 'ResourceClaim', metadata: { name: 'mine' }, spec: { devices: { requests } } }],
 *   deviceClasses: [{ apiVersion, kind: 'DeviceClass', metadata: { name: 'gpu' }, spec: {} }],
 *   resourceSlices: [
 *     { apiVersion, kind: 'ResourceSlice', metadata: { name: 'a' }, spec: { driver: 'gpu.example.com', nodeName: 'a', pool, devices: [{ name: 'gpu-0' }] } },
 *   ],
 * };
 * console.log(allocator.allocate(question).kind); // allocated
 * ```
 */
export class Allocator {
  readonly #runtime: Runtime;
  readonly #profiles: SchedulerProfiles;
  readonly #views = new CachedViews();

  /** @internal Use {@link createAllocator}. */
  constructor(runtime: Runtime, profiles = DEFAULT_PROFILES) {
    this.#runtime = runtime;
    this.#profiles = profiles;
  }

  /**
   * Allocates claims on a node. Throws {@link AllocationError} for invalid input. Inputs are never modified. A search may take long: in a
   * service, set `limits.milliseconds` or `limits.steps`. Without limits, a hostile claim can block the event loop for minutes.
   * @example
   * ```ts
   * const outcome = allocator.allocate({ ...question, limits: { milliseconds: 1000 } });
   * if (outcome.kind === 'allocated') console.log(outcome.allocations[0]?.devices.results);
   * // [ { request: 'gpu', driver: 'gpu.example.com', pool: 'a', device: 'gpu-0' } ]
   * ```
   */
  allocate(input: AllocateInput): Outcome {
    const limits = checkLimits(input?.limits);
    const deadline = deadlineOf(limits);
    const { outcome } = allocateOnNode((checkpoint) => this.#inputOf(input, checkpoint), limits, deadline);
    if (!asksForCertificate(input, outcome)) return outcome;
    const checkpoint = new Checkpoint({ deadline, selectorWork: limits.selectorWork });
    return { ...outcome, ...inOneGo(this.#certified(input, checkpoint), checkpoint) };
  }

  /**
   * Like `allocate`, but yields to the event loop; `limits.signal` cancels the call. Do not change the input before the promise settles.
   * @example
   * ```ts
   * const outcome = await allocator.allocateAsync({ ...question, limits: { milliseconds: 1000, signal: new AbortController().signal } });
   * console.log(outcome.kind === 'interrupted' ? `out of ${outcome.by}` : outcome.kind); // allocated
   * ```
   */
  async allocateAsync(input: AllocateInput<AsyncLimits>): Promise<Outcome> {
    const limits = checkLimits(input?.limits);
    const deadline = deadlineOf(limits);
    const outcome = await allocateOnNodeAsync((checkpoint) => this.#inputOf(input, checkpoint), limits, this.#runtime, deadline);
    if (!asksForCertificate(input, outcome)) return outcome;
    const checkpoint = new Checkpoint({ deadline, signal: limits.signal, selectorWork: limits.selectorWork });
    return { ...outcome, ...(await inSlices(checkpoint, this.#certified(input, checkpoint), this.#runtime.yieldNow)) };
  }

  /**
   * Ends the threads of `workers`. Running searches and later calls continue without threads. Does nothing if there are no
   * threads, or on a second call.
   * @example
   * ```ts
   * const threaded = await createAllocator({ workers: 2 });
   * console.log((await threaded.allocateAsync(question)).kind); // allocated
   * await threaded.close();
   * ```
   */
  async close(): Promise<void> {
    await this.#runtime.workers?.close();
  }

  /**
   * Returns an empty cluster, to which objects can be applied.
   * @example
   * ```ts
   * const cluster = allocator.cluster();
   * cluster.apply([question.node, ...question.deviceClasses, ...question.resourceSlices]);
   * console.log(cluster.toJSON()); // { nodes: 1, resourceSlices: 1, deviceClasses: 1, deviceTaintRules: 0, allocatedClaims: 0 }
   * ```
   */
  cluster(): Cluster {
    return new Cluster(this.#runtime, this.#profiles);
  }

  /**
   * Returns why claims can or cannot be allocated. The result has an entry for each request, with the outcome for every device.
   * An error that `allocate` would throw for the content of objects is part of the result. Throws {@link AllocationError} for
   * other invalid input. May take long: in a service, set `limits.milliseconds`.
   * @example
   * ```ts
   * const two = [{ name: 'gpu', exactly: { deviceClassName: 'gpu', count: 2 } }];
   * const claims = [{ apiVersion, kind: 'ResourceClaim', metadata: { name: 'wide' }, spec: { devices: { requests: two } } }];
   * const { kind, nodes, suggestions } = allocator.explain({ ...question, claims, limits: { milliseconds: 1000 } });
   * console.log(kind, nodes[0]?.text); // unallocatable request gpu needs 2 devices, but there is only 1 of class gpu
   * console.log(suggestions?.map(({ text }) => text));
   * // [ 'request 1 device instead of 2 in request gpu', 'add a device like gpu-0 to pool a' ]
   * ```
   */
  explain(input: AllocatorExplainInput): Explanation {
    const checkpoint = new Checkpoint(callLimitsOf(input?.limits));
    return inOneGo(this.#explain(input, checkpoint), checkpoint);
  }

  /**
   * Returns the semantics of the allocator, for JSON.stringify.
   * @example
   * ```ts
   * console.log(allocator.toJSON().corrections); // false
   * ```
   */
  toJSON(): {
    readonly features: Readonly<Record<string, boolean>>;
    readonly behaviours: readonly string[];
    readonly corrections: boolean;
  } {
    const { features, corrections } = this.#runtime;
    const { behaviours, ...gates } = features;
    return { features: gates, behaviours: namesOf(behaviours), corrections };
  }

  [INSPECT](): object {
    return this.toJSON();
  }

  /**
   * Like `explain`, but yields to the event loop; `limits.signal` cancels the call. Do not change the input before the promise settles.
   * @example
   * ```ts
   * const explanation = await allocator.explainAsync({ ...question, suggestions: false });
   * console.log(explanation.kind); // allocated
   * ```
   */
  async explainAsync(input: AllocatorExplainInput<AsyncLimits>): Promise<Explanation> {
    const checkpoint = new Checkpoint(callLimitsOf(input?.limits));
    return inSlices(checkpoint, this.#explain(input, checkpoint), this.#runtime.yieldNow);
  }

  *#explain(input: AllocatorExplainInput<AsyncLimits>, checkpoint: Checkpoint): Incremental<Explanation> {
    try {
      const { node, slices, holding, world, onNode } = yield* this.#ask(input, checkpoint, EXPLAIN);
      optional(checkFlag)(input.suggestions, 'suggestions');
      const holders = (holderCheckpoint: Checkpoint) => holdersAmong(holding, holderCheckpoint);
      const { environment } = this.#runtime.selectors;
      const surroundings = yield* Surroundings.of({ slices, environment, holders }, checkpoint);
      const { kernel } = this.#runtime;
      const task = {
        node: node.metadata.name,
        inputOf: onNode,
        surroundings,
        kernel,
        rejections: [],
        isDetailed: true,
        steps: input.limits?.steps,
      };
      const explained = yield* explainNode(task, checkpoint);
      const certified = asksForCertificate(input, explained)
        ? yield* certifyNode({ node, slices, inputOf: onNode, runtime: this.#runtime, knownInput: input }, checkpoint)
        : {};
      const explanation = inOneGo(explanationOf([{ ...explained, ...certified }], UNLIMITED));
      if (input.suggestions === false) return explanation;
      const questionOf = function* (): Incremental<Question> {
        const nodeInput = yield* onNode();
        return { input: { ...nodeInput, view: { ...nodeInput.view, slices } }, world, checkpoint };
      };
      return yield* withSuggestions(explanation, questionOf);
    } catch (error) {
      return notExplained(input, error);
    }
  }

  *#certified(input: AllocateInput<AsyncLimits>, checkpoint: Checkpoint): Incremental<Certified> {
    try {
      const { node, slices, onNode } = yield* this.#ask(input, checkpoint);
      return yield* certifyNode({ node, slices, inputOf: onNode, runtime: this.#runtime, knownInput: input }, checkpoint);
    } catch (error) {
      return certificateAtEnd(error);
    }
  }

  *#inputOf(input: AllocateInput<AsyncLimits>, checkpoint: Checkpoint): Incremental<AllocationInput> {
    const { onNode } = yield* this.#ask(input, checkpoint);
    return yield* onNode();
  }

  *#ask(input: AllocateInput<AsyncLimits>, checkpoint: Checkpoint, call = ALLOCATE): Incremental<OneShot> {
    checkpoint.check();
    checkSpelling(input, call.place, call.fields);
    const { features, corrections, selectors, kernel, newShareID } = this.#runtime;
    optional(checkFlag)(input.certificates, 'certificates');
    if (typeof input.node !== 'object' || input.node === null) throw wrongArgument('node', 'a Node object', input.node);
    const node = yield* decoding(nodeKind, input.node as Json, new DecodeContext(['node'], undefined, checkpoint));
    const requestedClaims = yield* claimsOf(input.claims, features, checkpoint);
    const classes = yield* decodeList(input.deviceClasses, 'deviceClasses', deviceClassKind, checkpoint);
    const slices = yield* decodeList(input.resourceSlices, 'resourceSlices', resourceSliceKind, checkpoint);
    const rules = features.deviceTaintRules
      ? activeRules(yield* decodeList(input.deviceTaintRules ?? [], 'deviceTaintRules', deviceTaintRuleKind, checkpoint), features)
      : [];
    const mayCome = isDecodedOnce(input.node as Json) && areDecodedOnce(input.resourceSlices) && areDecodedOnce(input.deviceTaintRules);
    const seen = yield* this.#views.of({ node, slices, rules }, mayCome, checkpoint);
    const { claims, allocated, holding } =
      input.allocated === undefined && !holdsDevices(requestedClaims, checkpoint)
        ? { claims: requestedClaims, allocated: NOTHING_ALLOCATED, holding: [] }
        : yield* allocatedState(input.allocated, requestedClaims, features, checkpoint);
    const now = timeOf(input.now) ?? Date.now();
    const deviceClasses = yield* byName(classes, checkpoint);
    const rest = { claims, deviceClasses, allocated, features, corrections, kernel, newShareID, now };
    // An arrow function, because a generator function created per call costs the garbage collector more than the rest of the
    // call.
    const onNode = (): Incremental<AllocationInput> => withView(rest, node, seen, this.#runtime, checkpoint);
    const world: World = { selectors, classes: () => classes, rules, holders: () => holding };
    return { node, slices: seen.index, holding, world, onNode };
  }
}

function asksForCertificate(
  { certificates }: AllocateInput<AsyncLimits>,
  { kind }: Pick<Outcome, 'kind'> | Pick<NodeExplanation, 'kind'>,
): boolean {
  return certificates === true && kind === 'unallocatable';
}

const ALLOCATE = {
  place: 'allocate(input)',
  fields: ['node', 'claims', 'deviceClasses', 'resourceSlices', 'allocated', 'deviceTaintRules', 'pods', 'now', 'certificates', 'limits'],
};
const EXPLAIN = { place: 'explain(input)', fields: [...ALLOCATE.fields, 'suggestions'] };

function* withView(
  rest: Omit<AllocationInput, 'view'>,
  node: Node,
  seen: Seen,
  runtime: Runtime,
  checkpoint: Checkpoint,
): Incremental<AllocationInput> {
  const view = yield* viewFor(rest.claims, node, runtime, checkpoint, () => seen.viewed(runtime, checkpoint));
  return { ...rest, view };
}

function areDecodedOnce(objects: unknown): boolean {
  return Array.isArray(objects) ? objects.every(isDecodedOnce) : objects === undefined;
}

function* byName(classes: readonly DeviceClass[], checkpoint: Checkpoint): Incremental<ReadonlyMap<string, DeviceClass>> {
  const found = new Map<string, DeviceClass>();
  for (const deviceClass of classes) {
    found.set(deviceClass.metadata.name, deviceClass);
    if (checkpoint.due()) yield;
  }
  return found;
}

/** Returns the explanation if the call ended before any result. Throws any other error. */
function notExplained(input: AllocateInput<AsyncLimits>, error: unknown): Explanation {
  const by = endOfCall(error);
  const { metadata } = input.node as { readonly metadata?: { readonly name?: unknown } };
  return inOneGo(explanationOf([explanationAtEnd(typeof metadata?.name === 'string' ? metadata.name : '', by)], UNLIMITED));
}
