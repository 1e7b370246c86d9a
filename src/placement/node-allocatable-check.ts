// Compares node resources that the devices of one pod use with the room on nodes. Source: nodeallocatabledynamicresources.go of plugin
// dynamicresources of Kubernetes 1.37.1.

import type { AllocationResult, DeviceRequestAllocationResult } from '../allocator/decode/allocation-result.js';
import { unavailabilityOf } from '../allocator/encode/availability.js';
import type { Slices } from '../allocator/pools/slice-index.js';
import { objectName } from '../core/api/meta.js';
import type { Node } from '../core/api/node.js';
import { choiceIncludes } from '../core/api/node-match.js';
import type { Pod } from '../core/api/pod.js';
import type { ResourceClaim } from '../core/api/resource-claim.js';
import type { Device, ResourceSlice } from '../core/api/resource-slice.js';
import { UNLIMITED } from '../core/base/checkpoint.js';
import { AllocationError } from '../core/base/errors.js';
import { inOneGo } from '../core/base/incremental.js';
import type { Features } from '../core/features/features.js';
import { parseQuantity, type Quantity } from '../core/quantity/quantity.js';
import type { Rejection } from '../scheduler/filters/filter.js';
import {
  type ClaimHeld,
  nodeAllocatableClaims,
  nodeAllocatableRejections,
  withNodeAllocatable,
} from '../scheduler/filters/node-allocatable.js';
import type { NodeInfo } from '../scheduler/filters/node-info.js';
import { podClaimNameOf } from '../scheduler/pods/template.js';

/** The part of an allocation result that identifies a device. */
type DeviceName = Pick<DeviceRequestAllocationResult, 'driver' | 'pool' | 'device'>;

/** The claims of a pod, and the slices with their devices. */
export class NodeAllocatableCheck {
  readonly #pod: Pod;
  readonly #claims: readonly ResourceClaim[];
  readonly #slices: Pick<Slices, 'ofPool'>;
  readonly #features: Features;

  constructor(pod: Pod, claims: readonly ResourceClaim[], slices: Pick<Slices, 'ofPool'>, features: Features) {
    this.#pod = pod;
    this.#claims = claims;
    this.#slices = slices;
    this.#features = features;
  }

  /**
   * Returns a function that rejects nodes on which the pod cannot share a claim, because its devices use resources of the node.
   * `isInUse`: true if other pods use the claim.
   */
  sharing(isInUse: (claim: ResourceClaim) => boolean): (node: Node) => Rejection | undefined {
    const shared = this.#claims.filter((claim) => {
      const results = claim.status.allocation?.results ?? [];
      return results.some((result) => isMapped(this.#deviceOf(result))) && isInUse(claim);
    });
    return (node) => {
      // The scheduler does not check claims that are unavailable on the node.
      const claim = shared.find(
        (each) => inOneGo(unavailabilityOf(each, node, { features: { deviceBindingAndStatus: false } }, UNLIMITED)) === undefined,
      );
      if (claim === undefined) return undefined;
      const message = `node allocatable resource claim ${claim.metadata.name} has a mapped device and cannot be shared across pods`;
      return { code: 'claims', message };
    };
  }

  /** Returns the pod with the node resources that its devices use. Throws `node-allocatable-failed`, which ends the attempt. */
  podOn(node: Node, allocations: readonly AllocationResult[]): Pod {
    const held = this.#claims.flatMap((claim, index) => this.#heldBy(claim, allocations[index], node) ?? []);
    return withNodeAllocatable(this.#pod, nodeAllocatableClaims(this.#pod.spec, held));
  }

  /** Returns why the node lacks room for the pod with the node resources of its devices; empty if there is enough room. */
  rejectionsOn(info: NodeInfo, allocations: readonly AllocationResult[]): readonly Rejection[] {
    return nodeAllocatableRejections(this.podOn(info.node, allocations), info, this.#features);
  }

  /** Returns the claim with all its devices, if any of them is mapped to node resources. */
  #heldBy(claim: ResourceClaim, allocation: AllocationResult | undefined, node: Node): ClaimHeld | undefined {
    const results = allocation?.devices.results ?? [];
    const found = results.map((result) => this.#deviceOf(result, node));
    if (!found.some((device) => device !== undefined && device.nodeAllocatableResources.size > 0)) return undefined;
    const devices = found.map((device, index) => {
      const result = results[index] as DeviceRequestAllocationResult;
      if (device === undefined) throw this.#missing(claim, result);
      return { name: result.device, resources: device.nodeAllocatableResources, consumed: consumedBy(result) };
    });
    const { name } = claim.metadata;
    return { claim: objectName(claim.metadata), name, podClaimNames: this.#podClaimNames(claim), devices };
  }

  #missing(claim: ResourceClaim, { driver, pool, device }: DeviceName): AllocationError {
    const where = `claim ${objectName(claim.metadata)}, device ${device}, driver ${driver}`;
    return new AllocationError('node-allocatable-failed', `${where}: device ${device} not found in pool ${pool} for driver ${driver}`);
  }

  #podClaimNames(claim: ResourceClaim): readonly string[] {
    const { spec, status } = this.#pod;
    const { name } = claim.metadata;
    const recorded = new Set(status.resourceClaimStatuses.flatMap((each) => (each.resourceClaimName === name ? [each.name] : [])));
    const made = podClaimNameOf(claim);
    const isIts = (entry: (typeof spec.resourceClaims)[number]): boolean =>
      entry.resourceClaimName === undefined ? entry.name === made || recorded.has(entry.name) : entry.resourceClaimName === name;
    return spec.resourceClaims.flatMap((entry) => (isIts(entry) ? [entry.name] : []));
  }

  /**
   * Returns the first device of this name, in any generation, that the node can access. Without a node, returns the first one
   * of any slice.
   */
  #deviceOf({ driver, pool, device: name }: DeviceName, node?: Node): Device | undefined {
    for (const { spec } of this.#slices.ofPool(driver, pool)) {
      if (node !== undefined && spec.perDeviceNodeSelection !== true && !isInReach(spec, node)) continue;
      const device = spec.devices.find((each) => each.name === name);
      if (device === undefined) continue;
      return node === undefined || spec.perDeviceNodeSelection !== true || isInReach(device, node) ? device : undefined;
    }
    return undefined;
  }
}

/** A selector that does not parse matches no node here. */
function isInReach(choice: Pick<ResourceSlice['spec'] | Device, 'nodeName' | 'nodeSelector' | 'allNodes'>, node: Node): boolean {
  try {
    return choiceIncludes(choice, node, '', UNLIMITED);
  } catch (error) {
    if (error instanceof AllocationError) return false;
    throw error;
  }
}

function isMapped(device: Device | undefined): boolean {
  return device !== undefined && [...device.nodeAllocatableResources.values()].some(({ mapping }) => mapping !== undefined);
}

function consumedBy({ consumedCapacity }: DeviceRequestAllocationResult): ReadonlyMap<string, Quantity> | undefined {
  if (consumedCapacity === undefined) return undefined;
  return new Map(Object.entries(consumedCapacity).map(([name, text]) => [name, parseQuantity(text)]));
}
