import { describe, expect, test } from 'vitest';
import { DecodeContext } from '../../../src/core/api/context.js';
import { decodeResourceClaim, decodeResourceClaimTemplate } from '../../../src/core/api/decode-resource-claim.js';
import type { ResourceClaim } from '../../../src/core/api/resource-claim.js';
import type { Json } from '../../../src/core/base/json.js';
import { errorOf, yaml } from '../../support/api.js';

/** A claim of this version with this spec, in YAML flow style. */
function claim(spec: string, version = 'v1', context = new DecodeContext()): ResourceClaim {
  return decodeResourceClaim(
    yaml(`{apiVersion: resource.k8s.io/${version}, kind: ResourceClaim, metadata: {name: c}, spec: ${spec}}`),
    context,
  );
}

function messageOf(spec: string, version = 'v1'): string {
  return errorOf(() => claim(spec, version)).message;
}

const oneRequest = (exactly: string): string => `{devices: {requests: [{name: r, exactly: ${exactly}}]}}`;

describe('requests', () => {
  test('every field of v1 is read', () => {
    const decoded = claim(
      oneRequest(
        `{deviceClassName: gpu, selectors: [{cel: {expression: 'true'}}, {}], allocationMode: All, adminAccess: false,
          tolerations: [{key: k, operator: Exists, value: v, effect: NoExecute, tolerationSeconds: 9}],
          capacity: {requests: {memory: 10Gi}}, derivedAttributes: [{name: d/x, expression: '1'}]}`,
      ),
    );
    const [request] = decoded.spec.devices.requests;
    expect(request?.name).toBe('r');
    expect(request?.firstAvailable).toEqual([]);
    expect(request?.exactly).toMatchObject({
      deviceClassName: 'gpu',
      selectors: [{ cel: { expression: 'true' } }, {}],
      allocationMode: 'All',
      count: 0n,
      adminAccess: false,
      tolerations: [{ key: 'k', operator: 'Exists', value: 'v', effect: 'NoExecute', tolerationSeconds: 9n }],
      derivedAttributes: [{ name: 'd/x', expression: '1' }],
    });
    expect(request?.exactly?.capacity?.requests.get('memory')?.toString()).toBe('10Gi');
  });

  test.each([
    ['{deviceClassName: gpu}', 'ExactCount', 1n],
    ['{deviceClassName: gpu, count: 0}', 'ExactCount', 1n],
    ['{deviceClassName: gpu, allocationMode: ExactCount, count: 3}', 'ExactCount', 3n],
    ['{deviceClassName: gpu, allocationMode: All}', 'All', 0n],
    ['{deviceClassName: gpu, allocationMode: Some, count: 100}', 'Some', 100n],
  ])('%s has the defaults of the API server', (exactly, mode, count) => {
    expect(claim(oneRequest(exactly)).spec.devices.requests[0]?.exactly).toMatchObject({ allocationMode: mode, count });
  });

  test('adminAccess that is not given stays absent', () => {
    expect(claim(oneRequest('{}')).spec.devices.requests[0]?.exactly).not.toHaveProperty('adminAccess');
  });

  test('a negative count is an error, in alternatives too', () => {
    expect(messageOf(oneRequest('{count: -1}'))).toBe('spec.devices.requests[0].exactly.count: expected a count of at least 1, found -1');
    expect(messageOf('{devices: {requests: [{name: r, firstAvailable: [{name: a, count: -1}]}]}}')).toContain(
      'firstAvailable[0].count: expected',
    );
  });

  test('a request without a choice is an error naming it', () => {
    expect(messageOf('{devices: {requests: [{name: r}]}}')).toBe('spec.devices.requests[0]: a request needs exactly or firstAvailable');
    expect(messageOf('{devices: {requests: [{name: r, firstAvailable: []}]}}', 'v1beta1')).toBe(
      'spec.devices.requests[0]: a request needs deviceClassName or firstAvailable',
    );
  });

  test('with both choices firstAvailable counts, with a warning', () => {
    const context = new DecodeContext();
    const decoded = claim('{devices: {requests: [{name: r, exactly: {deviceClassName: x}, firstAvailable: [{name: a}]}]}}', 'v1', context);
    expect(decoded.spec.devices.requests[0]).toMatchObject({ name: 'r', firstAvailable: [{ name: 'a' }] });
    expect(decoded.spec.devices.requests[0]).not.toHaveProperty('exactly');
    expect(context.warnings.map(({ message }) => message)).toEqual([
      'exactly is ignored because firstAvailable is set; the API server accepts only one of them',
    ]);
  });

  test('the flat form of v1beta1 and v1alpha3 gives the same as v1', () => {
    const flat =
      '{devices: {requests: [{name: r, deviceClassName: gpu, count: 2, selectors: [{cel: {expression: x}}]}, {name: s, firstAvailable: [{name: a}]}]}}';
    const nested =
      '{devices: {requests: [{name: r, exactly: {deviceClassName: gpu, count: 2, selectors: [{cel: {expression: x}}]}}, {name: s, firstAvailable: [{name: a}]}]}}';
    const expected = claim(nested).spec;
    expect(claim(nested, 'v1beta2').spec).toEqual(expected);
    expect(claim(flat, 'v1beta1').spec).toEqual(expected);
    expect(claim(flat, 'v1alpha3').spec).toEqual(expected);
  });

  test('what the API server rejects and the allocator has an answer for is kept', () => {
    const many = claim(
      `{devices: {requests: [{name: "", exactly: {count: 1000, tolerations: [{operator: Maybe}]}}],
        constraints: [{requests: [nobody]}, {matchAttribute: a, distinctAttribute: b}], config: [{requests: [nobody]}]}}`,
    );
    expect(many.spec.devices.requests[0]?.exactly?.tolerations[0]?.operator).toBe('Maybe');
    expect(many.spec.devices.constraints).toEqual([
      { requests: ['nobody'] },
      { requests: [], matchAttribute: 'a', distinctAttribute: 'b' },
    ]);
    expect(many.spec.devices.config).toEqual([{ requests: ['nobody'] }]);
    expect(claim('{}').spec.devices.requests).toEqual([]);
    expect(decodeResourceClaim({}, new DecodeContext()).metadata.name).toBe('');
  });
});

