// Every field of a request reaches all code that depends on it.
// The table is exhaustive: a new field of the decoder compiles only with a row here.

import { describe, expect, it } from 'vitest';
import { signatureOf } from '../../../src/allocator/evaluate/claims-signature.js';
import { fieldCompletions } from '../../../src/apps/playground/complete/fields.js';
import { DecodeContext } from '../../../src/core/api/context.js';
import { decodeResourceClaim } from '../../../src/core/api/decode-resource-claim.js';
import { encodeResourceClaim } from '../../../src/core/api/encode.js';
import type { ExactDeviceRequest } from '../../../src/core/api/resource-claim.js';
import type { Json, JsonObject } from '../../../src/core/base/json.js';
import { check } from '../../../src/explain/check/check.js';
import { type AllocateInput, createAllocator } from '../../../src/index.js';
import { validate } from '../../../src/validate/index.js';
import { claim, device, deviceClass, node, slice } from '../../support/objects.js';

/** A field of a request with two values, of which one makes the claim impossible. */
interface Case {
  /** Undefined: the field is absent. */
  readonly fits: Json | undefined;
  readonly lacks: Json | undefined;
  /** Other fields that the case needs. */
  readonly beside?: JsonObject;
  readonly constraints?: readonly JsonObject[];
  /** The devices that are in use. */
  readonly used?: readonly string[];
  /** True: `explain` suggests to change the field of the claim that is impossible. Otherwise why it suggests none. */
  readonly suggests: true | string;
  /** A value that no server accepts. */
  readonly wrong: Json;
}

const FIELDS: { readonly [K in keyof ExactDeviceRequest]-?: Case } = {
  deviceClassName: {
    fits: 'any',
    lacks: 'nic',
    suggests: 'another class is another kind of device',
    wrong: 'A_B',
  },
  selectors: {
    fits: undefined,
    lacks: [{ cel: { expression: 'device.driver == "x.example.com"' } }],
    suggests: true,
    wrong: [{ cel: { expression: '1 +' } }],
  },
  allocationMode: { fits: 'ExactCount', lacks: 'All', used: ['d0'], suggests: true, wrong: 'Some' },
  count: { fits: 2, lacks: 4, suggests: true, wrong: -1 },
  adminAccess: {
    fits: true,
    lacks: false,
    used: ['d0', 'd1', 'd2'],
    suggests: 'only administrators may ask for it',
    wrong: 'yes',
  },
  tolerations: {
    fits: [{ key: 'k', operator: 'Exists' }],
    lacks: undefined,
    beside: { count: 3 },
    suggests: true,
    wrong: [{ operator: 'Sometimes' }],
  },
  capacity: {
    fits: { requests: { memory: '1Gi' } },
    lacks: { requests: { memory: '9Gi' } },
    suggests: true,
    wrong: { requests: { memory: 'much' } },
  },
  derivedAttributes: {
    fits: [{ name: 'derived/side', expression: '"left"' }],
    lacks: undefined,
    constraints: [{ matchAttribute: 'derived/side' }],
    suggests: 'an expression cannot be found by trying',
    wrong: [{ name: 'derived/side', expression: '1 +' }],
  },
};

/** The gates of all fields. */
const gates = { DRADerivedAttributes: true, DRAListTypeAttributes: true };
const allocator = await createAllocator({ featureGates: gates });

const memory = { allowMultipleAllocations: true, capacity: { memory: { value: '8Gi' } } };
const devices = ['d0', 'd1', 'd2'].map((name) =>
  device(name, {}, name === 'd2' ? { ...memory, taints: [{ key: 'k', effect: 'NoSchedule' }] } : memory),
);

const REQUEST = 'spec.devices.requests[0]';

/** The places of a request's fields: where they are, and the request with them. */
const FORMS: Readonly<Record<string, { path: string; apiVersion: string; requestOf: (fields: JsonObject) => JsonObject }>> = {
  exactly: { path: `${REQUEST}.exactly`, apiVersion: 'resource.k8s.io/v1', requestOf: (exactly) => ({ name: 'r', exactly }) },
  firstAvailable: {
    path: `${REQUEST}.firstAvailable[0]`,
    apiVersion: 'resource.k8s.io/v1',
    requestOf: (fields) => ({ name: 'r', firstAvailable: [{ name: 'a', ...fields }] }),
  },
  v1beta1: { path: REQUEST, apiVersion: 'resource.k8s.io/v1beta1', requestOf: (fields) => ({ name: 'r', ...fields }) },
};

