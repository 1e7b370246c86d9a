// Decoded claims -> v1 objects for output, with fields in the order of the Kubernetes types. Integers and opaque parameters
// are given as they were read.

import { jsonInteger } from '../base/integers.js';
import { type Json, type JsonObject, setField } from '../base/json.js';
import { encodeSemantics } from './attribute-semantics.js';
import type { ObjectMeta, OwnerReference } from './meta.js';
import type {
  ConsumerReference,
  DeviceClaim,
  DeviceClaimConfiguration,
  DeviceConstraint,
  DeviceRequest,
  DeviceSelection,
  DeviceToleration,
  ResourceClaim,
  ResourceClaimSpec,
} from './resource-claim.js';

/** Metadata that is of one stored object and that `kubectl apply` refuses or that would only be noise. */
const LEFT_OUT: ReadonlySet<string> = new Set(['managedFields', 'selfLink']);

/** Metadata that is decoded; it is printed from there, not from the source. */
const DECODED: ReadonlySet<string> = new Set([
  'name',
  'generateName',
  'namespace',
  'uid',
  'creationTimestamp',
  'deletionTimestamp',
  'labels',
  'ownerReferences',
]);

/**
 * The claim as an object of resource.k8s.io/v1, with `allocation` as `status.allocation`, or the allocation that it already
 * has. Fields that its metadata had and that are not decoded (annotations, finalizers) are kept.
 */
export function encodeResourceClaim(claim: ResourceClaim, allocation?: JsonObject): JsonObject {
  return {
    apiVersion: 'resource.k8s.io/v1',
    kind: 'ResourceClaim',
    metadata: encodeMetadata(claim.metadata),
    spec: encodeSpec(claim.spec),
    ...withField('status', encodeStatus(claim, allocation)),
  };
}

/** A toleration as JSON. */
function encodeToleration({ key, operator, value, effect, tolerationSeconds }: DeviceToleration): JsonObject {
  return {
    ...withField('key', key),
    ...withField('operator', operator),
    ...withField('value', value),
    ...withField('effect', effect),
    ...(tolerationSeconds === undefined ? {} : { tolerationSeconds: jsonInteger(tolerationSeconds) }),
  };
}

/** A map as a JSON object; every key is data. */
function encodeMap<T>(map: ReadonlyMap<string, T>, encode: (value: T) => Json): JsonObject {
  const result: JsonObject = {};
  for (const [key, value] of map) setField(result, key, encode(value));
  return result;
}

const same = <T extends Json>(value: T): T => value;

/** `{name: value}`, or nothing for what Go's omitempty leaves out: absent, empty text, an empty object. */
function withField(name: string, value: Json | undefined): JsonObject {
  if (value === undefined || value === '') return {};
  if (typeof value === 'object' && value !== null && Object.keys(value).length === 0) return {};
  return { [name]: value };
}

function withList<T>(name: string, list: readonly T[], encode: (item: T) => Json): JsonObject {
  return list.length === 0 ? {} : { [name]: list.map((item) => encode(item)) };
}

/** Decoded fields count, so that a copy under another name prints that name; the source gives the rest. */
function encodeMetadata(meta: ObjectMeta): JsonObject {
  const source = meta.source ?? {};
  const taken = (name: string): JsonObject => (Object.hasOwn(source, name) ? withField(name, source[name]) : {});
  const result: JsonObject = {
    ...withField('name', meta.name),
    ...withField('generateName', meta.generateName),
    ...withField('namespace', meta.namespace),
    ...withField('uid', meta.uid),
    ...taken('resourceVersion'),
    ...taken('generation'),
    ...withField('creationTimestamp', meta.creationTimestamp),
    ...withField('deletionTimestamp', meta.deletionTimestamp),
    ...taken('deletionGracePeriodSeconds'),
    ...withField('labels', encodeMap(meta.labels, same)),
    ...taken('annotations'),
    ...withList('ownerReferences', meta.ownerReferences, encodeOwner),
    ...taken('finalizers'),
  };
  for (const name of Object.keys(source)) {
    const value = source[name];
    if (value !== undefined && value !== null && !DECODED.has(name) && !LEFT_OUT.has(name) && !Object.hasOwn(result, name)) {
      setField(result, name, value);
    }
  }
  return result;
}