describe('suggestions', () => {
  test.each([
    ['v1', '{requests: []}', 'spec.requests: unknown field, did you mean spec.devices.requests?'],
    [
      'v1',
      '{devices: {requests: [{name: r, deviceClassName: x}]}}',
      'spec.devices.requests[0].deviceClassName: unknown field, did you mean spec.devices.requests[0].exactly.deviceClassName?',
    ],
    [
      'v1beta1',
      '{devices: {requests: [{name: r, exactly: {}}]}}',
      'spec.devices.requests[0].exactly: unknown field: in v1beta1, the fields',
    ],
    [
      'v1',
      '{devices: {requests: [{name: r, firstAvailable: [{name: a, adminAccess: true}]}]}}',
      'alternatives cannot request admin access',
    ],
    ['v1', oneRequest('{selectors: [{expression: x}]}'), 'did you mean spec.devices.requests[0].exactly.selectors[0].cel.expression?'],
    ['v1', '{devices: {constraints: [{matchAttributes: x}]}}', 'did you mean spec.devices.constraints[0].matchAttribute?'],
    [
      'v1',
      '{devices: {constraints: [{matchAttribute: x, matchSemantics: {mode: Identical}}]}}',
      'constraints[0].matchSemantics: unknown field',
    ],
    ['v1', '{resourceClassName: x}', 'spec.resourceClassName: unknown field: classic DRA (ResourceClass, resourceClassName'],
    ['v1alpha2', '{resourceClassName: x}', 'apiVersion: classic DRA (ResourceClass, resourceClassName'],
    ['v2', '{}', 'apiVersion: expected resource.k8s.io/v1, v1beta2, v1beta1 or v1alpha3, found the string "resource.k8s.io/v2"'],
  ])('%s %s', (version, spec, message) => {
    expect(messageOf(spec, version)).toContain(message);
  });

  test('an object of another kind is rejected', () => {
    expect(errorOf(() => decodeResourceClaim({ kind: 'Pod' }, new DecodeContext())).message).toBe(
      'kind: expected ResourceClaim, found Pod',
    );
    expect(errorOf(() => decodeResourceClaim([], new DecodeContext())).message).toBe('expected a ResourceClaim, found a list');
  });

  test('fields of earlier releases are accepted with a warning', () => {
    const context = new DecodeContext();
    const { status } = decodeResourceClaim(
      yaml(
        '{spec: {controller: x}, status: {deallocationRequested: true, allocation: {controller: x, resourceHandles: [], shareable: true}}}',
      ),
      context,
    );
    expect(context.warnings.map(({ path }) => path.join('.'))).toEqual([
      'spec.controller',
      'status.allocation.controller',
      'status.allocation.resourceHandles',
      'status.allocation.shareable',
      'status.deallocationRequested',
    ]);
    // Results repeat what is served.
    expect(status.allocation?.source).toEqual({ devices: {} });
  });
});

