import { describe, expect, test } from 'vitest';
import { DecodeContext } from '../../../src/core/api/context.js';
import { decodeResourceClaim, decodeResourceClaimTemplate } from '../../../src/core/api/decode-resource-claim.js';
import { encodeResourceClaim } from '../../../src/core/api/encode.js';
import { NO_LIBRARY_GATES } from '../../../src/core/api/library-gates.js';
import type { Json } from '../../../src/core/base/json.js';

const FIRST = { ...NO_LIBRARY_GATES, firstOfDevices: true };

const devices = (...names: string[]): Json => ({ requests: names.map((name) => ({ name, exactly: { deviceClassName: 'c' } })) });

const claim = (spec: Json, status?: Json): Json => ({
  apiVersion: 'resource.k8s.io/v1',
  kind: 'ResourceClaim',
  metadata: { name: 'a' },
  spec,
  ...(status === undefined ? {} : { status }),
});

const decode = (json: Json, gates = FIRST) => decodeResourceClaim(json, new DecodeContext([], undefined, undefined, gates));

describe('gates of this package alone', () => {
  test('are named by errors where they are off', () => {
    const tied = claim({ firstOfDevices: [devices('r')] });
    const hint = 'unknown field: it needs the feature gate XFirstOfDevices, which is off by default';
    expect(() => decode(tied, NO_LIBRARY_GATES)).toThrow(`spec.firstOfDevices: ${hint}`);
    expect(() => decode(claim({}, { allocation: { firstOfDevicesIndex: 0 } }), NO_LIBRARY_GATES)).toThrow(
      `status.allocation.firstOfDevicesIndex: ${hint}`,
    );
    const template: Json = { kind: 'ResourceClaimTemplate', metadata: { name: 'a' }, spec: { spec: { firstOfDevices: [devices('r')] } } };
    expect(() => decodeResourceClaimTemplate(template, new DecodeContext())).toThrow(`spec.spec.firstOfDevices: ${hint}`);
    const context = new DecodeContext([], undefined, undefined, FIRST);
    expect(decodeResourceClaimTemplate(template, context).spec.spec.firstOfDevices).toHaveLength(1);
  });
});

describe('alternatives of a claim', () => {
  test('come back as they were given, with the index of the one that was taken', () => {
    const spec = { firstOfDevices: [devices('r', 's'), { ...(devices('r') as object), constraints: [{ matchAttribute: 'd/a' }] }] };
    const status = { allocation: { devices: { results: [] }, firstOfDevicesIndex: 0 } };
    const decoded = decode(claim(spec, status));
    expect(decoded.status.allocation?.firstOfDevicesIndex).toBe(0);
    const encoded = encodeResourceClaim(decoded);
    expect(encoded['status']).toEqual(status);
    expect(encoded['spec']).toMatchObject(spec);
    expect(encoded['spec']).not.toHaveProperty('devices');
    expect(decode(encoded)).toEqual({ ...decoded, metadata: expect.anything() });
  });

  test('are read in every served version', () => {
    const flat = { name: 'r', deviceClassName: 'c' };
    const constraints = [{ requests: ['s'], matchAttribute: 'd/a' }];
    const alternatives = [{ requests: [flat] }, { requests: [{ name: 'q', firstAvailable: [{ ...flat, name: 's' }] }], constraints }];
    const read = (version: string) =>
      decode({ ...(claim({ firstOfDevices: alternatives }) as object), apiVersion: `resource.k8s.io/${version}` });
    expect(read('v1beta1').spec.firstOfDevices?.[1]?.constraints[0]?.requests).toEqual(['s']);
    expect(read('v1alpha4').spec.firstOfDevices?.[1]?.constraints[0]?.requests).toEqual(['q/s']);
  });

  test('are one to eight, and stand alone', () => {
    const many = (count: number): Json => ({ firstOfDevices: Array.from({ length: count }, () => devices('r')) });
    expect(decode(claim(many(8))).spec.firstOfDevices).toHaveLength(8);
    expect(() => decode(claim(many(9)))).toThrow('spec.firstOfDevices: expected at most 8 alternatives, found 9');
    expect(decode(claim(many(0))).spec).not.toHaveProperty('firstOfDevices');
    const both = { ...(many(1) as object), devices: devices('r') };
    expect(() => decode(claim(both))).toThrow('spec.firstOfDevices: set either devices or firstOfDevices, not both');
    expect(decode(claim({ ...(many(1) as object), devices: {} })).spec.firstOfDevices).toHaveLength(1);
  });

  test('have names of their own', () => {
    const context = new DecodeContext([], undefined, undefined, FIRST);
    const spec = {
      firstOfDevices: [devices('r'), { ...(devices('s') as object), constraints: [{ requests: ['r'], matchAttribute: 'd/a' }] }],
    };
    decodeResourceClaim(claim(spec), context);
    expect(context.warnings).toMatchObject([{ path: ['spec', 'firstOfDevices', 1, 'constraints', 0, 'requests', 0] }]);
  });
});
