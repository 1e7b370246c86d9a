// Objects that make pods: the parts that decide how many, and which claims and nodes they need. Source: apps/v1, batch/v1.

import type { Json } from '../base/json.js';
import type { DecodeContext } from './context.js';
import type { Decoder } from './decoder.js';
import { count32, object, optional, transform } from './decoder.js';
import type { ObjectMeta } from './meta.js';
import { objectMeta, objectMetaWithSource } from './meta.js';
import { type PodSpec, podSpec } from './pod.js';
import { decodeOther } from './version.js';

/** The kinds of {@link Workload}. */
export type WorkloadKind = keyof typeof workloads;

/** An owner of pods: Deployment, ReplicaSet, StatefulSet, DaemonSet, ReplicationController, Job, CronJob or PodTemplate. */
export interface Workload {
  readonly kind: string;
  readonly metadata: ObjectMeta;
  /** The number of pods that run side by side: replicas, or parallelism bounded by completions; 1 unless given. A DaemonSet has none: one for each node. */
  readonly replicas?: number;
  readonly template: { readonly metadata: ObjectMeta; readonly spec: PodSpec };
}

const lenient = { lenient: true } as const;

type Owned = Omit<Workload, 'kind'>;

const template = object({ metadata: objectMetaWithSource, spec: podSpec }, lenient);

/** Deployment and its like: as many pods as replicas say, 1 unless given. */
const replicated: Decoder<Owned> = transform(
  object({ metadata: objectMeta, spec: object({ replicas: optional(count32), template }, lenient) }, lenient),
  ({ metadata, spec }) => ({ metadata, replicas: spec.replicas ?? 1, template: spec.template }),
);

const perNode: Decoder<Owned> = transform(
  object({ metadata: objectMeta, spec: object({ template }, lenient) }, lenient),
  ({ metadata, spec }) => ({
    metadata,
    template: spec.template,
  }),
);

const jobSpec = transform(
  object({ parallelism: optional(count32), completions: optional(count32), template }, lenient),
  ({ parallelism = 1, completions = parallelism, template }) => ({ replicas: Math.min(parallelism, completions), template }),
);

const job: Decoder<Owned> = transform(object({ metadata: objectMeta, spec: jobSpec }, lenient), ({ metadata, spec }) => ({
  metadata,
  ...spec,
}));

const cronJob: Decoder<Owned> = transform(
  object({ metadata: objectMeta, spec: object({ jobTemplate: object({ spec: jobSpec }, lenient) }, lenient) }, lenient),
  ({ metadata, spec }) => ({ metadata, ...spec.jobTemplate.spec }),
);

const podTemplate: Decoder<Owned> = transform(object({ metadata: objectMeta, template }, lenient), (owner) => ({ ...owner, replicas: 1 }));

const workloads = {
  Deployment: replicated,
  ReplicaSet: replicated,
  StatefulSet: replicated,
  ReplicationController: replicated,
  DaemonSet: perNode,
  Job: job,
  CronJob: cronJob,
  PodTemplate: podTemplate,
} as const;

/** Decodes an owner of pods of the given kind. Unknown fields are ignored. Throws AllocationError. */
export function decodeWorkload(value: Json, kind: WorkloadKind, context: DecodeContext): Workload {
  return { kind, ...decodeOther(value, kind, workloads[kind], context) };
}
