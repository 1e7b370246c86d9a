// Decodes documents to objects as the API server stores them: checked, with defaults, and with v1alpha1 converted to
// v1alpha2. Source: resource/v1alpha1 of k8s.io/api v0.26 and resource/v1alpha2 of v0.30.14, and their validation.

import { DecodeContext } from '../../core/api/context.js';
import { bool, type Decoder, isJsonObject, list, map, object, optional, string } from '../../core/api/decoder.js';
import { nodeSelector, objectMeta } from '../../core/api/meta.js';
import { decodeNode } from '../../core/api/node.js';
import { NodeSelectorError, parseNodeSelector } from '../../core/api/node-selector.js';
import { decodePod } from '../../core/api/pod.js';
import { rawObject } from '../../core/api/values.js';
import { wrongArgument } from '../../core/base/arguments.js';
import { UNLIMITED } from '../../core/base/checkpoint.js';
import { describe } from '../../core/base/describe.js';
import type { Json, JsonObject } from '../../core/base/json.js';
import { subdomainProblems } from '../../core/base/name-rules.js';
import { nearestName } from '../../core/base/nearest-name.js';
import { MOST_CONSUMERS, MOST_NODES, type PodSchedulingContext, type ResourceClaim } from './kinds.js';
import { type ApiObject, deepFreeze, groupOf, withoutUndefined } from './objects.js';
import { type ClassicSlice, STRUCTURED_KINDS } from './structured.js';
import { claimStatusProblems, schedulingSpecProblems, schedulingStatusProblems } from './validation.js';

const STORED_VERSION = 'resource.k8s.io/v1alpha2';
const VERSIONS: ReadonlySet<string> = new Set(['resource.k8s.io/v1alpha1', STORED_VERSION]);

/** Cluster-scoped kinds. For unknown kinds, the namespace is used as written. */
const CLUSTER_SCOPED: ReadonlySet<string> = new Set(['ResourceClass', 'ResourceSlice', 'Node', 'Namespace', 'DeviceClassParameters']);
const NAMESPACED: ReadonlySet<string> = new Set([
  'Pod',
  'ResourceClaim',
  'ResourceClaimTemplate',
  'PodSchedulingContext',
  'ConfigMap',
  'FakeClaimParameters',
  'NodeAllocationState',
  'ResourceClaimParameters',
  'ResourceClassParameters',
]);

const claimParametersRef = optional(object({ apiGroup: string, kind: string, name: string }));
const classParametersRef = optional(object({ apiGroup: string, kind: string, name: string, namespace: string }));
const claimSpec = object({ resourceClassName: string, parametersRef: claimParametersRef, allocationMode: string });
const typeMeta = { apiVersion: string, kind: string, metadata: objectMeta } as const;

const allocation = object({
  /** v1alpha1 has a single text for the only driver. */
  resourceHandle: string,
  resourceHandles: list(object({ driverName: string, data: string, structuredData: optional(rawObject) })),
  availableOnNodes: optional(nodeSelector),
  shareable: bool,
});
const claimStatus = object({
  driverName: string,
  allocation: optional(allocation),
  reservedFor: list(object({ apiGroup: string, resource: string, name: string, uid: string })),
  deallocationRequested: bool,
});
const context = {
  ...typeMeta,
  spec: object({ selectedNode: string, potentialNodes: list(string) }),
  status: optional(object({ resourceClaims: list(object({ name: string, unsuitableNodes: list(string) })) })),
} as const;
/** The metadata that actors read from any object. */
const machinery = object(
  {
    metadata: object(
      {
        name: string,
        generateName: string,
        namespace: string,
        uid: string,
        finalizers: list(string),
        annotations: map(string),
        labels: map(string),
        ownerReferences: list(object({ apiVersion: string, kind: string, name: string, uid: string, controller: bool }, { lenient: true })),
      },
      { lenient: true },
    ),
  },
  { lenient: true },
);
const podState = object(
  {
    status: object(
      { phase: string, resourceClaimStatuses: list(object({ name: string, resourceClaimName: string }, { lenient: true })) },
      { lenient: true },
    ),
  },
  { lenient: true },
);
const templateMeta = object({ labels: map(string), annotations: map(string) }, { lenient: true });

