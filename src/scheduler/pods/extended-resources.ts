// Maps extended resources to the DeviceClasses that serve them by DRA (KEP-5004), and sums the amounts that pods request. Source:
// deviceclass/extendedresourcecache of k8s.io/dynamic-resource-allocation v0.37.2, IsDRAExtendedResourceName of the scheduler and PodRequests
// of k8s.io/component-helpers v0.37.2.

import type { Container } from '../../core/api/container.js';
import type { DeviceClass } from '../../core/api/device-class.js';
import type { PodSpec } from '../../core/api/pod.js';
import { compareBytes } from '../../core/base/byte-order.js';
import type { Checkpoint } from '../../core/base/checkpoint.js';
import type { Incremental } from '../../core/base/incremental.js';
import { sorting } from '../../core/base/sorting.js';
import type { Quantity } from '../../core/quantity/quantity.js';

/** The prefix that turns any class name into a resource that the class serves (ResourceDeviceClassPrefix). */
export const CLASS_PREFIX = 'deviceclass.resource.kubernetes.io/';

/** The prefix of resource names in quotas; a prefixed name must still be a qualified name. */
export const QUOTA_PREFIX = 'requests.';

/** A part of the names of Kubernetes' native resources. */
export const NATIVE = 'kubernetes.io/';

const MAX_DOMAIN = 253 - QUOTA_PREFIX.length;
const DOMAIN = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const NAME = /^[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/;

/** Returns whether device plugins or DRA serve a resource: it is not a native resource of Kubernetes. */
export function isExtendedResource(resource: string): boolean {
  if (resource.startsWith(CLASS_PREFIX)) return true;
  if (resource.includes(NATIVE) || resource.startsWith(QUOTA_PREFIX)) return false;
  const [domain = '', name = '', ...more] = resource.split('/', 3);
  return more.length === 0 && domain.length <= MAX_DOMAIN && DOMAIN.test(domain) && NAME.test(name);
}

/** The classes of a cluster by the extended resources that they serve. */
export class ExtendedResourceClasses {
  readonly #byName = new Map<string, DeviceClass>();
  readonly #byResource = new Map<string, DeviceClass>();

  constructor(classes: readonly DeviceClass[]) {
    for (const deviceClass of classes) this.#add(deviceClass);
  }

  static *of(classes: readonly DeviceClass[], checkpoint: Checkpoint): Incremental<ExtendedResourceClasses> {
    const all = new ExtendedResourceClasses([]);
    for (const deviceClass of classes) {
      all.#add(deviceClass);
      if (checkpoint.due()) yield;
    }
    return all;
  }

  #add(deviceClass: DeviceClass): void {
    this.#byName.set(deviceClass.metadata.name, deviceClass);
    const resource = deviceClass.spec.extendedResourceName;
    if (resource === undefined) return;
    const other = this.#byResource.get(resource);
    if (other === undefined || isPreferred(deviceClass, other)) this.#byResource.set(resource, deviceClass);
  }

  /** Returns the classes after some are replaced with others of the same names. */
  with(changed: readonly DeviceClass[]): ExtendedResourceClasses {
    const byName = new Map(this.#byName);
    for (const deviceClass of changed) byName.set(deviceClass.metadata.name, deviceClass);
    return new ExtendedResourceClasses([...byName.values()]);
  }

  /** Returns every resource that a class serves. Resources that classes name come first. */
  resources(): string[] {
    return [...this.#byResource.keys(), ...Array.from(this.#byName.keys(), (name) => CLASS_PREFIX + name)];
  }

  /**
   * Returns the name of the class that serves a resource; undefined if DRA does not serve it. A class whose name is in the
   * resource name takes precedence. A class that lost its resource to a newer one still serves it by name here; in the
   * reference, that depends on creation order.
   */
  classOf(resource: string): string | undefined {
    const spelt = resource.startsWith(CLASS_PREFIX) ? this.#byName.get(resource.slice(CLASS_PREFIX.length)) : undefined;
    return (spelt ?? this.#byResource.get(resource))?.metadata.name;
  }
}

/** If two classes have the same resource, the newer one serves it, so that users can migrate. Then the lower name decides. */
function isPreferred(left: DeviceClass, right: DeviceClass): boolean {
  const newer = createdAt(left) - createdAt(right);
  return newer === 0 ? compareBytes(left.metadata.name, right.metadata.name) < 0 : newer > 0;
}

/** Returns milliseconds; a class without a time precedes all others. */
function createdAt({ metadata }: DeviceClass): number {
  const time = Date.parse(metadata.creationTimestamp ?? '');
  return Number.isNaN(time) ? Number.MIN_SAFE_INTEGER : time;
}

/** Returns whether a container ends before later ones start. This is false only for sidecars, which always restart. */
export function isShortLived({ restartPolicy }: Pick<Container, 'restartPolicy'>): boolean {
  return restartPolicy !== 'Always';
}

/**
 * Returns the amount of each extended resource that a pod needs at once, sorted by name, without zeros. Counts containers and sidecars
 * together, or an init container together with the sidecars before it.
 */
export function* requestedResources(
  { initContainers, containers }: PodSpec,
  checkpoint: Checkpoint,
): Incremental<ReadonlyMap<string, bigint>> {
  const sums = new Map<string, bigint>();
  const peaks = yield* peaksOfInit(initContainers, sums, checkpoint);
  for (const { requests } of containers) {
    for (const [resource, quantity] of requests) {
      const amount = amountOf(resource, quantity);
      if (amount > 0n) sums.set(resource, (sums.get(resource) ?? 0n) + amount);
      if (checkpoint.due()) yield;
    }
    if (checkpoint.due()) yield;
  }
  for (const [resource, peak] of peaks) {
    if (peak > (sums.get(resource) ?? 0n)) sums.set(resource, peak);
    if (checkpoint.due()) yield;
  }
  return sums.size < 2 ? sums : new Map(yield* sorting(sums, ([a], [b]) => compareBytes(a, b), checkpoint));
}

/** Returns the peak of the init containers, each with the sidecars before it. Adds sidecars to `together`. */
function* peaksOfInit(
  initContainers: readonly Container[],
  sums: Map<string, bigint>,
  checkpoint: Checkpoint,
): Incremental<ReadonlyMap<string, bigint>> {
  const peaks = new Map<string, bigint>();
  for (const container of initContainers) {
    const isSidecar = !isShortLived(container);
    for (const [resource, quantity] of container.requests) {
      const amount = amountOf(resource, quantity);
      if (checkpoint.due()) yield;
      if (amount === 0n) continue;
      const peak = (sums.get(resource) ?? 0n) + amount;
      if (isSidecar) sums.set(resource, peak);
      if (peak > (peaks.get(resource) ?? 0n)) peaks.set(resource, peak);
    }
    if (checkpoint.due()) yield;
  }
  return peaks;
}

/** Returns the amount of an extended resource; 0 for other resources. Rounds fractions up, as the scheduler does; the API server rejects them. */
function amountOf(resource: string, quantity: Quantity): bigint {
  const amount = quantity.value();
  return amount > 0n && isExtendedResource(resource) ? amount : 0n;
}
