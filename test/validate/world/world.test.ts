// Tests rules over the whole input beyond their examples: their reports, and their silence about missing objects.

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readText } from '../../../src/core/read/read.js';
import { variantOf } from '../../../src/validate/examples.js';
import { type Finding, validate } from '../../../src/validate/index.js';
import type { ExampleObject } from '../../../src/validate/world-rule.js';

const judge = (...objects: readonly ExampleObject[]): Finding[] =>
  validate(
    objects.map(([kind, changes, apiVersion]) => variantOf(kind, changes, apiVersion) as object),
    { kubernetesVersion: '1.37', featureGates: { DRAListTypeAttributes: true } },
  );
const told = (...objects: readonly ExampleObject[]): readonly string[] =>
  judge(...objects).map(({ rule, message }) => `${rule}: ${message}`);

const SLICE: ExampleObject = ['ResourceSlice', { 'spec.devices[0].attributes[resource.kubernetes.io/pcieRoot]': { string: 'pci0' } }];
const CLASS: ExampleObject = ['DeviceClass', {}];
const claim = (expression: string, more: object = {}): ExampleObject => [
  'ResourceClaim',
  { 'spec.devices.requests[0].exactly.selectors': [{ cel: { expression } }], ...more },
];
const constrained = (matchAttribute: string): ExampleObject => ['ResourceClaim', { 'spec.devices.constraints': [{ matchAttribute }] }];

describe('a name that no device has', () => {
  it.each([
    ['k8s.io/pcieRoot', 'no device has the attribute k8s.io/pcieRoot: did you mean resource.kubernetes.io/pcieRoot?'],
    [
      'resource.kubernetes.io/pciRoot',
      'no device has the attribute resource.kubernetes.io/pciRoot: did you mean resource.kubernetes.io/pcieRoot?',
    ],
    ['gpu.example.com/pcieRoot', 'no device has the attribute gpu.example.com/pcieRoot: did you mean resource.kubernetes.io/pcieRoot?'],
    ['gpu.example.com/memory', 'gpu.example.com/memory is a capacity, and constraints compare attributes'],
    ['gpu.example.co/model', 'no device has the attribute gpu.example.co/model: did you mean gpu.example.com/model?'],
    ['gpu.example.com/serial', 'no device has the attribute gpu.example.com/serial: no allocation meets this constraint'],
  ])('is told of with what is near: %s', (name, message) => {
    expect(told(SLICE, constrained(name))).toEqual([`constraint-attribute-unknown: ${message}`]);
  });

  it.each(['gpu.other.org/model', 'example.org/rack', 'gpu.example.com/model', 'resource.kubernetes.io/pcieRoot'])(
    'is not reported where devices of others may have it, or some has: %s',
    (name) => {
      expect(told(SLICE, constrained(name))).toEqual([]);
    },
  );

  it('is not reported where a selector requests it first, or is about another driver', () => {
    expect(
      told(SLICE, claim('has(device.attributes["gpu.example.com"].serial) && device.attributes["gpu.example.com"].serial == "1"')),
    ).toEqual([]);
    expect(told(SLICE, claim('device.driver == "gpu.other.org" && device.attributes["gpu.example.com"].serial == "1"'))).toEqual([]);
    expect(told(claim('device.attributes["gpu.example.com"].serial == "1"'))).toEqual([]);
  });

  it('is reported where the devices of one request lack it', () => {
    const nic: ExampleObject = [
      'ResourceSlice',
      { 'metadata.name': 'nic', 'spec.driver': 'nic.example.com', 'spec.devices[0].attributes': {} },
    ];
    const nicClass: ExampleObject = [
      'DeviceClass',
      { 'metadata.name': 'nic.example.com', 'spec.selectors[0].cel.expression': "device.driver == 'nic.example.com'" },
    ];
    const both: ExampleObject = [
      'ResourceClaim',
      {
        'spec.devices.requests[1]': { name: 'nic', exactly: { deviceClassName: 'nic.example.com' } },
        'spec.devices.constraints': [{ matchAttribute: 'resource.kubernetes.io/pcieRoot' }],
      },
    ];
    expect(told(SLICE, CLASS, nic, nicClass, both)).toEqual([
      'constraint-attribute-unknown: no device for request nic has the attribute resource.kubernetes.io/pcieRoot: the request can never meet this constraint',
    ]);
  });
});

