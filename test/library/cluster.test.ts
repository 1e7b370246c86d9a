import { describe, expect, it } from 'vitest';
import { AllocationError } from '../../src/core/base/errors.js';
import { complete } from '../support/filtered.js';
import { claim, device, deviceClass, deviceTaintRule, node, request, slice } from '../support/objects.js';
import { codeOf, picks, twoNodes } from '../support/two-nodes.js';

describe('apply and remove', () => {
  it('take lists, replace by name and ignore other kinds', () => {
    const cluster = twoNodes();
    const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'x' } };
    cluster.apply([
      namespace,
      { apiVersion: 'v1', kind: 'List', items: [slice('s-n1', [device('new')], { nodeName: 'n1', pool: { name: 'n1' } })] },
    ]);
    expect(picks(cluster.allocate({ claims: [claim('c', [request('r')])], node: 'n1' }))).toEqual(['n1/new']);
  });

  it('change nothing when one object is wrong', () => {
    const cluster = twoNodes();
    const wrong = [slice('s-n1', [], { nodeName: 'n1' }), { ...slice('bad', []), spec: { nope: 1 } }];
    expect(codeOf(() => cluster.apply(wrong))).toBe('invalid-object');
    expect(picks(cluster.allocate({ claims: [claim('c', [request('r')])], node: 'n1' }))).toEqual(['n1/d0']);
  });

  it('take one object of a kind without a name, and reject others, which would take its place', async () => {
    const cluster = twoNodes();
    for (const nameless of [node(''), slice('', []), deviceClass(''), claim('', []), { apiVersion: 'v1', kind: 'Pod' }]) {
      cluster.apply([nameless]);
      const message = `metadata.name: an object needs a name if the input has another ${(nameless as { kind: string }).kind}`;
      expect(() => cluster.apply([nameless, nameless])).toThrow(message);
      await expect(cluster.applyAsync([nameless, nameless])).rejects.toThrow(message);
    }
  });

  it('remove by kind and name, and leave alone what is not there', () => {
    const cluster = twoNodes();
    cluster.remove([slice('s-n1', []), node('nope'), { kind: 'Pod', metadata: { name: 'x' } }]);
    expect(picks(cluster.allocate({ claims: [claim('c', [request('r')])], node: 'n1' }))).toBe('unallocatable');
    cluster.remove([deviceClass('any')]);
    expect(codeOf(() => cluster.allocate({ claims: [claim('c', [request('r')])], node: 'n2' }))).toBe('unknown-device-class');
    cluster.remove([node('n2')]);
    expect(codeOf(() => cluster.allocate({ claims: [], node: 'n2' }))).toBe('unknown-node');
    expect(codeOf(() => cluster.remove([{}]))).toBe('invalid-input');
  });

  it('see a changed class, rule or node at once', () => {
    const cluster = twoNodes();
    const ask = (): readonly string[] | string => picks(cluster.allocate({ claims: [claim('c', [request('r')])], node: 'n1' }));
    expect(ask()).toEqual(['n1/d0']);
    cluster.apply([deviceClass('any', 'device.driver == "other"')]);
    expect(ask()).toBe('unallocatable');
    cluster.apply([deviceClass('any')]);
    const rule = deviceTaintRule('t', { deviceSelector: { device: 'd0' }, taint: { key: 'k', effect: 'NoExecute' } });
    cluster.apply([rule]);
    expect(ask()).toEqual(['n1/d1']);
    cluster.remove([rule]);
    expect(ask()).toEqual(['n1/d0']);
    cluster.apply([
      slice('zone', [device('z')], {
        driver: 'a.example.com',
        nodeSelector: { nodeSelectorTerms: [{ matchExpressions: [{ key: 'zone', operator: 'Exists' }] }] },
      }),
    ]);
    expect(ask()).toEqual(['n1/d0']);
    cluster.apply([node('n1', { zone: 'a' })]);
    expect(ask()).toEqual(['p/z']);
  });

  it('occupy the devices of allocated claims until these are removed', () => {
    const cluster = twoNodes();
    const results = [{ request: 'r', driver: 'd.example.com', pool: 'n1', device: 'd0' }];
    const holder = { ...claim('h', [request('r')]), status: { allocation: { devices: { results } } } };
    const ask = (): readonly string[] | string => picks(cluster.allocate({ claims: [claim('c', [request('r')])], node: 'n1' }));
    cluster.apply([holder]);
    expect(ask()).toEqual(['n1/d1']);
    cluster.apply([claim('h', [request('r')])]);
    expect(ask()).toEqual(['n1/d1']);
    cluster.remove([holder]);
    expect(ask()).toEqual(['n1/d0']);
  });

  it.each(['apply', 'applyAsync'] as const)('free the devices of a claim whose status has no allocation (%s)', async (call) => {
    const cluster = twoNodes();
    const results = [{ request: 'r', driver: 'd.example.com', pool: 'n1', device: 'd0' }];
    const claims = [claim('c', [request('r')])];
    const ask = (): readonly string[] | string => picks(cluster.allocate({ claims, node: 'n1' }));
    await cluster[call]([{ ...claim('h', [request('r')]), status: { allocation: { devices: { results } } } }]);
    expect(ask()).toEqual(['n1/d1']);
    // The API server stores a deallocated claim like this.
    await cluster[call]([{ ...claim('h', [request('r')]), status: {} }]);
    expect(ask()).toEqual(['n1/d0']);
  });
});

