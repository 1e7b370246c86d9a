// The extended resources that the pods of one spec want, and who serves them on which node: DRA by a claim, or a device plugin. Source:
// filterExtendedResources and createRequestsAndMappings in pkg/scheduler/framework/plugins/dynamicresources, and the filter of the
// noderesources plugin next to it, of Kubernetes 1.37.1.

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
import { type ExtendedResourceClasses, isShortLived, wantedResources } from './extended-resources.js';

/** The requests that a node leaves to DRA, or why pods cannot go there. Nodes that are equal give the same list of requests. */
export type NodeShare = ShareOfDra | { readonly refusal: string };

interface Share {
  readonly requests: readonly DeviceRequest[];
}

interface ShareOfDra extends Share {
  /** There is nothing for DRA to serve, and the scheduler makes a claim still, with which it fails to bind the pod. */
  readonly hasEmptyClaim?: true;
}

/** A container's wish for one resource. */
interface Use {
  /** Its place among init containers, then containers. */
  readonly container: number;
  /** The name of the container. */
  readonly name: string;
  /** The place of the resource among all that the container requests. */
  readonly position: number;
  readonly shortLived: boolean;
  readonly count: bigint;
}

/** A claim holds at most 32 devices: what is requested after as many requests is never considered. */
const MAX_REQUESTS = 33;

/** The demand of a pod spec. Costs in proportion to the spec once, and for each node in proportion to what that offers. */
export class ExtendedDemand {
  readonly #spec: PodSpec;
  readonly #wanted: ReadonlyMap<string, bigint>;
  /** Names of classes by the requested resources that they serve. */
  readonly #classes: ReadonlyMap<string, string>;
  /** Wanted resources that no class serves. */
  readonly #classless: readonly string[];
  readonly #shares = new Map<string, Share>();
  #requests: readonly ResourceRequest[] | undefined;

  private constructor(
    spec: PodSpec,
    wanted: ReadonlyMap<string, bigint>,
    classes: ReadonlyMap<string, string>,
    classless: readonly string[],
  ) {
    this.#spec = spec;
    this.#wanted = wanted;
    this.#classes = classes;
    this.#classless = classless;
  }

  /** Device plugins serve everything without `classes` (the gate is off). */
  static *of(spec: PodSpec, classes: ExtendedResourceClasses | undefined, checkpoint: Checkpoint): Incremental<ExtendedDemand> {
    const wanted = yield* wantedResources(spec, checkpoint);
    const named = new Map<string, string>();
    const classless: string[] = [];
    for (const resource of wanted.keys()) {
      const name = classes?.classOf(resource);
      if (name === undefined) classless.push(resource);
      else named.set(resource, name);
      if (checkpoint.due()) yield;
    }
    return new ExtendedDemand(spec, wanted, named, classless);
  }

  /** True when pods want no extended resource at all. */
  get isEmpty(): boolean {
    return this.#wanted.size === 0;
  }

  /** True when DRA can serve some of it: such a pod gets a claim where no device plugin does. */
  get mayNeedClaim(): boolean {
    return this.#classes.size > 0;
  }

  /**
   * The share of DRA on a node. A device plugin serves what the node has any of; what other pods took of that is unknown here, so only a
   * node that could never do is rejected. `hasClaims` reports whether the pod has claims of its own.
   */
  *on({ status: { allocatable } }: Node, hasClaims: boolean, checkpoint: Checkpoint = UNLIMITED): Incremental<NodeShare> {
    const plugged = yield* this.#plugged(allocatable ?? NOTHING, checkpoint);
    if (typeof plugged === 'string') return { refusal: plugged };
    // A node that tells nothing of what it can allocate is one that someone sketched for devices.
    const isTold = this.mayNeedClaim || allocatable !== undefined;
    const missing = isTold ? this.#classless.find((resource) => !plugged.has(resource)) : undefined;
    if (missing !== undefined) {
      return { refusal: `${wants(missing, this.#wanted.get(missing))}, the node has none, and DRA does not serve it` };
    }
    const needsNone = plugged.size === this.#wanted.size;
    const key = JSON.stringify([...plugged]);
    const share = this.#shares.get(key) ?? (yield* this.#without(plugged, key, checkpoint));
    // Beside claims of the pod the scheduler also makes one for extended resources where device plugins serve them all.
    return this.mayNeedClaim && needsNone && hasClaims ? { ...share, hasEmptyClaim: true } : share;
  }

  /** The resources that a device plugin serves on a node, or why it cannot. */
  *#plugged(allocatable: ResourceList, checkpoint: Checkpoint): Incremental<ReadonlySet<string> | string> {
    const plugged = new Set<string>();
    for (const resource of this.#offered(allocatable)) {
      if (checkpoint.due()) yield;
      const [wanted, offered] = [this.#wanted.get(resource), allocatable.get(resource)?.value()];
      if (wanted === undefined || offered === undefined || (offered === 0n && this.#classes.has(resource))) continue;
      if (offered < wanted) return `${wants(resource, wanted)}, the device plugin of the node has ${offered}`;
      plugged.add(resource);
    }
    return plugged;
  }

  /** The resources that are both requested and there are among these, sorted: those of the shorter list. */
  #offered(allocatable: ResourceList): Iterable<string> {
    return (allocatable.size < this.#wanted.size ? allocatable : this.#wanted).keys();
  }

  *#without(plugged: ReadonlySet<string>, key: string, checkpoint: Checkpoint): Incremental<Share> {
    this.#requests ??= yield* allRequests(this.#spec, this.#classes, checkpoint);
    const left = yield* filtering(this.#requests, ({ resource }) => !plugged.has(resource), checkpoint);
    return entryIn(this.#shares, key, () => ({ requests: left.slice(0, MAX_REQUESTS).map(({ request }) => request) }));
  }
}

const NOTHING: ResourceList = new Map();

function wants(resource: string, amount = 0n): string {
  return `${START}${shorten(resource, 80)}: the pod wants ${amount}`;
}

/** A request and the resource that it is for: the requests for one do not depend on who serves another. */
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
  // Nobody asks for requests that none of the classes serves.
  if (classes.size === 0) return requests;
  for (const [resource, uses] of yield* usesOf(spec, checkpoint)) {
    if (checkpoint.due()) yield;
    const deviceClassName = classes.get(resource);
    if (deviceClassName === undefined) continue;
    for (const request of requestsFor(uses, resource, deviceClassName)) requests.push({ resource, request });
  }
  // Names are compared as strings: container-10 comes before container-2.
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
 * A request for each container that stays. Init containers that end may use what containers from theirs on will get; of what they still
 * lack, only the largest becomes a request, which all of them use in turn.
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
      // Backwards: of equal ones the first counts.
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

/** A rejection with advice for people: a resource that nobody serves is mostly one that is called otherwise. */
export function withResourceAdvice(refusal: string): string {
  return refusal.startsWith(START)
    ? `${refusal}: set it as extendedResourceName of a DeviceClass, or request one that a node or a DeviceClass has`
    : refusal;
}

const START = 'extended resource ';

/** The extended resource that a container asks for by a request. */
export interface ExtendedUse {
  readonly resource: string;
  /** The name of the container. */
  readonly container: string;
}

const extendedUses = new WeakMap<DeviceRequest, ExtendedUse>();

/** The extended resource that a request made here is for; undefined for other requests. */
export function extendedUseOf(request: DeviceRequest): ExtendedUse | undefined {
  return extendedUses.get(request);
}
