// The API reference of ResourceClaim v1beta1: each example and promise of its text that allocation keeps. And manifests of classic DRA,
// which came before it: nobody should have to guess why they no longer work.

import { describe, expect, it } from 'vitest';
import { AllocationError } from '../../src/core/base/errors.js';
import { type AllocateInput, createAllocator } from '../../src/index.js';
import { errorOf } from '../support/api.js';
import { device, devices, node, slice } from '../support/objects.js';
import { decode, documentsOf, picks, place, textOf, warningsOf } from './walkthrough.js';

const allocator = await createAllocator();

/** Objects that the reference leaves out and the tests add: a Node and an empty DeviceClass, as administrators may create it for users. */
const ADDED = {
  node: node('n'),
  deviceClasses: [{ apiVersion: 'resource.k8s.io/v1beta1', kind: 'DeviceClass', metadata: { name: 'any' }, spec: {} }],
};

type Fields = Readonly<Record<string, unknown>>;

/** A claim of v1beta1, whose requests are flat. */
const claim = (requests: readonly Fields[], more: Fields = {}, status: Fields = {}): object => ({
  apiVersion: 'resource.k8s.io/v1beta1',
  kind: 'ResourceClaim',
  metadata: { name: 'c' },
  spec: { devices: { requests: requests.map((request, index) => ({ name: `r${index}`, deviceClassName: 'any', ...request })), ...more } },
  status,
});

/** An answer, or the code and message of an error. */
function ask(claims: readonly object[], list: readonly object[], more: Partial<AllocateInput> = {}): string {
  try {
    return picks(allocator.allocate({ ...ADDED, claims, resourceSlices: [slice('s', list)], ...more }));
  } catch (error) {
    if (error instanceof AllocationError) return `${error.code}: ${error.message}`;
    throw error;
  }
}

describe('devices.requests.selectors.cel.expression', () => {
  const EXAMPLE = {
    name: 'd0',
    attributes: {
      model: { string: 'x1' },
      'ext.example.com/family': { string: 'x' },
      someBool: { bool: true },
      anotherBool: { bool: true },
    },
    capacity: { modules: { value: '4' } },
  };
  const select = (expression: string, list: readonly object[] = [EXAMPLE]): string =>
    ask([claim([{ selectors: [{ cel: { expression } }] }])], [], { resourceSlices: [slice('s', list, { driver: 'dra.example.com' })] });

  it.each([
    ['device.driver', 'device.driver == "dra.example.com"', 'device.driver == "ext.example.com"'],
    ['model', 'device.attributes["dra.example.com"].model == "x1"', 'device.attributes["dra.example.com"].model == "x2"'],
    ['family', 'device.attributes["ext.example.com"].family == "x"', 'device.attributes["ext.example.com"].family == "y"'],
    [
      'modules, a Quantity',
      'device.capacity["dra.example.com"].modules.compareTo(quantity("4")) == 0',
      'device.capacity["dra.example.com"].modules.isGreaterThan(quantity("4"))',
    ],
    [
      'cel.bind, as in the example',
      'cel.bind(dra, device.attributes["dra.example.com"], dra.someBool && dra.anotherBool)',
      'cel.bind(dra, device.attributes["dra.example.com"], dra.someBool && !dra.anotherBool)',
    ],
  ])('the device of the example has %s', (_, matching, other) => {
    expect(select(matching)).toBe('r0=d0');
    expect(select(other)).toBe('unallocatable');
  });

  it('an unknown prefix gives an empty map, in attributes and in capacity', () => {
    expect(select('device.attributes["unknown.example.com"] == {} && size(device.capacity["unknown.example.com"]) == 0')).toBe('r0=d0');
  });

  it.each([
    ['of a known prefix', 'device.attributes["dra.example.com"].unknown == "x"'],
    ['of an unknown prefix', 'device.attributes["unknown.example.com"].model == "x"'],
    ['among capacities', 'device.capacity["dra.example.com"].unknown.isGreaterThan(quantity("1"))'],
  ])('a reference to an unknown field %s aborts the allocation', (_, expression) => {
    expect(select(expression)).toMatch(
      /^cel-runtime-error: claim c: selector #0 on device dra\.example\.com\/p\/d0: CEL runtime error: no such key: /,
    );
  });

  it('a robust expression checks for the existence of attributes before', () => {
    const robust = '"unknown" in device.attributes["dra.example.com"] && device.attributes["dra.example.com"].unknown == "x"';
    expect(select(robust)).toBe('unallocatable');
    expect(select(robust, [EXAMPLE, { name: 'd1', attributes: { unknown: { string: 'x' } } }])).toBe('r0=d1');
  });

  it('any other result than true or false is an error', () => {
    expect(select('device.driver')).toMatch(/^cel-compile-error: .*must evaluate to bool or the unknown type, not string\nhelp: /);
    expect(select('device.attributes["dra.example.com"].model')).toMatch(/^cel-runtime-error: /);
  });

  it('all selectors must be satisfied', () => {
    const both = [true, false].map((value) => ({ cel: { expression: `device.driver == "d.example.com" && ${value}` } }));
    expect(ask([claim([{ selectors: both }])], devices(1))).toBe('unallocatable');
    expect(ask([claim([{ selectors: both.slice(0, 1) }])], devices(1))).toBe('r0=d0');
  });
});

