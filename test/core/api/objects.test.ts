import { describe, expect, test } from 'vitest';
import { decodeAllObjects } from '../../../src/core/api/all-objects.js';
import { placeOfError } from '../../../src/core/api/context.js';
import type { ObjectSet } from '../../../src/core/api/objects.js';
import { decodeObjects, placesByObject } from '../../../src/core/api/objects.js';
import { errorOf, yamlDocuments } from '../../support/api.js';

function decode(text: string): ObjectSet {
  return decodeAllObjects(yamlDocuments(text).map((value, index) => ({ value, origin: `document ${index}` })));
}

const names = (objects: readonly { readonly metadata: { readonly name: string } }[]): string[] =>
  objects.map(({ metadata }) => metadata.name);

test('every kind goes into its list', () => {
  const set = decode(
    [
      '{kind: Node, apiVersion: v1, metadata: {name: node}}',
      '{kind: DeviceClass, apiVersion: resource.k8s.io/v1, metadata: {name: class}}',
      '{kind: ResourceSlice, apiVersion: resource.k8s.io/v1beta1, metadata: {name: slice}, spec: {allNodes: true}}',
      '{kind: ResourceClaim, metadata: {name: claim}}',
      '{kind: ResourceClaimTemplate, apiVersion: resource.k8s.io/v1, metadata: {name: template}}',
      '{kind: DeviceTaintRule, apiVersion: resource.k8s.io/v1alpha3, metadata: {name: rule}}',
      '{kind: Pod, apiVersion: v1, metadata: {name: pod}}',
      '{kind: Deployment, apiVersion: apps/v1, metadata: {name: deployment}}',
      '{kind: Job, apiVersion: batch/v1, metadata: {name: job}}',
      '{kind: ResourceQuota, apiVersion: v1, metadata: {name: quota}}',
    ].join('\n---\n'),
  );
  expect(names(set.nodes)).toEqual(['node']);
  expect(names(set.deviceClasses)).toEqual(['class']);
  expect(names(set.resourceSlices)).toEqual(['slice']);
  expect(names(set.resourceClaims)).toEqual(['claim']);
  expect(names(set.resourceClaimTemplates)).toEqual(['template']);
  expect(names(set.deviceTaintRules)).toEqual(['rule']);
  expect(names(set.pods)).toEqual(['pod']);
  expect(set.workloads.map(({ kind }) => kind)).toEqual(['Deployment', 'Job']);
  expect(names(set.resourceQuotas)).toEqual(['quota']);
  expect(set.skipped.size).toBe(0);
  expect(set.warnings).toEqual([]);
});

describe('lists', () => {
  test('are flattened, and items of typed lists need no kind', () => {
    const set = decode(`
kind: List
apiVersion: v1
items:
- {kind: Node, apiVersion: v1, metadata: {name: a}}
- kind: ResourceSliceList
  apiVersion: resource.k8s.io/v1beta1
  items: [{metadata: {name: s}, spec: {devices: [{name: d, basic: {}}]}}]
- {kind: PodList, apiVersion: v1, items: null}
`);
    expect(names(set.nodes)).toEqual(['a']);
    expect(set.resourceSlices[0]?.spec.devices[0]?.name).toBe('d');
    const [slice] = set.resourceSlices;
    expect(slice && placesByObject(set).get(slice)).toEqual({ origin: 'document 0', path: ['items', 1, 'items', 0] });
  });

  test('items without a kind, wrong items and endless nesting are errors', () => {
    expect(errorOf(() => decode('{kind: List, items: [{}]}')).message).toBe('items[0]: an object needs a kind');
    expect(errorOf(() => decode('{kind: List, items: {}}')).message).toBe('items: expected a list, found an object');
    const nested = '{kind: List, items: ['.repeat(30) + ']}'.repeat(30);
    expect(errorOf(() => decode(nested)).code).toBe('input-too-large');
  });
});

