// The spec of a claim, with what its requests, constraints and configuration say of each other.

import { transform } from './decoder.js';
import { requestedDevices } from './device-request.js';
import { memoized } from './memoized.js';
import { warnUnknownRequests } from './request-names.js';
import { qualifySubrequests } from './subrequest-names.js';

/** Decoders of a claim's spec, by shape. Claims that are made of one template have one spec. */
export const claimSpec = {
  v1: memoized(transform(requestedDevices.v1, warnUnknownRequests)),
  flat: memoized(transform(requestedDevices.flat, warnUnknownRequests)),
  kep4816: memoized(transform(transform(requestedDevices.kep4816, qualifySubrequests), warnUnknownRequests)),
} as const;
