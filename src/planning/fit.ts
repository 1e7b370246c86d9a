// The number of replicas of a pod that fit: placed one by one as the scheduler would place them, and the most that could be placed at all.

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
import { claimsToMake, podAround } from './claims-alone.js';
import { Clock, Ended } from './clock.js';
import { decodedObjects, decodedQueues } from './decoded-event.js';
import { forkOf } from './forked.js';
import { type CallOptions, mostOf, type Optimum } from './optimum.js';
import { QuotaLeft } from './quota-left.js';
import { type GivenReplicas, Replicas } from './replicas.js';

/** The input of {@link fit}. */
export interface FitInput {
  /** The pod as it would be created, or as `podsOf` and `cluster.preparePod` have it. Its replicas have its name with a number behind it; claims are made of templates for each, and named ones are shared. */
  readonly pod?: PodInputJson | PreparedPod;
  /** In place of a pod: ResourceClaims and ResourceClaimTemplates of one namespace. Each replica is a pod with claims of their specs, which needs nothing else. */
  readonly claims?: readonly (ResourceClaimJson | KubernetesObjectJson)[];
  /** Kueue's queues, whose quotas bound the replicas of a pod with the label of one, and owners of pods that run: jobs have the label themselves. */
  readonly objects?: readonly KubernetesObjectJson[];
  /** Asks for no more replicas than these. Default: 10,000. */
  readonly most?: number;
  /** Also looks for the most replicas that any placement has, which asks each node by itself. Default: true. */
  readonly optimum?: boolean;
  /** The time by which claims wait too long for their binding conditions. Default: that of the clock. */
  readonly now?: Date;
  /** `milliseconds` counts for the whole call, `steps` for the search of each node. */
  readonly limits?: AsyncLimits;
}

/** A replica, and the node that the scheduler would bind it to. */
export interface FittedReplica {
  readonly pod: string;
  readonly node: string;
}

/** The replicas that fit. */
export interface Fit {
  /** `interrupted`: a limit came before it was known whether one more fits. */
  readonly kind: 'complete' | 'interrupted';
  readonly by?: InterruptedBy;
  /** The number of replicas that were placed one by one, each on the node with the best score. */
  readonly count: number;
  /** True where as many as were requested fit. */
  readonly isAll: boolean;
  readonly placements: readonly FittedReplica[];
  /** The number of replicas on each node that has some, by name. */
  readonly perNode: ReadonlyMap<string, number>;
  /** Why the next one does not fit, as `cluster.explain` reports it. Absent where all fit, a limit came, or a quota of Kueue is used up. */
  readonly explanation?: Explanation;
  /** The cause in one line: of the node that is nearest to one more replica among those that have some, or among all nodes where none has. */
  readonly runsOut?: string;
  /** The node that `runsOut` is about. Absent for a cause that is about the pod alone, such as a quota, and where there is no node. */
  readonly runsOutOn?: string;
  /** The error on which the scheduler ends its attempt to place the next replica. Errors that it confines to a node (`nodeLocal`) are only part of `explanation`. */
  readonly error?: AllocationError;
  /** The most that any placement has. Absent where it was not requested, where Kueue's flavors make replicas differ, and where an error ends the attempts of the scheduler. */
  readonly optimum?: Optimum;
  /** The things about the pod that a scheduler checks and this library does not, in words. */
  readonly notLookedAt: readonly string[];
}

const MOST = 10_000;

/**
 * Returns how many replicas of a pod, or of claims, fit into a cluster as it is, which does not change. Throws what `cluster.filter` throws: `invalid-object`,
 * `invalid-input` and others. Takes about as long as placing the replicas: a service sets `limits.milliseconds`.
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
 * Returns what `fit` tells, of the cluster as it is at the call, yielding to the event loop.
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
    throw new AllocationError('invalid-input', 'claims: a pod has its claims itself: give one or the other', { path: 'claims' });
  const clock = new Clock(fork, checkLimits(input.limits));
  const one = claims === undefined ? decodedPod(pod as PodInputJson | PreparedPod) : podAround(fork, claimsToMake(claims));
  const { name, generateName } = one.metadata;
  const base = name || generateName.replace(/-$/, '') || 'replica';
  const given: Omit<GivenReplicas, 'quota'> = { pod: one, name: (number) => `${base}-${number}` };
  const options = { ownGates: fork.parts.runtime.features, podTemplates: builtInPodTemplates() };
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
  return yield* fitReplicas(fork, { ...given, quota }, { ...rest, limits: clock.limits() });
}

/** @internal Places replicas one after the other on a fork, and counts. */
export function* fitReplicas(
  cluster: Cluster,
  given: GivenReplicas,
  { most = MOST, optimum = true, now, limits = {} }: Omit<FitInput, 'pod' | 'claims' | 'objects'>,
): Program<Fit> {
  integer(0)(most, 'most');
  optional(checkFlag)(optimum, 'optimum');
  const fork = cluster.fork();
  const clock = new Clock(fork, limits);
  const options = () => ({ ...(now === undefined ? {} : { now }), limits: clock.limits() });
  const placements: FittedReplica[] = [];
  const replicas = new Replicas(given);
  try {
    const end = yield* placeAll(fork, { most, replicas, placements, clock }, options);
    const count = placements.length;
    const isAll = end.kind === 'complete' && count === most;
    const isKnown = end.kind === 'complete' && end.error === undefined;
    const found = optimum && !isAll && isKnown ? yield* mostOfReplicas(cluster, replicas, placements, options) : undefined;
    const perNode = countsOf(placements);
    return { ...end, count, isAll, placements, perNode, ...(found === undefined ? {} : { optimum: found }) };
  } finally {
    replicas.end();
  }
}

/** The way in which placing ended. */
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
    // The filter ends the call: many of them take less time than they would yield in.
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

/** The most replicas as far as they are admitted; undefined: Kueue's flavors make them differ, or an error ends the attempts of the scheduler. */
function* mostOfReplicas(
  cluster: Cluster,
  replicas: Replicas,
  placements: readonly FittedReplica[],
  options: () => CallOptions,
): Program<Optimum | undefined> {
  const count = placements.length;
  // Admission does not depend on where those before went.
  if (replicas.refusal !== undefined) return { atMost: count, isExact: true, perNode: countsOf(placements) };
  const found = yield* unlessError(mostOf(cluster, (number) => replicas.unboundedAt(number).pod, count, options));
  if (found === undefined) return undefined;
  if (found.by !== undefined) return replicas.areAlike ? found : undefined;
  if (found.atMost > 0) replicas.at(found.atMost - 1);
  if (!replicas.areAlike) return undefined;
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