describe('devices.requests', () => {
  const inUse = { allocated: { devices: [{ driver: 'd.example.com', pool: 'p', device: 'd1' }] } };

  it('allocationMode is ExactCount and count is 1 unless given', () => {
    expect(ask([claim([{}])], devices(3))).toBe('r0=d0');
    expect(ask([claim([{ count: 2 }])], devices(3))).toBe('r0=d0 r0=d1');
    expect(ask([claim([{ allocationMode: 'ExactCount' }])], devices(3))).toBe('r0=d0');
  });

  it('All: this request is for all of the matching devices', () => {
    expect(ask([claim([{ allocationMode: 'All' }])], devices(3))).toBe('r0=d0 r0=d1 r0=d2');
  });

  it('All: allocation will fail if some devices are already allocated, unless adminAccess is requested', () => {
    expect(ask([claim([{ allocationMode: 'All' }])], devices(3), inUse)).toBe('unallocatable');
    expect(ask([claim([{ allocationMode: 'All', adminAccess: true }])], devices(3), inUse)).toBe('r0=d0 r0=d1 r0=d2');
  });

  it('adminAccess ignores all ordinary claims to the device', () => {
    expect(ask([claim([{ adminAccess: true, count: 3 }])], devices(3), inUse)).toBe('r0=d0 r0=d1 r0=d2');
    expect(ask([claim([{ count: 3 }])], devices(3), inUse)).toBe('unallocatable');
  });

  it('clients must reject to handle requests with unknown modes', () => {
    expect(ask([claim([{ allocationMode: 'Some' }])], devices(3))).toBe(
      'unsupported-allocation-mode: claim c, request r0: unsupported count mode Some',
    );
  });

  it('count must be greater than zero', () => {
    expect(ask([claim([{ count: -1 }])], devices(3))).toBe(
      'invalid-object: claims[0].spec.devices.requests[0].count: expected a count of at least 1, found -1',
    );
  });

  it('a class is required, and clients must reject a request without', () => {
    expect(ask([claim([{ deviceClassName: '', count: 1 }])], devices(3))).toMatch(/^missing-device-class: claim c, request r0: /);
    expect(ask([claim([{ deviceClassName: 'unknown' }])], devices(3))).toMatch(/^unknown-device-class: claim c, request r0: /);
  });

  it('empty: nothing needs to be allocated', () => {
    expect(allocator.allocate({ ...ADDED, claims: [claim([])], resourceSlices: [] })).toMatchObject({
      kind: 'allocated',
      allocations: [{ devices: {} }],
    });
  });
});