const KINDS: Readonly<Record<string, Decoder<unknown>>> = {
  ResourceClass: object({
    ...typeMeta,
    driverName: string,
    parametersRef: classParametersRef,
    suitableNodes: optional(nodeSelector),
    structuredParameters: bool,
  }),
  ResourceClaim: object({ ...typeMeta, spec: claimSpec, status: optional(claimStatus) }),
  ResourceClaimTemplate: object({ ...typeMeta, spec: object({ metadata: optional(templateMeta), spec: claimSpec }) }),
  PodSchedulingContext: object(context),
  PodScheduling: object(context),
};
const MIGRATED_KINDS: Readonly<Record<string, Decoder<unknown>>> = { ...KINDS, ...STRUCTURED_KINDS };

/** The purpose of decoding. Objects to migrate may also use structured parameters or have later versions. */
export type ObjectUse = 'play' | 'migrate';

/** Decodes objects and lists of objects. Throws AllocationError with the place of the error. */
export function decodeClassicObjects(values: readonly Json[], use: ObjectUse = 'play'): readonly ApiObject[] {
  if (!Array.isArray(values)) throw wrongArgument('objects', 'a list of Kubernetes objects', values);
  return values.flatMap((value, index) => decodeOne(value, new DecodeContext([index]), use));
}

/** Decodes an object or a list of objects. Throws AllocationError. */
export function decodeOne(value: Json, place: DecodeContext, use: ObjectUse = 'play'): readonly ApiObject[] {
  if (!isJsonObject(value)) return place.fail(`expected an object, found ${describe(value)}`);
  return decodeCopy(rawObject.decode(value, place), place, use);
}

function decodeCopy(value: Json, place: DecodeContext, use: ObjectUse): readonly ApiObject[] {
  if (!isJsonObject(value)) return place.fail(`expected an object, found ${describe(value)}`);
  const { apiVersion, kind } = value;
  if (typeof kind !== 'string' || kind === '') return place.fail('the object has no kind');
  if (typeof apiVersion !== 'string' || apiVersion === '') return place.fail('the object has no apiVersion');
  if (kind === 'List' || (kind.endsWith('List') && Array.isArray(value['items']))) {
    const { items = [] } = value;
    if (!Array.isArray(items)) return place.fail('expected a list of items');
    return items.flatMap((item: Json, index) => place.within('items', () => place.within(index, () => decodeCopy(item, place, use))));
  }
  machinery.decode(value, place);
  const group = groupOf(apiVersion);
  const isLater = use === 'migrate' && !VERSIONS.has(apiVersion);
  if (group === 'resource.k8s.io' && !isLater) return [deepFreeze(resourceObject(value, apiVersion, kind, place, use))];
  if (apiVersion === 'v1' && kind === 'Pod') return [deepFreeze(pod(value, place))];
  if (apiVersion === 'v1' && kind === 'Node') decodeNode(value, place);
  return [deepFreeze(withNames(withoutNulls(value) as unknown as ApiObject, place))];
}

function resourceObject(value: JsonObject, apiVersion: string, kind: string, place: DecodeContext, use: ObjectUse): ApiObject {
  if (!VERSIONS.has(apiVersion))
    place.within('apiVersion', () => place.fail(`classic DRA is resource.k8s.io/v1alpha2 or v1alpha1, not ${apiVersion}`));
  const kinds = use === 'play' ? KINDS : MIGRATED_KINDS;
  const decoder = kinds[kind];
  if (decoder === undefined || !Object.hasOwn(kinds, kind)) {
    const meant = nearestName(kind, Object.keys(kinds));
    return place.within('kind', () => place.fail(`unknown kind ${kind}${meant === undefined ? '' : `, did you mean ${meant}?`}`));
  }
  place.startObject(decoder, 'v1');
  decoder.decode(value, place);
  const copy = withoutNulls(value) as unknown as ApiObject;
  const named = withNames({ ...copy, apiVersion: STORED_VERSION, kind: kind === 'PodScheduling' ? 'PodSchedulingContext' : kind }, place);
  switch (named.kind) {
    case 'ResourceClass':
      return resourceClass(named, place, use);
    case 'ResourceClaim':
      return claim(named as ResourceClaim, place);
    case 'ResourceClaimTemplate':
      return template(named, place);
    case 'PodSchedulingContext':
      return schedulingContext(named as PodSchedulingContext, place);
    case 'ResourceSlice':
      return slice(named as ClassicSlice, place);
    default:
      return named;
  }
}