describe('explain', () => {
  it('counts what became of every device, and finds requests that only fail together', () => {
    const cluster = twoNodes();
    cluster.apply([slice('half', [device('h')], { nodeName: 'n1', driver: 'half.example.com', pool: { resourceSliceCount: 2 } })]);
    cluster.commit([claim('x', [request('r')])], cluster.allocate({ claims: [claim('x', [request('r')])], node: 'n1' }));
    const both = [claim('c', [request('a'), request('b', { selectors: [{ cel: { expression: 'device.driver == "d.example.com"' } }] })])];
    const text = 'requests a and b need 2 devices, but only 1 (d1) matches';
    expect(cluster.explain({ claims: both, node: 'n1' })).toEqual({
      kind: 'unallocatable',
      groups: [{ nodes: ['n1'], text }],
      suggestions: expect.arrayContaining([expect.objectContaining({ size: 1, text: 'free d0 of pool n1, held by claim ns/x' })]),
      nodes: [
        {
          node: 'n1',
          kind: 'unallocatable',
          unavailable: [],
          pools: [{ pool: 'half.example.com/p', problem: 'incomplete: found 1 of 2 slices of generation 1' }],
          text,
          conflict: { members: ['a', 'b'].map((name) => ({ claim: 'ns/c', request: name, wanted: 1 })), isMinimal: true, text },
          requests: ['a', 'b'].map((name) => ({
            claim: 'ns/c',
            request: name,
            wanted: 1,
            total: 5,
            losses: [
              { code: 'other-node', count: 2, detail: 'on other nodes' },
              {
                code: 'incomplete-pool',
                count: 1,
                pool: 'half.example.com/p',
                detail: 'in pool half.example.com/p, which is incomplete',
              },
              {
                code: 'taken',
                count: 1,
                detail: 'allocated to claim ns/x',
                holders: [{ claim: 'ns/x', pods: [], devices: 1 }],
                devices: [{ driver: 'd.example.com', pool: 'n1', device: 'd0' }],
              },
            ],
            left: 1,
            leftDevices: [{ driver: 'd.example.com', pool: 'n1', device: 'd1' }],
          })),
        },
      ],
    });
  });

  it('counts as taken only what would be of use, and names attributes that constraints miss', () => {
    const cluster = twoNodes();
    const holder = claim('x', [request('r', { count: 2 })]);
    cluster.commit([holder], cluster.allocate({ claims: [holder], node: 'n1' }));
    cluster.apply([
      slice('gpu', [device('g', { k: 1 }), device('h')], { nodeName: 'n1', driver: 'gpu.example.com' }),
      deviceClass('gpu', 'device.driver == "gpu.example.com"'),
    ]);
    const wanted = [
      claim('c', [request('r', { deviceClassName: 'gpu', count: 2 })], { constraints: [{ matchAttribute: 'gpu.example.com/k' }] }),
    ];
    expect(cluster.explain({ claims: wanted, node: 'n1' }).nodes[0]?.requests[0]).toMatchObject({
      left: 1,
      losses: [
        { code: 'other-node', count: 2 },
        { code: 'other-kind', count: 2 },
        { code: 'no-attribute', count: 1, attribute: 'gpu.example.com/k' },
      ],
    });
    expect(cluster.explain({ claims: [claim('c', [request('r')])], node: 'n1' }).nodes[0]?.requests[0]).toMatchObject({
      left: 2,
      losses: [
        { code: 'other-node', count: 2 },
        { code: 'taken', count: 2 },
      ],
    });
  });

  it('names selectors and taints that reject, for every node', () => {
    const cluster = twoNodes();
    cluster.apply([
      deviceClass('gpu', 'device.driver == "gpu"'),
      slice('t', [device('t', {}, { taints: [{ key: 'k', value: 'v', effect: 'NoSchedule' }] })], { allNodes: true, driver: 'gpu' }),
    ]);
    const { nodes } = cluster.explain({ claims: [claim('c', [request('r', { deviceClassName: 'gpu' })])] });
    expect(nodes.map(({ node: name }) => name)).toEqual(['n1', 'n2']);
    expect(nodes[0]?.requests[0]).toMatchObject({
      total: 5,
      left: 0,
      losses: [
        { code: 'other-node', count: 2 },
        { code: 'other-kind', count: 2, detail: 'of another device class' },
        { code: 'tainted', count: 1, taint: 'k=v:NoSchedule', detail: 'has the untolerated taint k=v:NoSchedule' },
      ],
    });
    const unknown = cluster.explain({ claims: [claim('c', [request('r', { deviceClassName: 'nope' })])], node: 'n1' });
    expect(unknown).toMatchObject({ kind: 'error', error: { code: 'unknown-device-class' } });
    expect(unknown.nodes[0]?.text).toBe('request r: there is no DeviceClass nope');
  });
});

