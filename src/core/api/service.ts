// Services: the pods that they select. Source: core/v1, type Service.

import { type DecodedBy, type LargeDecoder, map, object, string } from './decoder.js';
import { objectMeta } from './meta.js';
import { otherKind } from './version.js';

const lenient = { lenient: true } as const;

const service = object({ metadata: objectMeta, spec: object({ selector: map(string) }, lenient) }, lenient);

/** An address for pods. A service without a selector selects no pods. */
export interface Service extends DecodedBy<typeof service> {}

/** Decodes Services, also in increments. Unknown fields are ignored. */
export const serviceKind: LargeDecoder<Service> = otherKind('Service', service);