describe('the input', () => {
  it('knows nothing of classes that it does not have, unless one is near or it is a whole cluster', () => {
    const other: ExampleObject = ['ResourceClaim', { 'spec.devices.requests[0].exactly.deviceClassName': 'fpga.example.org' }];
    expect(told(SLICE, CLASS, other)).toEqual([]);
    const node = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'worker' } };
    const objects = [SLICE, CLASS, other].map(([kind, changes]) => variantOf(kind, changes) as object);
    expect(validate([...objects, node]).map(({ rule }) => rule)).toEqual(['class-unknown']);
  });

  it('knows claims that could not be decoded by their names', () => {
    const broken: ExampleObject = ['ResourceClaim', { 'metadata.name': 'other', 'spec.devices.request': [] }];
    const pod: ExampleObject = ['Pod', { 'spec.resourceClaims[0].resourceClaimName': 'other' }];
    expect(judge(['ResourceClaim', {}], broken, pod).map(({ rule }) => rule)).toEqual(['unknown-field']);
  });

  it('has its findings by object, errors first, whatever found them', () => {
    const wrong: ExampleObject = ['ResourceClaim', { 'spec.devices.requests[0].name': 'GPU', 'spec.devices.requests[0].exactly.count': 4 }];
    expect(judge(wrong, SLICE, CLASS, wrong).map(({ rule }) => rule)).toEqual([
      'request-name',
      'count-above-devices',
      'request-name',
      'count-above-devices',
    ]);
  });

  it('is reported for alike claims one by one, each with its own place', () => {
    const claims = ['a', 'b'].map((name) => claim('device.attributes["gpu.example.com"].modle == "A"', { 'metadata.name': name }));
    const template: ExampleObject = [
      'ResourceClaimTemplate',
      { 'spec.spec': (variantOf('ResourceClaim', (claims[0] as ExampleObject)[1]) as { spec: object }).spec },
    ];
    expect(judge(SLICE, ...claims, template).map(({ object, path }) => `${object} ${path}`)).toEqual([
      'ResourceClaim default/a spec.devices.requests[0].exactly.selectors[0].cel.expression',
      'ResourceClaim default/b spec.devices.requests[0].exactly.selectors[0].cel.expression',
      'ResourceClaimTemplate default/gpu spec.spec.devices.requests[0].exactly.selectors[0].cel.expression',
    ]);
  });

  it('may be large: names that nobody knows are compared within a bound', () => {
    const classes = Array.from(
      { length: 50 },
      (_, number): ExampleObject => ['DeviceClass', { 'metadata.name': `class-number-${number}.example.com` }],
    );
    const claims = Array.from(
      { length: 600 },
      (_, number): ExampleObject => [
        'ResourceClaim',
        { 'metadata.name': `c${number}`, 'spec.devices.requests[0].exactly.deviceClassName': `clas-number-${number}.example.com` },
      ],
    );
    const found = judge(...classes, ...claims);
    expect(found.length).toBeGreaterThan(300);
    expect(found.length).toBeLessThan(600);
  });
});

describe('lists', () => {
  const expression = 'device.attributes["gpu.example.com"].link == "a"';

  it('are reported with the expression that takes both, where an update of the pool makes them', () => {
    const old: ExampleObject = ['ResourceSlice', { 'spec.devices[0].attributes.link': { string: 'a' } }];
    const now: ExampleObject = [
      'ResourceSlice',
      { 'metadata.name': 'new', 'spec.pool.generation': 2, 'spec.devices[0].attributes.link': { strings: ['a', 'b'] } },
    ];
    const found = judge(old, now, claim(expression)).filter(({ rule }) => rule === 'list-attribute');
    expect(found).toEqual([
      expect.objectContaining({
        message:
          'link is a list on some devices and a single value on others, but == treats it as a single value: == is always false for a list; write device.attributes["gpu.example.com"].link.includes("a")',
        suggestion: 'device.attributes["gpu.example.com"].link.includes("a")',
      }),
    ]);
  });

  it('are reported without a text where new selectors cannot have it', () => {
    const objects = [['ResourceSlice', { 'spec.devices[0].attributes.link': { strings: ['a'] } }] as const, claim(expression)];
    const found = validate(
      objects.map(([kind, changes]) => variantOf(kind, changes) as object),
      { kubernetesVersion: '1.37' },
    );
    const [finding] = found.filter(({ rule }) => rule === 'list-attribute');
    expect(finding?.message).toMatch(/which new selectors have only with the feature gate DRAListTypeAttributes$/);
    expect(finding?.suggestion).toBeUndefined();
    expect(found.map(({ rule }) => rule)).toContain('feature-gate-off');
  });
});