function resourceClass(inputClass: ApiObject, place: DecodeContext, use: ObjectUse): ApiObject {
  const {
    driverName = '',
    suitableNodes,
    structuredParameters,
  } = inputClass as ApiObject & {
    driverName?: string;
    suitableNodes?: Json;
    structuredParameters?: boolean;
  };
  requireName(driverName, 'driverName', place);
  checkReference((inputClass as { parametersRef?: Json }).parametersRef, ['parametersRef'], place);
  if (structuredParameters === true && use === 'play')
    place.within('structuredParameters', () =>
      place.fail('structured parameters are not simulated: they bypass the negotiation with the driver'),
    );
  checkSelector(suitableNodes, ['suitableNodes'], place);
  return inputClass;
}

function claim(inputClaim: ResourceClaim, place: DecodeContext): ApiObject {
  const spec = place.within('spec', () => checkedSpec(inputClaim.spec, place));
  const status = inputClaim.status === undefined ? {} : { status: convertedStatus(inputClaim.status) };
  const converted: ResourceClaim = { ...inputClaim, spec, ...status };
  checkSelector(inputClaim.status?.allocation?.availableOnNodes as Json | undefined, ['status', 'allocation', 'availableOnNodes'], place);
  if ((inputClaim.status?.reservedFor?.length ?? 0) > MOST_CONSUMERS)
    within(['status', 'reservedFor'], place, () => place.fail(`may not be longer than ${MOST_CONSUMERS}`));
  failWith(claimStatusProblems(converted, { ...converted, status: converted.status ?? {} }), place);
  return converted;
}

/** The handle of v1alpha1 belongs to the driver of the claim. */
function convertedStatus(status: NonNullable<ResourceClaim['status']>): NonNullable<ResourceClaim['status']> {
  const { resourceHandle, ...rest } = (status.allocation ?? {}) as NonNullable<typeof status.allocation> & { resourceHandle?: string };
  if (status.allocation === undefined || resourceHandle === undefined) return status;
  const { driverName } = status;
  const handle = { ...(driverName === undefined ? {} : { driverName }), data: resourceHandle };
  return { ...status, allocation: { ...rest, resourceHandles: [handle] } };
}

function template(inputTemplate: ApiObject, place: DecodeContext): ApiObject {
  const { spec } = inputTemplate as ApiObject & { spec?: { spec?: ResourceClaim['spec'] } };
  const checked = within(['spec', 'spec'], place, () => checkedSpec(spec?.spec, place));
  return { ...inputTemplate, spec: { ...spec, spec: checked } } as ApiObject;
}

function checkedSpec(inputSpec: ResourceClaim['spec'] | undefined, place: DecodeContext): ResourceClaim['spec'] {
  const { resourceClassName = '', allocationMode = 'WaitForFirstConsumer', parametersRef } = inputSpec ?? {};
  requireName(resourceClassName, 'resourceClassName', place);
  checkReference(parametersRef as Json | undefined, ['parametersRef'], place);
  if (allocationMode !== 'Immediate' && allocationMode !== 'WaitForFirstConsumer')
    place.within('allocationMode', () => place.fail(`expected Immediate or WaitForFirstConsumer, found ${JSON.stringify(allocationMode)}`));
  return { ...inputSpec, resourceClassName, allocationMode } as ResourceClaim['spec'];
}

function schedulingContext(inputContext: PodSchedulingContext, place: DecodeContext): ApiObject {
  const converted = { ...inputContext, spec: inputContext.spec ?? {} };
  if ((converted.spec.potentialNodes?.length ?? 0) > MOST_NODES)
    within(['spec', 'potentialNodes'], place, () => place.fail(`may not be longer than ${MOST_NODES}`));
  failWith([...schedulingSpecProblems(converted), ...schedulingStatusProblems(converted)], place);
  return converted;
}

function slice(inputSlice: ClassicSlice, place: DecodeContext): ApiObject {
  requireName(inputSlice.driverName ?? '', 'driverName', place);
  for (const [index, { name = '', attributes = [] }] of (inputSlice.namedResources?.instances ?? []).entries())
    within(['namedResources', 'instances', index], place, () => {
      requireName(name, 'name', place);
      for (const [at, attribute] of attributes.entries())
        within(['attributes', at], place, () => requireName(attribute.name ?? '', 'name', place));
    });
  return inputSlice;
}

