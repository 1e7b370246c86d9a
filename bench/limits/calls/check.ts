// The calls of `dra-allocator/check`.

import { check } from '../../../src/explain/check/check.js';
import { CERTIFICATE_INPUTS } from '../inputs/certificates.js';
import { type Entry, unlimited, way } from '../ways.js';

export const CHECK: Readonly<Record<string, Entry>> = {
  check: unlimited(
    'work, not time, ends it',
    { milliseconds: 2000, perMegabyte: 40 },
    way(CERTIFICATE_INPUTS, ({ certificate, input }) => ({
      unlimited: () => check(certificate, input, { featureGates: { XAttributeSemantics: true } }),
    })),
  ),
};
