// Decodes the spec of a claim: requests of every served version, constraints, configuration.
// The fields of a request are under `exactly` in v1 and v1beta2, and next to `name` in v1beta1 and v1alpha3. `firstAvailableOf` from the
// draft of KEP-4816 is accepted in every version.

import type { Json, PathStep } from '../base/json.js';
import { type AttributeSemantics, attributeSemantics, MODES_OF } from './attribute-semantics.js';
import type { DecodeContext } from './context.js';
import type { DecodedBy, Decoder } from './decoder.js';
import { bool, gated, int64, isJsonObject, list, map, object, optional, string, transform, type Writable } from './decoder.js';
import { quantity, rawJson } from './values.js';
import { CLASSIC_DRA_REMOVED } from './version.js';

export const deviceSelector = object({ cel: optional(object({ expression: string })) });

/** A CEL expression. A selector without a CEL expression is an error only when it is used. */
export interface DeviceSelector extends DecodedBy<typeof deviceSelector> {}

/** Decodes the parameters for one driver, which are stored verbatim. */
export const opaqueConfiguration = object({ driver: string, parameters: rawJson });

export const deviceToleration = object({
  key: string,
  /** Empty means Equal. */
  operator: string,
  value: string,
  effect: string,
  tolerationSeconds: optional(int64),
});

/** The taints that a request tolerates. */
export interface DeviceToleration extends DecodedBy<typeof deviceToleration> {}

/** The API server sets the operator to Equal if it is empty. */
const requestToleration = transform(deviceToleration, (toleration: Writable<DeviceToleration>) => {
  if (toleration.operator === '') toleration.operator = 'Equal';
  return toleration as DeviceToleration;
});

const derivedAttribute = object({ name: string, expression: string });

/** An attribute computed per request, for constraints only (KEP-6080). */
export interface DerivedAttribute extends DecodedBy<typeof derivedAttribute> {}

const selectionFields = {
  deviceClassName: string,
  selectors: list(deviceSelector),
  /** ExactCount by default. Any string is accepted; unknown modes fail when they are used. */
  allocationMode: string,
  /** With ExactCount, the default is 1, otherwise 0. */
  count: int64,
  tolerations: list(requestToleration),
  capacity: optional(object({ requests: map(quantity) })),
  derivedAttributes: list(derivedAttribute),
} as const;

const anySelection = object(selectionFields);

/** The fields that requests and subrequests share. */
export interface DeviceSelection extends DecodedBy<typeof anySelection> {}

/** A request without alternatives. `adminAccess: false` differs from absent while the gate is off (docs/spec/reference-1.37.md 1.7). */
export interface ExactDeviceRequest extends DeviceSelection {
  readonly adminAccess?: boolean;
}

/** One alternative of a prioritized list (KEP-4816). */
export interface DeviceSubRequest extends DeviceSelection {
  readonly name: string;
}

/** A request with `exactly`, or with alternatives; the first possible alternative is allocated. */
export interface DeviceRequest {
  readonly name: string;
  readonly exactly?: ExactDeviceRequest;
  readonly firstAvailable: readonly DeviceSubRequest[];
  /** True if the alternatives are in `firstAvailableOf`, as in the draft of KEP-4816. */
  readonly isDrawn?: true;
}

/** Sets the API server's defaults: mode ExactCount, and one device if the count is absent or 0, as in Go. */
function withDefaults<T extends Pick<DeviceSelection, 'allocationMode' | 'count'>>(decoded: T, context: DecodeContext): T {
  const selection: Writable<Pick<DeviceSelection, 'allocationMode' | 'count'>> = decoded;
  if (selection.count < 0n) context.within('count', () => context.fail(`expected a count of at least 1, found ${selection.count}`));
  if (selection.allocationMode === '') selection.allocationMode = 'ExactCount';
  if (selection.allocationMode === 'ExactCount' && selection.count === 0n) selection.count = 1n;
  return decoded;
}

const exactRequest: Decoder<ExactDeviceRequest> = transform(object({ ...selectionFields, adminAccess: optional(bool) }), withDefaults);

const subRequest: Decoder<DeviceSubRequest> = transform(
  object(
    { name: string, ...selectionFields },
    {
      hints: {
        adminAccess: 'alternatives cannot request admin access, only a request without alternatives can',
        exactly: 'in an alternative, the fields of "exactly" belong next to the name',
        firstAvailable: 'alternatives cannot have alternatives',
        firstAvailableOf: 'alternatives cannot have alternatives',
      },
    },
  ),
  withDefaults,
);

const alternatives = { firstAvailable: list(subRequest), firstAvailableOf: list(subRequest) } as const;

type Alternatives = Record<keyof typeof alternatives, readonly DeviceSubRequest[]>;

const request: Decoder<DeviceRequest> = transform(
  object({ name: string, exactly: optional(exactRequest), ...alternatives }),
  (decoded, context) => oneChoice(decoded.name, decoded.exactly, decoded, 'exactly', context),
);

