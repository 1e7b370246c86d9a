// Edits that lower the resource requests of containers, to the free amount or proportionally.

import type { Container } from '../../../core/api/container.js';
import type { Incremental } from '../../../core/base/incremental.js';
import type { PathStep } from '../../../core/base/json.js';
import type { Quantity } from '../../../core/quantity/quantity.js';
import { isQuantity, parseQuantity } from '../../../core/quantity/quantity.js';
import { amountOf, type Shortage, shortages } from '../../../scheduler/filters/node-resources-fit.js';
import { containerRequests, isPodLevelResource } from '../../../scheduler/filters/pod-requests.js';
import { isCountedInBytes, isHugePages } from '../../../scheduler/filters/resource.js';
import { isExtendedResource } from '../../../scheduler/pods/extended-resources.js';
import type { Change } from '../change.js';
import type { Edit } from '../edit.js';
import { MOST } from './bounds.js';
import type { PodSubject } from './pod-subject.js';

const LISTS = ['initContainers', 'containers'] as const;
const MEBIBYTE = 1n << 20n;
const GIBIBYTE = 1n << 30n;
/** From this size on, amounts are rounded to gibibytes. */
const MANY_BYTES = 16n * GIBIBYTE;

/** Returns the resources that the node has too little of for the pod, up to a limit. */
export function* shortagesOf({ filled, info, on: { context }, checkpoint }: PodSubject): Incremental<readonly Shortage[]> {
  return (yield* shortages(filled, info, context, checkpoint)).slice(0, MOST.resources);
}

/** Returns the edits that lower a request; the edits of one container form a ladder from the least change to the most. */
export function* podAmountEdits(subject: PodSubject, lacking: readonly Shortage[]): Incremental<readonly (readonly Edit[])[]> {
  const ladders: (readonly Edit[])[] = [];
  for (const shortage of lacking) {
    if (ladders.length >= MOST.editsOfAmounts) break;
    const { resource } = shortage;
    const whole = subject.pod.spec.resources?.requests.get(resource);
    if (whole !== undefined && subject.on.context.features.podLevelResources) {
      ladders.push(yield* ofPod(subject, shortage, whole));
      continue;
    }
    for (const one of yield* containersOf(subject, resource))
      ladders.push(amountsBelow(countOf(resource, one.before), shortage).map((amount) => lowered(subject, one, amount)));
  }
  return ladders.slice(0, MOST.editsOfAmounts);
}

/**
 * Returns edits that lower requests for extended resources that a class serves, as ladders. If a device plugin of the node
 * serves the resource, only removing the whole request helps. The scheduler cannot bind a pod whose claim has no requests.
 */
export function* servedAmountEdits(subject: PodSubject): Incremental<readonly (readonly Edit[])[]> {
  const { context } = subject.on;
  if (!context.features.extendedResource) return [];
  const allocatable = subject.info.node.status.allocatable;
  const ladders: (readonly Edit[])[] = [];
  for (const resource of yield* servedResources(subject)) {
    if (ladders.length >= MOST.editsOfAmounts) break;
    const isPlugged = (allocatable?.get(resource)?.sign() ?? 0) > 0;
    for (const one of yield* containersOf(subject, resource)) {
      const most = one.before.value() > MOST.servedDevices ? MOST.servedDevices : one.before.value() - 1n;
      const amounts = isPlugged ? [0n] : Array.from({ length: Math.max(0, Number(most) + 1) }, (_, less) => most - BigInt(less));
      ladders.push(amounts.map((amount) => lowered(subject, one, amount)));
    }
  }
  return ladders.slice(0, MOST.editsOfAmounts);
}

/** Returns the extended resources of containers that a class serves, up to a limit. */
function* servedResources({ pod, on: { context }, checkpoint }: PodSubject): Incremental<readonly string[]> {
  const served = new Set<string>();
  for (const { requests } of [...pod.spec.initContainers, ...pod.spec.containers]) {
    if (checkpoint.due()) yield;
    for (const name of requests.keys()) {
      if (served.size >= MOST.resources) return [...served];
      if (context.classes.classOf(name) !== undefined && isExtendedResource(name)) served.add(name);
      if (checkpoint.due()) yield;
    }
  }
  return [...served];
}