describe('KEP-4816 as drawn', () => {
  const drawn = (version: string): Json =>
    yaml(`
apiVersion: resource.k8s.io/${version}
kind: ResourceClaim
metadata:
  name: device-consumer-claim
spec:
  devices:
    requests:
    - name: nic
      deviceClassName: rdma-nic
    - name: gpu
      firstAvailableOf:
      - name: big-gpu
        deviceClassName: big-gpu
      - name: mid-gpu
        deviceClassName: mid-gpu
      - name: small-gpu
        deviceClassName: small-gpu
        count: 2
    constraints:
    - requests: ["nic", "gpu"]
      matchAttribute:
      - dra.k8s.io/pcieRoot
    config:
    - requests: ["small-gpu"]
      opaque:
        driver: gpu.acme.example.com
        parameters:
          apiVersion: gpu.acme.example.com/v1
          kind: GPUConfig
          mode: multipleGPUs
`);

  test('its example decodes, with subrequests qualified by their parent', () => {
    const context = new DecodeContext();
    const { devices } = decodeResourceClaim(drawn('v1alpha4'), context).spec;
    expect(devices.requests.map(({ name, firstAvailable }) => [name, firstAvailable.map((alternative) => alternative.name)])).toEqual([
      ['nic', []],
      ['gpu', ['big-gpu', 'mid-gpu', 'small-gpu']],
    ]);
    expect(devices.requests[1]?.firstAvailable[2]?.count).toBe(2n);
    expect(devices.constraints).toEqual([{ requests: ['nic', 'gpu'], matchAttribute: 'dra.k8s.io/pcieRoot' }]);
    expect(devices.config[0]?.requests).toEqual(['gpu/small-gpu']);
    expect(devices.config[0]?.opaque?.parameters).toEqual({
      apiVersion: 'gpu.acme.example.com/v1',
      kind: 'GPUConfig',
      mode: 'multipleGPUs',
    });
    expect(context.warnings.map(({ message }) => message)).toEqual([
      'a draft of KEP-4816 had a list for matchAttribute; Kubernetes uses a string',
    ]);
  });

  test('in other versions a list for matchAttribute is an error', () => {
    expect(errorOf(() => decodeResourceClaim(drawn('v1beta1'), new DecodeContext())).message).toBe(
      'spec.devices.constraints[0].matchAttribute: expected a string, found a list',
    );
  });

  test('two names for one constraint are an error', () => {
    expect(messageOf('{devices: {constraints: [{matchAttribute: [a, b]}]}}', 'v1alpha4')).toContain(
      'expected a string or a list with one string',
    );
  });

  test('firstAvailableOf is understood in v1, with a warning, but not beside firstAvailable', () => {
    const context = new DecodeContext();
    const decoded = claim('{devices: {requests: [{name: r, firstAvailableOf: [{name: a}]}], config: [{requests: [a]}]}}', 'v1', context);
    expect(decoded.spec.devices.requests[0]?.firstAvailable[0]?.name).toBe('a');
    expect(decoded.spec.devices.config[0]?.requests).toEqual(['a']);
    expect(context.warnings.map(({ message }) => message)).toEqual([
      'firstAvailableOf is a name from a draft of KEP-4816; Kubernetes uses firstAvailable',
      'the claim has no request a: the name has no effect, did you mean r/a?',
    ]);
    expect(messageOf('{devices: {requests: [{name: r, firstAvailable: [{name: a}], firstAvailableOf: [{name: b}]}]}}')).toContain(
      'set only firstAvailable',
    );
  });

  test('a name that can mean two alternatives is an error naming both', () => {
    const spec =
      '{devices: {requests: [{name: r, firstAvailable: [{name: a}]}, {name: s, firstAvailable: [{name: a}]}], config: [{}, {requests: [r, a]}]}}';
    const error = errorOf(() => claim(spec, 'v1alpha4'));
    expect(error.path).toBe('spec.devices.config[1].requests[1]');
    expect(error.message).toContain('ambiguous name, did you mean r/a or s/a?');
  });

  test('qualified and unknown names stay as they are', () => {
    const spec = '{devices: {requests: [{name: r, firstAvailable: [{name: a}]}], config: [{requests: [r/a, r, b, toString]}]}}';
    expect(claim(spec, 'v1alpha4').spec.devices.config[0]?.requests).toEqual(['r/a', 'r', 'b', 'toString']);
  });
});

