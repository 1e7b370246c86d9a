// Makes pods with labels and affinity to other pods, and nodes in zones, for tests.

import { DecodeContext } from '../../../src/core/api/context.js';
import { decodePod, type Pod } from '../../../src/core/api/pod.js';
import type { Json } from '../../../src/core/base/json.js';
import type { NodeInfo } from '../../../src/scheduler/filters/node-info.js';
import { info, node } from './objects.js';

/** A pod of an app, in namespace ns. */
export function podOf(app: string, affinity: object = {}, metadata: object = {}): Pod {
  const json = { metadata: { name: `${app}-0`, namespace: 'ns', labels: { app }, ...metadata }, spec: { affinity } };
  return decodePod(json as Json, new DecodeContext());
}

/** A term that selects the pods of an app in a zone. */
export function term(app: string, fields: object = {}): object {
  return { topologyKey: 'zone', labelSelector: { matchLabels: { app } }, ...fields };
}

/** Required affinity or anti-affinity of these terms. */
export const required = (...terms: object[]): object => ({ requiredDuringSchedulingIgnoredDuringExecution: terms });

/** Preferred affinity or anti-affinity of one term. */
export const preferred = (weight: number, podAffinityTerm: object): object => ({
  preferredDuringSchedulingIgnoredDuringExecution: [{ weight, podAffinityTerm }],
});

/** A node in a zone with pods; without a zone if it is empty. */
export function inZone(name: string, zone: string, pods: readonly Pod[] = []): NodeInfo {
  return info(node({ name, labels: zone === '' ? {} : { zone } }), pods);
}