/** Pod-level requests must cover the containers: if that is too much, each container requests its share. */
function* ofPod(subject: PodSubject, shortage: Shortage, whole: Quantity): Incremental<readonly Edit[]> {
  const { pod, target, checkpoint } = subject;
  const { resource } = shortage;
  const least = isPodLevelResource(resource) ? countOf(resource, (yield* containerRequests(pod, {}, checkpoint)).get(resource)) : 0n;
  const requested = yield* containersOf(subject, resource);
  const path = ['spec', 'resources', 'requests', resource];
  return amountsBelow(countOf(resource, whole), shortage).map((amount) => {
    const [to, json] = written(resource, amount);
    const change: Change = { target, operation: { op: 'replace', path, value: to, json } };
    const text = textOf(resource, to, whole, 'for the pod as a whole');
    if (amount >= least) return edit(text, [change], amount);
    const shares = requested.map((one) => lowered(subject, one, (countOf(resource, one.before) * amount) / least));
    return {
      ...edit(
        `${text}, and lower the requests of its containers in proportion`,
        [change, ...shares.flatMap(({ changes }) => changes)],
        amount,
      ),
      effects: shares.flatMap(({ effects = [] }) => effects),
    };
  });
}

/** Returns the containers that request a resource, up to a limit. */
function* containersOf({ pod, checkpoint }: PodSubject, resource: string): Incremental<readonly Requested[]> {
  const found: Requested[] = [];
  for (const list of LISTS) {
    for (const [place, container] of pod.spec[list].entries()) {
      if (found.length >= MOST.containers) return found;
      const before = container.requests.get(resource);
      if (before !== undefined) found.push({ container, path: ['spec', list, place], resource, before });
      if (checkpoint.due()) yield;
    }
  }
  return found;
}

/** The amount of a resource that a container requests. */
interface Requested {
  readonly container: Container;
  readonly path: readonly PathStep[];
  readonly resource: string;
  readonly before: Quantity;
}

function lowered(subject: PodSubject, { container, path, resource, before }: Requested, amount: bigint): Edit {
  const [to, json] = written(resource, amount);
  const { changes, effects } = requesting(subject, container, path, { resource, to, json });
  return { ...edit(textOf(resource, to, before, `in container ${container.name}`), changes, amount), effects };
}

/** Returns smaller amounts for a request: the amount without the excess, and an amount in proportion to the free amount. */
function amountsBelow(amount: bigint, { resource, needed, free }: Shortage): readonly bigint[] {
  const room = free < 0n ? 0n : free;
  const amounts = [amount - (needed - room), (amount * room) / needed];
  const rounded = amounts.flatMap((one) => (one < 0n ? [] : [roundedDown(resource, one)]));
  return [...new Set(rounded)].filter((one) => one < amount).sort((left, right) => (left < right ? 1 : -1));
}

/** Rounds an amount as a person would: to whole huge pages, to mebibytes, or to gibibytes for large amounts. */
function roundedDown(resource: string, amount: bigint): bigint {
  if (!isCountedInBytes(resource)) return amount;
  const unit = isHugePages(resource) ? pageSize(resource) : amount >= MANY_BYTES ? GIBIBYTE : amount >= MEBIBYTE ? MEBIBYTE : 1n;
  return amount - (amount % unit);
}

function pageSize(resource: string): bigint {
  const text = resource.slice(resource.indexOf('-') + 1);
  const size = isQuantity(text) ? parseQuantity(text).value() : 0n;
  return size > 0n ? size : 1n;
}

function requesting(
  { target }: PodSubject,
  { ownRequests, limits }: Container,
  path: readonly PathStep[],
  { resource, to, json }: { readonly resource: string; readonly to: Quantity; readonly json: string },
): Required<Pick<Edit, 'changes' | 'effects'>> {
  const replacing = (list: 'requests' | 'limits'): Change => ({
    target,
    operation: { op: 'replace', path: [...path, list, resource], value: to, json },
  });
  const mustBeEqual = isExtendedResource(resource) || isHugePages(resource);
  // Requests and limits of these resources must be equal.
  if (mustBeEqual && limits.has(resource))
    return ownRequests.has(resource)
      ? { changes: [replacing('requests'), replacing('limits')], effects: [] }
      : { changes: [replacing('limits')], effects: [replacing('requests')] };
  if (ownRequests.has(resource)) return { changes: [replacing('requests')], effects: [] };
  const isFirst = ownRequests.size === 0;
  return { changes: [{ target, operation: { op: 'add', path: [...path, 'requests', resource], value: to, json, isFirst } }], effects: [] };
}

function edit(text: string, changes: readonly Change[], amount: bigint): Edit {
  return { kind: 'amount', by: 'author', text, loss: 0, changes, givesUp: amount === 0n };
}

function textOf(resource: string, to: Quantity, from: Quantity, where: string): string {
  return `${to.sign() === 0 ? `request no ${resource}` : `request ${to} of ${resource} instead of ${from}`} ${where}`;
}

function written(resource: string, amount: bigint): readonly [Quantity, string] {
  const quantity = amountOf(resource, amount);
  return [quantity, quantity.toString()];
}

function countOf(resource: string, amount: Quantity | undefined): bigint {
  return (resource === 'cpu' ? amount?.milliValue() : amount?.value()) ?? 0n;
}