describe('what is not ours', () => {
  test('is skipped and counted, also our kinds in foreign groups', () => {
    const documents = yamlDocuments(`
{kind: Secret, apiVersion: v1, metadata: {name: a}}
---
{kind: Secret, apiVersion: v1, metadata: {name: b}}
---
{kind: ResourceClaim, apiVersion: example.com/v1, spec: {anything: 1}}
---
{kind: Job, apiVersion: batch.volcano.sh/v1alpha1}
---
{kind: ConfigMapList, apiVersion: v1, items: [{}, {}]}
`);
    const set = decodeObjects(documents.map((value) => ({ value })));
    expect([...set.skipped]).toEqual([
      ['v1 Secret', 2],
      ['example.com/v1 ResourceClaim', 1],
      ['batch.volcano.sh/v1alpha1 Job', 1],
      ['v1 ConfigMap', 2],
    ]);
  });

  test('empty documents are nothing, other values are errors', () => {
    expect(names(decode('---\n---\n{kind: Node, metadata: {name: a}}').nodes)).toEqual(['a']);
    expect(errorOf(() => decode('- 1')).message).toBe('expected a Kubernetes object, found a list');
    expect(errorOf(() => decode('{a: 1}')).message).toBe('an object needs a kind');
  });

  test('our kinds with an apiVersion that nobody serves are errors', () => {
    expect(errorOf(() => decode('{kind: ResourceClaim, apiVersion: v1}')).message).toContain('apiVersion: expected resource.k8s.io/v1');
    expect(errorOf(() => decode('{kind: ResourceSlice, apiVersion: resource.k8s.io/v7}')).message).toContain(
      'apiVersion: expected resource.k8s.io/v1',
    );
  });
});

describe('names', () => {
  const strict = (text: string) => errorOf(() => decodeAllObjects([{ value: yamlDocuments(text)[0] ?? null }], { requireNames: true }));

  test.each(['Node', 'ResourceSlice', 'ResourceClaim', 'Pod', 'Deployment', 'DeviceClass'])(
    'a %s without one is an error where they are required',
    (kind) => {
      const error = strict(`{kind: List, items: [{kind: ${kind}, metadata: {labels: {}}}]}`);
      expect([error.code, error.message]).toEqual(['invalid-object', 'items[0].metadata.name: an object needs a name']);
    },
  );

  test('are made from generateName, each another one, and the same in each run', () => {
    const set = decode(`
{kind: ResourceClaim, metadata: {name: a-1}}
---
{kind: ResourceClaim, metadata: {generateName: a-}}
---
{kind: ResourceClaim, metadata: {generateName: a-}}
---
{kind: ResourceClaim, metadata: {generateName: a-, namespace: x}}
---
{kind: Pod, metadata: {generateName: a-}}
`);
    expect(names(set.resourceClaims)).toEqual(['a-1', 'a-0', 'a-2', 'a-0']);
    expect(names(set.pods)).toEqual(['a-0']);
  });
});

describe('kinds of resource.k8s.io', () => {
  test('that do not exist are errors with a suggestion', () => {
    const error = errorOf(() => decode('{kind: ResourceClam, apiVersion: resource.k8s.io/v1}'));
    expect([error.message, error.path]).toEqual(['kind: resource.k8s.io has no kind ResourceClam, did you mean ResourceClaim?', 'kind']);
    expect(errorOf(() => decode('{kind: Widget, apiVersion: resource.k8s.io/v1}')).message).toBe(
      'kind: resource.k8s.io has no kind Widget',
    );
    expect(errorOf(() => decode('{kind: ResourceClamList, apiVersion: resource.k8s.io/v1, items: [{}]}')).path).toBe('items[0].kind');
  });

  test.each(['ResourcePoolStatusRequest', 'ResourceClass', 'PodSchedulingContext', 'ResourceClaimParameters', 'ResourceClassParameters'])(
    '%s exists in some release and is skipped',
    (kind) => {
      expect([...decode(`{kind: ${kind}, apiVersion: resource.k8s.io/v1alpha3}`).skipped]).toEqual([
        [`resource.k8s.io/v1alpha3 ${kind}`, 1],
      ]);
    },
  );

  test('that belong to other groups are skipped however they are spelt', () => {
    expect(decode('{kind: ResourceClam, apiVersion: example.com/v1}').skipped.size).toBe(1);
  });
});

