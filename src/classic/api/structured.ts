// Defines the kinds of structured parameters, which Kubernetes 1.30 has in addition to classic DRA and allocates
// without negotiation. Source: resource/v1alpha2/types.go and namedresources.go of k8s.io/api v0.30.14.

import { bool, type Decoder, int64, list, object, optional, string } from '../../core/api/decoder.js';
import { objectMeta } from '../../core/api/meta.js';
import { quantity, rawObject } from '../../core/api/values.js';
import type { Json, JsonObject } from '../../core/base/json.js';
import type { ApiObject } from './objects.js';

/** In the model of named resources, an expression selects one resource. */
export interface NamedResourcesSelector {
  readonly namedResources?: { readonly selector?: string };
}

/** The parameters of claims: requests by driver. */
export interface ResourceClaimParameters extends ApiObject {
  readonly shareable?: boolean;
  readonly driverRequests?: readonly {
    readonly driverName?: string;
    readonly vendorParameters?: JsonObject;
    readonly requests?: readonly (NamedResourcesSelector & { readonly vendorParameters?: JsonObject })[];
  }[];
}

/** The parameters of classes: filters by driver. */
export interface ResourceClassParameters extends ApiObject {
  readonly vendorParameters?: readonly { readonly driverName?: string; readonly parameters?: JsonObject }[];
  readonly filters?: readonly (NamedResourcesSelector & { readonly driverName?: string })[];
}

/** An attribute with one of its values. */
export interface NamedAttribute {
  readonly name: string;
  readonly quantity?: Json;
  readonly bool?: boolean;
  readonly int?: Json;
  readonly string?: string;
  readonly version?: string;
  readonly intSlice?: object;
  readonly stringSlice?: object;
}

/** The named resources of a driver on a node. */
export interface ClassicSlice extends ApiObject {
  readonly nodeName?: string;
  readonly driverName: string;
  readonly namedResources?: {
    readonly instances?: readonly { readonly name: string; readonly attributes?: readonly NamedAttribute[] }[];
  };
}

const typeMeta = { apiVersion: string, kind: string, metadata: objectMeta } as const;
const reference = optional(object({ apiGroup: string, kind: string, name: string, namespace: string }));
const selector = optional(object({ selector: string }));
const attribute = object({
  name: string,
  quantity: optional(quantity),
  bool: optional(bool),
  int: optional(int64),
  string: optional(string),
  version: optional(string),
  intSlice: optional(rawObject),
  stringSlice: optional(rawObject),
});

/** The decoders of these kinds. */
export const STRUCTURED_KINDS: Readonly<Record<string, Decoder<unknown>>> = {
  ResourceClaimParameters: object({
    ...typeMeta,
    generatedFrom: reference,
    shareable: bool,
    driverRequests: list(
      object({
        driverName: string,
        vendorParameters: optional(rawObject),
        requests: list(object({ vendorParameters: optional(rawObject), namedResources: selector })),
      }),
    ),
  }),
  ResourceClassParameters: object({
    ...typeMeta,
    generatedFrom: reference,
    vendorParameters: list(object({ driverName: string, parameters: optional(rawObject) })),
    filters: list(object({ driverName: string, namedResources: selector })),
  }),
  ResourceSlice: object({
    ...typeMeta,
    nodeName: string,
    driverName: string,
    namedResources: optional(object({ instances: list(object({ name: string, attributes: list(attribute) })) })),
  }),
};
