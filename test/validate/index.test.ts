// Tests objects of all versions through the stages of validation: decoding, conversion, defaults and rules.

import { describe, expect, it } from 'vitest';
import { readText } from '../../src/core/read/read.js';
import { validate } from '../../src/validate/index.js';

const claim = (requests: readonly object[], apiVersion = 'resource.k8s.io/v1', extra: object = {}) => ({
  apiVersion,
  kind: 'ResourceClaim',
  metadata: { name: 'gpu', namespace: 'default' },
  spec: { devices: { requests } },
  ...extra,
});

describe('validate', () => {
  it('finds nothing in a valid object of any version', () => {
    const exactly = { deviceClassName: 'gpu.example.com' };
    expect(validate([claim([{ name: 'a', exactly }])])).toEqual([]);
    const older = [
      claim([{ name: 'a', exactly }], 'resource.k8s.io/v1beta2'),
      claim([{ name: 'a', ...exactly }], 'resource.k8s.io/v1beta1'),
    ];
    expect(validate(older).map(({ rule }) => rule)).toEqual(['off-by-default', 'off-by-default']);
  });

  it('names rule, object and field', () => {
    const [finding] = validate([claim([{ name: 'GPU_0', exactly: { deviceClassName: 'gpu.example.com' } }])]);
    expect(finding).toMatchObject({
      severity: 'error',
      rule: 'request-name',
      object: 'ResourceClaim default/gpu',
      path: 'spec.devices.requests[0].name',
    });
    expect(finding?.message).toMatch(/^Invalid value: "GPU_0": a lowercase RFC 1123 label must consist of/);
  });

  it('takes lists apart', () => {
    const wrong = claim([{ name: 'GPU_0', exactly: { deviceClassName: 'gpu.example.com' } }]);
    const list = { apiVersion: 'v1', kind: 'List', items: [wrong, { apiVersion: 'v1', kind: 'List', items: [wrong] }] };
    expect(validate([list]).map(({ path }) => path)).toEqual(['spec.devices.requests[0].name', 'spec.devices.requests[0].name']);
  });

  it('throws for arguments', () => {
    expect(() => validate({} as never)).toThrow('validate(objects): expected a list of Kubernetes objects, found an object');
    expect(() => validate([], { kubernetesVersion: '1.99' })).toThrow('unknown Kubernetes version "1.99"');
    expect(() => validate([], { version: '1.37' } as never)).toThrow('version: unknown');
  });

  it('tells of a thousand breaches of one rule in one object, and that there are more', () => {
    const constraints = Array.from({ length: 32 }, (_, number) => ({ matchAttribute: 'Model', requests: Array(32).fill(`GPU_${number}`) }));
    const object = claim([{ name: 'gpu', exactly: { deviceClassName: 'gpu.example.com' } }]);
    (object.spec.devices as Record<string, unknown>)['constraints'] = constraints;
    const references = validate([object]).filter(({ rule }) => rule === 'request-reference');
    expect(references).toHaveLength(1001);
    expect(references[1000]?.message).toMatch(/; further findings of this rule in this object are not listed$/);
  });

  it('rejects lists that have no end', () => {
    const endless: unknown[] = [];
    endless.length = 4_000_000_000;
    expect(() => validate([{ apiVersion: 'v1', kind: 'List', items: endless }])).toThrow('expected a list of at most 20000000 items');
    expect(validate([claim(endless as object[])])).toMatchObject([
      { rule: 'wrong-type', path: 'spec.devices.requests', message: 'Too many: 4000000000: must have at most 1000000 items' },
    ]);
  });

  it('warns of exponents that are beyond the limit of quantities here, and judges as if they were not', () => {
    const quota = (cpu: string) => ({ apiVersion: 'v1', kind: 'ResourceQuota', metadata: { name: 'a' }, spec: { hard: { cpu } } });
    expect(validate([quota('-1e10001')]).map(({ rule }) => rule)).toEqual(['quantity-limit', 'quota-amount']);
    expect(validate([quota('1e4294967296')])).toEqual([]);
  });

  it('tells of lists that are none, and of lists in lists that are too deep', () => {
    const list = (items: unknown, kind = 'List', apiVersion = 'v1') => validate([{ apiVersion, kind, items }]);
    const none = [{ rule: 'wrong-type', path: 'items', message: 'Invalid type: expected a list, found the number 5' }];
    expect(list(5)).toMatchObject(none);
    expect(list(5, 'ResourceClaimList', 'resource.k8s.io/v1')).toMatchObject(none);
    expect(list({ a: 1 })).toMatchObject([{ path: 'items', suggestion: 'write a list, with a hyphen before each item' }]);
    // A list of unsupported kinds is not validated, and an empty list has no errors.
    expect([list(5, 'AllowList', 'example.com/v1'), list(null), list([]), validate([{ apiVersion: 'v1', kind: 'List' }])]).toEqual([
      [],
      [],
      [],
      [],
    ]);
    const nested = (depth: number): object => ({
      apiVersion: 'v1',
      kind: 'List',
      items: depth === 0 ? [claim(5 as never)] : [nested(depth - 1)],
    });
    expect(validate([nested(9)])).toMatchObject([{ path: 'spec.devices.requests' }]);
    expect(validate([nested(10)])).toMatchObject([{ path: 'items', message: 'Too deep: lists can be nested to a depth of 10' }]);
  });

  it('tells of the first thousand items of a list that are no objects', () => {
    const list = { apiVersion: 'v1', kind: 'List', items: [...Array.from({ length: 3000 }, () => null), claim(5 as never)] };
    const rules = validate([list]).map(({ path, rule }) => `${path} ${rule}`);
    expect(rules).toEqual([...Array.from({ length: 1000 }, () => ' wrong-type'), 'spec.devices.requests wrong-type']);
  });

  it('shows keys of quotas and pods whole in paths, whatever their length', () => {
    const key = 'a'.repeat(97);
    const quota = { apiVersion: 'v1', kind: 'ResourceQuota', metadata: { name: 'a' }, spec: { hard: { [key]: '1' } } };
    expect(new Set(validate([quota]).map(({ path }) => path))).toEqual(new Set([`spec.hard[${key}]`]));
  });

  it.each([
    ['a'.repeat(96), 'a'.repeat(96)],
    ['a'.repeat(97), `${'a'.repeat(47)}...${'a'.repeat(46)}`],
    ['名'.repeat(32), '名'.repeat(32)],
    ['名'.repeat(33), `${'名'.repeat(15)}\ufffd\ufffd...\ufffd${'名'.repeat(15)}`],
    ['😀'.repeat(25), `${'😀'.repeat(11)}\ufffd\ufffd\ufffd...\ufffd\ufffd${'😀'.repeat(11)}`],
  ])('shows the ends of long keys of attributes and capacities, by bytes: %s', (key, shown) => {
    const device = {
      name: 'd',
      allowMultipleAllocations: true,
      capacity: { [key]: { value: '1', requestPolicy: { default: '2', validRange: {} } } },
    };
    const pool = { name: 'p', generation: 1, resourceSliceCount: 1 };
    const spec = { driver: 'a.b', nodeName: 'n', pool, devices: [device] };
    const slice = { apiVersion: 'resource.k8s.io/v1', kind: 'ResourceSlice', metadata: { name: 's' }, spec };
    const paths = validate([slice]).map(({ path }) => path);
    expect(paths.filter((path) => path.includes('.requestPolicy')).map((path) => /\[([^\]\d]+)\]/u.exec(path)?.[1])).toContain(shown);
  });

  it('trims images of what Go calls white space', () => {
    const pod = (image: string) => ({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'p' },
      spec: { containers: [{ name: 'c', image }] },
    });
    const refused = ['\ufeffa', '\u0085a', 'a\u3000', 'a\n', 'a\u200b', ' a', 'a'].map((image) => validate([pod(image)]).length > 0);
    expect(refused).toEqual([false, true, true, true, false, true, false]);
  });

  it('lets containers have a restart policy of their own since 1.35, and leaves it out before', () => {
    const container = { name: 'c', image: 'i', restartPolicy: 'TCP' };
    const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p' }, spec: { containers: [container] } };
    expect(validate([pod], { kubernetesVersion: '1.34' })).toEqual([]);
    expect(validate([pod], { kubernetesVersion: '1.35' }).map(({ rule }) => rule)).toEqual(['restart-policy']);
  });
});

describe('locate', () => {
  const text =
    'apiVersion: resource.k8s.io/v1beta1\nkind: ResourceClaim\nmetadata: {name: c}\nspec:\n  devices:\n    requests:\n    - name: GPU\n      deviceClassName: gpu\n';

  it('puts findings where their fields stand in the text, whatever the version', () => {
    const { documents } = readText(`kind: Other\n---\n${text}`, 'body');
    const found = validate(
      documents.map(({ value }) => value as object),
      { locate: (object, path) => documents[object]?.locate(path) },
    );
    expect(found).toContainEqual(expect.objectContaining({ path: 'spec.devices.requests[0].name', severity: 'error', line: 9, column: 7 }));
  });

  it('leaves findings as they are where it knows no place', () => {
    const [document] = readText(text, 'body').documents;
    const found = validate([document?.value as object], { locate: () => undefined });
    expect(found).toEqual(validate([document?.value as object]));
    expect(found[0]).not.toHaveProperty('line');
  });

  it('must be a function', () => {
    expect(() => validate([], { locate: 'here' as never })).toThrow(expect.objectContaining({ code: 'invalid-input', path: 'locate' }));
  });
});
