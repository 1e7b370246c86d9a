// Compares pods and claims between two clusters, such as with other slices, classes or rules, or with the gates of another release.

import { timeOf } from '../allocator/encode/binding-readiness.js';
import { type AsyncLimits, checkLimits } from '../allocator/evaluate/limits.js';
import { decodingAllObjects } from '../core/api/all-objects.js';
import type { KubernetesObjectJson } from '../core/api/kinds.js';
import { builtInPodTemplates } from '../core/api/pod-template-table.js';
import { checkFields, wrongArgument } from '../core/base/arguments.js';
import { type Checkpoint, endOfCall } from '../core/base/checkpoint.js';
import type { Incremental } from '../core/base/incremental.js';
import type { Json } from '../core/base/json.js';
import { type Program, runInOneGo, runInTurns } from '../core/base/program.js';
import { NEWEST } from '../core/features/releases.js';
import type { Cluster } from '../library/cluster.js';
import { Clock, Ended, type EndedBy } from './clock.js';
import { decodedObjects, NO_OBJECTS } from './decoded-event.js';
import { ruleStatuses } from './device-evictions.js';
import type { ClaimDiff, Diff, EvictionDiff, Placed, PodChangeKind, PodDiff, SparedPod } from './diff-report.js';
import { DiffSide, type EvictedPod, type ExaminedPod, type HeldClaim, type SideInput } from './diff-side.js';
import { type Changes, findingWorse, hasChanges } from './diff-worse.js';
import { forkOf } from './forked.js';
import { withoutNumbers } from './scheduling.js';

/** The input of {@link diff}. */
export interface DiffInput {
  /** Objects in addition to both clusters. Examples are owners of pods, which a cluster does not store. */
  readonly objects?: readonly KubernetesObjectJson[];
  /**
   * Objects that the second cluster has in addition, such as new slices or a DeviceTaintRule. They replace its objects of the same kind,
   * namespace and name.
   */
  readonly with?: readonly KubernetesObjectJson[];
  /** The time from which evictions are counted. Default: the current time. */
  readonly now?: Date;
  /** `milliseconds` applies to the whole call, `steps` to the search of each node. */
  readonly limits?: AsyncLimits;
}

const FIELDS = ['objects', 'with', 'now', 'limits'];

/** @internal Options of a comparison. */
export interface DiffOptions {
  readonly now: number;
  readonly limits: AsyncLimits;
}

/**
 * Returns the changes between two clusters, which stay unchanged. Places pending pods in each cluster as the scheduler does, checks allocated
 * claims again, and finds pods that device taints evict, with their replacements. Pass one cluster twice with changes in `with`, or clusters
 * of two allocators for two releases. Throws AllocationError for invalid input. In a service, set `limits.milliseconds`; after that time the
 * result is `interrupted`.
 * @example
 * ```ts
 * import { createAllocator } from 'dra-allocator';
 * import { diff } from 'dra-allocator/simulate';
 *
 * const apiVersion = 'resource.k8s.io/v1';
 * const spec = { driver: 'gpu.example.com', nodeName: 'a', pool: { name: 'a', generation: 1, resourceSliceCount: 1 }, devices: [{ name: 'gpu-0' }] };
 * const slice = { apiVersion, kind: 'ResourceSlice', metadata: { name: 'a' }, spec };
 * const requests = [{ name: 'gpu', exactly: { deviceClassName: 'gpu' } }];
 * const cluster = (await createAllocator()).cluster();
 * cluster.apply([
 *   { apiVersion: 'v1', kind: 'Node', metadata: { name: 'a' } },
 *   { apiVersion, kind: 'DeviceClass', metadata: { name: 'gpu' }, spec: {} },
 *   { apiVersion, kind: 'ResourceClaim', metadata: { name: 'mine' }, spec: { devices: { requests } } },
 * ]);
 * const podSpec = { resourceClaims: [{ name: 'gpu', resourceClaimName: 'mine' }], containers: [{ name: 'train', image: 'train' }] };
 * const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'train' }, spec: podSpec };
 * const { pods } = diff(cluster, cluster, { objects: [pod], with: [slice] });
 * console.log(pods.map(({ name, change, before, after }) => [name, change, before?.kind, after?.kind]));
 * // [ [ 'train', 'gained', 'pending', 'placed' ] ]
 * ```
 */
export function diff(before: Cluster, after: Cluster, input: DiffInput = {}): Diff {
  return runInOneGo(comparison(before, after, input));
}

