// What claims ask for, as a signature: claims of one shape have the same answer on every node, whatever they are called.

import type {
  DeviceConstraint,
  DeviceRequest,
  DeviceSelection,
  DeviceSubRequest,
  DeviceToleration,
  ExactDeviceRequest,
  ResourceClaim,
  ResourceClaimSpec,
} from '../api/resource-claim.js';
import { capacityRequestText, derivedAttributeText, selectorText, tolerating } from '../encode/signatures.js';
import { packed } from '../key-text.js';
import { ended, irrelevant, listOf, type SignatureFields, signature } from '../signature.js';

const tolerationText = signature<DeviceToleration>({
  ...tolerating,
  // The seconds decide nothing, but results repeat them.
  tolerationSeconds: ended,
});

const selection = {
  deviceClassName: packed,
  selectors: listOf(selectorText),
  allocationMode: packed,
  count: ended,
  tolerations: listOf(tolerationText),
  capacity: capacityRequestText,
  derivedAttributes: listOf(derivedAttributeText),
} satisfies SignatureFields<DeviceSelection>;

const exactText = signature<ExactDeviceRequest>({ ...selection, adminAccess: ended });

const subrequestText = signature<DeviceSubRequest>({ ...selection, name: packed });

const requestText = signature<DeviceRequest>({
  name: packed,
  exactly: exactText,
  firstAvailable: listOf(subrequestText),
});

const constraintText = signature<DeviceConstraint>({
  requests: listOf(packed),
  matchAttribute: packed,
  distinctAttribute: packed,
});

const devicesText = signature<ResourceClaimSpec['devices']>({
  requests: listOf(requestText),
  constraints: listOf(constraintText),
  config: irrelevant('it is passed on, from the claims of the one who asks'),
});

const specText = signature<ResourceClaimSpec>({ devices: devicesText });

/** What a claim asks for. */
export const shapeOf = signature<ResourceClaim>({
  metadata: irrelevant('outcomes name the claims of the one who asks, and errors are kept for claims of the same names'),
  spec: specText,
  status: irrelevant('claims that have devices already are not asked for'),
});
