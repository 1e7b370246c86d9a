// Parts of pods that several rules look at.

import type { Field } from '../tree/field.js';
import { isPodResource, milliOf } from './resources.js';

/** The annotation of pods that the kubelet mirrors from a file. */
const MIRROR = 'kubernetes.io/config.mirror';

/** The containers of a pod: those that run, then those that run before, then those for debugging. */
export function containersOf(spec: Field): readonly Field[] {
  return ['containers', 'initContainers', 'ephemeralContainers'].flatMap((list) => spec.child(list).items);
}

/** Tells whether this is the pod of a file on a node, as its annotation says; templates are not. */
export function isStatic(spec: Field, kind: string): boolean {
  return kind === 'Pod' && spec.parent?.child('metadata', 'annotations').map.has(MIRROR) === true;
}

/** The limits of a container, or of a pod. */
export function limitsOf(owner: Field): Field {
  return owner.child('resources', 'limits');
}

/** The requests of a container, by name: in pods, limits are requests where none are given. Templates stay as they are. */
export function requestsOf(container: Field, kind: string): ReadonlyMap<string, Field> {
  const requests = container.child('resources', 'requests');
  const names = new Map(requests.entries.map((amount) => [String(amount.step), amount]));
  if (kind !== 'Pod' || container.parent?.step === 'ephemeralContainers') return names;
  for (const limit of limitsOf(container).entries) {
    // The amount is the limit's, and the path that of the request which the API server fills in.
    if (!names.has(String(limit.step))) names.set(String(limit.step), requests.keyWith(String(limit.step), limit.value));
  }
  return names;
}

/**
 * The requests of a pod as a whole, by name: where none are given, what its containers request together, or else its limits. Templates stay as
 * they are. Source: pkg/api/pod/util.go and, before 1.37, pkg/apis/core/v1/defaults.go.
 */
export function podRequestsOf(spec: Field, { kind, minor }: { readonly kind: string; readonly minor: number }): readonly Field[] {
  const requests = spec.child('resources', 'requests');
  const limits = limitsOf(spec).entries;
  const amounts = new Map(requests.entries.map((amount) => [String(amount.step), amount]));
  const isFilled = limits.length > 0 || (minor >= 37 && amounts.size > 0);
  if (kind !== 'Pod' || !isFilled) return [...amounts.values()];
  for (const name of ['cpu', 'memory']) {
    if (amounts.has(name) || !containersThatRun(spec).some((container) => requestsOf(container, kind).has(name))) continue;
    amounts.set(name, requests.keyWith(name, `${aggregateRequests(spec, kind, name)}m`));
  }
  for (const limit of limits) {
    const name = String(limit.step);
    if (!amounts.has(name) && isPodResource(name)) amounts.set(name, requests.keyWith(name, limit.value));
  }
  return [...amounts.values()];
}

function containersThatRun(spec: Field): readonly Field[] {
  return [...spec.child('containers').items, ...spec.child('initContainers').items];
}

/** The requests of all containers together, in thousandths: of those that run, or of those that run before where that is more. */
export function aggregateRequests(spec: Field, kind: string, resource: string): bigint {
  const requestOf = (container: Field): bigint | undefined => {
    const quantity = requestsOf(container, kind).get(resource)?.quantity;
    return quantity === undefined ? undefined : milliOf(quantity);
  };
  let running = 0n;
  for (const container of spec.child('containers').items) running += requestOf(container) ?? 0n;
  let sidecars = 0n;
  let most: bigint | undefined;
  for (const container of spec.child('initContainers').items) {
    const request = requestOf(container);
    if (request === undefined) continue;
    const isSidecar = container.child('restartPolicy').text === 'Always';
    const before = sidecars + request;
    if (isSidecar) sidecars = before;
    if (most === undefined || before > most) most = before;
  }
  const together = running + sidecars;
  return most === undefined || together > most ? together : most;
}
