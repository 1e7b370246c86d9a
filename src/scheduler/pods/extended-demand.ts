// The extended resources that pods of one spec request, and who serves them on each node: DRA by a claim, or a device plugin. Source:
// filterExtendedResources and createRequestsAndMappings in pkg/scheduler/framework/plugins/dynamicresources, and the filter of the
// noderesources plugin, of Kubernetes 1.37.1.

import type { Node } from '../../core/api/node.js';
import type { PodSpec } from '../../core/api/pod.js';
import type { DeviceRequest } from '../../core/api/resource-claim.js';
import type { ResourceList } from '../../core/api/resource-list.js';
import { compareBytes } from '../../core/base/byte-order.js';
import { type Checkpoint, UNLIMITED } from '../../core/base/checkpoint.js';
import { entryIn } from '../../core/base/entry-in.js';
import type { Incremental } from '../../core/base/incremental.js';
import { filtering } from '../../core/base/lists-in-increments.js';
import { sorting } from '../../core/base/sorting.js';
import { shorten } from '../../core/base/words.js';
import { type ExtendedResourceClasses, isShortLived, requestedResources } from './extended-resources.js';

/** The requests that DRA must serve on a node, or the reason why pods cannot run there. Equal nodes share one list of requests. */
export type NodeShare = ShareOfDra | { readonly refusal: string };

interface Share {
  readonly requests: readonly DeviceRequest[];
}

interface ShareOfDra extends Share {
  /** True if DRA has no requests to serve, but the scheduler still makes a claim and then fails to bind the pod. */
  readonly hasEmptyClaim?: true;
}

/** The request of a container for one resource. */
interface Use {
  /** The index of the container among init containers, then containers. */
  readonly container: number;
  /** The name of the container. */
  readonly name: string;
  /** The index of the resource among the requests of the container. */
  readonly position: number;
  readonly shortLived: boolean;
  readonly count: bigint;
}

/** A claim holds at most 32 devices, so requests after the first 33 have no effect. */
const MAX_REQUESTS = 33;

/** The demand of a pod spec. Costs time in proportion to the spec once, and for each node in proportion to the resources of the node. */
export class ExtendedDemand {
  readonly #spec: PodSpec;
  readonly #requested: ReadonlyMap<string, bigint>;
  /** The names of classes by the requested resources that they serve. */
  readonly #classes: ReadonlyMap<string, string>;
  /** Requested resources that no class serves. */
  readonly #classless: readonly string[];
  readonly #shares = new Map<string, Share>();
  #requests: readonly ResourceRequest[] | undefined;

  private constructor(
    spec: PodSpec,
    requested: ReadonlyMap<string, bigint>,
    classes: ReadonlyMap<string, string>,
    classless: readonly string[],
  ) {
    this.#spec = spec;
    this.#requested = requested;
    this.#classes = classes;
    this.#classless = classless;
  }

  /** Without `classes` (the gate is off), device plugins serve every resource. */
  static *of(spec: PodSpec, classes: ExtendedResourceClasses | undefined, checkpoint: Checkpoint): Incremental<ExtendedDemand> {
    const requested = yield* requestedResources(spec, checkpoint);
    const named = new Map<string, string>();
    const classless: string[] = [];
    for (const resource of requested.keys()) {
      const name = classes?.classOf(resource);
      if (name === undefined) classless.push(resource);
      else named.set(resource, name);
      if (checkpoint.due()) yield;
    }
    return new ExtendedDemand(spec, requested, named, classless);
  }

  /** True if pods request no extended resource. */
  get isEmpty(): boolean {
    return this.#requested.size === 0;
  }

  /** True if DRA can serve some resource: such a pod needs a claim on nodes without a device plugin for it. */
  get mayNeedClaim(): boolean {
    return this.#classes.size > 0;
  }

  /**
   * Returns the part that DRA serves on a node. A device plugin serves a resource that the node offers. The use by other pods
   * is unknown here, so only a node with too little in total is rejected. `hasClaims`: the pod has other claims.
   */
  *on({ status: { allocatable } }: Node, hasClaims: boolean, checkpoint: Checkpoint = UNLIMITED): Incremental<NodeShare> {
    const plugged = yield* this.#plugged(allocatable ?? NOTHING, checkpoint);
    if (typeof plugged === 'string') return { refusal: plugged };
    // A node without `status.allocatable` is input written for devices only.
    const isReported = this.mayNeedClaim || allocatable !== undefined;
    const missing = isReported ? this.#classless.find((resource) => !plugged.has(resource)) : undefined;
    if (missing !== undefined) {
      return { refusal: `${needText(missing, this.#requested.get(missing))}, but the node has none, and DRA does not serve it` };
    }
    const needsNone = plugged.size === this.#requested.size;
    const key = JSON.stringify([...plugged]);
    const share = this.#shares.get(key) ?? (yield* this.#without(plugged, key, checkpoint));
    // If a pod has other claims, the scheduler makes a claim for extended resources even if device plugins serve all of them.
    return this.mayNeedClaim && needsNone && hasClaims ? { ...share, hasEmptyClaim: true } : share;
  }

