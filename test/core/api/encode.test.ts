import { describe, expect, test } from 'vitest';
import { DecodeContext } from '../../../src/core/api/context.js';
import { decodeResourceClaim } from '../../../src/core/api/decode-resource-claim.js';
import { encodeResourceClaim } from '../../../src/core/api/encode.js';
import { decodeObjects } from '../../../src/core/api/objects.js';
import type { ResourceClaim } from '../../../src/core/api/resource-claim.js';
import type { Json, JsonObject } from '../../../src/core/base/json.js';
import { manifest, yaml, yamlDocuments } from '../../support/api.js';
import { renderGoTemplate } from '../../support/go-template.js';

const decode = (value: Json): ResourceClaim => decodeResourceClaim(value, new DecodeContext());

/** Every key of a JSON text in its order, to compare the order of fields. */
const keysOf = (value: unknown): string => [...JSON.stringify(value).matchAll(/"(\w+)":/g)].map(([, key]) => key).join(' ');

const FULL = `
metadata:
  finalizers: [f]
  annotations: {note: kept}
  labels: {b: "1", a: "2"}
  managedFields: [{manager: kubectl}]
  ownerReferences: [{apiVersion: v1, kind: Pod, name: p, uid: u, controller: true, blockOwnerDeletion: true}]
  namespace: ns
  name: c
  resourceVersion: "7"
spec:
  devices:
    config:
    - opaque: {parameters: {kind: K, nested: [1, {a: null}]}, driver: d}
      requests: [r]
    constraints: [{matchAttribute: d/a, requests: [r, s/x]}, {distinctAttribute: d/b}]
    requests:
    - exactly:
        count: 2
        selectors: [{cel: {expression: "true"}}]
        deviceClassName: gpu
        adminAccess: false
        tolerations: [{operator: Exists, key: k, tolerationSeconds: 5}]
        capacity: {requests: {memory: 1Gi}}
        derivedAttributes: [{expression: "1", name: d/x}]
      name: r
    - name: s
      firstAvailable: [{name: x, deviceClassName: gpu}, {name: z, deviceClassName: nic, allocationMode: All}]
status:
  reservedFor: [{uid: u, name: p, resource: pods}]
  devices: [{driver: d, pool: p, device: x, conditions: []}]
  allocation:
    controller: old
    nodeSelector: {nodeSelectorTerms: [{matchFields: [{key: metadata.name, operator: In, values: [n]}]}]}
    devices: {results: [{request: r, driver: d, pool: p, device: x}]}
`;

describe('a claim with everything', () => {
  const claim = decode(yaml(FULL));
  const encoded = encodeResourceClaim(claim);

  test('comes back with the fields in the order of the Kubernetes types', () => {
    expect(keysOf(encoded)).toBe(
      'apiVersion kind metadata name namespace resourceVersion labels b a annotations note ownerReferences apiVersion kind name uid controller ' +
        'blockOwnerDeletion finalizers spec devices requests name exactly deviceClassName selectors cel expression allocationMode count adminAccess ' +
        'tolerations key operator tolerationSeconds capacity requests memory derivedAttributes name expression name firstAvailable ' +
        'name deviceClassName allocationMode count name deviceClassName allocationMode ' +
        'constraints requests matchAttribute distinctAttribute config requests opaque driver parameters kind nested a ' +
        'status allocation devices results request driver pool device nodeSelector nodeSelectorTerms matchFields key operator values ' +
        'reservedFor resource name uid devices driver pool device conditions',
    );
  });

  test('is of v1 and keeps metadata, but not the traces of those who wrote it', () => {
    expect(encoded).toMatchObject({ apiVersion: 'resource.k8s.io/v1', kind: 'ResourceClaim' });
    expect(encoded.metadata).toEqual({
      name: 'c',
      namespace: 'ns',
      resourceVersion: '7',
      labels: { b: '1', a: '2' },
      annotations: { note: 'kept' },
      ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'u', controller: true, blockOwnerDeletion: true }],
      finalizers: ['f'],
    });
  });

  test('decodes to what it was, apart from what is left out', () => {
    const again = decode(encoded);
    expect(again.spec).toEqual(claim.spec);
    expect(again.status.reservedFor).toEqual(claim.status.reservedFor);
    expect(again.status.devices).toEqual(claim.status.devices);
    expect(again.status.allocation?.results).toEqual(claim.status.allocation?.results);
    expect(encodeResourceClaim(again)).toEqual(encoded);
  });

  test('a new allocation takes the place of the old one', () => {
    const allocation = { devices: { results: [] } };
    expect((encodeResourceClaim(claim, allocation).status as JsonObject).allocation).toBe(allocation);
  });
});

