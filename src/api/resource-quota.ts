// ResourceQuota: how much a namespace may ask for. Source: core/v1, type ResourceQuota.

import type { Json } from '../json.js';
import type { Quantity } from '../quantity/quantity.js';
import type { DecodeContext } from './context.js';
import type { Decoder } from './decoder.js';
import { map, object } from './decoder.js';
import type { ObjectMeta } from './meta.js';
import { objectMeta } from './meta.js';
import { quantity } from './values.js';
import { decodeOther } from './version.js';

/** Limits for the namespace that its metadata names, such as `gpu.example.com.deviceclass.resource.k8s.io/devices`. */
export interface ResourceQuota {
  readonly metadata: ObjectMeta;
  readonly spec: { readonly hard: ReadonlyMap<string, Quantity> };
}

const resourceQuota: Decoder<ResourceQuota> = object(
  { metadata: objectMeta, spec: object({ hard: map(quantity) }, { lenient: true }) },
  { lenient: true },
);

/** Decodes a ResourceQuota. Unknown fields are ignored. Throws AllocationError. */
export function decodeResourceQuota(value: Json, context: DecodeContext): ResourceQuota {
  return decodeOther(value, 'ResourceQuota', resourceQuota, context);
}
