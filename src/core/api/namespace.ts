import { type DecodedBy, type LargeDecoder, object } from './decoder.js';
import { objectMeta } from './meta.js';
import { otherKind } from './version.js';

const namespace = object({ metadata: objectMeta }, { lenient: true });

/** A namespace, whose labels namespace selectors of pods read. */
export interface Namespace extends DecodedBy<typeof namespace> {}

/** Decodes Namespaces, also in increments. Unknown fields are ignored. */
export const namespaceKind: LargeDecoder<Namespace> = otherKind('Namespace', namespace);