describe('claims that hold devices', () => {
  it('keep them when they are asked about again without status', () => {
    const cluster = twoNodes();
    const claims = cluster.prepare([claim('c', [request('r')])]);
    const outcome = cluster.allocate({ claims, node: 'n1' });
    cluster.commit(claims, outcome);
    expect(cluster.allocate({ claims, node: 'n1' })).toMatchObject({
      kind: 'allocated',
      allocations: outcome.kind === 'allocated' ? outcome.allocations : [],
    });
    expect(complete(cluster.filter({ claims })).feasible).toEqual(['n1']);
    cluster.commit(claims, cluster.allocate({ claims, node: 'n1' }));
    cluster.release(claims);
    expect(complete(cluster.filter({ claims })).feasible).toEqual(['n1', 'n2']);
  });

  it('keep them from other claims of the same call, applied before or not', () => {
    const cluster = twoNodes();
    const results = [{ request: 'r', driver: 'd.example.com', pool: 'n1', device: 'd0' }];
    const held = { ...claim('held', [request('r')]), status: { allocation: { devices: { results } } } };
    const claims = [held, claim('c', [request('r', { count: 2 })])];
    expect(cluster.allocate({ claims, node: 'n1' }).kind).toBe('unallocatable');
    expect(complete(cluster.filter({ claims })).feasible).toEqual(['n2']);
  });
});

describe('wrong input', () => {
  it('names the object and the field', () => {
    const cluster = twoNodes();
    const objects = [node('x'), { ...claim('c', []), spec: { devices: { requests: [{ nme: 'r' }] } } }];
    expect(() => cluster.apply(objects)).toThrow(
      expect.objectContaining({
        code: 'invalid-object',
        path: 'objects[1].spec.devices.requests[0].nme',
        message: expect.stringContaining('objects[1] (ResourceClaim ns/c): '),
      }),
    );
    expect(codeOf(() => cluster.apply([null as never]))).toBe('invalid-input');
    expect(codeOf(() => cluster.apply([{}]))).toBe('invalid-object');
  });

  it.each([undefined, null, 5, {}, { claims: [], node: 'n1', limit: {} }, { claims: 'c', node: 'n1' }])(
    '%#: is an AllocationError',
    async (wrong) => {
      const cluster = twoNodes();
      expect(() => cluster.allocate(wrong as never)).toThrow(AllocationError);
      await expect(cluster.allocateAsync(wrong as never)).rejects.toBeInstanceOf(AllocationError);
      if (wrong === undefined || wrong === null || wrong === 5) {
        expect(() => cluster.filter(wrong as never)).toThrow(AllocationError);
        expect(() => cluster.explain(wrong as never)).toThrow(AllocationError);
        await expect(cluster.filterAsync(wrong as never)).rejects.toBeInstanceOf(AllocationError);
        await expect(cluster.explainAsync(wrong as never)).rejects.toBeInstanceOf(AllocationError);
      }
    },
  );
});