  /** Returns the resources that device plugins serve on a node, or why they cannot. */
  *#plugged(allocatable: ResourceList, checkpoint: Checkpoint): Incremental<ReadonlySet<string> | string> {
    const plugged = new Set<string>();
    for (const resource of this.#offered(allocatable)) {
      if (checkpoint.due()) yield;
      const [needed, offered] = [this.#requested.get(resource), allocatable.get(resource)?.value()];
      if (needed === undefined || offered === undefined || (offered === 0n && this.#classes.has(resource))) continue;
      if (offered < needed) return `${needText(resource, needed)}, but the device plugin of the node has ${offered}`;
      plugged.add(resource);
    }
    return plugged;
  }

  /** Returns candidates for resources that are both requested and offered: the names of the shorter list, sorted. */
  #offered(allocatable: ResourceList): Iterable<string> {
    return (allocatable.size < this.#requested.size ? allocatable : this.#requested).keys();
  }

  *#without(plugged: ReadonlySet<string>, key: string, checkpoint: Checkpoint): Incremental<Share> {
    this.#requests ??= yield* allRequests(this.#spec, this.#classes, checkpoint);
    const left = yield* filtering(this.#requests, ({ resource }) => !plugged.has(resource), checkpoint);
    return entryIn(this.#shares, key, () => ({ requests: left.slice(0, MAX_REQUESTS).map(({ request }) => request) }));
  }
}

const NOTHING: ResourceList = new Map();

function needText(resource: string, amount = 0n): string {
  return `${START}${shorten(resource, 80)}: the pod needs ${amount}`;
}

/** A request with its resource. The requests for one resource do not depend on which side serves another resource. */
interface ResourceRequest {
  readonly resource: string;
  readonly request: DeviceRequest;
}

function* allRequests(
  spec: PodSpec,
  classes: ReadonlyMap<string, string>,
  checkpoint: Checkpoint,
): Incremental<readonly ResourceRequest[]> {
  const requests: ResourceRequest[] = [];
  // Without a class that serves any resource, no requests are needed.
  if (classes.size === 0) return requests;
  for (const [resource, uses] of yield* usesOf(spec, checkpoint)) {
    if (checkpoint.due()) yield;
    const deviceClassName = classes.get(resource);
    if (deviceClassName === undefined) continue;
    for (const request of requestsFor(uses, resource, deviceClassName)) requests.push({ resource, request });
  }
  // Names are compared as strings: container-10 precedes container-2.
  return yield* sorting(requests, (a, b) => compareBytes(a.request.name, b.request.name), checkpoint);
}

function* usesOf({ initContainers, containers }: PodSpec, checkpoint: Checkpoint): Incremental<ReadonlyMap<string, readonly Use[]>> {
  const uses = new Map<string, Use[]>();
  for (const [container, { name, requests, restartPolicy }] of [...initContainers, ...containers].entries()) {
    const shortLived = container < initContainers.length && isShortLived({ restartPolicy });
    let position = 0;
    for (const [resource, amount] of requests) {
      const count = amount.value();
      if (count > 0n) entryIn(uses, resource, (): Use[] => []).push({ container, name, position, shortLived, count });
      position++;
      if (checkpoint.due()) yield;
    }
    if (checkpoint.due()) yield;
  }
  return uses;
}

/**
 * Returns a request for each container that stays. Init containers that end can reuse the devices of containers from their
 * position on. If they need more, only the largest need becomes a request. The containers use its devices one after the other.
 */
function requestsFor(uses: readonly Use[], resource: string, deviceClassName: string): DeviceRequest[] {
  const requests: DeviceRequest[] = [];
  let largest: Use | undefined;
  let reusable = 0n;
  for (const use of [...uses].reverse()) {
    if (!use.shortLived) {
      reusable += use.count;
      requests.push(deviceRequest(use, resource, deviceClassName));
    } else if (use.count > reusable) {
      const lacking = { ...use, count: use.count - reusable };
      // The loop runs backwards: if containers need equal amounts, the first container counts.
      if (largest === undefined || lacking.count >= largest.count) largest = lacking;
    }
  }
  return largest === undefined ? requests : [...requests, deviceRequest(largest, resource, deviceClassName)];
}

function deviceRequest({ container, name, position, count }: Use, resource: string, deviceClassName: string): DeviceRequest {
  const exactly = { deviceClassName, selectors: [], allocationMode: 'ExactCount', count, tolerations: [], derivedAttributes: [] };
  const request = { name: `container-${container}-request-${position}`, exactly, firstAvailable: [] };
  extendedUses.set(request, { resource, container: name });
  return request;
}

/** Returns a rejection with advice. A resource that is not served usually has a wrong name. */
export function withResourceAdvice(refusal: string): string {
  return refusal.startsWith(START)
    ? `${refusal}: set the resource as extendedResourceName of a DeviceClass, or request a resource that a node or a DeviceClass has`
    : refusal;
}

const START = 'extended resource ';

/** The extended resource that a container requests. */
export interface ExtendedUse {
  readonly resource: string;
  /** The name of the container. */
  readonly container: string;
}

const extendedUses = new WeakMap<DeviceRequest, ExtendedUse>();

/** Returns the extended resource that a request made here is for; undefined for other requests. */
export function extendedUseOf(request: DeviceRequest): ExtendedUse | undefined {
  return extendedUses.get(request);
}