function requestWith(field: string, value: Json | undefined, { beside = {} }: Case) {
  return { name: 'r', exactly: { deviceClassName: 'any', ...beside, ...(value === undefined ? {} : { [field]: value }) } };
}

function claimWith(field: string, value: Json | undefined, row: Case): JsonObject {
  return claim('c', [requestWith(field, value, row)], { constraints: row.constraints ?? [] }) as unknown as JsonObject;
}

function questionAbout(of: JsonObject, { used = [] }: Case): AllocateInput {
  return {
    node: node('n') as AllocateInput['node'],
    claims: [of],
    deviceClasses: [deviceClass('any'), deviceClass('nic', 'device.driver == "nic.example.com"')],
    resourceSlices: [slice('s', devices)],
    allocated: { devices: used.map((name) => ({ driver: 'd.example.com', pool: 'p', device: name })) },
    certificates: true,
  } as AllocateInput;
}

const decoded = (of: JsonObject) => decodeResourceClaim(of, new DecodeContext());

describe.each(Object.entries<Case>(FIELDS))('the field %s of a request', (field, row) => {
  const [fits, lacks] = [claimWith(field, row.fits, row), claimWith(field, row.lacks, row)];
  const given = row.fits === undefined ? lacks : fits;
  const value = row.fits ?? row.lacks;

  it('is printed as it was read', () => {
    expect(encodeResourceClaim(decoded(given))).toMatchObject({ spec: { devices: { requests: [{ exactly: { [field]: value } }] } } });
  });

  it('is in the signature of claims', () => {
    expect(signatureOf(decoded(fits))?.text).not.toBe(signatureOf(decoded(lacks))?.text);
  });

  it('decides, and the checker of certificates agrees', () => {
    const [possible, impossible] = [questionAbout(fits, row), questionAbout(lacks, row)];
    expect(allocator.allocate(possible)).toMatchObject({ kind: 'allocated' });
    const outcome = allocator.allocate(impossible);
    if (outcome.kind !== 'unallocatable' || outcome.certificate === undefined) throw new Error(`no certificate: ${outcome.kind}`);
    expect(check(outcome.certificate, impossible, { featureGates: gates })).toEqual({ valid: true });
    expect(check(outcome.certificate, possible, { featureGates: gates })).toMatchObject({ valid: false });
  });

  it('can be changed by a suggestion, or the table says why not', () => {
    const patches = allocator.explain(questionAbout(lacks, row)).suggestions?.flatMap((suggestion) => suggestion.patches) ?? [];
    const isChanged = patches.some(({ patch }) => patch.some(({ path }) => path.split('/').includes(field)));
    expect(isChanged).toBe(row.suggests === true);
  });

  const forms = Object.entries(FORMS).filter(([form]) => form !== 'firstAvailable' || field !== 'adminAccess');

  it.each(forms)('is validated in %s', (_, { apiVersion, requestOf }) => {
    const server = { featureGates: gates };
    const of = (fieldValue: Json | undefined): JsonObject => {
      const { exactly } = requestWith(field, fieldValue, row);
      return { ...claim('c', [requestOf(exactly)], { constraints: row.constraints ?? [] }), apiVersion } as unknown as JsonObject;
    };
    // Some rules name fields of v1beta1 by their path in v1, as the API server does.
    const isAbout = (path = ''): boolean => path.startsWith(REQUEST) && path.slice(REQUEST.length).split(/[.[]/).includes(field);
    const findings = (object: JsonObject) => validate([object], server).filter((found) => isAbout(found.path));
    expect(findings(of(row.wrong))).not.toEqual([]);
    expect(findings(of(value)).filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  it.each(forms)('is completed in %s in the playground', (_, { path, apiVersion }) => {
    const steps = path.replaceAll('[0]', '.[]').split('.');
    const place = { apiVersion, kindName: 'ResourceClaim', path: steps, siblings: new Set<string>() };
    expect(fieldCompletions(place, { featureGates: gates }).map(({ label }) => label)).toContain(field);
  });
});
