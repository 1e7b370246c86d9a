// Parts of pods that several rules look at.

import type { Field } from './field.js';
import { milliOf } from './resources.js';

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

/** The requests of all containers together, in thousandths: of those that run, or of those that run before where that is more. */
export function aggregateRequests(spec: Field, kind: string, resource: string): bigint {
  const of = (container: Field): bigint => {
    const quantity = requestsOf(container, kind).get(resource)?.quantity;
    return quantity === undefined ? 0n : milliOf(quantity);
  };
  let running = 0n;
  for (const container of spec.child('containers').items) running += of(container);
  let sidecars = 0n;
  let most = 0n;
  for (const container of spec.child('initContainers').items) {
    const isSidecar = container.child('restartPolicy').text === 'Always';
    if (isSidecar) sidecars += of(container);
    const before = isSidecar ? sidecars : sidecars + of(container);
    if (before > most) most = before;
  }
  return running + sidecars > most ? running + sidecars : most;
}