const flatRequest: Decoder<DeviceRequest> = transform(
  object(
    { name: string, ...selectionFields, adminAccess: optional(bool), ...alternatives },
    {
      hints: {
        exactly: 'in v1beta1, the fields of "exactly" belong next to the name; write apiVersion: resource.k8s.io/v1 to use "exactly"',
      },
    },
  ),
  ({ name, firstAvailable, firstAvailableOf, ...selection }, context, value) => {
    const exactly = hasSelection(value) ? withDefaults(selection, context) : undefined;
    return oneChoice(name, exactly, { firstAvailable, firstAvailableOf }, 'deviceClassName', context);
  },
);

/** Returns whether a flat request sets fields besides its name and alternatives. Go's zero values count as unset. */
function hasSelection(value: Json | undefined): boolean {
  if (!isJsonObject(value)) return false;
  const fields: readonly string[] = [...Object.keys(selectionFields), 'adminAccess'];
  return fields.some((field) => {
    if (!Object.hasOwn(value, field)) return false;
    const fieldValue = value[field];
    return fieldValue !== undefined && fieldValue !== null && fieldValue !== '' && fieldValue !== 0 && fieldValue !== 0n;
  });
}

function oneChoice(
  name: string,
  exactly: ExactDeviceRequest | undefined,
  lists: Alternatives,
  exactlyField: string,
  context: DecodeContext,
): DeviceRequest {
  const firstAvailable = servedAlternatives(lists, context);
  if (firstAvailable.length === 0) {
    if (exactly === undefined) return context.fail(`a request needs ${exactlyField} or firstAvailable`);
    return { name, exactly, firstAvailable };
  }
  if (exactly !== undefined)
    context.warn(`${exactlyField} is ignored because firstAvailable is set; the API server accepts only one of them`);
  return lists.firstAvailableOf.length === 0 ? { name, firstAvailable } : { name, firstAvailable, isDrawn: true };
}

function servedAlternatives({ firstAvailable, firstAvailableOf }: Alternatives, context: DecodeContext): readonly DeviceSubRequest[] {
  if (firstAvailableOf.length === 0) return firstAvailable;
  if (firstAvailable.length > 0) return context.fail('set only firstAvailable; firstAvailableOf is its name in an earlier draft');
  if (context.version !== 'v1alpha4') context.warn('firstAvailableOf is a name from a draft of KEP-4816; Kubernetes uses firstAvailable');
  return firstAvailableOf;
}

const semantics = {
  matchSemantics: gated('attributeSemantics', optional(attributeSemantics(MODES_OF.matchAttribute))),
  distinctSemantics: gated('attributeSemantics', optional(attributeSemantics(MODES_OF.distinctAttribute))),
  semantics: gated('attributeSemantics', optional(attributeSemantics([...MODES_OF.matchAttribute, ...MODES_OF.distinctAttribute]))),
} as const;

/** A condition on the devices of several requests together. */
export interface DeviceConstraint {
  /** Empty means every request. */
  readonly requests: readonly string[];
  readonly matchAttribute?: string;
  readonly distinctAttribute?: string;
  /** The comparison of values. At most one of these three is set. */
  readonly matchSemantics?: AttributeSemantics;
  readonly distinctSemantics?: AttributeSemantics;
  readonly semantics?: AttributeSemantics;
}

const constraintOf = (matchAttribute: Decoder<string>): Decoder<DeviceConstraint> =>
  transform(
    object({ requests: list(string), matchAttribute: optional(matchAttribute), distinctAttribute: optional(string), ...semantics }),
    withOneMeaning,
  );

/** Fails unless semantics refer to exactly one attribute of the constraint. */
function withOneMeaning(decoded: DeviceConstraint, context: DecodeContext): DeviceConstraint {
  const presentFields = (['matchSemantics', 'distinctSemantics', 'semantics'] as const).filter((field) => decoded[field] !== undefined);
  const [field, other] = presentFields;
  if (field === undefined) return decoded;
  const fail = (place: string, message: string): never => context.within(place, () => context.fail(message));
  if (other !== undefined) return fail(other, `${field} is set too; set only one of them`);
  const { matchAttribute, distinctAttribute } = decoded;
  if (matchAttribute !== undefined && distinctAttribute !== undefined)
    return fail(field, 'it applies to one attribute; set matchAttribute or distinctAttribute, not both');
  const attribute = matchAttribute === undefined ? 'distinctAttribute' : 'matchAttribute';
  const neededField = field === 'matchSemantics' ? 'matchAttribute' : field === 'distinctSemantics' ? 'distinctAttribute' : attribute;
  if (decoded[neededField] === undefined)
    return fail(field, `it needs ${field === 'semantics' ? 'matchAttribute or distinctAttribute' : neededField} in the same constraint`);
  const modes: readonly string[] = MODES_OF[attribute];
  const { mode } = decoded[field] as AttributeSemantics;
  if (modes.includes(mode)) return decoded;
  return context.within(field, () => fail('mode', `${mode} does not fit ${attribute}, which accepts ${modes.join(', ')}`));
}

