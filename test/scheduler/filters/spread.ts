// Makes pods with labels and topology spread constraints, and the objects that own pods, for tests.

import { DecodeContext } from '../../../src/core/api/context.js';
import { decodePod, type Pod } from '../../../src/core/api/pod.js';
import { replicaSetKind, replicationControllerKind, statefulSetKind } from '../../../src/core/api/pod-controllers.js';
import { serviceKind } from '../../../src/core/api/service.js';
import type { Json } from '../../../src/core/base/json.js';
import type { PodOwners } from '../../../src/scheduler/filters/default-selector.js';

export const ZONE = 'topology.kubernetes.io/zone';

/** A pod with labels. */
export function labelled(labels: object, spec: object = {}, metadata: object = {}): Pod {
  return decodePod({ metadata: { name: 'p', namespace: 'ns', labels, ...metadata }, spec } as Json, new DecodeContext());
}

/** A constraint that selects the pods of app web in each zone. */
export function constraint(fields: object = {}): object {
  const labelSelector = { matchLabels: { app: 'web' } };
  return { maxSkew: 1, topologyKey: ZONE, whenUnsatisfiable: 'DoNotSchedule', labelSelector, ...fields };
}

type Owner = readonly [name: string, selector?: object];

/** The owners in namespace ns. */
export function ownersOf(all: { services?: Owner[]; replicationController?: Owner; replicaSet?: Owner; statefulSet?: Owner }): PodOwners {
  const json = ([name, selector]: Owner): Json => ({ metadata: { name, namespace: 'ns' }, spec: { selector } }) as unknown as Json;
  const find =
    <T>(owner: Owner | undefined, { decode }: { decode(value: Json, context: DecodeContext): T }) =>
    (namespace: string, name: string): T | undefined =>
      owner === undefined || namespace !== 'ns' || name !== owner[0] ? undefined : decode(json(owner), new DecodeContext());
  return {
    servicesIn: (namespace) =>
      namespace === 'ns' ? (all.services ?? []).map((each) => serviceKind.decode(json(each), new DecodeContext())) : [],
    replicationController: find(all.replicationController, replicationControllerKind),
    replicaSet: find(all.replicaSet, replicaSetKind),
    statefulSet: find(all.statefulSet, statefulSetKind),
  };
}
