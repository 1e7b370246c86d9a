// ResourceQuota: how much a namespace may ask for. Source: core/v1, type ResourceQuota.

import type { Json } from '../base/json.js';
import type { Quantity } from '../quantity/quantity.js';
import type { DecodeContext } from './context.js';
import type { Decoder } from './decoder.js';
import { list, map, object, string } from './decoder.js';
import type { ObjectMeta } from './meta.js';
import { objectMeta } from './meta.js';
import { quantity } from './values.js';
import { decodeOther } from './version.js';

/** Limits for the namespace that its metadata names, such as `gpu.example.com.deviceclass.resource.k8s.io/devices`. */
export interface ResourceQuota {
  readonly metadata: ObjectMeta;
  readonly spec: ResourceQuotaSpec;
  /** Amounts that the namespace uses already, by the names in `spec`; a name is absent until the quota controller has counted it. */
  readonly status: { readonly used: ReadonlyMap<string, Quantity> };
}

/** The limits of a quota, and the objects that it counts. */
interface ResourceQuotaSpec {
  readonly hard: ReadonlyMap<string, Quantity>;
  /** Kinds of pods: only they count. */
  readonly scopes: readonly string[];
  /** Scopes in a form that can also compare values; a quota has as many conditions as entries. */
  readonly scopeSelector: { readonly matchExpressions: readonly { readonly scopeName: string }[] };
}

const lenient = { lenient: true } as const;

const resourceQuota: Decoder<ResourceQuota> = object(
  {
    metadata: objectMeta,
    spec: object(
      {
        hard: map(quantity),
        scopes: list(string),
        scopeSelector: object({ matchExpressions: list(object({ scopeName: string }, lenient)) }, lenient),
      },
      lenient,
    ),
    status: object({ used: map(quantity) }, lenient),
  },
  lenient,
);

/** Decodes a ResourceQuota. Unknown fields are ignored. Throws AllocationError. */
export function decodeResourceQuota(value: Json, context: DecodeContext): ResourceQuota {
  return decodeOther(value, 'ResourceQuota', resourceQuota, context);
}