/**
 * Like `diff`, but yields to the event loop. `limits.signal` cancels the call: the result is then `interrupted`.
 * @example
 * ```ts
 * // Goes on from the example of diff.
 * import { diffAsync } from 'dra-allocator/simulate';
 *
 * const later = await diffAsync(cluster, cluster, { objects: [pod], with: [slice], limits: { milliseconds: 1000 } });
 * console.log(later.kind, later.pending); // complete 0
 * ```
 */
export async function diffAsync(before: Cluster, after: Cluster, input: DiffInput = {}): Promise<Diff> {
  return runInTurns(comparison(before, after, input));
}

function* comparison(before: Cluster, after: Cluster, input: DiffInput): Program<Diff> {
  checkFields(input, 'diff(input)', FIELDS);
  const { objects = [], with: others = [], now, limits } = input;
  for (const [name, list] of Object.entries({ objects, with: others }))
    if (!Array.isArray(list)) throw wrongArgument(name, 'a list of objects', list);
  const options = { now: timeOf(now) ?? Date.now(), limits: checkLimits(limits) };
  const [first, second] = [forkOf(before, 'diff(before)'), forkOf(after, 'diff(after)')];
  const clock = new Clock(second, options.limits);
  function* sideOf(fork: Cluster, more: readonly KubernetesObjectJson[], name: string): Program<SideInput> {
    const decoding = { libraryGates: fork.parts.runtime.features, podTemplates: builtInPodTemplates() };
    const all = [...objects, ...more].map((value) => ({ value: value as Json }));
    return yield* clock.work(function* (checkpoint) {
      // Each list is decoded separately, so that errors have the path in that list.
      if (more.length > 0) yield* decodedObjects(more as readonly Json[], name, decoding, checkpoint);
      yield* decodedObjects(objects as readonly Json[], 'objects', decoding, checkpoint);
      return { fork, objects: yield* decodingAllObjects(all, { ...decoding, requireNames: true }, checkpoint) };
    });
  }
  let sides: readonly [SideInput, SideInput] = [
    { fork: first, objects: NO_OBJECTS },
    { fork: second, objects: NO_OBJECTS },
  ];
  try {
    sides = [yield* sideOf(first, [], 'objects'), yield* sideOf(second, others, 'with')];
  } catch (error) {
    // The limit stays exceeded, so `compare` also reports it.
    if (!(error instanceof Ended)) throw error;
  }
  return yield* compare(sides[0], sides[1], { ...options, limits: clock.limits() });
}

/** @internal Compares two forks, and changes them. */
export function* compare(first: SideInput, second: SideInput, { now, limits }: DiffOptions): Program<Diff> {
  const clock = new Clock(second.fork, limits);
  const before = new DiffSide(first, now);
  const after = new DiffSide(second, now);
  let rulesBefore: Diff['rules'] = [];
  let rules: Diff['rules'] = [];
  let by: EndedBy | undefined;
  try {
    yield* clock.check();
    yield* before.begin(clock);
    yield* after.begin(clock);
    yield* before.noteRunning(after, clock);
    yield* after.noteRunning(before, clock);
    rulesBefore = ruleStatuses(before.world.state, before.features, now);
    rules = ruleStatuses(after.world.state, after.features, now);
    for (const side of [before, after]) {
      yield* side.examineClaims(clock);
      yield* side.play(clock);
    }
  } catch (error) {
    by = endedBy(error);
  }
  const pods = yield* podDiffs(before.pods, after.pods, clock);
  const evictions = yield* evictionDiffs(before.evicted, after.evicted, clock);
  const claims = yield* claimDiffs(before.claims, after.claims, clock);
  const changes = { pods, claims, evictions, spared: sparedIn(before.evicted, after.evicted), rules, rulesBefore };
  return {
    ...(by === undefined ? { kind: 'complete' } : { kind: 'interrupted', by }),
    ...(yield* clock.finish((checkpoint) => summing(changes, checkpoint))),
    notCompared: notComparedIn(before, after),
  };
}

type Totals = Omit<Diff, 'kind' | 'by' | 'notCompared'>;

/** @internal Returns the lists of a comparison with derived totals. */
export function* summing(changes: Changes, checkpoint: Checkpoint): Incremental<Totals> {
  let pending = 0;
  for (const { after } of changes.pods) {
    if (after?.kind === 'pending') pending++;
    if (checkpoint.due()) yield;
  }
  for (const { again } of changes.evictions) {
    if (again?.placed.kind === 'pending') pending++;
    if (checkpoint.due()) yield;
  }
  return { ...changes, pending, isChanged: hasChanges(changes), worse: yield* findingWorse(changes, checkpoint) };
}

function endedBy(error: unknown): EndedBy {
  if (error instanceof Ended) return error.by;
  return endOfCall(error);
}

