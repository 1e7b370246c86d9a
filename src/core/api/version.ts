// Selects the decoder of an object by its kind and apiVersion.

import { describe } from '../base/describe.js';
import type { Json } from '../base/json.js';
import { shorten } from '../base/words.js';
import { type DecodeContext, MOST_SHOWN, type ResourceVersion } from './context.js';
import { decodedOnce } from './decoded-once.js';
import type { Decoder, LargeDecoder } from './decoder.js';
import { decoding, isJsonObject, prepared } from './decoder.js';
import type { ObjectMeta } from './meta.js';

/** The API group of dynamic resource allocation. */
export const RESOURCE_GROUP = 'resource.k8s.io';

/** The group of documents that describe events of a simulation. They are not objects of a cluster. */
export const SIMULATION_GROUP = 'simulate.dra-allocator';

/** Returns the API group of an apiVersion; empty for `v1`. */
export function groupOf(apiVersion: string): string {
  return apiVersion.slice(0, Math.max(0, apiVersion.lastIndexOf('/')));
}

/** Advice on objects of the first generation of DRA. */
export const CLASSIC_DRA_REMOVED =
  'classic DRA (ResourceClass, resourceClassName, parametersRef) was removed in Kubernetes 1.32; ' +
  'request a DeviceClass instead, in resource.k8s.io/v1: spec.devices.requests: [{name: ..., exactly: {deviceClassName: ...}}], ' +
  'with parameters for the driver under spec.devices.config[].opaque; dra-allocator migrate converts such objects to v1';

/** The shapes in which a kind was served. `kep4816` is v1alpha4, the draft of KEP-4816; by default it equals `flat`. */
interface Shapes<T> {
  /** v1 and v1beta2. */
  readonly v1: Decoder<T>;
  /** v1beta1 and v1alpha3: requests without `exactly`, devices with `basic`. */
  readonly flat: Decoder<T>;
  readonly kep4816?: Decoder<T>;
}

/** Makes a decoder of objects of a kind of resource.k8s.io, by their version; v1 if they state none. */
export function resourceKind<T extends { readonly metadata: ObjectMeta }>(kind: string, shapes: Shapes<T>): LargeDecoder<T> {
  const begin = (value: Json | undefined, context: DecodeContext): Decoder<T> => {
    checkKind(value, kind, context);
    const version = resourceVersion(value, context);
    const schema = schemaIn(shapes, version);
    context.startObject(schema, version);
    return schema;
  };
  return decodedOnce(
    {
      isWhole: true,
      decode: (value, context) => withVersion(begin(value, context).decode(value, context), context),
      *decoding(value, context) {
        return withVersion(yield* decoding(begin(value, context), value, context), context);
      },
    },
    shapes.v1,
  );
}

/** Absent metadata may be an object that others share, so it is copied. */
function withVersion<T extends { readonly metadata: ObjectMeta }>(decoded: T, { version }: DecodeContext): T {
  return SHAPES[version] === 'v1' ? decoded : { ...decoded, metadata: { ...decoded.metadata, version } };
}

/** Makes a decoder of objects of a kind of another group, in any version. */
export function otherKind<T>(kind: string, schema: LargeDecoder<T>): LargeDecoder<T> {
  const once = decodedOnce(
    prepared(schema, (value, context) => {
      context.startObject(schema, 'v1');
      return value;
    }),
    schema,
  );
  return prepared(once, (value, context) => {
    checkKind(value, kind, context);
    return value;
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

/** Returns the shape in which an object was read. */
export function shapeOf({ version = 'v1' }: Pick<ObjectMeta, 'version'>): keyof Shapes<unknown> {
  return SHAPES[version];
}

function schemaIn<T>(shapes: Shapes<T>, version: ResourceVersion): Decoder<T> {
  return shapes[SHAPES[version]] ?? shapes.flat;
}

/** Fails unless the value is an object of this kind, or without a kind. */
function checkKind(value: Json | undefined, kind: string, context: DecodeContext): void {
  if (!isJsonObject(value)) context.fail(`expected a ${kind}, found ${describe(value)}`);
  const found = typeOf(value, 'kind', context);
  if (found !== '' && found !== kind) context.within('kind', () => context.fail(`expected ${kind}, found ${shorten(found, MOST_SHOWN)}`));
}

/** Returns the `kind` or `apiVersion` of an object; empty if it is absent. */
export function typeOf(value: Json | undefined, field: 'kind' | 'apiVersion', context: DecodeContext): string {
  const found = isJsonObject(value) && Object.hasOwn(value, field) ? (value[field] ?? '') : '';
  if (typeof found === 'string') return found;
  return context.within(field, () => context.fail(`expected a string, found ${describe(found)}`));
}

function resourceVersion(value: Json | undefined, context: DecodeContext): ResourceVersion {
  const apiVersion = typeOf(value, 'apiVersion', context);
  if (apiVersion === '') return 'v1';
  const version = apiVersion.slice(RESOURCE_GROUP.length + 1);
  if (apiVersion === `${RESOURCE_GROUP}/${version}` && Object.hasOwn(SHAPES, version)) return version as ResourceVersion;
  return context.within('apiVersion', () => {
    if (/^resource\.k8s\.io\/v1alpha[12]$/.test(apiVersion)) return context.fail(CLASSIC_DRA_REMOVED);
    return context.fail(`expected resource.k8s.io/v1, v1beta2, v1beta1 or v1alpha3, found ${describe(apiVersion)}`);
  });
}
