// Counts the replicas of a pod that fit: the number that the scheduler places one by one, and the maximum over all placements.

import { type AsyncLimits, checkLimits, type InterruptedBy } from '../allocator/evaluate/limits.js';
import type { KubernetesObjectJson, PodInputJson, ResourceClaimJson } from '../core/api/kinds.js';
import { builtInPodTemplates } from '../core/api/pod-template-table.js';
import { checkFields, checkFlag, integer, optional, wrongArgument } from '../core/base/arguments.js';
import { compareBytes } from '../core/base/byte-order.js';
import { AllocationError } from '../core/base/errors.js';
import type { Json } from '../core/base/json.js';
import { type Program, runInOneGo, runInTurns } from '../core/base/program.js';
import type { Explanation } from '../explain/explanation.js';
import type { Cluster } from '../library/cluster.js';
import { decodedPod, type PreparedPod } from '../placement/prepared-pod.js';
import { bind, explain, filter, unlessError } from './calls.js';
import { causeAmong } from './cause.js';
import { claimsToMake, podForClaims } from './claims-alone.js';
import { Clock, Ended } from './clock.js';
import { decodedObjects, decodedQueues } from './decoded-event.js';
import { forkOf } from './forked.js';
import { type CallOptions, mostOf, type Optimum } from './optimum.js';
import { QuotaLeft } from './quota-left.js';
import { type ReplicaInput, Replicas } from './replicas.js';

/** The input of {@link fit}. */
export interface FitInput {
  /**
   * The pod as it would be created, or a pod from `podsOf` or `cluster.preparePod`. Replicas have its name with a number
   * appended. Claims from templates are made for each replica; named claims are shared.
   */
  readonly pod?: PodInputJson | PreparedPod;
  /**
   * ResourceClaims and ResourceClaimTemplates of one namespace, in place of a pod. Each replica is a pod with its own claims of these specs, and
   * no other requests.
   */
  readonly claims?: readonly (ResourceClaimJson | KubernetesObjectJson)[];
  /**
   * Kueue queues, whose quotas limit replicas with the label of a queue. Also owners of running pods, because the label of a
   * job is on the owner.
   */
  readonly objects?: readonly KubernetesObjectJson[];
  /** Places at most this many replicas. Default: 10,000. */
  readonly most?: number;
  /** Also computes the maximum number of replicas over all placements, node by node. Default: true. */
  readonly optimum?: boolean;
  /** The time against which binding timeouts of claims are checked. Default: the current time. */
  readonly now?: Date;
  /** `milliseconds` applies to the whole call, `steps` to the search of each node. */
  readonly limits?: AsyncLimits;
}

/** A replica, and the node that the scheduler would bind it to. */
export interface FittedReplica {
  readonly pod: string;
  readonly node: string;
}

/** The replicas that fit. */
export interface Fit {
  /** `interrupted`: a limit ended the call before the result for the next replica was certain. */
  readonly kind: 'complete' | 'interrupted';
  readonly by?: InterruptedBy;
  /** The number of replicas that were placed one by one, each on the node with the best score. */
  readonly count: number;
  /** True if the requested number fits. */
  readonly isAll: boolean;
  readonly placements: readonly FittedReplica[];
  /** The number of replicas on each node that has some, by name. */
  readonly perNode: ReadonlyMap<string, number>;
  /** Why the next replica does not fit, as `cluster.explain` reports it. Absent if all fit, a limit ended the call, or a Kueue quota is used up. */
  readonly explanation?: Explanation;
  /** The cause in one line, on the node that is closest to one more replica. Considers nodes with replicas, or all nodes if none exist. */
  readonly runsOut?: string;
  /** The node of `runsOut`. Absent if the cause concerns only the pod, such as a quota, or if there is no node. */
  readonly runsOutOn?: string;
  /** The error that ends the scheduler's attempt to place the next replica. Errors confined to a node (`nodeLocal`) appear only in `explanation`. */
  readonly error?: AllocationError;
  /**
   * The maximum number of replicas over all placements. Absent if not requested, if Kueue's flavors make replicas differ, or if
   * an error ends the scheduler's attempts.
   */
  readonly optimum?: Optimum;
  /** The checks of a scheduler that apply to the pod and that this library does not do, in words. */
  readonly notLookedAt: readonly string[];
}

const MOST = 10_000;

