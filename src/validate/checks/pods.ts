// Parts of pods that several rules check.

import type { RuleContext } from '../rule.js';
import type { Field } from '../tree/field.js';
import { isHugePages, isPodResource, milliOf } from './resources.js';

/** The annotation of pods that the kubelet mirrors from a file. */
const MIRROR = 'kubernetes.io/config.mirror';

/** The words for a port out of the range. */
export const PORT_RANGE = 'must be between 1 and 65535, inclusive';

/** Returns whether a port has this number. */
export function isPortNumber(port: bigint): boolean {
  return port >= 1n && port <= 65535n;
}

/** The containers of a pod: those that run, then those that run before, then those for debugging. */
export function containersOf(spec: Field): readonly Field[] {
  return ['containers', 'initContainers', 'ephemeralContainers'].flatMap((list) => spec.child(list).items);
}

/** Returns whether this is the pod of a file on a node, as its annotation says; templates are not. */
export function isStatic(spec: Field, kind: string): boolean {
  return kind === 'Pod' && spec.parent?.child('metadata', 'annotations').map.has(MIRROR) === true;
}

/** The limits of a container, or of a pod, as they are given. */
export function limitsOf(owner: Field): Field {
  return owner.child('resources', 'limits');
}

/** The requests of a container, by name: in pods, limits are requests where none are given. Templates stay as they are. */
export function requestsOf(container: Field, kind: string): ReadonlyMap<string, Field> {
  const requests = container.child('resources', 'requests');
  const names = amountsIn(requests);
  if (kind !== 'Pod' || container.parent?.step === 'ephemeralContainers') return names;
  for (const limit of limitsOf(container).entries) {
    // The amount is the limit's, and the path that of the request which the API server fills in.
    if (!names.has(String(limit.step))) names.set(String(limit.step), requests.keyWith(String(limit.step), limit.value));
  }
  return names;
}

/** Amounts of resources by their names. */
type Amounts = ReadonlyMap<string, Field>;

/** Limits and requests of a container, or of a pod as a whole. */
export interface PodAmounts {
  readonly limits: Amounts;
  readonly requests: Amounts;
}

/** Since then the API server fills in more of what a pod has as a whole, and later, when it has decoded the pod. */
const FILLED_LATER_SINCE = 37;

/** The amounts of a list of resources by their names. */
export function amountsIn(list: Field): Map<string, Field> {
  return new Map(list.entries.map((amount) => [String(amount.step), amount]));
}

/**
 * The limits and requests of a pod as a whole with those that the API server fills in where some are given. Templates stay as they are, and pods on Windows
 * have none. Source: DefaultPodLevelResources in pkg/api/pod/util.go and, before 1.37, pkg/apis/core/v1/defaults.go.
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

/** Limits of huge pages are what containers have together. */
function fillPages(spec: Field, limits: Map<string, Field>, requests: Amounts): void {
  for (const name of containersThatRun(spec).flatMap((container) => [...limitsOf(container).map.keys()])) {
    if (isHugePages(name) && !limits.has(name) && !requests.has(name))
      limits.set(name, limitsOf(spec).keyWith(name, `${aggregateLimits(spec, name)}m`));
  }
}

/** Requests are what containers request together, or else the limits. */
function fillRequests(spec: Field, limits: Amounts, requests: Map<string, Field>): void {
  const list = spec.child('resources', 'requests');
  for (const name of ['cpu', 'memory']) {
    if (!requests.has(name) && containersThatRun(spec).some((container) => requestsOf(container, 'Pod').has(name)))
      requests.set(name, list.keyWith(name, `${aggregateRequests(spec, 'Pod', name)}m`));
  }
  for (const [name, limit] of limits) if (!requests.has(name) && isPodResource(name)) requests.set(name, list.keyWith(name, limit.value));
}

/** Limits that every container has are what containers have together, or the request where that is more. */
function fillLimits(spec: Field, limits: Map<string, Field>, requests: Amounts): void {
  for (const [name, { value, quantity }] of requests) {
    const isLimited = containersOf(spec).every((container) => limitsOf(container).map.has(name));
    if (!isLimited || !isPodResource(name) || limits.has(name)) continue;
    const together = aggregateLimits(spec, name);
    const isMore = quantity !== undefined && milliOf(quantity) > together;
    limits.set(name, limitsOf(spec).keyWith(name, isMore ? value : `${together}m`));
  }
}

function containersThatRun(spec: Field): readonly Field[] {
  return [...spec.child('containers').items, ...spec.child('initContainers').items];
}

/** The requests of all containers together, in thousandths. */
export function aggregateRequests(spec: Field, kind: string, resource: string): bigint {
  return aggregate(spec, (container) => requestsOf(container, kind).get(resource));
}

/** The limits of all containers together, in thousandths. */
export function aggregateLimits(spec: Field, resource: string): bigint {
  return aggregate(spec, (container) => limitsOf(container).key(resource));
}

/** The amounts of all containers together, in thousandths: of those that run, or of those that run before where that is more. */
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
  const together = running + sidecars;
  return most === undefined || together > most ? together : most;
}
