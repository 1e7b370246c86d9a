// Migrates classes, claims and templates to v1, including the allocated devices.

import type { JsonObject } from '../../core/base/json.js';
import type { ResourceClaim, ResourceClaimSpec, ResourceClaimTemplate, ResourceClass } from '../api/kinds.js';
import type { ApiObject, Metadata } from '../api/objects.js';
import type { Note } from './notes.js';
import { type DeviceName, deviceLabel, type HeldDevices } from './pools.js';
import { classSpec, type DeviceClaim, deviceClaim, SHAREABLE } from './requests.js';
import type { MigrationWorld } from './world.js';

const V1 = 'resource.k8s.io/v1';

/** The finalizer of allocated claims, and the suffix of the finalizers that driver controllers set. */
const FINALIZER = 'resource.kubernetes.io/delete-protection';
const DRIVER_FINALIZER = '/deletion-protection';

/** The annotation of claims that were created for an entry of a pod, since 1.28. */
const POD_CLAIM_NAME = 'resource.kubernetes.io/pod-claim-name';

/** The maximum number of devices of an allocation. */
const MOST_RESULTS = 32;

/** Returns a v1 class. */
export function migratedClass(source: ResourceClass, world: MigrationWorld, note: Note): JsonObject {
  const { driverName, suitableNodes, structuredParameters } = source;
  if (structuredParameters !== true)
    note(
      'controller',
      'driverName',
      `the controller of ${driverName} is no longer needed: its plugin publishes ResourceSlices, and the scheduler allocates devices`,
    );
  if (!world.pools.drivers.has(driverName))
    note(
      'device',
      'driverName',
      `the input does not contain the devices of ${driverName}: the driver has no devices until its plugin publishes slices`,
    );
  if (suitableNodes !== undefined)
    note(
      'suitable-nodes',
      'suitableNodes',
      'classes no longer select nodes: publish slices only for these nodes, or set node affinity in the pods',
    );
  return { apiVersion: V1, kind: 'DeviceClass', metadata: metadataOf(source), spec: classSpec(source, world, note) };
}

/** Returns a v1 template. */
export function migratedTemplate(source: ResourceClaimTemplate, world: MigrationWorld, note: Note): JsonObject {
  const { metadata, spec } = source.spec;
  const devices = specOf(spec, source.metadata.namespace, 'spec.spec', world, note);
  const templateMetadata = metadata === undefined ? {} : { metadata: metadata as unknown as JsonObject };
  return { apiVersion: V1, kind: 'ResourceClaimTemplate', metadata: metadataOf(source), spec: { ...templateMetadata, spec: { devices } } };
}

/** Returns a v1 claim, allocated if the input contains its devices. */
export function migratedClaim(source: ResourceClaim, world: MigrationWorld, note: Note): JsonObject {
  const devices = specOf(source.spec, source.metadata.namespace, 'spec', world, note);
  const status = statusOf(source, devices, world, note);
  const { finalizers: sourceFinalizers = [], annotations: sourceAnnotations, ...metadata } = metadataOf(source) as unknown as Metadata;
  const others = sourceFinalizers.filter((finalizer) => !finalizer.endsWith(DRIVER_FINALIZER));
  if (others.length < sourceFinalizers.length)
    note('controller', 'metadata.finalizers', 'the finalizer of the driver is left out, because no controller would remove it');
  const finalizers = status === undefined ? others : [...others, FINALIZER];
  const annotations = { ...sourceAnnotations, ...podClaimName(source, world) };
  const full = {
    ...metadata,
    ...(Object.keys(annotations).length > 0 ? { annotations } : {}),
    ...(finalizers.length > 0 ? { finalizers } : {}),
  };
  const claim = { apiVersion: V1, kind: 'ResourceClaim', metadata: full as unknown as JsonObject, spec: { devices } };
  return status === undefined ? claim : { ...claim, status };
}

/**
 * Returns the metadata that a migrated object keeps. The API server sets
 * other fields again; the uid remains, since other objects refer to it.
 */
export function metadataOf({ metadata }: ApiObject): JsonObject {
  const { name, generateName, namespace, uid, labels, annotations, ownerReferences, finalizers } = metadata;
  const metadataFields = { name, generateName, namespace, uid, labels, annotations, ownerReferences, finalizers };
  return Object.fromEntries(Object.entries(metadataFields).filter(([, value]) => value !== undefined)) as unknown as JsonObject;
}

function specOf(spec: ResourceClaimSpec, namespace = '', path: string, world: MigrationWorld, note: Note): DeviceClaim {
  if (spec.allocationMode === 'Immediate')
    note('allocation-mode', `${path}.allocationMode`, 'a claim is now allocated only when a pod needs it');
  return deviceClaim(spec, namespace, path, world, note);
}

