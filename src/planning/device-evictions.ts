// Pods that run and are evicted because of their devices' taints. Source: claimEvictionTime, podEvictionTime and maybeUpdateRuleStatus of
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

/** A taint for which a pod is evicted. */
export interface EvictingTaint {
  readonly driver: string;
  readonly pool: string;
  readonly device: string;
  readonly key: string;
  readonly value: string;
  /** The DeviceTaintRule that it is from. Absent: the driver's ResourceSlice has it. */
  readonly rule?: string;
}

/** An eviction, and why. */
export interface DeviceEviction {
  /** Milliseconds since 1970; it may be over. */
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

/** Evictions by the taints that devices have in a cluster. */
export class DeviceEvictions {
  readonly #state: ClusterState;
  readonly #rules: readonly DeviceTaintRule[];
  readonly #isOn: boolean;
  readonly #now: number;
  readonly #byClaim = new Map<string, DeviceEviction | undefined>();
  readonly #newest = new Map<string, bigint>();

  /** At a time in milliseconds since 1970, which is that of taints without one: the API server puts the time in. `simulated`: a rule whose effect counts as NoExecute, and the only one. */
  constructor(state: ClusterState, features: Features, now: number, simulated?: DeviceTaintRule) {
    this.#state = state;
    this.#now = now;
    this.#isOn = features.deviceTaints;
    const all = features.deviceTaintRules ? [...state.objects.deviceTaintRules.values()] : [];
    this.#rules = simulated === undefined ? all.filter(({ spec }) => spec.taint.effect === 'NoExecute') : [simulated];
  }

  /** The eviction of a pod that is on a node; undefined: it stays. Claims for extended resources are not considered, as by the controller. */
  of(pod: Pod): DeviceEviction | undefined {
    if (!this.#isOn || pod.spec.nodeName === '') return undefined;
    let found: DeviceEviction | undefined;
    for (const key of namedClaims(pod)) {
      const known = this.#state.objects.pods.get('ResourceClaim', key)?.claim;
      if (known === undefined || !isReservedFor(pod, known)) continue;
      const own = this.#ofClaim(key);
      if (own === undefined) continue;
      found = found === undefined ? own : { at: Math.min(found.at, own.at), taints: united(found.taints, own.taints) };
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

  /** The taints of a device that evict: its own ones in the newest generation of its pool, and those of rules, be the device there or not. */
  #taintsOf(driver: string, pool: string, device: string): { readonly taint: DeviceTaint; readonly rule?: string }[] {
    const own = deviceIn(this.#state, driver, pool, device, this.#newest);
    const spec = { driver, pool: { name: pool } } as ResourceSlice['spec'];
    // The state has the taints of all rules behind those of the device, also where they have another effect.
    const all = own?.device.taints ?? [];
    const ofRules = [...this.#state.objects.deviceTaintRules.values()].filter((rule) => isAboutDevice(rule, spec, device));
    const isTold = (taint: DeviceTaint): boolean => ofRules.some((rule) => rule.spec.taint === taint);
    return [
      ...all.filter((taint) => taint.effect === 'NoExecute' && !isTold(taint)).map((taint) => ({ taint })),
      ...this.#rules
        .filter((rule) => isAboutDevice(rule, spec, device))
        .map(({ metadata, spec: { taint } }) => ({ taint, rule: metadata.name })),
    ];
  }
}

/** A device in the newest generation of its pool, and its slice. */
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

/** The tolerations of a device that a claim has, which decoding leaves in the JSON. */
export function tolerationsOf({ source }: Allocation, index: number): readonly DeviceToleration[] {
  const results = (source['devices'] as JsonObject | undefined)?.['results'] as readonly JsonObject[] | undefined;
  const given: Json | undefined = results?.[index]?.['tolerations'];
  return given === undefined || given === null ? [] : list(deviceToleration).decode(given, new DecodeContext(['tolerations']));
}

/** The seconds for which a taint is tolerated; undefined: for ever. A toleration without an effect does not count, as in the controller. */
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

/** The claims that a pod names, or that were made for its templates. */
function namedClaims({ metadata: { namespace }, spec, status }: Pod): readonly string[] {
  const made = new Map(status.resourceClaimStatuses.map(({ name, resourceClaimName }) => [name, resourceClaimName]));
  return spec.resourceClaims.flatMap(({ name, resourceClaimName }) => {
    const own = resourceClaimName ?? made.get(name);
    return own === undefined ? [] : [claimKey({ metadata: { namespace, name: own } })];
  });
}

function united(left: readonly EvictingTaint[], right: readonly EvictingTaint[]): readonly EvictingTaint[] {
  const byText = new Map([...left, ...right].map((taint) => [JSON.stringify(taint), taint]));
  return [...byText.values()];
}

/**
 * The condition that the controller writes into the status of each rule, before it evicted anybody: of a rule with NoExecute the pods that it is going to evict, of
 * one without an effect those that it would.
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