/** Yields the entries of two maps: first all entries of `left`, then the additional ones of `right`. */
function* joined<T>(
  left: ReadonlyMap<string, T>,
  right: ReadonlyMap<string, T>,
): Generator<readonly [left: T | undefined, right: T | undefined]> {
  for (const [key, one] of left) yield [one, right.get(key)];
  for (const [key, one] of right) if (!left.has(key)) yield [undefined, one];
}

function* podDiffs(
  before: ReadonlyMap<string, ExaminedPod>,
  after: ReadonlyMap<string, ExaminedPod>,
  clock: Clock,
): Program<readonly PodDiff[]> {
  const diffs: PodDiff[] = [];
  for (const [one, other] of joined(before, after)) {
    yield* clock.rest();
    const { kind, namespace, name } = (one ?? other) as ExaminedPod;
    diffs.push({
      kind,
      namespace,
      name,
      change: changeOf(one?.placed, other?.placed),
      ...(one?.placed === undefined ? {} : { before: one.placed }),
      ...(other?.placed === undefined ? {} : { after: other.placed }),
    });
  }
  return diffs;
}

function changeOf(before: Placed | undefined, after: Placed | undefined): PodChangeKind {
  if (before === undefined) return 'new';
  if (after === undefined) return 'gone';
  if (before.kind === 'pending') return after.kind === 'placed' ? 'gained' : isSameCause(before, after) ? 'same' : 'other-cause';
  if (after.kind === 'pending') return 'lost';
  if (before.node !== after.node) return 'moved';
  return JSON.stringify(before.devices) === JSON.stringify(after.devices) ? 'same' : 'other-devices';
}

type Pending = Placed & { readonly kind: 'pending' };

/** Compares the causes on the closest nodes, and the reasons of all nodes without their counts. */
function isSameCause(before: Pending, after: Pending): boolean {
  const areFound = before.cause !== undefined && after.cause !== undefined;
  const isSame = !areFound || (before.cause === after.cause && before.node === after.node);
  return isSame && withoutNumbers(before.message) === withoutNumbers(after.message);
}

function* claimDiffs(
  before: ReadonlyMap<string, HeldClaim>,
  after: ReadonlyMap<string, HeldClaim>,
  clock: Clock,
): Program<readonly ClaimDiff[]> {
  const diffs: ClaimDiff[] = [];
  for (const [one, other] of joined(before, after)) {
    yield* clock.rest();
    const { namespace, name } = (one ?? other) as HeldClaim;
    const [issues, later] = [one?.issues ?? [], other?.issues ?? []];
    const isSame = JSON.stringify(issues) === JSON.stringify(later);
    const change = one === undefined ? 'new' : other === undefined ? 'gone' : isSame ? 'same' : 'changed';
    diffs.push({ namespace, name, pods: (other ?? one)?.pods ?? [], change, before: issues, after: later });
  }
  return diffs;
}

function* evictionDiffs(
  before: ReadonlyMap<string, EvictedPod>,
  after: ReadonlyMap<string, EvictedPod>,
  clock: Clock,
): Program<readonly EvictionDiff[]> {
  const diffs: EvictionDiff[] = [];
  for (const [key, evicted] of after) {
    yield* clock.rest();
    const { owner, again: _again, ...pod } = evicted;
    const countBefore = before.get(key);
    const first = countBefore === undefined ? {} : { before: { seconds: countBefore.seconds, ...replacementOf(countBefore) } };
    diffs.push({
      ...pod,
      isBefore: countBefore !== undefined,
      ...first,
      ...(owner === undefined ? {} : { owner }),
      ...replacementOf(evicted),
    });
  }
  return diffs;
}

function replacementOf({ again }: EvictedPod): Pick<EvictionDiff, 'again'> {
  return again?.placed === undefined ? {} : { again: { pod: again.pod, placed: again.placed } };
}

function sparedIn(before: ReadonlyMap<string, EvictedPod>, after: ReadonlyMap<string, EvictedPod>): readonly SparedPod[] {
  return [...before].flatMap(([key, { namespace, name, node, seconds }]) => (after.has(key) ? [] : [{ namespace, name, node, seconds }]));
}

const NOT_COMPARED = [
  'nodes of running pods: the scheduler does not move running pods',
  'how drivers and kubelets respond to changed devices',
];

function notComparedIn(before: DiffSide, after: DiffSide): readonly string[] {
  const isSameRelease = JSON.stringify(before.features) === JSON.stringify(after.features);
  const releases = isSameRelease
    ? []
    : [
        `other differences between releases: both answers use the rules of ${NEWEST}, each with the gates and known behaviours of its release`,
      ];
  return [...NOT_COMPARED, ...releases, ...new Set([...before.notLookedAt, ...after.notLookedAt])];
}