function encodeOwner({ apiVersion, kind, name, uid, controller, blockOwnerDeletion }: OwnerReference): JsonObject {
  return {
    apiVersion,
    kind,
    name,
    uid,
    ...(controller ? { controller } : {}),
    ...(blockOwnerDeletion === undefined ? {} : { blockOwnerDeletion }),
  };
}

function encodeSpec({ devices, firstOfDevices }: ResourceClaimSpec): JsonObject {
  return firstOfDevices === undefined ? { devices: encodeDevices(devices) } : { firstOfDevices: firstOfDevices.map(encodeDevices) };
}

function encodeDevices({ requests, constraints, config }: DeviceClaim): JsonObject {
  return {
    ...withList('requests', requests, encodeRequest),
    ...withList('constraints', constraints, encodeConstraint),
    ...withList('config', config, encodeConfiguration),
  };
}

function encodeRequest({ name, exactly, firstAvailable }: DeviceRequest): JsonObject {
  return {
    name,
    ...(exactly === undefined ? {} : { exactly: encodeSelection(exactly, exactly.adminAccess) }),
    ...withList('firstAvailable', firstAvailable, (request) => ({ name: request.name, ...encodeSelection(request, undefined) })),
  };
}

function encodeSelection(selection: DeviceSelection, adminAccess: boolean | undefined): JsonObject {
  const { capacity } = selection;
  return {
    deviceClassName: selection.deviceClassName,
    ...withList('selectors', selection.selectors, ({ cel }) => (cel === undefined ? {} : { cel: { expression: cel.expression } })),
    allocationMode: selection.allocationMode,
    ...(selection.count === 0n ? {} : { count: jsonInteger(selection.count) }),
    ...(adminAccess === undefined ? {} : { adminAccess }),
    ...withList('tolerations', selection.tolerations, encodeToleration),
    ...(capacity === undefined ? {} : { capacity: withField('requests', encodeMap(capacity.requests, String)) }),
    ...withList('derivedAttributes', selection.derivedAttributes, ({ name, expression }) => ({ name, expression })),
  };
}

function encodeConstraint({
  requests,
  matchAttribute,
  distinctAttribute,
  matchSemantics,
  distinctSemantics,
  semantics,
}: DeviceConstraint): JsonObject {
  return {
    ...withList('requests', requests, same),
    ...(matchAttribute === undefined ? {} : { matchAttribute }),
    ...(distinctAttribute === undefined ? {} : { distinctAttribute }),
    ...(matchSemantics === undefined ? {} : { matchSemantics: encodeSemantics(matchSemantics) }),
    ...(distinctSemantics === undefined ? {} : { distinctSemantics: encodeSemantics(distinctSemantics) }),
    ...(semantics === undefined ? {} : { semantics: encodeSemantics(semantics) }),
  };
}

function encodeConfiguration({ requests, opaque }: DeviceClaimConfiguration): JsonObject {
  return {
    ...withList('requests', requests, same),
    ...(opaque === undefined ? {} : { opaque: { driver: opaque.driver, parameters: opaque.parameters } }),
  };
}

function encodeStatus({ status }: ResourceClaim, allocation?: JsonObject): JsonObject {
  const chosen = allocation ?? status.allocation?.source;
  return {
    ...(chosen === undefined ? {} : { allocation: chosen }),
    ...withList('reservedFor', status.reservedFor, encodeConsumer),
    ...withList('devices', status.devices ?? [], same),
  };
}

function encodeConsumer({ apiGroup, resource, name, uid }: ConsumerReference): JsonObject {
  return { ...withField('apiGroup', apiGroup), resource, name, uid };
}