/**
 * Returns how many replicas of a pod, or of claims, fit into a cluster, which stays unchanged. Throws like `cluster.filter`: `invalid-object`,
 * `invalid-input` and others. Costs about as much time as placing the replicas: in a service, set `limits.milliseconds`.
 * @example
 * ```ts
 * import { createAllocator } from 'dra-allocator';
 * import { fit } from 'dra-allocator/simulate';
 *
 * const apiVersion = 'resource.k8s.io/v1';
 * const pool = { name: 'a', generation: 1, resourceSliceCount: 1 };
 * const devices = [{ name: 'gpu-0' }, { name: 'gpu-1' }, { name: 'gpu-2' }];
 * const cluster = (await createAllocator()).cluster();
 * cluster.apply([
 *   { apiVersion: 'v1', kind: 'Node', metadata: { name: 'a' } },
 *   { apiVersion, kind: 'DeviceClass', metadata: { name: 'gpu' }, spec: {} },
 *   { apiVersion, kind: 'ResourceSlice', metadata: { name: 'a' }, spec: { driver: 'gpu.example.com', nodeName: 'a', pool, devices } },
 * ]);
 * const requests = [{ name: 'gpu', exactly: { deviceClassName: 'gpu', count: 2 } }];
 * const claim = { apiVersion, kind: 'ResourceClaim', metadata: { name: 'pair' }, spec: { devices: { requests } } };
 * const { count, runsOut } = fit(cluster, { claims: [claim], limits: { milliseconds: 1000 } });
 * console.log(count, runsOut); // 1 request gpu needs 2 devices, but only 1 of the 3 of class gpu is available: 2 allocated to pod pair-0
 * ```
 */
export function fit(cluster: Cluster, input: FitInput): Fit {
  return runInOneGo(fitInput(forkOf(cluster, 'fit(cluster)'), input));
}

/**
 * Like `fit`, but yields to the event loop. The result is for the cluster at the time of the call.
 * @example
 * ```ts
 * // Goes on from the example of fit.
 * import { fitAsync } from 'dra-allocator/simulate';
 *
 * const later = await fitAsync(cluster, { claims: [claim], optimum: false, limits: { signal: new AbortController().signal } });
 * console.log(later.kind, later.count); // complete 1
 * ```
 */
export async function fitAsync(cluster: Cluster, input: FitInput): Promise<Fit> {
  return runInTurns(fitInput(forkOf(cluster, 'fitAsync(cluster)'), input));
}

function* fitInput(fork: Cluster, input: FitInput): Program<Fit> {
  checkFields(input, 'fit(input)', ['pod', 'claims', 'objects', 'most', 'optimum', 'now', 'limits']);
  const { pod, claims, objects = [], ...rest } = input;
  if (!Array.isArray(objects)) throw wrongArgument('objects', 'a list of objects', objects);
  if (pod !== undefined && claims !== undefined)
    throw new AllocationError('invalid-input', 'claims: give either a pod or claims, because a pod already names its claims', {
      path: 'claims',
    });
  const clock = new Clock(fork, checkLimits(input.limits));
  const one = claims === undefined ? decodedPod(pod as PodInputJson | PreparedPod) : podForClaims(fork, claimsToMake(claims));
  const { name, generateName } = one.metadata;
  const base = name || generateName.replace(/-$/, '') || 'replica';
  const replicaInput: Omit<ReplicaInput, 'quota'> = { pod: one, name: (number) => `${base}-${number}` };
  const options = { libraryGates: fork.parts.runtime.features, podTemplates: builtInPodTemplates() };
  let quota: QuotaLeft | undefined;
  try {
    const { workloads, queues } = yield* clock.work(function* (checkpoint) {
      const { workloads } = yield* decodedObjects(objects as readonly Json[], 'objects', options, checkpoint);
      return { workloads, queues: yield* decodedQueues(objects as readonly Json[], 'objects', checkpoint) };
    });
    quota = yield* QuotaLeft.of(fork, workloads, queues, clock);
  } catch (error) {
    if (!(error instanceof Ended)) throw error;
    return { kind: 'interrupted', by: error.by, count: 0, isAll: false, placements: [], perNode: new Map(), notLookedAt: [] };
  }
  return yield* fitReplicas(fork, { ...replicaInput, quota }, { ...rest, limits: clock.limits() });
}

