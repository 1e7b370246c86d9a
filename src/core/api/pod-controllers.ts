// Controllers of pods, as far as the scheduler reads them: the pods that they select. Source: core/v1 ReplicationController, and apps/v1
// ReplicaSet and StatefulSet.

import { type DecodedBy, type LargeDecoder, map, object, optional, string } from './decoder.js';
import { labelSelector } from './label-selector.js';
import { objectMeta } from './meta.js';
import { otherKind } from './version.js';

const lenient = { lenient: true } as const;

const controller = object({ metadata: objectMeta, spec: object({ selector: optional(labelSelector) }, lenient) }, lenient);
const replicationController = object({ metadata: objectMeta, spec: object({ selector: map(string) }, lenient) }, lenient);

/** A ReplicaSet or a StatefulSet. */
export interface PodController extends DecodedBy<typeof controller> {}

export interface ReplicationController extends DecodedBy<typeof replicationController> {}

/** Decodes ReplicaSets, also in increments. Unknown fields are ignored. */
export const replicaSetKind: LargeDecoder<PodController> = otherKind('ReplicaSet', controller);

/** Decodes StatefulSets, also in increments. Unknown fields are ignored. */
export const statefulSetKind: LargeDecoder<PodController> = otherKind('StatefulSet', controller);

/** Decodes ReplicationControllers, also in increments. Unknown fields are ignored. */
export const replicationControllerKind: LargeDecoder<ReplicationController> = otherKind('ReplicationController', replicationController);
