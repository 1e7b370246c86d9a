// Finds the running pods that taints of their devices evict. Source: claimEvictionTime, podEvictionTime and maybeUpdateRuleStatus of
// pkg/controller/devicetainteviction of Kubernetes 1.37.1.

import { newestGeneration } from '../allocator/pools/gather.js';
import { newestSlices } from '../allocator/pools/newest-generations.js';
import { poolKey } from '../allocator/pools/slice-index.js';
import { claimKey } from '../cluster/claims.js';
import type { ClusterState } from '../cluster/cluster-state.js';
import { DecodeContext } from '../core/api/context.js';
import { list } from '../core/api/decoder.js';
import { deviceToleration } from '../core/api/device-request.js';
import { type DeviceTaintRule, isAboutDevice } from '../core/api/device-taint-rule.js';
import type { Pod } from '../core/api/pod.js';
import type { Allocation, DeviceToleration } from '../core/api/resource-claim.js';
import type { Device, DeviceTaint, ResourceSlice } from '../core/api/resource-slice.js';
import { tolerates } from '../core/api/taints.js';
import { entryIn } from '../core/base/entry-in.js';
import type { Json, JsonObject } from '../core/base/json.js';
import type { Features } from '../core/features/features.js';
import { isReservedFor } from '../scheduler/pods/reservations.js';

/** A taint that evicts a pod. */
export interface EvictingTaint {
  readonly driver: string;
  readonly pool: string;
  readonly device: string;
  readonly key: string;
  readonly value: string;
  /** The DeviceTaintRule that sets the taint. Absent: the driver's ResourceSlice sets it. */
  readonly rule?: string;
}

/** An eviction and its causes. */
export interface DeviceEviction {
  /** Milliseconds since 1970; may be in the past. */
  readonly at: number;
  readonly taints: readonly EvictingTaint[];
}

/** The condition `EvictionInProgress` that the controller writes into the status of a DeviceTaintRule. */
export interface RuleStatus {
  readonly rule: string;
  readonly status: 'True' | 'False';
  readonly reason: string;
  readonly message: string;
}

/** Finds evictions by the taints of devices in a cluster. */
export class DeviceEvictions {
  readonly #state: ClusterState;
  readonly #rules: readonly DeviceTaintRule[];
  readonly #isOn: boolean;
  readonly #now: number;
  readonly #byClaim = new Map<string, DeviceEviction | undefined>();
  readonly #newest = new Map<string, bigint>();

  /**
   * `now`: milliseconds since 1970, and the time of taints without a time. The API server would set that time. `simulated`: the
   * only rule that counts, with the effect NoExecute.
   */
  constructor(state: ClusterState, features: Features, now: number, simulated?: DeviceTaintRule) {
    this.#state = state;
    this.#now = now;
    this.#isOn = features.deviceTaints;
    const all = features.deviceTaintRules ? [...state.objects.deviceTaintRules.values()] : [];
    this.#rules = simulated === undefined ? all.filter(({ spec }) => spec.taint.effect === 'NoExecute') : [simulated];
  }

  /** Returns the eviction of a running pod; undefined if it stays. Ignores claims for extended resources, as the controller does. */
  of(pod: Pod): DeviceEviction | undefined {
    if (!this.#isOn || pod.spec.nodeName === '') return undefined;
    let found: DeviceEviction | undefined;
    for (const key of namedClaims(pod)) {
      const storedClaim = this.#state.objects.pods.get('ResourceClaim', key)?.claim;
      if (storedClaim === undefined || !isReservedFor(pod, storedClaim)) continue;
      const evictionTime = this.#ofClaim(key);
      if (evictionTime === undefined) continue;
      found =
        found === undefined ? evictionTime : { at: Math.min(found.at, evictionTime.at), taints: united(found.taints, evictionTime.taints) };
    }
    return found;
  }

  #ofClaim(key: string): DeviceEviction | undefined {
    if (!this.#byClaim.has(key)) {
      const allocation = this.#state.heldBy(key);
      this.#byClaim.set(key, allocation === undefined ? undefined : this.#ofAllocation(allocation));
    }
    return this.#byClaim.get(key);
  }

