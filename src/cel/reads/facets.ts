// The parts of a device that an expression depends on: devices with equal text in each part have equal results.

import { lengthPrefixed } from '../../base/key-text.js';
import type { CelDevice } from '../run/device.js';
import type { ReadNames, Reads } from './reads.js';
import { type DeviceText, headText, readsText } from './tuple.js';

/** A part of devices, such as one attribute. */
export interface Facet {
  /** Facets of one key are the same. */
  readonly key: string;
  /** The text of the device's part; undefined: too long to be compared. */
  of(device: CelDevice): string | undefined;
}

const NO_NAMES: ReadNames = new Map();
const NO_DOMAINS: ReadonlySet<string> = new Set();
const NOTHING: Reads = { attributes: NO_NAMES, capacity: NO_NAMES, attributeDomains: NO_DOMAINS, capacityDomains: NO_DOMAINS };

/** `reads` is made when the first device is looked at: mostly somebody has looked at this part of all devices before. */
function facet(key: string, reads: () => Reads): Facet {
  let known: DeviceText | undefined;
  return {
    key,
    of: (device) => {
      known ??= readsText(reads());
      return known(device);
    },
  };
}

/** This part counts whatever an expression reads. */
const ALWAYS: Facet = { key: 'device', of: headText };

/** The facets that these reads depend on; undefined when that is too much to tell apart. */
export function facetsOf(reads: Reads): readonly Facet[] | undefined {
  if (reads.attributes === 'all' || reads.capacity === 'all') return undefined;
  const facets = [ALWAYS];
  for (const field of ['attributes', 'capacity'] as const) {
    for (const [domain, ids] of reads[field] as ReadonlyMap<string, 'all' | ReadonlySet<string>>) {
      const key = `${field} ${lengthPrefixed(domain)}`;
      if (ids === 'all') facets.push(facet(key, () => ({ ...NOTHING, [field]: new Map([[domain, ids]]) })));
      else
        for (const id of ids)
          facets.push(facet(`${key}${lengthPrefixed(id)}`, () => ({ ...NOTHING, [field]: new Map([[domain, new Set([id])]]) })));
    }
    const domains = field === 'attributes' ? 'attributeDomains' : 'capacityDomains';
    for (const domain of reads[domains])
      facets.push(facet(`${domains} ${lengthPrefixed(domain)}`, () => ({ ...NOTHING, [domains]: new Set([domain]) })));
  }
  return facets;
}
