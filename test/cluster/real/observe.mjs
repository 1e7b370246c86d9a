// Waits until the scheduler and the controllers are idle, and records a picture of the cluster.

import { setTimeout as sleep } from 'node:timers/promises';
import { extendedClaimOf } from './extended.mjs';

/** @typedef {import('./api.mjs').KubeObject} KubeObject */
/** @typedef {import('./api.mjs').ApiClient} ApiClient */

/**
 * The outcome for a pod. Without a verdict the scheduler has not tried it yet.
 * @typedef {{ kind: 'placed', node: string } | { kind: 'waiting', node: string } | { kind: 'refused', message: string }} Verdict
 */
/** A pod with its claims in their order, and last the claim for extended resources. Undefined: the claim does not exist.
 * @typedef {{ object: KubeObject, claims: (KubeObject | undefined)[], verdict: Verdict | undefined }} ObservedPod
 */
/** @typedef {{ pods: ObservedPod[], claims: KubeObject[], others: KubeObject[] }} Picture */

/** A cluster without changes for this long will not change. The scheduler retries a rejected pod after a second or more if an event calls for it. */
const QUIET_MILLISECONDS = { placed: 400, refused: 1600 };

/** Namespace and name.
 * @param {KubeObject} object
 */
export function keyOf({ metadata }) {
  return `${metadata.namespace}/${metadata.name}`;
}

/**
 * Waits until every pod has a verdict, the cluster no longer changes, and `isReached` holds. Returns the last picture after 30 seconds.
 * @param {ApiClient} api
 * @param {(picture: Picture) => boolean} isReached
 * @param {ReadonlySet<string>} untried the names of pods that the scheduler does not try
 */
export async function settle(api, isReached, untried) {
  const end = Date.now() + 30_000;
  let versions = '';
  let since = Date.now();
  for (;;) {
    const [pods, claims] = [await api.list('Pod'), await api.list('ResourceClaim')];
    const observed = pods.map((pod) => observePod(pod, claims));
    const now = [...pods, ...claims].map(({ metadata }) => `${metadata.uid} ${metadata.resourceVersion}`).join();
    if (now !== versions) [versions, since] = [now, Date.now()];
    const isCalm = observed.every(({ verdict }) => verdict?.kind === 'placed');
    const quiet = Date.now() - since > (isCalm ? QUIET_MILLISECONDS.placed : QUIET_MILLISECONDS.refused);
    const picture = { pods: observed, claims };
    const isKnown = observed.every(({ object, verdict }) => verdict !== undefined || untried.has(object.metadata.name));
    if ((quiet && isKnown && isReached({ ...picture, others: [] })) || Date.now() > end) {
      return { ...picture, others: await listOthers(api) };
    }
    await sleep(100);
  }
}

/** @param {ApiClient} api */
async function listOthers(api) {
  const kinds = ['Node', 'DeviceClass', 'DeviceTaintRule', 'ResourceSlice'];
  return (await Promise.all(kinds.map((kind) => api.list(kind)))).flat();
}

/**
 * @param {KubeObject} pod
 * @param {readonly KubeObject[]} all
 * @returns {ObservedPod}
 */
function observePod(pod, all) {
  const made = new Map(
    (pod.status?.resourceClaimStatuses ?? []).map((/** @type {any} */ status) => [status.name, status.resourceClaimName]),
  );
  const named = (pod.spec.resourceClaims ?? []).map(
    (/** @type {any} */ reference) => reference.resourceClaimName ?? made.get(reference.name),
  );
  const extended = extendedClaimOf(pod);
  const claims = [...named, ...(extended === undefined ? [] : [extended])].map((name) =>
    all.find(({ metadata }) => metadata.name === name && metadata.namespace === pod.metadata.namespace),
  );
  return { object: pod, claims, verdict: verdictOf(pod, claims) };
}

/**
 * @param {KubeObject} pod
 * @param {readonly (KubeObject | undefined)[]} claims
 * @returns {Verdict | undefined}
 */
function verdictOf(pod, claims) {
  if (pod.spec.nodeName) return { kind: 'placed', node: pod.spec.nodeName };
  const waiting = claims.length > 0 && claims.every((claim) => isReservedFor(claim, pod));
  const node = pod.status?.nominatedNodeName;
  if (waiting && node) return { kind: 'waiting', node };
  const condition = pod.status?.conditions?.find((/** @type {any} */ { type, status }) => type === 'PodScheduled' && status === 'False');
  return condition === undefined ? undefined : { kind: 'refused', message: `${condition.reason}: ${condition.message}` };
}

/**
 * @param {KubeObject | undefined} claim
 * @param {KubeObject} pod
 */
function isReservedFor(claim, pod) {
  return (
    claim?.status?.allocation !== undefined && claim.status.reservedFor?.some((/** @type {any} */ { uid }) => uid === pod.metadata.uid)
  );
}
