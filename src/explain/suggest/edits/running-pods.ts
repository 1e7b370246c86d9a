// Edits that delete a running pod that uses the resources or ports the pod needs. Its claims keep their devices; another edit frees them.

import { objectName } from '../../../core/api/meta.js';
import type { Pod } from '../../../core/api/pod.js';
import { UNLIMITED } from '../../../core/base/checkpoint.js';
import { type Incremental, inOneGo } from '../../../core/base/incremental.js';
import { largestOf } from '../../../core/base/lists.js';
import { sorting } from '../../../core/base/sorting.js';
import { inList } from '../../../core/base/words.js';
import { type HostPort, hostPorts, UsedPorts } from '../../../scheduler/filters/host-ports.js';
import type { PodInfo } from '../../../scheduler/filters/node-info.js';
import { amountOf, type Shortage } from '../../../scheduler/filters/node-resources-fit.js';
import type { ResourceAmounts } from '../../../scheduler/filters/resource.js';
import type { Edit } from '../edit.js';
import type { RunningPod } from '../pod-trial.js';
import { MOST } from './bounds.js';
import type { PodSubject } from './pod-subject.js';

/** Pods of these owners return after deletion. */
const RETURNING: readonly string[] = ['DaemonSet', 'Node'];

/** A pod that could be deleted, and the resources that this frees. */
interface Taker {
  readonly pod: Pod;
  readonly taken: readonly { readonly shortage: Shortage; readonly amount: bigint }[];
  readonly ports: readonly string[];
  /** True if deleting this pod alone is enough. */
  readonly suffices: boolean;
  /** The largest fraction of a shortage that the pod uses. */
  readonly size: number;
}

/** Returns the edits that delete a pod; the smallest pod that is enough comes first. */
export function* runningPodEdits(subject: PodSubject, lacking: readonly Shortage[]): Incremental<readonly Edit[]> {
  const { info, filled, on, checkpoint } = subject;
  const isFull = !info.isUnlimited && info.podInfos.length >= info.allowedPods;
  const taken = (yield* hostPorts(filled, checkpoint)).filter((port) => info.usedPorts.holderOf(port) !== undefined);
  const ports = taken.slice(0, MOST.ports);
  if (lacking.length === 0 && ports.length === 0 && !isFull) return [];
  const found: Taker[] = [];
  for (const one of [...on.running(info.node.metadata.name)]) {
    if (checkpoint.due()) yield;
    if (comesBack(one.pod)) continue;
    const taker = takerOf(one, lacking, ports);
    if (isFull || taker.size > 0) found.push(taker);
  }
  const ordered = (yield* sorting(found, compareTakers, checkpoint)).slice(0, MOST.pods);
  return ordered.map((taker, place) => deletion(taker, place));
}

function takerOf({ pod, info }: RunningPod, lacking: readonly Shortage[], neededPorts: readonly HostPort[]): Taker {
  const taken = lacking
    .map((shortage) => ({ shortage, amount: amountIn(info.requested, shortage.resource) }))
    .filter(({ amount }) => amount > 0n);
  const ports = portsHeld(info, neededPorts);
  const shares = taken.map(({ shortage, amount }) => Number(amount) / Number(shortage.needed - shortage.free));
  const suffices = taken.length === lacking.length && ports.length === neededPorts.length && shares.every((share) => share >= 1);
  return { pod, taken, ports, suffices, size: largestOf(shares, ports.length) };
}

function amountIn({ milliCpu, memory, ephemeralStorage, scalars }: ResourceAmounts, resource: string): bigint {
  switch (resource) {
    case 'cpu':
      return milliCpu;
    case 'memory':
      return memory;
    case 'ephemeral-storage':
      return ephemeralStorage;
    default:
      return scalars.get(resource) ?? 0n;
  }
}

function portsHeld({ name, hostPorts: usedPorts }: PodInfo, ports: readonly HostPort[]): readonly string[] {
  if (usedPorts.length === 0 || ports.length === 0) return [];
  const used = inOneGo(new UsedPorts().with([{ name, hostPorts: usedPorts }], UNLIMITED));
  return ports.flatMap((port) => (used.holderOf(port) === undefined ? [] : [port.port]));
}

/** Sorts pods: pods that are enough first, smallest first; then the others, largest first. */
function compareTakers(left: Taker, right: Taker): number {
  if (left.suffices !== right.suffices) return left.suffices ? -1 : 1;
  return left.suffices ? left.size - right.size : right.size - left.size;
}

/** Returns whether a deleted pod is created again on its node. */
export function comesBack({ metadata }: Pod): boolean {
  return metadata.ownerReferences.some(({ kind }) => RETURNING.includes(kind));
}

function deletion({ pod, taken, ports }: Taker, place: number): Edit {
  const amounts = taken.map(({ shortage: { resource }, amount }) => `${amountOf(resource, amount)} of ${resource}`);
  const all = [...amounts, ...ports.map((port) => `port ${port}`)].slice(0, MOST.namedPods);
  const what = all.length === 0 ? 'a pod slot' : inList(all);
  return {
    kind: 'delete',
    by: 'admin',
    text: `delete pod ${objectName(pod.metadata)}, which uses ${what}`,
    loss: place,
    changes: [{ target: { kind: 'Pod', object: pod }, operation: { op: 'delete', path: [] } }],
  };
}
