// Evicts pods by NoExecute taints of nodes and devices, immediately or when tolerations expire. Sources: processPodOnNode of
// pkg/controller/tainteviction, claimEvictionTime and podEvictionTime of pkg/controller/devicetainteviction of Kubernetes 1.37.1.

import { deviceKey } from '../allocator/pools/pool.js';
import { claimKey } from '../cluster/claims.js';
import type { DeviceToleration } from '../core/api/resource-claim.js';
import { tolerates as toleratesOfDevice } from '../core/api/taints.js';
import type { Taint } from '../core/api/toleration.js';
import type { Program } from '../core/base/program.js';
import { tolerates } from '../scheduler/filters/tolerates.js';
import type { Clock } from './clock.js';
import type { TaintSince } from './device-taints.js';
import type { SimulatedPod } from './model.js';
import type { Timer } from './timers.js';
import { requestOf } from './use.js';
import type { World } from './world.js';

/** Checks the pods that changed taints affect, and newly placed pods. Evicts pods whose time has come, and plans later evictions. */
export function* evictTainted(world: World, clock: Clock): Program<void> {
  for (const name of [...world.taintedNodes].sort()) {
    yield* clock.check();
    world.taintedNodes.delete(name);
    const taints = world.state.node(name)?.spec.taints.filter(({ effect }) => effect === 'NoExecute') ?? [];
    if (taints.length === 0 && !world.hasPlanned) continue;
    for (const pod of world.pods.on(name)) {
      yield* clock.check();
      scheduleNodeEviction(pod, taints, world);
    }
  }
  const isNew = world.deviceTaints.isStale && (yield* world.deviceTaints.update(world.now, clock));
  const pods = isNew ? [...world.pods.values()] : [...world.placed];
  world.placed.clear();
  if (!world.deviceTaints.hasAny && !isNew) return;
  for (const pod of pods) {
    yield* clock.check();
    if (pod.node !== undefined && !pod.isGone) scheduleDeviceEviction(pod, world);
  }
}

/** Evicts a pod because of a taint. Its owner makes a replacement. */
export function evictFor(kind: Timer['kind'], pod: SimulatedPod, world: World): void {
  const why = kind === 'device' ? 'a taint of a device' : 'a taint of its node';
  const { owned } = pod;
  if (owned !== undefined && world.isOver) owned.comesAgain = true;
  // Such a replacement would be evicted at once, endlessly.
  const isHeld = owned !== undefined && pod.placedAt === world.now;
  if (isHeld) owned.heldAt = world.now;
  world.remove(pod, 'evicted', `${why}${isHeld ? OF_HELD : owned === undefined ? '; no owner creates it again' : ''}`);
}

const OF_HELD = ' as soon as it was placed; its owner creates another pod later';

function scheduleNodeEviction(pod: SimulatedPod, taints: readonly Taint[], world: World): void {
  const { taintTolerationComparisonOperators } = world.cluster.parts.runtime.features;
  const seconds = taints.length === 0 ? undefined : secondsTolerated(pod, taints, taintTolerationComparisonOperators);
  if (seconds === undefined) pod.eviction = undefined;
  else if (seconds <= 0) evictFor('taint', pod, world);
  else {
    // An earlier plan stays unchanged, even if taints were added since.
    if (pod.eviction !== undefined && pod.eviction.since < world.now) return;
    pod.eviction = { since: world.now, at: world.now + seconds * 1000 };
    plan({ at: pod.eviction.at, kind: 'taint', pod }, world);
  }
}

function plan(timer: Timer, world: World): void {
  world.hasPlanned = true;
  world.timers.add(timer);
}

/** Returns the seconds for which all taints are tolerated; undefined: forever; 0: some taint is not tolerated. */
function secondsTolerated({ pod: { spec } }: SimulatedPod, taints: readonly Taint[], comparisons: boolean): number | undefined {
  let least: number | undefined;
  for (const taint of taints) {
    const toleration = spec.tolerations.find((each) => tolerates(each, taint, comparisons));
    if (toleration === undefined) return 0;
    least = lesser(least, toleration.tolerationSeconds);
  }
  return least;
}

function lesser(least: number | undefined, seconds: bigint | undefined): number | undefined {
  return seconds === undefined ? least : Math.min(least ?? Number.POSITIVE_INFINITY, Math.max(0, Number(seconds)));
}

function scheduleDeviceEviction(pod: SimulatedPod, world: World): void {
  const at = evictionByDevices(pod, world);
  if (at === undefined) pod.deviceEviction = undefined;
  else if (at <= world.now) evictFor('device', pod, world);
  else if (pod.deviceEviction !== at) {
    pod.deviceEviction = at;
    plan({ at, kind: 'device', pod }, world);
  }
}

/**
 * Returns the time at which the first device taint evicts a pod; undefined if the pod stays. Ignores claims for extended resources, as the
 * controller does.
 */
function evictionByDevices({ key }: SimulatedPod, { state, deviceTaints }: World): number | undefined {
  const stored = state.objects.pods.get('Pod', key)?.pod;
  if (stored === undefined) return undefined;
  const { metadata, spec, status } = stored;
  const names = spec.resourceClaims.map(
    (entry) => entry.resourceClaimName ?? status.resourceClaimStatuses.find((made) => made.name === entry.name)?.resourceClaimName,
  );
  let first: number | undefined;
  for (const name of names) {
    if (name === undefined) continue;
    const ofClaim = claimKey({ metadata: { namespace: metadata.namespace, name } });
    const claim = state.objects.pods.get('ResourceClaim', ofClaim)?.claim;
    for (const { driver, pool, device, request } of state.heldBy(ofClaim)?.results ?? []) {
      for (const taint of deviceTaints.of(deviceKey(driver, pool, device))) {
        const at = evictionBy(taint, (claim && requestOf(claim, request)?.tolerations) ?? []);
        if (at !== undefined && at < (first ?? Number.POSITIVE_INFINITY)) first = at;
      }
    }
  }
  return first;
}

/**
 * The controller considers only tolerations with the effect NoExecute. It ignores tolerations for any effect, although the
 * scheduler accepts them.
 */
function evictionBy({ taint, since }: TaintSince, tolerations: readonly DeviceToleration[]): number | undefined {
  const tolerating = tolerations.filter((each) => each.effect === 'NoExecute' && toleratesOfDevice(each, taint));
  if (tolerating.length === 0) return since;
  if (tolerating.some(({ tolerationSeconds }) => tolerationSeconds === undefined)) return undefined;
  let least: number | undefined;
  for (const { tolerationSeconds } of tolerating) least = lesser(least, tolerationSeconds);
  return since + (least ?? 0) * 1000;
}