/** Since 1.31, a pod references its claims without `source`. */
function pod(value: JsonObject, place: DecodeContext): ApiObject {
  decodePod(value, place);
  podState.decode(value, place);
  const inputPod = withNames(withoutNulls(value) as unknown as ApiObject, place) as ApiObject & {
    spec?: { resourceClaims?: readonly JsonObject[] };
  };
  const spec = inputPod.spec ?? {};
  if (spec.resourceClaims === undefined) return { ...inputPod, spec } as ApiObject;
  const names = new Set<string>();
  const resourceClaims = spec.resourceClaims.map((entry, index) =>
    within(['spec', 'resourceClaims', index], place, () => podClaim(entry, names, place)),
  );
  return { ...inputPod, spec: { ...spec, resourceClaims } } as ApiObject;
}

function podClaim(entry: JsonObject, names: Set<string>, place: DecodeContext): JsonObject {
  const { source, resourceClaimName, resourceClaimTemplateName, ...rest } = entry;
  const name = typeof rest['name'] === 'string' ? rest['name'] : '';
  if (name === '') place.within('name', () => place.fail('a claim of a pod needs a name'));
  if (names.has(name)) place.within('name', () => place.fail(`two claims have the name ${JSON.stringify(name)}`));
  names.add(name);
  const outer = {
    ...(resourceClaimName == null ? {} : { resourceClaimName }),
    ...(resourceClaimTemplateName == null ? {} : { resourceClaimTemplateName }),
  };
  const all = { ...(isJsonObject(source) ? source : {}), ...outer };
  if (Object.keys(all).length !== 1) place.fail('a claim of a pod needs exactly one of resourceClaimName and resourceClaimTemplateName');
  return { ...rest, source: all };
}

function withNames<T extends ApiObject>(inputObject: T, place: DecodeContext): T {
  const metadata = (inputObject.metadata ?? {}) as { name?: string; namespace?: string; generateName?: string };
  const { name = '', generateName = '', namespace = '' } = metadata;
  if (name === '' && generateName === '') within(['metadata', 'name'], place, () => place.fail('the object has no name'));
  const isClusterScoped = CLUSTER_SCOPED.has(inputObject.kind);
  const effectiveNamespace = isClusterScoped ? '' : namespace === '' && NAMESPACED.has(inputObject.kind) ? 'default' : namespace;
  const { resourceVersion: _, ...rest } = metadata as { namespace?: string; resourceVersion?: string };
  return {
    ...inputObject,
    metadata: withoutUndefined({ ...rest, name, namespace: effectiveNamespace === '' ? undefined : effectiveNamespace }),
  };
}

function requireName(name: string, field: string, place: DecodeContext): void {
  const problems = name === '' ? ['must be given'] : subdomainProblems(name, 'characters');
  if (problems.length > 0) place.within(field, () => place.fail(problems.join('; ')));
}

function checkReference(reference: Json | undefined, path: readonly string[], place: DecodeContext): void {
  if (!isJsonObject(reference)) return;
  for (const field of ['kind', 'name'])
    if ((reference[field] ?? '') === '') within([...path, field], place, () => place.fail('must be given'));
}

function checkSelector(selector: Json | undefined, path: readonly string[], place: DecodeContext): void {
  if (selector === undefined || selector === null) return;
  try {
    parseNodeSelector(nodeSelector.decode(selector, new DecodeContext()), UNLIMITED);
  } catch (error) {
    if (!(error instanceof NodeSelectorError)) throw error;
    within(path, place, () => place.fail(error.message));
  }
}

function failWith(problems: readonly string[], place: DecodeContext): void {
  if (problems.length > 0) place.fail(problems.join('; '));
}

function within<T>(path: readonly (string | number)[], place: DecodeContext, action: () => T): T {
  const [step, ...rest] = path;
  return step === undefined ? action() : place.within(step, () => within(rest, place, action));
}

/** Returns JSON without null fields and items, which have no meaning. */
function withoutNulls(value: Json): Json {
  if (Array.isArray(value)) return value.flatMap((item: Json) => (item === null || item === undefined ? [] : [withoutNulls(item)]));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, field]) => (field === null || field === undefined ? [] : [[name, withoutNulls(field)]])),
  );
}
