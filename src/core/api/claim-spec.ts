// The spec of a claim, with checks of references between its requests, constraints and configuration.

import { inOneGo } from '../base/incremental.js';
import { type Decoder, transform } from './decoder.js';
import { type ResourceClaimSpec, requestedDevices } from './device-request.js';
import { memoized } from './memoized.js';
import { warningUnknownRequests, warnUnknownRequests } from './request-names.js';
import { qualifySubrequests } from './subrequest-names.js';

const checkedNames = (spec: Decoder<ResourceClaimSpec>): Decoder<ResourceClaimSpec> =>
  memoized(transform(spec, warnUnknownRequests, warningUnknownRequests));

/** Decoders of a claim's spec, by shape. Claims from one template share one spec. */
export const claimSpec = {
  v1: checkedNames(requestedDevices.v1),
  flat: checkedNames(requestedDevices.flat),
  kep4816: checkedNames(
    transform(requestedDevices.kep4816, (spec, context) => inOneGo(qualifySubrequests(spec, context)), qualifySubrequests),
  ),
} as const;