describe('devices.constraints', () => {
  const numa = (constraint: Fields, requests: readonly Fields[] = [{ count: 2 }]): object => claim(requests, { constraints: [constraint] });
  const match = { matchAttribute: 'd.example.com/numa' };

  it('matchAttribute: only devices in the same NUMA node will be chosen', () => {
    const list = [device('a', { numa: 0 }), device('b', { numa: 1 }), device('c', { numa: 1 })];
    expect(ask([numa(match)], list)).toBe('r0=b r0=c');
  });

  it('matchAttribute: a device which does not have that attribute will not be chosen', () => {
    expect(ask([numa(match)], [device('a'), device('b', { numa: 1 }), device('c', { numa: 1 })])).toBe('r0=b r0=c');
    expect(ask([numa(match, [{}])], [device('a'), device('b', { numa: 1 })])).toBe('r0=b');
  });

  it('matchAttribute: nor will one whose value is of another type', () => {
    expect(ask([numa(match)], [device('a', { numa: 1 }), device('b', { numa: '1' }), device('c', { numa: 1 })])).toBe('r0=a r0=c');
    expect(ask([numa(match)], [device('a', { numa: 1 }), device('b', { numa: '1' })])).toBe('unallocatable');
  });

  it('matchAttribute must include the domain qualifier, says the API server; the allocator takes a name without as it stands', () => {
    const unqualified = numa({ matchAttribute: 'numa' });
    expect(ask([unqualified], [device('a', { numa: 0 }), device('b', { numa: 1 }), device('c', { numa: 1 })])).toBe('r0=b r0=c');
    expect(ask([unqualified], [device('a', { 'd.example.com/numa': 1 }), device('b', { 'd.example.com/numa': 1 })])).toBe('unallocatable');
  });

  it('requests: all requests of the claim unless given, all devices of each', () => {
    const list = [device('a', { numa: 0 }), device('b', { numa: 1 }), device('c', { numa: 2 }), device('d', { numa: 0 })];
    const two = [{}, {}];
    expect(ask([numa(match, two)], list)).toBe('r0=a r1=d');
    expect(ask([numa({ ...match, requests: ['r1'] }, two)], list)).toBe('r0=a r1=b');
    expect(ask([numa({ ...match, requests: ['r0', 'r1'] }, [{ count: 2 }, {}])], list)).toBe('unallocatable');
  });

  it('must have one field set besides requests', () => {
    expect(ask([numa({ requests: ['r0'] })], devices(2))).toBe(
      'empty-constraint: claim c, constraint #0: empty constraint (unsupported constraint type?)',
    );
  });
});

describe('devices.config and status', () => {
  const opaque = {
    driver: 'd.example.com',
    parameters: { kind: 'MyAPIObject', apiVersion: 'v1', myPlugin: { kind: 'PluginA', aOption: 'foo' } },
  };

  it('opaque parameters are passed on as they are, for the named requests or, if empty, for all; the source is recorded', () => {
    const claims = [claim([{}, {}], { config: [{ opaque }, { requests: ['r1'], opaque }] })];
    expect(allocator.allocate({ ...ADDED, claims, resourceSlices: [slice('s', devices(2))] })).toMatchObject({
      allocations: [
        {
          devices: {
            config: [
              { source: 'FromClaim', opaque },
              { source: 'FromClaim', requests: ['r1'], opaque },
            ],
          },
        },
      ],
    });
  });

  it('a claim that was allocated before keeps its devices, which are not free for others', () => {
    const results = [{ request: 'r0', driver: 'd.example.com', pool: 'p', device: 'd0' }];
    const holder = claim([{}], {}, { allocation: { devices: { results } }, reservedFor: [{ resource: 'pods', name: 'pod', uid: 'u' }] });
    expect(ask([holder, claim([{}])], devices(2))).toBe('r0=d0 r0=d1');
  });

  it('allocation.nodeSelector says where the devices are; if unset, they are available everywhere', () => {
    const local = (name: string): Partial<AllocateInput> => ({
      resourceSlices: [slice('s', devices(1), name === '' ? { allNodes: true } : { nodeName: name })],
    });
    const selectorOf = (more: Partial<AllocateInput>): unknown => {
      const outcome = allocator.allocate({ ...ADDED, claims: [claim([{}])], resourceSlices: [], ...more });
      return outcome.kind === 'allocated' ? outcome.allocations[0]?.nodeSelector : outcome.kind;
    };
    expect(selectorOf(local('n'))).toEqual({
      nodeSelectorTerms: [{ matchFields: [{ key: 'metadata.name', operator: 'In', values: ['n'] }] }],
    });
    expect(selectorOf(local(''))).toBeUndefined();
  });

  it('fields of control plane controllers are taken, and a warning says that they are ignored', () => {
    const { status, spec, ...rest } = claim(
      [{}],
      {},
      { deallocationRequested: false, allocation: { controller: 'd.example.com', devices: {} } },
    ) as Fields;
    const warnings = warningsOf([{ ...rest, spec: { ...(spec as object), controller: 'd.example.com' }, status }]);
    expect(warnings).toHaveLength(3);
    for (const warning of warnings) expect(warning).toContain('has been ignored since Kubernetes 1.32');
  });
});