describe('fields whose gate is off', () => {
  const derived: ExampleObject = ['ResourceClaim', { 'spec.devices.requests[0].exactly.adminAccess': true, 'metadata.namespace': 'admin' }];
  const namespace = {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: 'admin', labels: { 'resource.kubernetes.io/admin-access': 'true' } },
  };
  const judgeAt = (kubernetesVersion: string, featureGates: Readonly<Record<string, boolean>>): Finding[] =>
    validate([namespace, variantOf('ResourceClaim', derived[1]) as object], { kubernetesVersion, featureGates });

  it('are reported with gate, stage and default', () => {
    expect(judgeAt('1.37', {})).toEqual([]);
    expect(judgeAt('1.35', { DRAAdminAccess: false })).toEqual([
      expect.objectContaining({
        rule: 'feature-gate-off',
        path: 'spec.devices.requests[0].exactly.adminAccess',
        message: 'this needs DRAAdminAccess, beta in 1.35, off here: an API server without it silently drops the field',
      }),
    ]);
  });

  it('are reported where no release is given and the newest has the gate off by default', () => {
    const slice = variantOf('ResourceSlice', { 'spec.devices[0].attributes.link': { strings: ['a'] } }) as object;
    expect(validate([slice])).toEqual([
      expect.objectContaining({
        rule: 'feature-gate-off',
        message: expect.stringMatching(/^this needs DRAListTypeAttributes, alpha in 1\.37, off by default: /),
      }),
    ]);
    expect(validate([slice], { featureGates: { DRAListTypeAttributes: true } })).toEqual([]);
  });
});

/** The warnings on real manifests, each verified. A single file of a set lacks the other slices of its pool. */
const EXPECTED: Readonly<Record<string, readonly string[]>> = {
  // The pool has two slices, one with the counters and one with the devices. Only the whole folder has both.
  'kubernetes-scheduler-perf/resourceslice-partitionable-backtracking-countersets.yaml': ['pool-incomplete'],
  'kubernetes-scheduler-perf/resourceslice-partitionable-backtracking-devices.yaml': ['pool-incomplete'],
  // 1.37 serves v1beta1 only if it is enabled.
  'nvidia/v1beta1': ['off-by-default'],
  'nvidia/v1beta1/gpu-test4.yaml': ['off-by-default'],
};

describe('real manifests', () => {
  const root = fileURLToPath(new URL('../../manifests', import.meta.url));
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.yaml'))
    // A manifest with Go templates that generate device lists is not valid YAML.
    .filter((file) => !file.endsWith('list-attributes-devices.yaml'));
  const load = (file: string): readonly object[] =>
    readText(readFileSync(join(root, file), 'utf8').replaceAll('{{.Index}}', '0'), file).documents.map(({ value }) => value as object);
  const folders = [...new Set(files.map((file) => dirname(file)))];

  it.each([
    ...files.map((file) => [file, [file]] as const),
    ...folders.map((folder) => [folder, files.filter((file) => dirname(file) === folder)] as const),
  ])('have the warnings that were looked at: %s', (name, members) => {
    const found = validate(members.flatMap(load), { kubernetesVersion: '1.37' });
    expect(found.filter(({ severity }) => severity === 'warning').map(({ rule }) => rule)).toEqual(EXPECTED[relative('.', name)] ?? []);
  });
});

describe('names that are equally near', () => {
  const named = (kind: string, name: string, more: object = {}): ExampleObject => [kind, { 'metadata.name': name, ...more }];

  it('are all told, and none is suggested', () => {
    const [first, second] = ['gpu-a.example.com', 'gpu-b.example.com'];
    const found = judge(
      named('DeviceClass', first, { 'spec.selectors': undefined }),
      named('DeviceClass', second, { 'spec.selectors': undefined }),
      ['ResourceClaim', { 'spec.devices.requests[0].exactly.deviceClassName': 'gpu-x.example.com' }],
    );
    expect(found.map(({ rule, message, suggestion }) => [rule, message, suggestion])).toEqual([
      ['class-unknown', `there is no DeviceClass gpu-x.example.com: did you mean ${first} or ${second}?`, undefined],
    ]);
  });

  it('are all told of attributes', () => {
    const attributes = { fan1: { int: 1 }, fan2: { int: 1 } };
    const slice: ExampleObject = ['ResourceSlice', { 'spec.devices[0].attributes': attributes }];
    expect(told(slice, claim('device.attributes["gpu.example.com"].fan3 == 1'))[0]).toContain('.fan1 or ');
  });
});