describe('status', () => {
  const status = `
allocation:
  allocationTimestamp: "2026-01-01T00:00:00Z"
  nodeSelector: {nodeSelectorTerms: [{matchFields: [{key: metadata.name, operator: In, values: [n]}]}]}
  devices:
    results: [{request: r/a, driver: d, pool: p, device: x, adminAccess: true, shareID: u, consumedCapacity: {memory: 1Gi}, skipNodeOperations: ["*"],
      tolerations: [{operator: Exists}], bindingConditions: [b], bindingFailureConditions: [f]}]
    config: [{source: FromClass, requests: [r], opaque: {driver: d, parameters: {big: 1}}}]
reservedFor: [{resource: pods, name: p, uid: u}]
devices: [{driver: d, pool: p, device: x, conditions: [{type: Ready, status: "True"}], data: {a: 1}, networkData: {ips: [10.0.0.1]}}]
`;

  test('an allocation is read and kept verbatim', () => {
    const json = yaml(status) as { allocation: { devices: { config: { opaque: { parameters: { big: Json } } }[] } } };
    const [config] = json.allocation.devices.config;
    if (config) config.opaque.parameters.big = 2n ** 64n;
    const decoded = decodeResourceClaim({ status: json as Json }, new DecodeContext()).status;
    expect(decoded.allocation?.source).toEqual(json.allocation);
    expect(decoded.allocation?.results).toMatchObject([
      {
        request: 'r/a',
        driver: 'd',
        pool: 'p',
        device: 'x',
        adminAccess: true,
        shareID: 'u',
        skipNodeOperations: ['*'],
        bindingConditions: ['b'],
        bindingFailureConditions: ['f'],
      },
    ]);
    expect(decoded.allocation?.results[0]?.consumedCapacity?.get('memory')?.toString()).toBe('1Gi');
    expect(decoded.allocation?.nodeSelector?.nodeSelectorTerms[0]?.matchFields[0]?.values).toEqual(['n']);
    expect(decoded.reservedFor).toEqual([{ apiGroup: '', resource: 'pods', name: 'p', uid: 'u' }]);
    expect(decoded.devices).toEqual([(json as unknown as { devices: Json[] }).devices[0]]);
  });

  test('is strict inside', () => {
    const wrong = (text: string): string => errorOf(() => decodeResourceClaim({ status: yaml(text) }, new DecodeContext())).message;
    expect(wrong('{allocation: {results: []}}')).toBe(
      'status.allocation.results: unknown field, did you mean status.allocation.devices.results?',
    );
    expect(wrong('{allocation: {devices: {config: [{opaque: {driver: 1}}]}}}')).toContain('config[0].opaque.driver: expected a string');
    expect(wrong('{allocation: {availableOnNodes: {}}}')).toContain('is called nodeSelector since Kubernetes 1.31');
    expect(wrong('{devices: [{ips: []}]}')).toContain('did you mean status.devices[0].networkData.ips?');
  });
});

describe('templates', () => {
  test('the claim to be made and its metadata are read', () => {
    const template = decodeResourceClaimTemplate(
      yaml(
        '{metadata: {name: t}, spec: {metadata: {labels: {a: b}, annotations: {x: y}}, spec: {devices: {requests: [{name: r, exactly: {}}]}}}}',
      ),
      new DecodeContext(),
    );
    expect(template.metadata.name).toBe('t');
    expect(template.spec.metadata.labels).toEqual(new Map([['a', 'b']]));
    expect(template.spec.metadata.source).toEqual({ labels: { a: 'b' }, annotations: { x: 'y' } });
    expect(template.spec.spec.devices.requests[0]?.name).toBe('r');
  });

  test('the inner spec is found when it was left out', () => {
    const wrong = (text: string): string => errorOf(() => decodeResourceClaimTemplate(yaml(text), new DecodeContext())).message;
    expect(wrong('{spec: {devices: {}}}')).toBe('spec.devices: unknown field, did you mean spec.spec.devices?');
    expect(wrong('{spec: {spec: {resourceClassName: fake.example.com}}}')).toContain('classic DRA');
  });
});
