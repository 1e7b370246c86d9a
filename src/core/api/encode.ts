// Encodes decoded claims as v1 objects for output, with fields in the order of the Kubernetes types. Integers and opaque parameters keep
// their values from the input.

import { jsonInteger } from '../base/integers.js';
import { type Json, type JsonObject, setField } from '../base/json.js';
import { encodeSemantics } from './attribute-semantics.js';
import type { DerivedAttribute, DeviceSelector } from './device-request.js';
import type { ObjectMeta, OwnerReference } from './meta.js';
import type {
  ConsumerReference,
  DeviceClaim,
  DeviceClaimConfiguration,
  DeviceConstraint,
  DeviceRequest,
  DeviceSelection,
  DeviceSubRequest,
  DeviceToleration,
  ExactDeviceRequest,
  ResourceClaim,
  ResourceClaimSpec,
} from './resource-claim.js';

/** Metadata of a stored object that `kubectl apply` rejects, or that readers do not need. */
const LEFT_OUT: ReadonlySet<string> = new Set(['managedFields', 'selfLink']);

/** Returns the JSON of a field; undefined leaves the field out. */
type Encode<T> = (value: T) => Json | undefined;

/** The encoders of all fields of an object, in the order of the Kubernetes type. A new field without an encoder does not compile. */
type FieldEncoders<T> = { readonly [K in keyof T]-?: Encode<Exclude<T[K], undefined>> };

/** Makes an encoder of objects, which leaves out absent fields. */
function fields<T extends object>(encoders: FieldEncoders<T>): (of: T) => JsonObject {
  const all = Object.entries<Encode<unknown>>(encoders as Readonly<Record<string, Encode<unknown>>>);
  return (of) => {
    const result: JsonObject = {};
    for (const [name, encode] of all) {
      const fieldValue: unknown = of[name as keyof T];
      const value = fieldValue === undefined ? undefined : encode(fieldValue);
      if (value !== undefined) setField(result, name, value);
    }
    return result;
  };
}

const same = <T extends Json>(value: T): T => value;
const leftOut = (): undefined => undefined;

/** Leaves out the values that Go's omitempty leaves out: an empty text, 0, false. */
function omitZero(value: string | bigint | boolean): Json | undefined {
  if (typeof value === 'bigint') return value === 0n ? undefined : jsonInteger(value);
  return value === '' || value === false ? undefined : value;
}

/** Makes an encoder of lists, which leaves out empty lists. */
function listOf<T>(encode: (item: T) => Json): Encode<readonly T[]> {
  return (list) => (list.length === 0 ? undefined : list.map((item) => encode(item)));
}

/** Makes an encoder of maps as objects, which leaves out empty maps. `__proto__` is an ordinary key. */
function mapOf<T>(encode: (value: T) => Json): Encode<ReadonlyMap<string, T>> {
  return (map) => {
    const result: JsonObject = {};
    for (const [key, value] of map) setField(result, key, encode(value));
    return map.size === 0 ? undefined : result;
  };
}

const encodeSelector = fields<DeviceSelector>({ cel: fields<NonNullable<DeviceSelector['cel']>>({ expression: same }) });
const encodeDerived = fields<DerivedAttribute>({ name: same, expression: same });
const encodeCapacity = fields<NonNullable<DeviceSelection['capacity']>>({ requests: mapOf(String) });

const encodeToleration = fields<DeviceToleration>({
  key: omitZero,
  operator: omitZero,
  value: omitZero,
  effect: omitZero,
  tolerationSeconds: jsonInteger,
});

/** The fields that requests and their alternatives share, before and after the place of adminAccess. */
const target = { deviceClassName: same<string>, selectors: listOf(encodeSelector), allocationMode: same<string>, count: omitZero };
const refinement = { tolerations: listOf(encodeToleration), capacity: encodeCapacity, derivedAttributes: listOf(encodeDerived) };

const encodeExact = fields<ExactDeviceRequest>({ ...target, adminAccess: same, ...refinement });
const encodeSubrequest = fields<DeviceSubRequest>({ name: same, ...target, ...refinement });

