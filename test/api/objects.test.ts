import { describe, expect, test } from 'vitest';
import { placeOfError } from '../../src/api/context.js';
import type { ObjectSet } from '../../src/api/objects.js';
import { decodeObjects, sourceOf } from '../../src/api/objects.js';
import { errorOf, yamlDocuments } from '../support/api.js';

function decode(text: string): ObjectSet {
  return decodeObjects(yamlDocuments(text).map((value, index) => ({ value, origin: `document ${index}` })));
}

const names = (objects: readonly { readonly metadata: { readonly name: string } }[]): string[] =>
  objects.map(({ metadata }) => metadata.name);

test('every kind goes into its list', () => {
  const set = decode(
    [
      '{kind: Node, apiVersion: v1, metadata: {name: node}}',
      '{kind: DeviceClass, apiVersion: resource.k8s.io/v1, metadata: {name: class}}',
      '{kind: ResourceSlice, apiVersion: resource.k8s.io/v1beta1, metadata: {name: slice}}',
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
    expect(slice && sourceOf(slice)).toEqual({ origin: 'document 0', path: ['items', 1, 'items', 0] });
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
    const set = decode(`
{kind: Namespace, apiVersion: v1, metadata: {name: a}}
---
{kind: Namespace, apiVersion: v1, metadata: {name: b}}
---
{kind: ResourceClaim, apiVersion: example.com/v1, spec: {anything: 1}}
---
{kind: Job, apiVersion: batch.volcano.sh/v1alpha1}
---
{kind: ConfigMapList, apiVersion: v1, items: [{}, {}]}
`);
    expect([...set.skipped]).toEqual([
      ['v1 Namespace', 2],
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
    expect(set.warnings).toEqual([{ message: 'Node a is given more than once; the last one counts', origin: 'document 2', path: [] }]);
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
});

test('errors and warnings know their document', () => {
  const error = errorOf(() => decode('{kind: Node}\n---\n{kind: List, items: [{kind: ResourceClaim, spec: {requests: []}}]}'));
  expect(error.path).toBe('items[0].spec.requests');
  expect(error.message).toContain('did you mean items[0].spec.devices.requests?');
  expect(placeOfError(error)).toEqual({ origin: 'document 1', path: ['items', 0, 'spec', 'requests'] });
  const { warnings } = decode('{kind: Node}\n---\n{kind: ResourceClaim, spec: {controller: x}}');
  expect(warnings).toMatchObject([{ origin: 'document 1', path: ['spec', 'controller'] }]);
});