/** @internal Places replicas one by one on a fork, and counts them. */
export function* fitReplicas(
  cluster: Cluster,
  replicaInput: ReplicaInput,
  { most = MOST, optimum = true, now, limits = {} }: Omit<FitInput, 'pod' | 'claims' | 'objects'>,
): Program<Fit> {
  integer(0)(most, 'most');
  optional(checkFlag)(optimum, 'optimum');
  const fork = cluster.fork();
  const clock = new Clock(fork, limits);
  const options = () => ({ ...(now === undefined ? {} : { now }), limits: clock.limits() });
  const placements: FittedReplica[] = [];
  const replicas = new Replicas(replicaInput);
  try {
    const end = yield* placeAll(fork, { most, replicas, placements, clock }, options);
    const count = placements.length;
    const isAll = end.kind === 'complete' && count === most;
    const isComplete = end.kind === 'complete' && end.error === undefined;
    const found = optimum && !isAll && isComplete ? yield* mostOfReplicas(cluster, replicas, placements, options) : undefined;
    const perNode = countsOf(placements);
    return { ...end, count, isAll, placements, perNode, ...(found === undefined ? {} : { optimum: found }) };
  } finally {
    replicas.end();
  }
}

/** The end of the placement. */
type End = Pick<Fit, 'kind' | 'by' | 'explanation' | 'runsOut' | 'runsOutOn' | 'error' | 'notLookedAt'>;

interface Placing {
  readonly most: number;
  readonly replicas: Replicas;
  readonly placements: FittedReplica[];
  readonly clock: Clock;
}

/** Places replicas until one does not fit, or is not admitted. */
function* placeAll(fork: Cluster, { most, replicas, placements, clock }: Placing, options: () => CallOptions): Program<End> {
  let ofFilters: readonly string[] = [];
  const ending = <T extends Omit<End, 'notLookedAt'>>(end: T) => ({
    ...end,
    notLookedAt: [...new Set([...ofFilters, ...replicas.notLookedAt])],
  });
  while (placements.length < most) {
    // This only yields. The filter checks the limits.
    yield* clock.rest();
    const replica = replicas.at(placements.length);
    if (replica === undefined) return ending({ kind: 'complete', runsOut: replicas.refusal as string });
    const { name, pod } = replica;
    const result = yield* filter(fork, { pod, ...options() });
    ofFilters = result.notLookedAt;
    if (result.kind === 'interrupted') return ending({ kind: 'interrupted', by: result.by });
    const { best } = result;
    if (best === undefined) {
      const error = [...result.errors.values()].find(({ nodeLocal }) => !nodeLocal);
      const explanation = yield* explain(fork, { pod, ...options() });
      const had = new Set(error === undefined ? placements.map(({ node }) => node) : []);
      const { text, node } = yield* causeAmong(had, explanation, fork, { pod, ...options() });
      const where = node === undefined ? {} : { runsOutOn: node };
      return ending({ kind: 'complete', explanation, runsOut: text, ...where, ...(error === undefined ? {} : { error }) });
    }
    yield* bind(fork, pod, best, result.outcome(best));
    placements.push({ pod: name, node: best });
  }
  return ending({ kind: 'complete' });
}

/**
 * Returns the maximum number of replicas, limited by admission. Returns undefined if Kueue's flavors make them differ, or if an
 * error ends the scheduler's attempts.
 */
function* mostOfReplicas(
  cluster: Cluster,
  replicas: Replicas,
  placements: readonly FittedReplica[],
  options: () => CallOptions,
): Program<Optimum | undefined> {
  const count = placements.length;
  // Admission does not depend on the nodes of earlier replicas.
  if (replicas.refusal !== undefined) return { atMost: count, isExact: true, perNode: countsOf(placements) };
  const found = yield* unlessError(mostOf(cluster, (number) => replicas.unboundedAt(number).pod, count, options));
  if (found === undefined) return undefined;
  if (found.by !== undefined) return replicas.areEqual ? found : undefined;
  if (found.atMost > 0) replicas.at(found.atMost - 1);
  if (!replicas.areEqual) return undefined;
  const { admitted } = replicas;
  return admitted >= found.atMost ? found : { ...found, atMost: admitted, perNode: firstOf(found.perNode, admitted) };
}

function firstOf(perNode: ReadonlyMap<string, number>, most: number): ReadonlyMap<string, number> {
  let left = most;
  const first = new Map<string, number>();
  for (const [node, count] of perNode) {
    const taken = Math.min(count, left);
    if (taken > 0) first.set(node, taken);
    left -= taken;
  }
  return first;
}

function countsOf(placements: readonly FittedReplica[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { node } of placements) counts.set(node, (counts.get(node) ?? 0) + 1);
  return new Map([...counts].sort(([left], [right]) => compareBytes(left, right)));
}