export const deviceConstraint: Decoder<DeviceConstraint> = constraintOf(string);

/** The draft of KEP-4816 has matchAttribute as a list. */
const drawnAttribute: Decoder<string> = {
  decode(value, context) {
    if (!Array.isArray(value)) return string.decode(value, context);
    const names = list(string).decode(value, context);
    const [name] = names;
    if (name === undefined || names.length > 1) return context.fail(`expected a string or a list with one string, found ${names.length}`);
    context.warn('a draft of KEP-4816 had a list for matchAttribute; Kubernetes uses a string');
    return name;
  },
};

const configuration = object({ requests: list(string), opaque: optional(opaqueConfiguration) });

/** Parameters for the driver, for some requests or, without names, for all. */
export interface DeviceClaimConfiguration extends DecodedBy<typeof configuration> {}

/** Parameters for one driver, passed on verbatim. */
export type DeviceConfiguration = Omit<DeviceClaimConfiguration, 'requests'>;

const deviceClaim = (eachRequest: Decoder<DeviceRequest>, eachConstraint: Decoder<DeviceConstraint>) =>
  object({ requests: list(eachRequest), constraints: list(eachConstraint), config: list(configuration) });

/** Requests, with constraints and configuration for them. */
export interface DeviceClaim extends DecodedBy<ReturnType<typeof deviceClaim>> {}

/** The devices that a claim requests. */
export interface ResourceClaimSpec {
  /** Empty if the claim has alternatives. */
  readonly devices: DeviceClaim;
  /** Alternatives of the whole claim; the first possible one is allocated (KEP-4816, alternatives). */
  readonly firstOfDevices?: readonly DeviceClaim[];
}

/** The most alternatives of a claim. */
const MOST_ALTERNATIVES = 8;

function spec(eachRequest: Decoder<DeviceRequest>, eachConstraint: Decoder<DeviceConstraint>): Decoder<ResourceClaimSpec> {
  const devices = deviceClaim(eachRequest, eachConstraint);
  return transform(
    object(
      { devices, firstOfDevices: gated('firstOfDevices', optional(list(devices))) },
      {
        retired: { controller: 'has been ignored since Kubernetes 1.32: it named the control plane controller of a driver' },
        hints: { resourceClassName: CLASSIC_DRA_REMOVED, parametersRef: CLASSIC_DRA_REMOVED },
      },
    ),
    eitherOr,
  );
}

/** An empty list of alternatives counts as absent, as in Go. Fails for too many alternatives, and for alternatives next to devices. */
function eitherOr(decoded: ResourceClaimSpec, context: DecodeContext): ResourceClaimSpec {
  const { devices, firstOfDevices } = decoded;
  if (firstOfDevices === undefined) return decoded;
  if (firstOfDevices.length === 0) return { devices };
  context.within('firstOfDevices', () => {
    if (firstOfDevices.length > MOST_ALTERNATIVES)
      context.fail(`expected at most ${MOST_ALTERNATIVES} alternatives, found ${firstOfDevices.length}`);
    const { requests, constraints, config } = devices;
    if (requests.length + constraints.length + config.length > 0) context.fail('set either devices or firstOfDevices, not both');
  });
  return decoded;
}

/** Returns the alternatives of a claim in order. A claim without alternatives counts as one. */
export function alternativesOf({ devices, firstOfDevices }: ResourceClaimSpec): readonly DeviceClaim[] {
  return firstOfDevices ?? [devices];
}

/** Returns the constraints of a claim, over all its alternatives in order. */
export function constraintsOf({ devices, firstOfDevices }: ResourceClaimSpec): readonly DeviceConstraint[] {
  return firstOfDevices === undefined ? devices.constraints : firstOfDevices.flatMap(({ constraints }) => constraints);
}

/** Returns a constraint by its number in `constraintsOf`, with its alternative, if any, and its index there. */
export function constraintAt(
  { devices, firstOfDevices }: ResourceClaimSpec,
  number: number,
): { readonly constraint: DeviceConstraint; readonly index: number; readonly alternative?: number } {
  let index = number;
  for (const [alternative, { constraints }] of firstOfDevices?.entries() ?? []) {
    const constraint = constraints[index];
    if (constraint !== undefined) return { constraint, index, alternative };
    index -= constraints.length;
  }
  return { constraint: devices.constraints[index] as DeviceConstraint, index };
}

/** Returns the alternatives of a claim with their paths. */
export function alternativesAt({ devices, firstOfDevices }: ResourceClaimSpec): readonly (readonly [DeviceClaim, readonly PathStep[]])[] {
  return firstOfDevices?.map((one, index) => [one, ['firstOfDevices', index]] as const) ?? [[devices, ['devices']]];
}

/** Decoders of a claim's spec, by shape. */
export const requestedDevices = {
  v1: spec(request, deviceConstraint),
  flat: spec(flatRequest, deviceConstraint),
  kep4816: spec(flatRequest, constraintOf(drawnAttribute)),
} as const;
