// Decodes the objects that Kueue's quotas depend on: Configuration with its device class mappings, ResourceFlavor, ClusterQueue, LocalQueue,
// WorkloadPriorityClass and Workload. Source: apis/config and apis/kueue, v1beta2 and v1beta1, of kubernetes-sigs/kueue at commit ff69552e.

import type { DecodeContext } from '../../core/api/context.js';
import {
  bool,
  type DecodedBy,
  type Decoder,
  decoding,
  int32,
  isJsonObject,
  list,
  map,
  object,
  optional,
  string,
  transform,
} from '../../core/api/decoder.js';
import { taint, toleration } from '../../core/api/toleration.js';
import { quantityNotBelowZero } from '../../core/api/values.js';
import { otherKind } from '../../core/api/version.js';
import { UNLIMITED } from '../../core/base/checkpoint.js';
import type { Incremental } from '../../core/base/incremental.js';
import type { Json, JsonObject } from '../../core/base/json.js';
import { name } from '../events.js';

/** The group of Kueue's kinds, and the group of its configuration. */
export const KUEUE_GROUP = 'kueue.x-k8s.io';
export const CONFIGURATION_GROUP = 'config.kueue.x-k8s.io';

/** The label that names a LocalQueue. */
export const QUEUE_LABEL = 'kueue.x-k8s.io/queue-name';

const lenient = { lenient: true } as const;
const inNamespace = transform(optional(string), (namespace) => (namespace === undefined || namespace === '' ? 'default' : namespace));
const meta = object({ name, namespace: inNamespace }, lenient);
const anything = optional<Json>({ decode: (value) => value as Json });

const oneOf = <T extends string>(words: readonly T[], absent: T): Decoder<T> => ({
  absent: { value: absent },
  decode(value, context) {
    const found = value === undefined || value === null ? absent : words.find((word) => word === value);
    return found ?? context.fail(`expected one of ${words.join(', ')}`);
  },
});

const configuration = object(
  {
    resources: object(
      {
        deviceClassMappings: list(object({ name, deviceClassNames: list(name), sources: list(object({}, lenient)) }, lenient)),
        excludeResourcePrefixes: list(string),
        transformations: list(object({}, lenient)),
        quotaCheckStrategy: oneOf(['BlockUndeclared', 'IgnoreUndeclared'], 'BlockUndeclared'),
      },
      lenient,
    ),
  },
  lenient,
);

const flavor = object(
  {
    metadata: meta,
    spec: object(
      {
        nodeLabels: map(string),
        nodeTaints: list(taint),
        tolerations: list(toleration),
        topologyName: optional(string),
      },
      lenient,
    ),
  },
  lenient,
);

const labelSelector = object(
  {
    matchLabels: map(string),
    matchExpressions: list(object({ key: name, operator: oneOf(['In', 'NotIn', 'Exists', 'DoesNotExist'], 'In'), values: list(string) })),
  },
  lenient,
);

const stopPolicy = oneOf(['None', 'Hold', 'HoldAndDrain'], 'None');
const resourceQuota = object({ name, nominalQuota: quantityNotBelowZero, borrowingLimit: anything, lendingLimit: anything }, lenient);
const resourceGroup = transform(
  object({ coveredResources: list(name), flavors: list(object({ name, resources: list(resourceQuota) }, lenient)) }, lenient),
  (group, context) => {
    for (const [index, { resources }] of group.flavors.entries()) {
      const isSame =
        resources.length === group.coveredResources.length && resources.every((each, at) => each.name === group.coveredResources[at]);
      if (isSame) continue;
      const fail = () => context.fail('expected the same resources as in coveredResources, in the same order');
      context.within('flavors', () => context.within(index, () => context.within('resources', fail)));
    }
    return group;
  },
);

const clusterQueue = object(
  {
    metadata: meta,
    spec: object(
      {
        resourceGroups: list(resourceGroup),
        cohortName: string,
        cohort: string,
        queueingStrategy: oneOf(['BestEffortFIFO', 'StrictFIFO'], 'BestEffortFIFO'),
        namespaceSelector: optional(labelSelector),
        preemption: object({ withinClusterQueue: string, reclaimWithinCohort: string }, lenient),
        stopPolicy,
        admissionChecks: list(string),
        admissionChecksStrategy: anything,
        admissionScope: anything,
      },
      lenient,
    ),
  },
  lenient,
);

