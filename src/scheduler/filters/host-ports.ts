// Tracks the host ports that pods occupy on a node. Source: HostPortInfo in framework/types.go of k8s.io/kube-scheduler v0.37.1 and
// GetHostPorts in pkg/scheduler/util of Kubernetes 1.37.1.

import type { Container } from '../../core/api/container.js';
import type { Pod } from '../../core/api/pod.js';
import { compareBytes } from '../../core/base/byte-order.js';
import { type Checkpoint, UNLIMITED } from '../../core/base/checkpoint.js';
import { type Incremental, inOneGo } from '../../core/base/incremental.js';
import { LargeMap, numberOfText } from '../../core/base/large-map.js';
import { isShortLived } from '../pods/extended-resources.js';

/** A port that a pod occupies on its node, on one address or, with `0.0.0.0`, on all addresses. */
export interface HostPort {
  readonly ip: string;
  /** Protocol and number, such as `TCP/80`. */
  readonly port: string;
}

const ALL_ADDRESSES = '0.0.0.0';
/** The key of the first pod on any address. */
const ANY_ADDRESS = '*';

/** Returns the host ports of a pod. Init containers other than sidecars occupy no port. */
export function* hostPorts({ spec: { initContainers, containers } }: Pod, checkpoint: Checkpoint): Incremental<readonly HostPort[]> {
  const ports: HostPort[] = [];
  for (let index = 0; index < initContainers.length + containers.length; index++) {
    const isInit = index < initContainers.length;
    const container = (isInit ? initContainers[index] : containers[index - initContainers.length]) as Container;
    if (checkpoint.due()) yield;
    if (isInit && isShortLived(container)) continue;
    for (const { hostIP, protocol, hostPort } of container.ports) {
      if (hostPort > 0) ports.push({ ip: hostIP || ALL_ADDRESSES, port: `${protocol || 'TCP'}/${hostPort}` });
      if (checkpoint.due()) yield;
    }
  }
  return ports;
}

interface PortUse {
  readonly ip: string;
  /** The pod, as `namespace/name`. */
  readonly pod: string;
}

/** Up to this many uses of a port are searched linearly. */
const FEW_USES = 16;

/** The occupied ports of a node. Immutable. */
export class UsedPorts {
  readonly #uses: ReadonlyMap<string, readonly PortUse[]>;
  /** The first pod by name on each address, for queried ports with many uses. */
  readonly #holders = new Map<string, LargeMap<string, string>>();

  /** The number of uses. */
  readonly size: number;

  constructor(uses: ReadonlyMap<string, readonly PortUse[]> = new Map(), size = 0) {
    this.#uses = uses;
    this.size = size;
  }

  /** Returns the ports with the ports of more pods. */
  *with(
    pods: readonly { readonly name: string; readonly hostPorts: readonly HostPort[] }[],
    checkpoint: Checkpoint,
  ): Incremental<UsedPorts> {
    if (pods.every(({ hostPorts }) => hostPorts.length === 0)) return this;
    const uses = new Map<string, PortUse[]>();
    for (const [port, usesOfPort] of this.#uses) {
      uses.set(port, [...usesOfPort]);
      if (checkpoint.due()) yield;
    }
    for (const { name, hostPorts } of pods) {
      for (const { ip, port } of hostPorts) {
        const usesOfPort = uses.get(port);
        if (usesOfPort === undefined) uses.set(port, [{ ip, pod: name }]);
        else usesOfPort.push({ ip, pod: name });
        if (checkpoint.due()) yield;
      }
    }
    return new UsedPorts(uses, this.size + pods.reduce((sum, { hostPorts }) => sum + hostPorts.length, 0));
  }

  /** Returns the ports without the ports of a pod. */
  without({ name, hostPorts }: { readonly name: string; readonly hostPorts: readonly HostPort[] }): UsedPorts {
    if (hostPorts.length === 0) return this;
    const uses = new Map(this.#uses);
    for (const { port } of hostPorts) {
      const others = (uses.get(port) ?? []).filter(({ pod }) => pod !== name);
      if (others.length === 0) uses.delete(port);
      else uses.set(port, others);
    }
    return new UsedPorts(uses, this.size - hostPorts.length);
  }

  /** Returns whether `others` contains every use of these ports. Requires: one of the two was derived from the other. */
  isWithin(others: UsedPorts): boolean {
    if (this.size > others.size) return false;
    for (const [port, uses] of this.#uses) {
      const usesOfPort = others.#uses.get(port);
      if (usesOfPort === undefined) return false;
      if (usesOfPort !== uses && !uses.every((use) => usesOfPort.includes(use))) return false;
    }
    return true;
  }

  /** Returns the first pod by name that occupies a port on the same or an overlapping address. Returns undefined if the port is free. */
  holderOf({ ip, port }: HostPort): string | undefined {
    const uses = this.#uses.get(port);
    if (uses === undefined) return undefined;
    if (uses.length <= FEW_USES) return firstPod(uses.filter((use) => ip === ALL_ADDRESSES || use.ip === ALL_ADDRESSES || use.ip === ip));
    const holders = this.#holders.get(port) ?? inOneGo(this.#holdersOf(port, uses, UNLIMITED));
    if (ip === ALL_ADDRESSES) return holders.get(ANY_ADDRESS);
    const [onAll, onOwn] = [holders.get(ALL_ADDRESSES), holders.get(ip)];
    return onAll === undefined || onOwn === undefined ? (onAll ?? onOwn) : firstName(onAll, onOwn);
  }

  /** Prepares `holderOf` for a port with many uses. */
  *indexing(port: string, checkpoint: Checkpoint): Incremental<void> {
    const uses = this.#uses.get(port);
    if (uses !== undefined && uses.length > FEW_USES && !this.#holders.has(port)) yield* this.#holdersOf(port, uses, checkpoint);
  }

  *#holdersOf(port: string, uses: readonly PortUse[], checkpoint: Checkpoint): Incremental<LargeMap<string, string>> {
    const holders = new LargeMap<string, string>(numberOfText);
    const add = (ip: string, pod: string): void => holders.set(ip, firstName(pod, holders.get(ip) ?? pod));
    for (const { ip, pod } of uses) {
      add(ip, pod);
      add(ANY_ADDRESS, pod);
      if (checkpoint.due()) yield;
    }
    this.#holders.set(port, holders);
    return holders;
  }
}

function firstName(left: string, right: string): string {
  return compareBytes(left, right) <= 0 ? left : right;
}

function firstPod(uses: readonly PortUse[]): string | undefined {
  const [first, ...others] = uses.map(({ pod }) => pod);
  return first === undefined ? undefined : others.reduce(firstName, first);
}
