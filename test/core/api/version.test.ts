import { describe, expect, it } from 'vitest';
import { DecodeContext } from '../../../src/core/api/context.js';
import { type Decoder, object, string } from '../../../src/core/api/decoder.js';
import { type ObjectMeta, objectMeta } from '../../../src/core/api/meta.js';
import { otherKind, resourceKind, typeOf } from '../../../src/core/api/version.js';
import type { Json } from '../../../src/core/base/json.js';
import { errorOf } from '../../support/api.js';

/** A decoder that says which one it is. */
const named = (shape: string): Decoder<{ readonly metadata: ObjectMeta; readonly shape: string }> => ({
  decode: () => ({ metadata: objectMeta.decode({}, new DecodeContext()), shape }),
});
const decodeThing = (value: Json, more: object = {}): { readonly metadata: ObjectMeta; readonly shape: string } =>
  resourceKind('Thing', { v1: named('v1'), flat: named('flat'), ...more }).decode(value, new DecodeContext(['here']));
const decode = (value: Json, more: object = {}): string => decodeThing(value, more).shape;

describe('an object of resource.k8s.io', () => {
  it.each([
    [undefined, 'v1'],
    ['resource.k8s.io/v1', 'v1'],
    ['resource.k8s.io/v1beta2', 'v1'],
    ['resource.k8s.io/v1beta1', 'flat'],
    ['resource.k8s.io/v1alpha4', 'flat'],
    ['resource.k8s.io/v1alpha3', 'flat'],
  ])('of %s is read in the shape %s', (apiVersion, shape) => {
    expect(decode({ kind: 'Thing', ...(apiVersion === undefined ? {} : { apiVersion }) })).toBe(shape);
  });

  it('says in its metadata in which version it was given, unless that has the shape of v1', () => {
    const versionOf = (version: string): string | undefined => decodeThing({ apiVersion: `resource.k8s.io/${version}` }).metadata.version;
    expect(['v1', 'v1beta2', 'v1beta1', 'v1alpha3'].map(versionOf)).toEqual([undefined, undefined, 'v1beta1', 'v1alpha3']);
    expect(decodeThing({}).metadata).not.toHaveProperty('version');
  });

  it('of v1alpha4 is read as its KEP drew it, where that is another shape', () => {
    expect(decode({ apiVersion: 'resource.k8s.io/v1alpha4' }, { kep4816: named('kep') })).toBe('kep');
    expect(decode({ apiVersion: 'resource.k8s.io/v1alpha3' }, { kep4816: named('kep') })).toBe('flat');
  });

  it.each(['resource.k8s.io/v1alpha1', 'resource.k8s.io/v1alpha2'])('of %s is rejected with what to write instead', (apiVersion) => {
    const error = errorOf(() => decode({ apiVersion }));
    expect(error.path).toBe('here.apiVersion');
    expect(error.message).toContain('request a DeviceClass instead, in resource.k8s.io/v1');
  });

  it.each(['v1', 'resource.k8s.io/v2', 'apps/v1'])('of %s is rejected', (apiVersion) => {
    expect(errorOf(() => decode({ apiVersion })).message).toBe(
      `here.apiVersion: expected resource.k8s.io/v1, v1beta2, v1beta1 or v1alpha3, found the string ${JSON.stringify(apiVersion)}`,
    );
  });
});

describe('the kind', () => {
  it('may be left out, and is that of the object otherwise', () => {
    expect(decode({})).toBe('v1');
    expect(errorOf(() => decode({ kind: 'Other' }))).toMatchObject({
      path: 'here.kind',
      message: 'here.kind: expected Thing, found Other',
    });
    expect(errorOf(() => decode(5)).message).toBe('here: expected a Thing, found the number 5');
  });

  it('counts for objects of other groups, whatever their version', () => {
    const context = new DecodeContext();
    const node = otherKind('Node', object({ shape: string }, { lenient: true }));
    expect(node.decode({ apiVersion: 'v7', kind: 'Node', shape: 'node' }, context).shape).toBe('node');
    expect(context.version).toBe('v1');
    expect(errorOf(() => node.decode({ kind: 'Pod' }, context)).path).toBe('kind');
  });

  it('is a string of the object itself', () => {
    const context = new DecodeContext();
    expect(typeOf({ kind: null }, 'kind', context)).toBe('');
    expect(typeOf(JSON.parse('{"__proto__": {"kind": "Pod"}}'), 'kind', context)).toBe('');
    expect(errorOf(() => typeOf({ kind: 1 }, 'kind', context)).message).toMatch(/^kind: expected a string, found/);
  });
});
