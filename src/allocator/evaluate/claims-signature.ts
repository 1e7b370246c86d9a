// Builds signatures of claims: claims with equal signatures have equal answers on every node, independent of their names.

import type { AttributeSemantics } from '../../core/api/attribute-semantics.js';
import { alternativesOf } from '../../core/api/device-request.js';
import { metadataOf } from '../../core/api/meta.js';
import type {
  DeviceClaim,
  DeviceConstraint,
  DeviceRequest,
  DeviceSelection,
  DeviceSubRequest,
  DeviceToleration,
  ExactDeviceRequest,
  ResourceClaim,
  ResourceClaimSpec,
} from '../../core/api/resource-claim.js';
import { lengthPrefixed } from '../../core/base/key-text.js';
import { ended, irrelevant, listOf, type SignatureFields, signature } from '../../core/base/signature.js';
import { capacityRequestText, derivedAttributeText, selectorText, tolerating } from '../encode/signatures.js';

const tolerationText = signature<DeviceToleration>({
  ...tolerating,
  // The number of seconds does not affect the search, but results repeat it.
  tolerationSeconds: ended,
});

const selection = {
  deviceClassName: lengthPrefixed,
  selectors: listOf(selectorText),
  allocationMode: lengthPrefixed,
  count: ended,
  tolerations: listOf(tolerationText),
  capacity: capacityRequestText,
  derivedAttributes: listOf(derivedAttributeText),
} satisfies SignatureFields<DeviceSelection>;

const exactText = signature<ExactDeviceRequest>({ ...selection, adminAccess: ended });

const subrequestText = signature<DeviceSubRequest>({ ...selection, name: lengthPrefixed });

const requestText = signature<DeviceRequest>({
  name: lengthPrefixed,
  exactly: exactText,
  firstAvailable: listOf(subrequestText),
  isDrawn: irrelevant('it affects only the paths of errors'),
});

const semanticsText = signature<AttributeSemantics>({
  mode: lengthPrefixed,
  coerceScalarToList: ended,
  listMode: lengthPrefixed,
  minSize: ended,
});

const constraintText = signature<DeviceConstraint>({
  requests: listOf(lengthPrefixed),
  matchAttribute: lengthPrefixed,
  distinctAttribute: lengthPrefixed,
  matchSemantics: semanticsText,
  distinctSemantics: semanticsText,
  semantics: semanticsText,
});

const devicesText = signature<DeviceClaim>({
  requests: listOf(requestText),
  constraints: listOf(constraintText),
  config: irrelevant('it is copied from the claims of the caller'),
});

const specText = signature<ResourceClaimSpec>({
  devices: devicesText,
  firstOfDevices: listOf(devicesText),
});

const claimText = signature<ResourceClaim>({
  metadata: irrelevant('outcomes use the names of the caller, and errors are cached by claim name'),
  spec: specText,
  status: irrelevant('allocated claims are not part of the query'),
});

/** The signature of a claim's spec. */
export interface ClaimSignature {
  readonly text: string;
  /** The cost of creating a query from the claim: the number of values in its spec. */
  readonly size: number;
}

/** Larger claims have no query, because creating it would need milliseconds. Each node is searched separately. */
const MOST_SIZE = 1 << 14;
/** The longest signature. The API server accepts no object of half its size. */
const LONGEST_TEXT = 1 << 19;
/** The extra cost of a request or alternative, and of a constraint. A constraint costs more, because it has a column of values. */
const SLOT_SIZE = 4;
const CONSTRAINT_SIZE = 64;

/** Returns the signature of a claim, or undefined if the claim is too large. */
export function signatureOf(claim: ResourceClaim): ClaimSignature | undefined {
  let size = 0;
  for (const { requests, constraints } of alternativesOf(claim.spec)) {
    size += CONSTRAINT_SIZE * constraints.length + sizeOf(constraints, MOST_SIZE);
    for (let index = 0; index < requests.length && size <= MOST_SIZE; index++) {
      const request = requests[index] as DeviceRequest;
      size += SLOT_SIZE * (1 + request.firstAvailable.length) + sizeOf(request, MOST_SIZE - size);
    }
  }
  return size > MOST_SIZE ? undefined : { text: claimText(claim), size };
}

/** Joins the signatures of several claims. Returns undefined if the signatures are too large. */
export function signatureOfAll(
  claims: readonly ResourceClaim[],
  signatureOfOne: (claim: ResourceClaim) => ClaimSignature | undefined,
): string | undefined {
  let [text, size] = ['', 0];
  for (const claim of claims) {
    const claimSignature = signatureOfOne(claim);
    if (claimSignature === undefined) return undefined;
    text += claimSignature.text;
    size += claimSignature.size;
    if (size > MOST_SIZE || text.length > LONGEST_TEXT) return undefined;
  }
  return text;
}

/** Returns the number of values in a value, including itself. May stop counting after `most`. */
function sizeOf(value: unknown, most: number): number {
  if (typeof value !== 'object' || value === null) return 1;
  let size = 1;
  const parts = value instanceof Map || Array.isArray(value) ? value.values() : Object.values(value);
  for (const part of parts) {
    if (size > most) break;
    size += sizeOf(part, most - size);
  }
  return size;
}

const NAMELESS = metadataOf();

/**
 * Returns a claim with only the properties in its signature. The cache then does not store the whole claim of the first caller
 * for all other callers.
 */
export function claimOfSignature({ spec }: ResourceClaim): ResourceClaim {
  const { devices, firstOfDevices } = spec;
  const alternatives = firstOfDevices && { firstOfDevices: firstOfDevices.map(withoutConfig) };
  return { metadata: NAMELESS, spec: { devices: withoutConfig(devices), ...alternatives }, status: { reservedFor: [] } };
}

function withoutConfig(devices: DeviceClaim): DeviceClaim {
  return { ...devices, config: [] };
}
