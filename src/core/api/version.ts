// Kinds and versions: which description reads an object, by its apiVersion.

import { describe } from '../base/describe.js';
import type { Json } from '../base/json.js';
import { shorten } from '../base/words.js';
import { type DecodeContext, MOST_SHOWN, type ResourceVersion } from './context.js';
import { decodedOnce } from './decoded-once.js';
import type { Decoder } from './decoder.js';
import { isJsonObject } from './decoder.js';
import type { ObjectMeta } from './meta.js';

/** The API group of dynamic resource allocation. */
export const RESOURCE_GROUP = 'resource.k8s.io';

/** The group of documents that tell a simulation what happens, none of which is an object of a cluster. */
export const SIMULATION_GROUP = 'simulate.dra-allocator';

/** The API group of an apiVersion, empty for `v1`. */
export function groupOf(apiVersion: string): string {
  return apiVersion.slice(0, Math.max(0, apiVersion.lastIndexOf('/')));
}

/** Advice on objects of the first generation of DRA. */
export const CLASSIC_DRA_REMOVED =
  'classic DRA (ResourceClass, resourceClassName, parametersRef) was removed in Kubernetes 1.32; ' +
  'ask for a DeviceClass instead, in resource.k8s.io/v1: spec.devices.requests: [{name: ..., exactly: {deviceClassName: ...}}], ' +
  'with parameters for the driver under spec.devices.config[].opaque; dra-allocator migrate prints such objects as v1';

/** The shapes in which a kind was served; `kep4816` is v1alpha4 as drawn in KEP-4816, like `flat` unless given. */
interface Shapes<T> {
  /** v1 and v1beta2. */
  readonly v1: Decoder<T>;
  /** v1beta1 and v1alpha3: requests without `exactly`, devices with `basic`. */
  readonly flat: Decoder<T>;
  readonly kep4816?: Decoder<T>;
}

/** Reads an object of resource.k8s.io in whatever version it says; v1 if it says none. Throws AllocationError. */
export function decodeResource<T extends { readonly metadata: ObjectMeta }>(
  value: Json,
  kind: string,
  shapes: Shapes<T>,
  context: DecodeContext,
): T {
  return decodedOnce(value, shapes.v1, context, () => readResource(value, kind, shapes, context));
}

function readResource<T extends { readonly metadata: ObjectMeta }>(
  value: Json,
  kind: string,
  shapes: Shapes<T>,
  context: DecodeContext,
): T {
  checkKind(value, kind, context);
  const version = resourceVersion(value, context);
  const schema = schemaOf(shapes, version);
  context.startObject(schema, version);
  const decoded = schema.decode(value, context);
  if (SHAPES[version] === 'v1') return decoded;
  // Metadata that are absent may be those of other objects as well.
  return { ...decoded, metadata: { ...decoded.metadata, version } };
}

/** Reads an object of another group, whatever its version. Throws AllocationError. */
export function decodeOther<T>(value: Json, kind: string, schema: Decoder<T>, context: DecodeContext): T {
  checkKind(value, kind, context);
  return decodedOnce(value, schema, context, () => {
    context.startObject(schema, 'v1');
    return schema.decode(value, context);
  });
}

/** The shape of each version. */
const SHAPES: Readonly<Record<ResourceVersion, keyof Shapes<unknown>>> = {
  v1: 'v1',
  v1beta2: 'v1',
  v1beta1: 'flat',
  v1alpha4: 'kep4816',
  v1alpha3: 'flat',
};

/** The shape in which an object was given. */
export function shapeOf({ version = 'v1' }: Pick<ObjectMeta, 'version'>): keyof Shapes<unknown> {
  return SHAPES[version];
}

function schemaOf<T>(shapes: Shapes<T>, version: ResourceVersion): Decoder<T> {
  return shapes[SHAPES[version]] ?? shapes.flat;
}

/** Fails unless the value is an object of this kind, or one that says no kind. */
function checkKind(value: Json, kind: string, context: DecodeContext): void {
  if (!isJsonObject(value)) context.fail(`expected a ${kind}, found ${describe(value)}`);
  const found = typeOf(value, 'kind', context);
  if (found !== '' && found !== kind) context.within('kind', () => context.fail(`expected ${kind}, found ${shorten(found, MOST_SHOWN)}`));
}

/** The `kind` or `apiVersion` of an object, empty if it has none. */
export function typeOf(value: Json, field: 'kind' | 'apiVersion', context: DecodeContext): string {
  const found = isJsonObject(value) && Object.hasOwn(value, field) ? (value[field] ?? '') : '';
  if (typeof found === 'string') return found;
  return context.within(field, () => context.fail(`expected a string, found ${describe(found)}`));
}

function resourceVersion(value: Json, context: DecodeContext): ResourceVersion {
  const apiVersion = typeOf(value, 'apiVersion', context);
  if (apiVersion === '') return 'v1';
  const version = apiVersion.slice(RESOURCE_GROUP.length + 1);
  if (apiVersion === `${RESOURCE_GROUP}/${version}` && Object.hasOwn(SHAPES, version)) return version as ResourceVersion;
  return context.within('apiVersion', () => {
    if (/^resource\.k8s\.io\/v1alpha[12]$/.test(apiVersion)) return context.fail(CLASSIC_DRA_REMOVED);
    return context.fail(`expected resource.k8s.io/v1, v1beta2, v1beta1 or v1alpha3, found ${describe(apiVersion)}`);
  });
}
