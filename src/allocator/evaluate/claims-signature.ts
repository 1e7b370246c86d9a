// Claims with one signature, which says what they ask for, have the same answer on every node, whatever they are called.

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
  // The seconds decide nothing, but results repeat them.
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
  isDrawn: irrelevant('it says where in the object the alternatives stand'),
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
  metadata: irrelevant('outcomes name the claims of the caller, and errors are cached for claims of the same names'),
  spec: specText,
  status: irrelevant('allocated claims are not part of the query'),
});

/** The signature of claims of one spec. */
export interface ClaimSignature {
  readonly text: string;
  /** The work to make a query of it, in values of the spec. */
  readonly size: number;
}

/** Claims that ask for more have no query, since it would take milliseconds to make one: each node is searched by itself. */
const MOST_SIZE = 1 << 14;
/** The API server accepts no object of half of it. */
const LONGEST_TEXT = 1 << 19;
/** Requests and alternatives take this next to their values, and so do constraints, which take more: each has a column of values. */
const SLOT_SIZE = 4;
const CONSTRAINT_SIZE = 64;

/** Gives the signature of a claim; undefined: it asks for too much. */
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

/** Joins the signatures of several claims; undefined: they ask for too much. */
export function signatureOfAll(
  claims: readonly ResourceClaim[],
  signatureOfOne: (claim: ResourceClaim) => ClaimSignature | undefined,
): string | undefined {
  let [text, size] = ['', 0];
  for (const claim of claims) {
    const own = signatureOfOne(claim);
    if (own === undefined) return undefined;
    text += own.text;
    size += own.size;
    if (size > MOST_SIZE || text.length > LONGEST_TEXT) return undefined;
  }
  return text;
}

/** Counts the values in a value, itself among them; those beyond `most` may not be counted. */
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

/** A claim with what its signature tells, and nothing else: the first one that asks must not be stored for all others. */
export function claimOfSignature({ spec }: ResourceClaim): ResourceClaim {
  const { devices, firstOfDevices } = spec;
  const alternatives = firstOfDevices && { firstOfDevices: firstOfDevices.map(withoutConfig) };
  return { metadata: NAMELESS, spec: { devices: withoutConfig(devices), ...alternatives }, status: { reservedFor: [] } };
}

function withoutConfig(devices: DeviceClaim): DeviceClaim {
  return { ...devices, config: [] };
}