const encodeRequest = fields<DeviceRequest>({
  name: same,
  exactly: encodeExact,
  firstAvailable: listOf(encodeSubrequest),
  isDrawn: leftOut,
});

const encodeConstraint = fields<DeviceConstraint>({
  requests: listOf(same),
  matchAttribute: same,
  distinctAttribute: same,
  matchSemantics: encodeSemantics,
  distinctSemantics: encodeSemantics,
  semantics: encodeSemantics,
});

const encodeConfiguration = fields<DeviceClaimConfiguration>({
  requests: listOf(same),
  opaque: fields<NonNullable<DeviceClaimConfiguration['opaque']>>({ driver: same, parameters: same }),
});

const encodeDevices = fields<DeviceClaim>({
  requests: listOf(encodeRequest),
  constraints: listOf(encodeConstraint),
  config: listOf(encodeConfiguration),
});

const encodeAlternatives = fields<ResourceClaimSpec>({ devices: leftOut, firstOfDevices: listOf(encodeDevices) });

const encodeConsumer = fields<ConsumerReference>({ apiGroup: omitZero, resource: same, name: same, uid: same });

const encodeStatus = fields<ResourceClaim['status']>({
  allocation: ({ source }) => source,
  reservedFor: listOf(encodeConsumer),
  devices: listOf(same),
});

const encodeOwner = fields<Omit<OwnerReference, 'selector'>>({
  apiVersion: same,
  kind: same,
  name: same,
  uid: same,
  controller: omitZero,
  blockOwnerDeletion: same,
});

/** Metadata that is encoded from decoded fields, so that a renamed copy is printed with its new name. */
const DECODED: FieldEncoders<Omit<ObjectMeta, 'source' | 'version'>> = {
  name: omitZero,
  generateName: omitZero,
  namespace: omitZero,
  uid: omitZero,
  creationTimestamp: omitZero,
  deletionTimestamp: omitZero,
  labels: mapOf(same),
  ownerReferences: listOf(encodeOwner),
};

const encodeDecoded = fields(DECODED);

/** The order of metadata in the Kubernetes type. Other fields follow. */
const METADATA_ORDER: readonly string[] = [
  ...['name', 'generateName', 'namespace', 'uid', 'resourceVersion', 'generation', 'creationTimestamp', 'deletionTimestamp'],
  ...['deletionGracePeriodSeconds', 'labels', 'annotations', 'ownerReferences', 'finalizers'],
];

/** Returns the decoded metadata and the other metadata of its source. */
function encodeMetadata(meta: ObjectMeta): JsonObject {
  const all = encodeDecoded(meta);
  for (const [name, value] of Object.entries(meta.source ?? {})) {
    if (value !== undefined && value !== null && !Object.hasOwn(DECODED, name) && !LEFT_OUT.has(name)) setField(all, name, value);
  }
  const result: JsonObject = {};
  for (const name of METADATA_ORDER) Object.assign(result, withField(name, all[name]));
  for (const [name, value] of Object.entries(all)) if (!Object.hasOwn(result, name)) setField(result, name, value as Json);
  return result;
}

/** Returns `{name: value}`, or an empty object for values that Go's omitempty leaves out: absent, empty text, an empty object. */
function withField(name: string, value: Json | undefined): JsonObject {
  if (value === undefined || value === '') return {};
  if (typeof value === 'object' && value !== null && Object.keys(value).length === 0) return {};
  return { [name]: value };
}

/**
 * Returns the claim as an object of resource.k8s.io/v1. Its `status.allocation` is `allocation`, or else its current allocation. Metadata
 * that is not decoded (annotations, finalizers) is included.
 */
export function encodeResourceClaim({ metadata, spec, status }: ResourceClaim, allocation?: JsonObject): JsonObject {
  const { allocation: storedAllocation, ...reported } = encodeStatus(status);
  const held = allocation ?? storedAllocation;
  return {
    apiVersion: 'resource.k8s.io/v1',
    kind: 'ResourceClaim',
    metadata: encodeMetadata(metadata),
    spec: spec.firstOfDevices === undefined ? { devices: encodeDevices(spec.devices) } : encodeAlternatives(spec),
    ...withField('status', { ...(held === undefined ? {} : { allocation: held }), ...reported }),
  };
}