describe('the same object twice', () => {
  test('the last one counts, in the place of the first, with a warning', () => {
    const set = decode(`
{kind: Node, apiVersion: v1, metadata: {name: a, labels: {v: "1"}}}
---
{kind: Node, apiVersion: v1, metadata: {name: b}}
---
{kind: Node, apiVersion: v1, metadata: {name: a, labels: {v: "2"}}}
`);
    expect(names(set.nodes)).toEqual(['a', 'b']);
    expect(set.nodes[0]?.metadata.labels.get('v')).toBe('2');
    expect(set.warnings).toEqual([
      { message: 'Node a appears more than once; the last one counts', origin: 'document 2', path: [], replaced: true },
    ]);
  });

  test('kinds, namespaces and objects without a name do not meet', () => {
    const set = decode(`
{kind: ResourceClaim, metadata: {name: a, namespace: x}}
---
{kind: ResourceClaim, metadata: {name: a, namespace: y}}
---
{kind: Deployment, metadata: {name: a, namespace: x}}
---
{kind: StatefulSet, metadata: {name: a, namespace: x}}
---
{kind: ResourceClaim, metadata: {generateName: a-}}
---
{kind: ResourceClaim, metadata: {generateName: a-}}
`);
    expect([set.resourceClaims.length, set.workloads.length, set.warnings.length]).toEqual([4, 2, 0]);
  });

  const allocated = (device: string): string =>
    `{allocation: {devices: {results: [{request: r, driver: d, pool: p, device: ${device}}]}}, reservedFor: [{name: q}]}`;
  const devices = (set: ObjectSet): unknown =>
    set.resourceClaims.map(({ status }) => status.allocation?.results.map(({ device }) => device));

  test('a claim without an allocation keeps the one of the claim before, with metadata and spec of its own', () => {
    const set = decode(`
{kind: ResourceClaim, metadata: {name: a, namespace: default, labels: {v: "1"}}, status: ${allocated('x')}}
---
{kind: ResourceClaim, metadata: {name: a, labels: {v: "2"}}, spec: {devices: {requests: [{name: r, exactly: {deviceClassName: k}}]}}}
`);
    expect(devices(set)).toEqual([['x']]);
    const [claim] = set.resourceClaims;
    expect(claim?.status.reservedFor).toHaveLength(1);
    expect(claim?.metadata.labels.get('v')).toBe('2');
    expect(claim?.spec.devices.requests[0]?.name).toBe('r');
    expect(claim && placesByObject(set).get(claim)).toEqual({ origin: 'document 1', path: [] });
    expect(set.warnings.map(({ message }) => message)).toEqual([
      'ResourceClaim a appears more than once; the last one counts with the allocation of the earlier one',
    ]);
  });

  test('a claim with an allocation replaces the one before, allocated or not', () => {
    const set = decode(`
{kind: ResourceClaim, metadata: {name: a}, status: ${allocated('x')}}
---
{kind: ResourceClaim, metadata: {name: a}, status: ${allocated('y')}}
---
{kind: ResourceClaim, metadata: {name: b}}
---
{kind: ResourceClaim, metadata: {name: b}, status: ${allocated('z')}}
`);
    expect(devices(set)).toEqual([['y'], ['z']]);
    expect(set.warnings.map(({ message }) => message)).toEqual([
      'ResourceClaim a appears more than once; the last one counts',
      'ResourceClaim b appears more than once; the last one counts',
    ]);
  });
});

test('errors and warnings know their document', () => {
  const error = errorOf(() => decode('{kind: Node}\n---\n{kind: List, items: [{kind: ResourceClaim, spec: {requests: []}}]}'));
  expect(error.path).toBe('items[0].spec.requests');
  expect(error.message).toContain('did you mean items[0].spec.devices.requests?');
  expect(placeOfError(error)).toEqual({ origin: 'document 1', path: ['items', 0, 'spec', 'requests'] });
  const { warnings } = decode('{kind: Node}\n---\n{kind: ResourceClaim, spec: {controller: x}}');
  expect(warnings).toMatchObject([{ origin: 'document 1', path: ['spec', 'controller'] }]);
});