describe('ResourceClaimList', () => {
  it('its items are claims of the version of the list, and its metadata are not considered', () => {
    const { apiVersion: _version, kind: _kind, ...item } = claim([{ count: 2 }]) as Fields;
    const list = {
      apiVersion: 'resource.k8s.io/v1beta1',
      kind: 'ResourceClaimList',
      metadata: { continue: 'x', remainingItemCount: 3 },
      items: [item],
    };
    const { resourceClaims, warnings } = decode([list]);
    expect(resourceClaims.map(({ spec }) => spec.devices.requests[0]?.exactly?.count)).toEqual([2n]);
    expect(warnings).toEqual([]);
  });
});

describe('classic DRA (Kubernetes 1.26 to 1.30)', () => {
  const written = textOf('published/classic-dra.yaml');
  const [resourceClass, parameters, template, ...pods] = documentsOf(written) as [object, object, object, ...object[]];
  const ADVICE =
    /classic DRA \(ResourceClass, resourceClassName, parametersRef\) was removed in Kubernetes 1\.32; request a DeviceClass instead, in resource\.k8s\.io\/v1/;

  it('a ResourceClass is skipped, and the warning says what to write instead; parameters of the driver are skipped', () => {
    expect(warningsOf([resourceClass, parameters])).toEqual([expect.stringMatching(ADVICE)]);
    expect([...decode([resourceClass, parameters]).skipped.keys()]).toEqual([
      'resource.k8s.io/v1alpha2 ResourceClass',
      'fake.resource.3-shake.com/v1alpha1 FakeClaimParameters',
    ]);
  });

  it('a template is an error that says what to write instead', () => {
    expect(errorOf(() => decode([template]))).toMatchObject({
      code: 'invalid-object',
      path: 'apiVersion',
      message: expect.stringMatching(ADVICE),
    });
  });

  it('with nothing but its apiVersion changed it is an error at the field that is gone', () => {
    const error = errorOf(() => decode([{ ...template, apiVersion: 'resource.k8s.io/v1' }]));
    expect(error).toMatchObject({ code: 'invalid-object', path: 'spec.spec.resourceClassName', message: expect.stringMatching(ADVICE) });
  });

  it('a claim that a controller had allocated is the same error', () => {
    const error = errorOf(() => decode(documentsOf(textOf('published/classic-dra-allocated-claim.yaml'))));
    expect(error).toMatchObject({ code: 'invalid-object', message: expect.stringMatching(ADVICE) });
  });

  it('its pods, with `source`, are still read: a template of today gives each its own device, which its containers share', () => {
    const v1 = {
      apiVersion: 'resource.k8s.io/v1',
      kind: 'ResourceClaimTemplate',
      metadata: { namespace: 'test1', name: 'default-fake-template' },
    };
    const spec = { spec: { devices: { requests: [{ name: 'fake', exactly: { deviceClassName: 'any' } }] } } };
    const objects = [ADDED.node, ...ADDED.deviceClasses, slice('s', devices(2)), { ...v1, spec }, ...pods];
    expect(place(allocator, objects)).toEqual({ 'pod test1/pod0': 'n: fake=d0', 'pod test1/pod1': 'n: fake=d1' });
  });

  it('its pods without such a template stay pending, because it is missing', () => {
    const answers = place(allocator, [ADDED.node, ...pods]);
    expect(answers).toMatchObject({ 'pod test1/pod0': 'ResourceClaimTemplate "default-fake-template" not found in namespace "test1"' });
  });
});
