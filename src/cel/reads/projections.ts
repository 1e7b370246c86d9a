// Computes the projections of a device that an expression depends on, such as one
// attribute. Devices with equal signatures in each projection have equal results.

import { lengthPrefixed } from '../../core/base/key-text.js';
import type { CelDevice } from '../run/device.js';
import { type DeviceSignature, headSignature, readsSignature } from './device-signature.js';
import type { ReadNames, Reads } from './reads.js';

/** A part of a device, such as one attribute. Its signatures over all devices form a column. */
export interface Projection {
  /** Projections with equal keys are equal. */
  readonly key: string;
  /** Returns the signature of the device's part; undefined if it is too long to be compared. */
  of(device: CelDevice): string | undefined;
}

const NO_NAMES: ReadNames = new Map();
const NO_DOMAINS: ReadonlySet<string> = new Set();
const NOTHING: Reads = { attributes: NO_NAMES, capacity: NO_NAMES, attributeDomains: NO_DOMAINS, capacityDomains: NO_DOMAINS };

/** `reads` is called when the first signature is computed, because the column of this key usually exists already. */
function projection(key: string, reads: () => Reads): Projection {
  let cachedSignature: DeviceSignature | undefined;
  return {
    key,
    of: (device) => {
      cachedSignature ??= readsSignature(reads());
      return cachedSignature(device);
    },
  };
}

/** Every expression depends on this projection. */
const ALWAYS: Projection = { key: 'device', of: headSignature };

/** Returns the projections that these reads depend on; undefined if they cover all names. */
export function projectionsOf(reads: Reads): readonly Projection[] | undefined {
  if (reads.attributes === 'all' || reads.capacity === 'all') return undefined;
  const projections = [ALWAYS];
  for (const field of ['attributes', 'capacity'] as const) {
    for (const [domain, ids] of reads[field] as ReadonlyMap<string, 'all' | ReadonlySet<string>>) {
      const key = `${field} ${lengthPrefixed(domain)}`;
      if (ids === 'all') projections.push(projection(key, () => ({ ...NOTHING, [field]: new Map([[domain, ids]]) })));
      else
        for (const id of ids)
          projections.push(projection(`${key}${lengthPrefixed(id)}`, () => ({ ...NOTHING, [field]: new Map([[domain, new Set([id])]]) })));
    }
    const domains = field === 'attributes' ? 'attributeDomains' : 'capacityDomains';
    for (const domain of reads[domains])
      projections.push(projection(`${domains} ${lengthPrefixed(domain)}`, () => ({ ...NOTHING, [domains]: new Set([domain]) })));
  }
  return projections;
}