const localQueue = object({ metadata: meta, spec: object({ clusterQueue: name, stopPolicy }, lenient) }, lenient);
const workloadPriorityClass = object({ metadata: meta, value: int32 }, lenient);
const workload = object(
  { metadata: meta, spec: object({ queueName: string, priority: optional(int32), active: optional(bool) }, lenient) },
  lenient,
);

/** The configuration of Kueue by its administrator. */
export type Configuration = DecodedBy<typeof configuration>;
/** A kind of nodes, by shape or price, for which queues have quotas. */
export type Flavor = DecodedBy<typeof flavor>;
/** Quotas, and the namespaces that may use them. */
export type ClusterQueue = DecodedBy<typeof clusterQueue>;
/** The resources of a ClusterQueue whose quotas have the same flavors. */
export type ResourceGroup = ClusterQueue['spec']['resourceGroups'][number];
/** The name of a ClusterQueue in a namespace. */
export type LocalQueue = DecodedBy<typeof localQueue>;
/** The place of an object in a queue. */
export type KueueWorkload = DecodedBy<typeof workload>;

/** An object of Kueue. */
export type KueueObject =
  | { readonly kind: 'Configuration'; readonly value: Configuration }
  | { readonly kind: 'ResourceFlavor'; readonly value: Flavor }
  | { readonly kind: 'ClusterQueue'; readonly value: ClusterQueue }
  | { readonly kind: 'LocalQueue'; readonly value: LocalQueue }
  | { readonly kind: 'WorkloadPriorityClass'; readonly value: DecodedBy<typeof workloadPriorityClass> }
  | { readonly kind: 'Workload'; readonly value: KueueWorkload };

const KINDS: { readonly [K in KueueObject['kind']]: Decoder<Extract<KueueObject, { kind: K }>['value']> } = {
  Configuration: otherKind('Configuration', configuration),
  ResourceFlavor: otherKind('ResourceFlavor', flavor),
  ClusterQueue: otherKind('ClusterQueue', clusterQueue),
  LocalQueue: otherKind('LocalQueue', localQueue),
  WorkloadPriorityClass: otherKind('WorkloadPriorityClass', workloadPriorityClass),
  Workload: otherKind('Workload', workload),
};

/** Returns whether Kueue's quotas depend on a kind. */
export function isKueueKind(apiVersion: string, kind: string): boolean {
  const group = apiVersion.slice(0, Math.max(0, apiVersion.lastIndexOf('/')));
  return Object.hasOwn(KINDS, kind) && group === (kind === 'Configuration' ? CONFIGURATION_GROUP : KUEUE_GROUP);
}

/** Decodes the Kueue objects of a list, including nested lists. Throws `invalid-object` with the path of the error. */
export function* decodeKueueObjects(
  documents: readonly Json[],
  contextOf: (index: number) => DecodeContext,
  checkpoint = UNLIMITED,
): Incremental<readonly KueueObject[]> {
  const found: KueueObject[] = [];
  function* add(value: Json, context: DecodeContext, depth: number): Incremental<void> {
    if (!isJsonObject(value)) return;
    const { apiVersion, kind, items } = value as { readonly apiVersion?: Json; readonly kind?: Json; readonly items?: Json };
    if (typeof kind !== 'string') return;
    if (kind.endsWith('List') && Array.isArray(items) && depth < MOST_LISTS) {
      const type = { kind: kind.slice(0, -'List'.length), ...(apiVersion === undefined ? {} : { apiVersion }) };
      yield* addItems(items, type, context, depth + 1);
    } else if (typeof apiVersion === 'string' && isKueueKind(apiVersion, kind)) {
      const kueueKind = kind as KueueObject['kind'];
      found.push({ kind: kueueKind, value: yield* decoding(KINDS[kueueKind] as Decoder<never>, value, context) });
    }
  }
  function* addItems(items: readonly Json[], type: JsonObject, context: DecodeContext, depth: number): Incremental<void> {
    context.path.push('items');
    for (const [index, item] of items.entries()) {
      context.path.push(index);
      yield* add(isJsonObject(item) && item['kind'] === undefined ? { ...item, ...type } : item, context, depth);
      context.path.pop();
      if (checkpoint.due()) yield;
    }
    context.path.pop();
  }
  for (const [index, value] of documents.entries()) {
    yield* add(value, contextOf(index), 0);
    if (checkpoint.due()) yield;
  }
  return found;
}