/** Up to 1.27, the name of a claim identified its pod entry. Later controllers require an annotation. */
function podClaimName(claim: ResourceClaim, world: MigrationWorld): Readonly<Record<string, string>> {
  const entry = world.entryOf(claim);
  return entry === undefined || claim.metadata.annotations?.[POD_CLAIM_NAME] !== undefined ? {} : { [POD_CLAIM_NAME]: entry };
}

function statusOf(source: ResourceClaim, { requests, config }: DeviceClaim, world: MigrationWorld, note: Note): JsonObject | undefined {
  const { allocation, deallocationRequested, reservedFor = [] } = source.status ?? {};
  const held = world.pools.held.get(source.metadata.uid ?? '');
  if (allocation === undefined) {
    if (held !== undefined) note('holder', '', `an allocation on ${held.node} was not finished: its devices count as free`);
    return undefined;
  }
  if (deallocationRequested === true) {
    note('allocation', 'status.deallocationRequested', 'the devices of the claim were about to be deallocated: the claim is not allocated');
    return undefined;
  }
  const found = structuredDevices(source) ?? held?.devices.slice(0, MOST_RESULTS + 1).map(({ name }) => name);
  if (found === undefined || found.includes(undefined) || found.length > MOST_RESULTS) {
    const why = found === undefined ? 'only the driver can report the devices of the claim' : 'some devices of the claim are in no slice';
    note('allocation', 'status.allocation', `${why}: the claim is not allocated; delete and recreate the pods that use it`);
    return undefined;
  }
  if (allocation.shareable !== true) note('shareable', 'status.allocation.shareable', SHAREABLE);
  if (allocation.resourceHandles?.some(({ data = '' }) => data !== '') === true)
    note(
      'plugin-data',
      'status.allocation.resourceHandles',
      'a v1 allocation has no field for plugin data: the plugin reads the configuration of the claim',
    );
  const results = found.map((device, index) => ({ request: requestAt(requests, index), ...(device as DeviceName) }));
  const configs = (Array.isArray(config) ? (config as readonly JsonObject[]) : []).map((each) => ({ source: 'FromClaim', ...each }));
  const nodeSelector = allocation.availableOnNodes ?? selectorOf(found);
  return {
    allocation: {
      devices: { results, ...(configs.length > 0 ? { config: configs } : {}) },
      ...(nodeSelector === undefined ? {} : { nodeSelector: nodeSelector as unknown as JsonObject }),
    },
    ...(reservedFor.length > 0 ? { reservedFor: reservedFor as unknown as readonly JsonObject[] } : {}),
    ...preparedStatus(held, world),
  };
}

/** The devices of a claim belong to its only request, or each request has one of them. */
function requestAt(requests: DeviceClaim['requests'], index: number): string {
  return (requests[index] ?? requests[requests.length - 1])?.name ?? '';
}

interface StructuredHandle {
  readonly driverName?: string;
  readonly structuredData?: {
    readonly nodeName?: string;
    readonly results?: readonly { readonly namedResources?: { readonly name?: string } }[];
  };
}

/** Returns the devices of a claim allocated by structured parameters; undefined if it was not. */
function structuredDevices({ status }: ResourceClaim): readonly (DeviceName | undefined)[] | undefined {
  const handles = (status?.allocation?.resourceHandles ?? []) as readonly StructuredHandle[];
  if (!handles.some(({ structuredData }) => structuredData !== undefined)) return undefined;
  return handles.flatMap(({ driverName = status?.driverName ?? '', structuredData = {} }) =>
    (structuredData.results ?? []).map(({ namedResources }) =>
      namedResources === undefined
        ? undefined
        : { driver: driverName, pool: structuredData.nodeName ?? '', device: deviceLabel(namedResources.name ?? '') },
    ),
  );
}

function selectorOf(devices: readonly (DeviceName | undefined)[]): JsonObject | undefined {
  const [first] = devices;
  if (first === undefined) return undefined;
  return { nodeSelectorTerms: [{ matchFields: [{ key: 'metadata.name', operator: 'In', values: [first.pool] }] }] };
}

/** Returns the prepared devices by allocated device. A part names the device that it belongs to. */
function preparedStatus(held: HeldDevices | undefined, world: MigrationWorld): JsonObject {
  if (held === undefined || held.prepared.length === 0) return {};
  world.repeat(world.sizeOf(held.prepared));
  const devices = held.devices.flatMap(({ uuid, name }) => {
    const preparedParts = held.prepared.filter((each) => isPartOf(each as { uuid?: string; parentUUID?: string }, uuid));
    return name === undefined || preparedParts.length === 0 ? [] : [{ ...name, data: { prepared: preparedParts } }];
  });
  return devices.length > 0 ? { devices } : {};
}

function isPartOf({ uuid, parentUUID = uuid }: { readonly uuid?: string; readonly parentUUID?: string }, device: string): boolean {
  return parentUUID === device;
}
