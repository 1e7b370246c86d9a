// Finds the parts of pods that several rules check.

import type { RuleContext } from '../rule.js';
import type { Field } from '../tree/field.js';
import { isHugePages, isPodResource, milliOf } from './resources.js';

/** The annotation of pods that the kubelet mirrors from a file. */
const MIRROR = 'kubernetes.io/config.mirror';

/** The message for a port out of range. */
export const PORT_RANGE = 'must be between 1 and 65535, inclusive';

/** Returns whether a number is a valid port. */
export function isPortNumber(port: bigint): boolean {
  return port >= 1n && port <= 65535n;
}

/** Returns the containers of a pod: regular containers, then init containers, then ephemeral containers. */
export function containersOf(spec: Field): readonly Field[] {
  return ['containers', 'initContainers', 'ephemeralContainers'].flatMap((list) => spec.child(list).items);
}

/** Returns whether an annotation marks the pod as the mirror of a static pod. Templates are not static pods. */
export function isStatic(spec: Field, kind: string): boolean {
  return kind === 'Pod' && spec.parent?.child('metadata', 'annotations').map.has(MIRROR) === true;
}

/** Returns the limits of a container or of a pod. */
export function limitsOf(owner: Field): Field {
  return owner.child('resources', 'limits');
}

/** Returns the requests of a container by resource name. In pods, limits without a request become requests. Templates are not changed. */
export function requestsOf(container: Field, kind: string): ReadonlyMap<string, Field> {
  const requests = container.child('resources', 'requests');
  const names = amountsIn(requests);
  if (kind !== 'Pod' || container.parent?.step === 'ephemeralContainers') return names;
  for (const limit of limitsOf(container).entries) {
    // The amount comes from the limit, and the path from the request that the API server fills in.
    if (!names.has(String(limit.step))) names.set(String(limit.step), requests.keyWith(String(limit.step), limit.value));
  }
  return names;
}

type Amounts = ReadonlyMap<string, Field>;

/** Limits and requests of a container, or of a pod as a whole. */
export interface PodAmounts {
  readonly limits: Amounts;
  readonly requests: Amounts;
}

/** Since this release, the API server fills in more pod-level resources, and does so after it has decoded the pod. */
const FILLED_LATER_SINCE = 37;

/** Returns the amounts of a resource list, by name. */
export function amountsIn(list: Field): Map<string, Field> {
  return new Map(list.entries.map((amount) => [String(amount.step), amount]));
}

/**
 * Returns pod-level limits and requests, with the defaults that the API server adds if some are set.
 * Templates have no defaults, and pods on Windows have no pod-level resources. Source:
 * DefaultPodLevelResources in pkg/api/pod/util.go and, before 1.37, pkg/apis/core/v1/defaults.go.
 */
export function podAmountsOf(spec: Field, { kind, minor }: Pick<RuleContext, 'kind' | 'minor'>): PodAmounts {
  if (spec.child('os', 'name').text === 'windows') return { limits: new Map(), requests: new Map() };
  const [limits, requests] = [amountsIn(limitsOf(spec)), amountsIn(spec.child('resources', 'requests'))];
  if (kind !== 'Pod' || limits.size + requests.size === 0) return { limits, requests };
  fillPages(spec, limits, requests);
  if (limits.size > 0 || minor >= FILLED_LATER_SINCE) fillRequests(spec, limits, requests);
  if (minor >= FILLED_LATER_SINCE) fillLimits(spec, limits, requests);
  return { limits, requests };
}

/** Pod-level limits of huge pages default to the aggregate of the container limits. */
function fillPages(spec: Field, limits: Map<string, Field>, requests: Amounts): void {
  for (const name of containersThatRun(spec).flatMap((container) => [...limitsOf(container).map.keys()])) {
    if (isHugePages(name) && !limits.has(name) && !requests.has(name))
      limits.set(name, limitsOf(spec).keyWith(name, `${aggregateLimits(spec, name)}m`));
  }
}

/** Pod-level requests default to the aggregate of the container requests, or else to the limits. */
function fillRequests(spec: Field, limits: Amounts, requests: Map<string, Field>): void {
  const list = spec.child('resources', 'requests');
  for (const name of ['cpu', 'memory']) {
    if (!requests.has(name) && containersThatRun(spec).some((container) => requestsOf(container, 'Pod').has(name)))
      requests.set(name, list.keyWith(name, `${aggregateRequests(spec, 'Pod', name)}m`));
  }
  for (const [name, limit] of limits) if (!requests.has(name) && isPodResource(name)) requests.set(name, list.keyWith(name, limit.value));
}

/** If every container has a limit, the pod-level limit defaults to their aggregate, or to the request if it is greater. */
function fillLimits(spec: Field, limits: Map<string, Field>, requests: Amounts): void {
  for (const [name, { value, quantity }] of requests) {
    const isLimited = containersOf(spec).every((container) => limitsOf(container).map.has(name));
    if (!isLimited || !isPodResource(name) || limits.has(name)) continue;
    const aggregateLimit = aggregateLimits(spec, name);
    const isMore = quantity !== undefined && milliOf(quantity) > aggregateLimit;
    limits.set(name, limitsOf(spec).keyWith(name, isMore ? value : `${aggregateLimit}m`));
  }
}

function containersThatRun(spec: Field): readonly Field[] {
  return [...spec.child('containers').items, ...spec.child('initContainers').items];
}

/** Returns the aggregate of the requests of all containers, in thousandths. */
export function aggregateRequests(spec: Field, kind: string, resource: string): bigint {
  return aggregate(spec, (container) => requestsOf(container, kind).get(resource));
}

/** Returns the aggregate of the limits of all containers, in thousandths. */
export function aggregateLimits(spec: Field, resource: string): bigint {
  return aggregate(spec, (container) => limitsOf(container).key(resource));
}

/** Returns the amount that all containers need, in thousandths: regular containers and sidecars together, or an init container if it needs more. */
function aggregate(spec: Field, amountOf: (container: Field) => Field | undefined): bigint {
  const milliOfContainer = (container: Field): bigint | undefined => {
    const quantity = amountOf(container)?.quantity;
    return quantity === undefined ? undefined : milliOf(quantity);
  };
  let running = 0n;
  for (const container of spec.child('containers').items) running += milliOfContainer(container) ?? 0n;
  let sidecars = 0n;
  let most: bigint | undefined;
  for (const container of spec.child('initContainers').items) {
    const amount = milliOfContainer(container);
    if (amount === undefined) continue;
    const isSidecar = container.child('restartPolicy').text === 'Always';
    const before = sidecars + amount;
    if (isSidecar) sidecars = before;
    if (most === undefined || before > most) most = before;
  }
  const concurrentTotal = running + sidecars;
  return most === undefined || concurrentTotal > most ? concurrentTotal : most;
}
