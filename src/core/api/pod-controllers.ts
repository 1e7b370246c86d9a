// Controllers of pods, as far as the scheduler and the disruption controller read them: the pods that they select, and their number. Source:
// core/v1 ReplicationController, and apps/v1 Deployment, ReplicaSet and StatefulSet.

import { type DecodedBy, type Decoder, int32, type LargeDecoder, map, object, optional, string, transform } from './decoder.js';
import { labelSelector } from './label-selector.js';
import { objectMeta } from './meta.js';
import { otherKind } from './version.js';

const lenient = { lenient: true } as const;

/** Decodes the number of pods, which is 1 by default. */
const replicas: Decoder<number> = transform(optional(int32), (count) => count ?? 1);

const controller = object({ metadata: objectMeta, spec: object({ replicas, selector: optional(labelSelector) }, lenient) }, lenient);
const replicationController = object({ metadata: objectMeta, spec: object({ replicas, selector: map(string) }, lenient) }, lenient);

/** A Deployment, a ReplicaSet or a StatefulSet. */
export interface PodController extends DecodedBy<typeof controller> {}

export interface ReplicationController extends DecodedBy<typeof replicationController> {}

/** Decodes Deployments, also in increments. Unknown fields are ignored. */
export const deploymentKind: LargeDecoder<PodController> = otherKind('Deployment', controller);

/** Decodes ReplicaSets, also in increments. Unknown fields are ignored. */
export const replicaSetKind: LargeDecoder<PodController> = otherKind('ReplicaSet', controller);

/** Decodes StatefulSets, also in increments. Unknown fields are ignored. */
export const statefulSetKind: LargeDecoder<PodController> = otherKind('StatefulSet', controller);

/** Decodes ReplicationControllers, also in increments. Unknown fields are ignored. */
export const replicationControllerKind: LargeDecoder<ReplicationController> = otherKind('ReplicationController', replicationController);