  #ofAllocation(allocation: Allocation): DeviceEviction | undefined {
    let at: number | undefined;
    let taints: readonly EvictingTaint[] = [];
    allocation.results.forEach(({ driver, pool, device }, index) => {
      const tolerations = tolerationsOf(allocation, index);
      for (const { taint, rule } of this.#taintsOf(driver, pool, device)) {
        const seconds = secondsTolerated(taint, tolerations);
        if (seconds === undefined) continue;
        const time = timeAdded(taint, this.#now) + seconds * 1000;
        at = at === undefined ? time : Math.min(at, time);
        const { key, value } = taint;
        taints = united(taints, [{ driver, pool, device, key, value, ...(rule === undefined ? {} : { rule }) }]);
      }
    });
    return at === undefined ? undefined : { at, taints };
  }

  /** Returns the evicting taints of a device: from its newest slice, and from rules, even if the device does not exist. */
  #taintsOf(driver: string, pool: string, device: string): { readonly taint: DeviceTaint; readonly rule?: string }[] {
    const deviceNow = deviceIn(this.#state, driver, pool, device, this.#newest);
    const spec = { driver, pool: { name: pool } } as ResourceSlice['spec'];
    // The state already has the taints of all rules after the taints of the device, including taints with other effects.
    const all = deviceNow?.device.taints ?? [];
    const fromRules = new Set(Array.from(this.#state.objects.deviceTaintRules.values(), (rule) => rule.spec.taint));
    return [
      ...all.filter((taint) => taint.effect === 'NoExecute' && !fromRules.has(taint)).map((taint) => ({ taint })),
      ...this.#rules
        .filter((rule) => isAboutDevice(rule, spec, device))
        .map(({ metadata, spec: { taint } }) => ({ taint, rule: metadata.name })),
    ];
  }
}

/** Returns a device in the newest generation of its pool, and its slice. */
export function deviceIn(
  state: ClusterState,
  driver: string,
  pool: string,
  device: string,
  newest: Map<string, bigint> = new Map(),
): { readonly slice: ResourceSlice; readonly device: Device } | undefined {
  const generation = entryIn(newest, poolKey(driver, pool), () => newestGeneration(state.slices.ofPool(driver, pool)));
  for (const slice of state.slices.withDevice(driver, pool, device)) {
    if (slice.spec.pool.generation !== generation) continue;
    const found = slice.spec.devices.find(({ name }) => name === device);
    if (found !== undefined) return { slice, device: found };
  }
  return undefined;
}

/** Returns the tolerations of a claim for a device. Decoding leaves them in the JSON. */
export function tolerationsOf({ source }: Allocation, index: number): readonly DeviceToleration[] {
  const results = (source['devices'] as JsonObject | undefined)?.['results'] as readonly JsonObject[] | undefined;
  const tolerations: Json | undefined = results?.[index]?.['tolerations'];
  return tolerations === undefined || tolerations === null
    ? []
    : list(deviceToleration).decode(tolerations, new DecodeContext(['tolerations']));
}

/** Returns the seconds for which a taint is tolerated; undefined: forever. Ignores tolerations without an effect, as the controller does. */
function secondsTolerated(taint: DeviceTaint, tolerations: readonly DeviceToleration[]): number | undefined {
  let least: number | undefined;
  for (const toleration of tolerations) {
    if (toleration.effect !== 'NoExecute' || !tolerates(toleration, taint)) continue;
    if (toleration.tolerationSeconds === undefined) return undefined;
    least = Math.min(least ?? Number.POSITIVE_INFINITY, Math.max(0, Number(toleration.tolerationSeconds)));
  }
  return least ?? 0;
}

function timeAdded({ timeAdded: text }: DeviceTaint, now: number): number {
  const time = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isNaN(time) ? now : time;
}

/** Returns the claims that a pod names, or that were made from its templates. */
function namedClaims({ metadata: { namespace }, spec, status }: Pod): readonly string[] {
  const made = new Map(status.resourceClaimStatuses.map(({ name, resourceClaimName }) => [name, resourceClaimName]));
  return spec.resourceClaims.flatMap(({ name, resourceClaimName }) => {
    const claimName = resourceClaimName ?? made.get(name);
    return claimName === undefined ? [] : [claimKey({ metadata: { namespace, name: claimName } })];
  });
}

function united(left: readonly EvictingTaint[], right: readonly EvictingTaint[]): readonly EvictingTaint[] {
  const byText = new Map([...left, ...right].map((taint) => [JSON.stringify(taint), taint]));
  return [...byText.values()];
}

/**
 * Returns the condition that the controller writes into the status of each rule before the first eviction. The condition counts
 * the pods that a rule with NoExecute will evict, or that a rule without an effect would evict.
 */
export function ruleStatuses(state: ClusterState, features: Features, now: number): readonly RuleStatus[] {
  if (!features.deviceTaints || !features.deviceTaintRules) return [];
  return [...state.objects.deviceTaintRules.values()].map((rule): RuleStatus => {
    const { effect } = rule.spec.taint;
    const named = { rule: rule.metadata.name };
    if (effect === 'NoExecute') {
      const { pods, namespaces } = countPending(rule, new DeviceEvictions(state, features, now), state);
      if (pods === 0) return { ...named, status: 'False', reason: 'NotStarted', message: '' };
      const message = `${pods === 1 ? '1 pod needs' : `${pods} pods need`} to be evicted in ${namespacesInWords(namespaces)}.`;
      return { ...named, status: 'True', reason: 'PodsPendingEviction', message };
    }
    if (effect !== 'None')
      return { ...named, status: 'False', reason: 'OtherEffect', message: 'Eviction only happens for the NoExecute effect.' };
    return { ...named, status: 'False', reason: 'NoEffect', message: messageWithoutEffect(rule, state, features, now) };
  });
}

function messageWithoutEffect(rule: DeviceTaintRule, state: ClusterState, features: Features, now: number): string {
  const { pods, namespaces } = countPending(rule, new DeviceEvictions(state, features, now, rule), state);
  const { published, allocated } = countTainted(rule, state);
  const devices = (count: number, what: string): string => `${count} ${what} device${count === 1 ? '' : 's'} selected. `;
  const wouldBe = `${pods === 1 ? '1 pod' : `${pods} pods`} would be evicted in ${namespacesInWords(namespaces)} if the effect was NoExecute. `;
  const rest = 'This information will not be updated again. Recreate the DeviceTaintRule to trigger an update.';
  return `${devices(published, 'published')}${devices(allocated, 'allocated')}${wouldBe}${rest}`;
}

function namespacesInWords(count: number): string {
  return count === 1 ? '1 namespace' : `${count} different namespaces`;
}

function countPending(
  rule: DeviceTaintRule,
  evictions: DeviceEvictions,
  state: ClusterState,
): { readonly pods: number; readonly namespaces: number } {
  const namespaces = new Set<string>();
  let pods = 0;
  for (const { pod } of state.objects.pods.all('Pod').values()) {
    if (pod.metadata.deletionTimestamp !== undefined) continue;
    if (evictions.of(pod)?.taints.some(({ rule: name }) => name === rule.metadata.name) !== true) continue;
    pods++;
    namespaces.add(pod.metadata.namespace);
  }
  return { pods, namespaces: namespaces.size };
}

function countTainted(rule: DeviceTaintRule, state: ClusterState): { readonly published: number; readonly allocated: number } {
  let published = 0;
  let allocated = 0;
  for (const { spec } of newestSlices(state.slices.all))
    published += spec.devices.filter(({ name }) => isAboutDevice(rule, spec, name)).length;
  for (const [, { allocation }] of state.objects.held)
    for (const { driver, pool, device } of allocation.results)
      if (isAboutDevice(rule, { driver, pool: { name: pool } } as ResourceSlice['spec'], device)) allocated++;
  return { published, allocated };
}