const MOST_LISTS = 8;

/** Returns whether any of the objects is a queue, valid or not. */
export function namesQueues(objects: readonly Json[]): boolean {
  return objects.some((value) => {
    if (!isJsonObject(value)) return false;
    const { kind, items } = value as { readonly kind?: Json; readonly items?: Json };
    if (Array.isArray(items)) return kind === 'ClusterQueueList' || kind === 'LocalQueueList' || namesQueues(items as readonly Json[]);
    return kind === 'ClusterQueue' || kind === 'LocalQueue';
  });
}

/** Returns an object of a queue as Kueue resumes it after suspending it. Also works on lists. */
export function resumed(value: Json): Json {
  if (!isJsonObject(value)) return value;
  const { items, kind, metadata, spec } = value as { readonly [name in 'items' | 'kind' | 'metadata' | 'spec']?: Json };
  if (Array.isArray(items)) return { ...value, items: (items as readonly Json[]).map(resumed) };
  // Kueue suspends the Jobs of a CronJob. Only users suspend the CronJob itself.
  if (kind === 'CronJob') {
    const jobTemplate = isJsonObject(spec) ? spec['jobTemplate'] : undefined;
    return isJsonObject(jobTemplate) ? { ...value, spec: { ...(spec as JsonObject), jobTemplate: resumed(jobTemplate) } } : value;
  }
  const labels = isJsonObject(metadata) ? metadata['labels'] : undefined;
  if (!isJsonObject(labels) || typeof labels[QUEUE_LABEL] !== 'string' || !isJsonObject(spec)) return value;
  const { suspend, runPolicy } = spec as { readonly suspend?: Json; readonly runPolicy?: Json };
  if (suspend === true) return { ...value, spec: { ...spec, suspend: false } };
  const isHeld = isJsonObject(runPolicy) && runPolicy['suspend'] === true;
  return isHeld ? { ...value, spec: { ...spec, runPolicy: { ...runPolicy, suspend: false } } } : value;
}

/** The current objects of Kueue. */
export class KueueObjects {
  configuration: Configuration | undefined;
  readonly flavors = new Map<string, Flavor>();
  readonly clusterQueues = new Map<string, ClusterQueue>();
  readonly localQueues = new Map<string, LocalQueue>();
  readonly priorities = new Map<string, number>();
  readonly workloads = new Map<string, KueueWorkload>();

  apply(objects: readonly KueueObject[]): void {
    for (const object of objects) {
      if (object.kind === 'Configuration') this.configuration = object.value;
      else if (object.kind === 'WorkloadPriorityClass') this.priorities.set(object.value.metadata.name, object.value.value);
      else (this.#mapOf(object.kind) as Map<string, unknown>).set(keyOf(object.kind, object.value.metadata), object.value);
    }
  }

  /** Removes an object; returns false if it does not exist. */
  remove(kind: string, metadata: { readonly namespace: string; readonly name: string }): boolean {
    if (kind === 'WorkloadPriorityClass') return this.priorities.delete(metadata.name);
    const isOfKueue = kind === 'ResourceFlavor' || kind === 'ClusterQueue' || kind === 'LocalQueue';
    return isOfKueue && this.#mapOf(kind).delete(keyOf(kind, metadata));
  }

  #mapOf(kind: Exclude<KueueObject['kind'], 'Configuration' | 'WorkloadPriorityClass'>): Map<string, unknown> {
    if (kind === 'ResourceFlavor') return this.flavors;
    if (kind === 'ClusterQueue') return this.clusterQueues;
    return kind === 'LocalQueue' ? this.localQueues : this.workloads;
  }
}

function keyOf(kind: string, { namespace, name: objectName }: { readonly namespace: string; readonly name: string }): string {
  return kind === 'LocalQueue' || kind === 'Workload' ? `${namespace}/${objectName}` : objectName;
}
