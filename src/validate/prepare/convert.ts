// Converts objects of all versions to the v1 form in which the API server validates
// them: v1beta1 has requests without `exactly` and devices with `basic`.
// Source: pkg/apis/resource/v1beta1/conversion.go of Kubernetes 1.37.1.

import type { PathStep } from '../../core/base/json.js';
import type { Decoded, DecodedStruct } from '../tree/decoded.js';
import { isStruct } from '../tree/decoded.js';
import { changeAt, struct, withFields, withoutFields } from '../tree/transform.js';

/** The version with flat requests and devices. */
export const FLAT_VERSION = 'resource.k8s.io/v1beta1';

/** The fields of a flat request that v1 has under `exactly`. */
const EXACT_FIELDS = [
  'deviceClassName',
  'selectors',
  'allocationMode',
  'count',
  'adminAccess',
  'tolerations',
  'capacity',
  'derivedAttributes',
] as const;

/** Returns an object in v1 form. Only v1beta1 differs from it. */
export function toV1Shape(object: DecodedStruct, apiVersion: string, kind: string): DecodedStruct {
  if (apiVersion !== FLAT_VERSION) return object;
  switch (kind) {
    case 'ResourceClaim':
      return changeAt(object, ['spec'], convertClaim);
    case 'ResourceClaimTemplate':
      return changeAt(object, ['spec', 'spec'], convertClaim);
    case 'ResourceSlice':
      return changeAt(object, ['spec'], convertSlice);
    default:
      return object;
  }
}

/** Converts the steps to a field in v1 form to its steps in a document of a version. */
export function documentSteps(steps: readonly PathStep[], apiVersion: string, kind: string): readonly PathStep[] {
  if (apiVersion !== FLAT_VERSION) return steps;
  if (kind === 'ResourceSlice') {
    const isInBasic = steps[1] === 'devices' && steps.length > 3 && steps[3] !== 'name';
    return isInBasic ? [...steps.slice(0, 3), 'basic', ...steps.slice(3)] : steps;
  }
  const requests = steps.indexOf('requests');
  return requests >= 0 && steps[requests + 2] === 'exactly' ? steps.filter((_, position) => position !== requests + 2) : steps;
}

/** Converts the path of a field in v1 form to its path in a document of a version. */
export function documentPath(path: string, apiVersion: string, kind: string): string {
  if (apiVersion !== FLAT_VERSION) return path;
  if (kind === 'ResourceSlice') return path.replace(/^(spec\.devices\[\d+\])(?=\.(?!name$))/, '$1.basic');
  return path.replace(/(\.requests\[\d+\])\.exactly(?=\.)/, '$1');
}

function convertClaim(spec: Decoded): Decoded {
  if (!isStruct(spec)) return spec;
  const converted = changeAt(spec, ['devices', 'requests'], convertRequests);
  const { firstOfDevices } = converted;
  if (!Array.isArray(firstOfDevices)) return converted;
  const alternatives = firstOfDevices.map((one: Decoded) => (isStruct(one) ? changeAt(one, ['requests'], convertRequests) : one));
  return withFields(converted, { firstOfDevices: alternatives });
}

function convertRequests(requests: Decoded): Decoded {
  return Array.isArray(requests) ? requests.map((request: Decoded) => (isStruct(request) ? convertRequest(request) : request)) : requests;
}

function convertRequest(request: DecodedStruct): DecodedStruct {
  const exact = Object.fromEntries(EXACT_FIELDS.map((name) => [name, request[name]]).filter(([, value]) => hasValue(value as Decoded)));
  const rest = withoutFields(request, EXACT_FIELDS);
  return Object.keys(exact).length === 0 ? rest : withFields(rest, { exactly: struct(exact) });
}

/** An empty text and a zero count cannot be distinguished from absent fields. */
function hasValue(value: Decoded | undefined): boolean {
  return value !== undefined && value !== '' && value !== 0n;
}

function convertSlice(spec: Decoded): Decoded {
  if (!isStruct(spec)) return spec;
  const { devices, nodeName, allNodes } = spec;
  return withFields(spec, {
    ...(Array.isArray(devices) ? { devices: devices.map((device: Decoded) => (isStruct(device) ? convertDevice(device) : device)) } : {}),
    nodeName: nodeName === '' ? undefined : nodeName,
    allNodes: allNodes === true ? true : undefined,
  });
}

function convertDevice(device: DecodedStruct): DecodedStruct {
  const { basic } = device;
  return isStruct(basic) ? struct({ ...withoutFields(device, ['basic']), ...basic }) : device;
}
