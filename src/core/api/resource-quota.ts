import type { DecodedBy } from './decoder.js';
import { type LargeDecoder, list, map, object, string } from './decoder.js';
import { objectMeta } from './meta.js';
import { quantity } from './values.js';
import { otherKind } from './version.js';

const lenient = { lenient: true } as const;

const resourceQuota = object(
  {
    metadata: objectMeta,
    spec: object(
      {
        hard: map(quantity),
        /** The kinds of pods that count. */
        scopes: list(string),
        /** Scopes in a form that can also compare values. All entries must match. */
        scopeSelector: object({ matchExpressions: list(object({ scopeName: string }, lenient)) }, lenient),
      },
      lenient,
    ),
    /** Amounts that the namespace already uses, by the names in `spec`. A name is absent until the quota controller has counted it. */
    status: object({ used: map(quantity) }, lenient),
  },
  lenient,
);

/** Limits of a namespace, such as `gpu.example.com.deviceclass.resource.k8s.io/devices`. */
export interface ResourceQuota extends DecodedBy<typeof resourceQuota> {}

/** Decodes ResourceQuotas, also in increments. Unknown fields are ignored. */
export const resourceQuotaKind: LargeDecoder<ResourceQuota> = otherKind('ResourceQuota', resourceQuota);

/** Decodes a ResourceQuota. Unknown fields are ignored. Throws AllocationError. */
export const { decode: decodeResourceQuota } = resourceQuotaKind;