test('a new name wins over the one in the source', () => {
  const claim = decode(yaml('{metadata: {name: template, annotations: {a: b}}}'));
  const renamed = { ...claim, metadata: { ...claim.metadata, name: '', generateName: 'pod-', namespace: 'ns' } };
  expect(encodeResourceClaim(renamed).metadata).toEqual({ generateName: 'pod-', namespace: 'ns', annotations: { a: 'b' } });
});

test('an empty claim has no status', () => {
  expect(encodeResourceClaim(decode({}))).toEqual({
    apiVersion: 'resource.k8s.io/v1',
    kind: 'ResourceClaim',
    metadata: {},
    spec: { devices: {} },
  });
});

test('integers and opaque parameters are verbatim, strange names included', () => {
  const parameters = JSON.parse('{"__proto__": {"x": 1}, "constructor": 2}') as Json;
  const json: Json = {
    metadata: { name: 'c', labels: JSON.parse('{"__proto__": "a", "toString": "b"}') as Json },
    spec: {
      devices: {
        requests: [
          { name: 'r', exactly: { count: 9223372036854775807n, capacity: { requests: JSON.parse('{"__proto__": "1"}') as Json } } },
        ],
        config: [{ opaque: { driver: 'd', parameters: { parameters, big: 2n ** 80n } } }],
      },
    },
  };
  const encoded = encodeResourceClaim(decode(json)) as unknown as {
    metadata: { labels: object };
    spec: {
      devices: {
        requests: { exactly: { count: unknown; capacity: { requests: object } } }[];
        config: { opaque: { parameters: { big: unknown; parameters: unknown } } }[];
      };
    };
  };
  const [request] = encoded.spec.devices.requests;
  expect(request?.exactly.count).toBe(9223372036854775807n);
  expect(Object.entries(request?.exactly.capacity.requests ?? {})).toEqual([['__proto__', '1']]);
  expect(Object.entries(encoded.metadata.labels)).toEqual([
    ['__proto__', 'a'],
    ['toString', 'b'],
  ]);
  expect(encoded.spec.devices.config[0]?.opaque.parameters.big).toBe(2n ** 80n);
  expect(JSON.stringify(encoded.spec.devices.config[0]?.opaque.parameters.parameters)).toBe('{"__proto__":{"x":1},"constructor":2}');
});

test.each([
  'rocm/example-partitions-distinct-parents.yaml',
  'dra-cpu/pod_with_resource_claim_grouped_mode.yaml',
  'intel/pod-inline-first-available.yaml',
  'nvidia/v1/gpu-test4.yaml',
  'nvidia/v1beta1/gpu-test4.yaml',
  'dranet/aws-eks-gpu-efa/resource-claim-template.yaml',
  'kubernetes-scheduler-perf/resourceclaim-partitionable-backtracking.yaml',
])('claims and templates of %s come back as they were', (name) => {
  const documents = yamlDocuments(renderGoTemplate(manifest(name), { Index: 0 }));
  const set = decodeObjects(documents.map((value) => ({ value })));
  const made = set.resourceClaimTemplates.map(({ metadata, spec }) => ({ metadata, spec: spec.spec, status: { reservedFor: [] } }));
  const claims = [...set.resourceClaims, ...made];
  expect(claims.length).toBeGreaterThan(0);
  for (const claim of claims) {
    // They come back as claims of v1.
    const { version: _, ...metadata } = claim.metadata;
    expect(decode(encodeResourceClaim(claim))).toEqual({ ...claim, metadata });
  }
});
