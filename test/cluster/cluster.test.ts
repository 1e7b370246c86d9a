import { describe, expect, it } from 'vitest';
import { AllocationError } from '../../src/errors.js';
import { type Cluster, createAllocator, type Outcome } from '../../src/index.js';
import { claim, device, deviceClass, devices, firstAvailable, node, request, slice } from '../support/objects.js';

const allocator = await createAllocator();

/** Nodes n1 and n2 with two devices each, of pools named like them. */
function twoNodes(): Cluster {
  const cluster = allocator.cluster();
  cluster.apply([node('n2'), node('n1'), deviceClass('any')]);
  cluster.apply(['n1', 'n2'].map((name) => slice(`s-${name}`, devices(2), { nodeName: name, pool: { name } })));
  return cluster;
}

function picks(outcome: Outcome): readonly string[] | string {
  if (outcome.kind !== 'allocated') return outcome.kind;
  return outcome.allocations.flatMap(({ devices: { results = [] } }) => results.map((result) => `${result.pool}/${result.device}`));
}

function codeOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    if (error instanceof AllocationError) return error.code;
    throw error;
  }
  return 'none';
}

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
    const rule = {
      apiVersion: 'resource.k8s.io/v1',
      kind: 'DeviceTaintRule',
      metadata: { name: 't' },
      spec: { deviceSelector: { device: 'd0' }, taint: { key: 'k', effect: 'NoExecute' } },
    };
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
    // Without status it says nothing about devices.
    cluster.apply([claim('h', [request('r')])]);
    expect(ask()).toEqual(['n1/d1']);
    cluster.remove([holder]);
    expect(ask()).toEqual(['n1/d0']);
  });
});

describe('allocate', () => {
  it('takes a node by name or as an object, and changes nothing', () => {
    const cluster = twoNodes();
    const claims = [claim('c', [request('r')])];
    expect(picks(cluster.allocate({ claims, node: 'n1' }))).toEqual(['n1/d0']);
    expect(picks(cluster.allocate({ claims, node: node('n1') }))).toEqual(['n1/d0']);
    expect(picks(cluster.allocate({ claims, node: node('n3') }))).toBe('unallocatable');
    expect(codeOf(() => cluster.allocate({ claims, node: 'n3' }))).toBe('unknown-node');
  });

  it('takes prepared claims wherever it takes claims', async () => {
    const cluster = twoNodes();
    const claims = cluster.prepare([claim('c', [request('r', { count: 2 })])]);
    expect(picks(cluster.allocate({ claims, node: 'n1' }))).toEqual(['n1/d0', 'n1/d1']);
    expect(cluster.filter({ claims }).feasible).toEqual(['n1', 'n2']);
    expect(picks(await cluster.allocateAsync({ claims, node: 'n2' }))).toEqual(['n2/d0', 'n2/d1']);
    cluster.commit(claims, cluster.allocate({ claims, node: 'n1' }));
    expect(cluster.filter({ claims }).feasible).toEqual(['n1']);
    cluster.release(claims);
    expect(cluster.filter({ claims }).feasible).toEqual(['n1', 'n2']);
    expect(() => cluster.prepare([{ spec: 1 }])).toThrow(AllocationError);
  });
});

describe('filter', () => {
  it('lists nodes by name with scores, and decodes outcomes', () => {
    const cluster = twoNodes();
    cluster.apply([
      slice('fast', [device('f')], { nodeName: 'n2', driver: 'fast.example.com' }),
      deviceClass('fast', 'device.driver == "fast.example.com"'),
    ]);
    const claims = [claim('c', [firstAvailable('r', { fast: { deviceClassName: 'fast' }, slow: {} })])];
    const found = cluster.filter({ claims });
    expect(found.feasible).toEqual(['n1', 'n2']);
    expect([...found.scores]).toEqual([7, 8]);
    expect([...found.normalized]).toEqual([87, 100]);
    expect(picks(found.outcome('n2'))).toEqual(['p/f']);
    expect(found.interrupted).toEqual([]);
    expect(codeOf(() => found.outcome('n3'))).toBe('unknown-node');
  });

  it('does not let an error on one node hide the others', async () => {
    const cluster = twoNodes();
    cluster.apply([slice('s-n1', [device('x'), device('x')], { nodeName: 'n1', pool: { name: 'n1' } })]);
    for (const found of [
      cluster.filter({ claims: [claim('c', [request('r')])] }),
      await cluster.filterAsync({ claims: [claim('c', [request('r')])] }),
    ]) {
      expect(found.feasible).toEqual(['n2']);
      expect([...found.errors.keys()]).toEqual(['n1']);
      expect(found.errors.get('n1')).toMatchObject({ code: 'invalid-pools', nodeLocal: true });
      expect(codeOf(() => found.outcome('n1'))).toBe('invalid-pools');
    }
  });

  it('gives a copy that later changes do not touch', () => {
    const cluster = twoNodes();
    const claims = [claim('c', [request('r')])];
    const found = cluster.filter({ claims });
    cluster.remove([slice('s-n1', []), slice('s-n2', [])]);
    expect(picks(found.outcome('n1'))).toEqual(['n1/d0']);
    expect(cluster.filter({ claims }).feasible).toEqual([]);
  });

  it('answers as of the call although the cluster changes while it gives way', async () => {
    const cluster = twoNodes();
    const claims = [claim('c', [request('r')])];
    const pending = cluster.filterAsync({ claims });
    cluster.commit([claim('x', [request('r')])], cluster.allocate({ claims: [claim('x', [request('r')])], node: 'n2' }));
    cluster.remove([slice('s-n1', []), slice('s-n2', []), node('n2'), deviceClass('any')]);
    const found = await pending;
    expect(found.feasible).toEqual(['n1', 'n2']);
    expect(picks(found.outcome('n2'))).toEqual(['n2/d0']);
  });

  it('looks only at the nodes that are named', async () => {
    const cluster = twoNodes();
    const claims = [claim('c', [request('r')])];
    expect(cluster.filter({ claims, nodes: ['n2'] }).feasible).toEqual(['n2']);
    expect((await cluster.filterAsync({ claims, nodes: ['n2', 'n1'] })).feasible).toEqual(['n1', 'n2']);
    expect(codeOf(() => cluster.filter({ claims, nodes: ['n3'] }))).toBe('unknown-node');
  });

  it('says for which nodes a limit came first', () => {
    const cluster = twoNodes();
    const found = cluster.filter({ claims: [claim('c', [request('r')])], limits: { steps: 2 } });
    expect(found).toMatchObject({ feasible: [], interrupted: ['n1', 'n2'] });
    expect(found.outcome('n1')).toEqual({ kind: 'interrupted', by: 'steps', steps: 2 });
  });
});

describe('commit and release', () => {
  const one = claim('one', [request('r')]);
  const two = claim('two', [request('r')]);

  it('occupy and free what an outcome picked', () => {
    const cluster = twoNodes();
    const outcome = cluster.allocate({ claims: [one], node: 'n1' });
    cluster.commit([one], outcome);
    expect(picks(cluster.allocate({ claims: [two], node: 'n1' }))).toEqual(['n1/d1']);
    cluster.release([one]);
    expect(picks(cluster.allocate({ claims: [two], node: 'n1' }))).toEqual(['n1/d0']);
    cluster.release([one]);
  });

  it('refuse a pick that is no longer free or no longer there, and then change nothing', () => {
    const cluster = twoNodes();
    const outcome = cluster.allocate({ claims: [one, two], node: 'n1' });
    const third = claim('third', [request('r')]);
    cluster.commit([third], cluster.allocate({ claims: [third], node: 'n1' }));
    expect(codeOf(() => cluster.commit([two, one], outcome))).toBe('stale-outcome');
    cluster.release([third]);
    expect(picks(cluster.allocate({ claims: [one], node: 'n1' }))).toEqual(['n1/d0']);
    cluster.remove([slice('s-n1', [])]);
    expect(codeOf(() => cluster.commit([one, two], outcome))).toBe('stale-outcome');
  });

  it('commit again without effect, and never two different outcomes for one claim', () => {
    const cluster = twoNodes();
    const outcome = cluster.allocate({ claims: [one], node: 'n1' });
    const other = cluster.allocate({ claims: [one], node: 'n2' });
    cluster.commit([one], outcome);
    cluster.commit([one], outcome);
    expect(codeOf(() => cluster.commit([one], other))).toBe('stale-outcome');
    cluster.release([one]);
    expect(picks(cluster.allocate({ claims: [two], node: 'n1' }))).toEqual(['n1/d0']);
  });

  it('take only outcomes that allocated, for as many claims', () => {
    const cluster = twoNodes();
    expect(codeOf(() => cluster.commit([one], { kind: 'unallocatable', steps: 1 }))).toBe('invalid-input');
    expect(codeOf(() => cluster.commit([one], undefined as never))).toBe('invalid-input');
    expect(codeOf(() => cluster.commit([one, two], cluster.allocate({ claims: [one], node: 'n1' })))).toBe('stale-outcome');
  });

  it('applying a committed claim with its status changes nothing', () => {
    const cluster = twoNodes();
    const outcome = cluster.allocate({ claims: [one], node: 'n1' });
    cluster.commit([one], outcome);
    if (outcome.kind !== 'allocated') throw new Error('expected an allocation');
    cluster.apply([{ ...one, status: { allocation: outcome.allocations[0] } }]);
    cluster.release([one]);
    expect(picks(cluster.allocate({ claims: [two], node: 'n1' }))).toEqual(['n1/d0']);
  });
});

describe('prioritized lists', () => {
  const prioritized = claim('p', [firstAvailable('r', { fast: { deviceClassName: 'fast' }, slow: {} })]);

  /** Two nodes with slow devices, and a fast one on n2. */
  function unequalNodes(): Cluster {
    const cluster = twoNodes();
    cluster.apply([
      slice('fast', [device('f')], { nodeName: 'n2', driver: 'fast.example.com' }),
      deviceClass('fast', 'device.driver == "fast.example.com"'),
    ]);
    return cluster;
  }

  it('tell which alternative each request got on a node', () => {
    const cluster = unequalNodes();
    const two = claim('two', [request('e'), firstAvailable('q', { many: { count: 3 }, few: {} })]);
    const found = cluster.filter({ claims: [prioritized, two] });
    expect(found.choices('n2')).toEqual([
      { claim: 'ns/p', request: 'r', subrequest: 'fast', index: 0 },
      { claim: 'ns/two', request: 'q', subrequest: 'few', index: 1 },
    ]);
    expect(found.feasible).toEqual(['n2']);
    expect(found.choices('n1')).toEqual([]);
    expect(codeOf(() => found.choices('n3'))).toBe('unknown-node');
  });

  it('tell the same of an outcome', () => {
    const cluster = unequalNodes();
    const outcome = cluster.allocate({ claims: [prioritized], node: 'n1' });
    expect(cluster.choices([prioritized], outcome)).toEqual([{ claim: 'ns/p', request: 'r', subrequest: 'slow', index: 1 }]);
    expect(cluster.choices([prioritized], { kind: 'unallocatable', steps: 1 })).toEqual([]);
  });

  it('are a matter of the stored results for claims that were allocated before', () => {
    const cluster = unequalNodes();
    cluster.commit([prioritized], cluster.allocate({ claims: [prioritized], node: 'n1' }));
    const other = claim('other', [firstAvailable('r', { fast: { deviceClassName: 'fast' }, slow: {} })]);
    const mixed = cluster.filter({ claims: [prioritized, other] });
    expect([mixed.feasible, [...mixed.scores], mixed.choices('n1').map(({ index }) => index)]).toEqual([['n1'], [7 + 7], [1, 1]]);
    const alone = cluster.filter({ claims: [prioritized] });
    expect([alone.feasible, [...alone.scores], alone.choices('n1').map(({ index }) => index)]).toEqual([['n1'], [0], [1]]);
  });

  it('are counted by place when they are committed, once for each allocation', () => {
    const cluster = unequalNodes();
    const counts = (): readonly number[] => cluster.choiceCounts().slice(0, 3);
    expect(cluster.choiceCounts()).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
    const outcome = cluster.allocate({ claims: [prioritized], node: 'n1' });
    expect(counts()).toEqual([0, 0, 0]);
    cluster.commit([prioritized], outcome);
    cluster.commit([prioritized], outcome);
    expect(counts()).toEqual([0, 1, 0]);
    const both = [claim('a', [firstAvailable('r', { fast: { deviceClassName: 'fast' }, slow: {} })]), claim('b', [request('r')])];
    cluster.commit(both, cluster.allocate({ claims: both, node: 'n2' }));
    expect(counts()).toEqual([1, 1, 0]);
  });

  it('stay counted when claims go, count again when these are committed anew, and do not count when they come with their devices', () => {
    const cluster = unequalNodes();
    const counts = (): readonly number[] => cluster.choiceCounts().slice(0, 2);
    const commit = (): void => cluster.commit([prioritized], cluster.allocate({ claims: [prioritized], node: 'n2' }));
    commit();
    cluster.release([prioritized]);
    expect(counts()).toEqual([1, 0]);
    commit();
    cluster.remove([prioritized]);
    expect(counts()).toEqual([2, 0]);
    const results = [{ request: 'r/slow', driver: 'd.example.com', pool: 'n1', device: 'd0' }];
    const stored = { ...prioritized, status: { allocation: { devices: { results } } } };
    cluster.apply([stored]);
    cluster.commit([stored], cluster.allocate({ claims: [stored], node: 'n1' }));
    expect(counts()).toEqual([2, 0]);
  });

  it('count nothing when a commit is refused', () => {
    const cluster = unequalNodes();
    const outcome = cluster.allocate({ claims: [prioritized], node: 'n1' });
    cluster.remove([slice('s-n1', [])]);
    expect(codeOf(() => cluster.commit([prioritized], outcome))).toBe('stale-outcome');
    expect(cluster.choiceCounts().slice(0, 2)).toEqual([0, 0]);
  });
});

describe('explain', () => {
  it('counts what became of every device, and finds requests that only fail together', () => {
    const cluster = twoNodes();
    cluster.apply([slice('half', [device('h')], { nodeName: 'n1', driver: 'half.example.com', pool: { resourceSliceCount: 2 } })]);
    cluster.commit([claim('x', [request('r')])], cluster.allocate({ claims: [claim('x', [request('r')])], node: 'n1' }));
    const both = [claim('c', [request('a'), request('b', { selectors: [{ cel: { expression: 'device.driver == "d.example.com"' } }] })])];
    expect(cluster.explain({ claims: both, node: 'n1' }).nodes[0]).toEqual({
      node: 'n1',
      fits: false,
      together: true,
      pools: [{ pool: 'half.example.com/p', problem: 'incomplete: 1 of 2 slices of generation 1 are there' }],
      requests: ['a', 'b'].map((name) => ({
        claim: 'ns/c',
        request: name,
        wanted: 1,
        devices: 5,
        otherNodes: 2,
        notCounted: 1,
        taken: 1,
        refusedBy: [],
        remaining: 1,
        alone: true,
      })),
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
      taken: 0,
      remaining: 1,
      refusedBy: [
        { what: 'class gpu, selector #0', devices: 2 },
        { what: 'constraint #0: no attribute gpu.example.com/k', devices: 1 },
      ],
    });
    expect(cluster.explain({ claims: [claim('c', [request('r')])], node: 'n1' }).nodes[0]?.requests[0]).toMatchObject({
      taken: 2,
      remaining: 2,
      refusedBy: [],
    });
  });

  it('names selectors and taints that refuse, for every node', () => {
    const cluster = twoNodes();
    cluster.apply([
      deviceClass('gpu', 'device.driver == "gpu"'),
      slice('t', [device('t', {}, { taints: [{ key: 'k', value: 'v', effect: 'NoSchedule' }] })], { allNodes: true, driver: 'gpu' }),
    ]);
    const { nodes } = cluster.explain({ claims: [claim('c', [request('r', { deviceClassName: 'gpu' })])] });
    expect(nodes.map(({ node: name }) => name)).toEqual(['n1', 'n2']);
    expect(nodes[0]?.requests[0]).toMatchObject({
      devices: 5,
      otherNodes: 2,
      remaining: 0,
      alone: false,
      refusedBy: [
        { what: 'class gpu, selector #0', devices: 2 },
        { what: 'taint k=v:NoSchedule', devices: 1 },
      ],
    });
    expect(cluster.explain({ claims: [claim('c', [request('r', { deviceClassName: 'nope' })])], node: 'n1' }).nodes[0]?.error).toContain(
      'could not retrieve device class nope',
    );
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
    expect(cluster.filter({ claims }).feasible).toEqual(['n1']);
    cluster.commit(claims, cluster.allocate({ claims, node: 'n1' }));
    cluster.release(claims);
    expect(cluster.filter({ claims }).feasible).toEqual(['n1', 'n2']);
  });

  it('keep them from other claims of the same call, applied before or not', () => {
    const cluster = twoNodes();
    const results = [{ request: 'r', driver: 'd.example.com', pool: 'n1', device: 'd0' }];
    const held = { ...claim('held', [request('r')]), status: { allocation: { devices: { results } } } };
    const claims = [held, claim('c', [request('r', { count: 2 })])];
    expect(cluster.allocate({ claims, node: 'n1' }).kind).toBe('unallocatable');
    expect(cluster.filter({ claims }).feasible).toEqual(['n2']);
  });
});

describe('outcomes', () => {
  it('are copies: changing them changes no later answer', () => {
    const cluster = allocator.cluster();
    const bound = device('a', {}, { bindingConditions: ['ready'], bindingFailureConditions: ['broken'] });
    const config = [{ opaque: { driver: 'd.example.com', parameters: { kind: 'Config', list: [1] } } }];
    cluster.apply([
      node('n', {}, { declaredFeatures: ['DRAOptionalNodeOperations'] }),
      deviceClass('any', undefined, { config }),
      slice('s', [bound], { skipNodeOperations: ['*'] }),
    ]);
    const claims = cluster.prepare([claim('c', [request('r')])]);
    const ask = (): unknown => cluster.allocate({ claims, node: 'n' });
    const before = structuredClone(ask());
    // biome-ignore lint/suspicious/noExplicitAny: what a careless caller does
    const [allocation] = (ask() as any).allocations;
    allocation.devices.results[0].bindingConditions.push('hack');
    allocation.devices.results[0].skipNodeOperations.length = 0;
    allocation.devices.config[0].opaque.parameters.list.push(2);
    expect(ask()).toEqual(before);
  });

  it('are refused by commit unless they are for these claims', () => {
    const cluster = twoNodes();
    const two = claim('c', [request('r', { count: 2 })]);
    const one = cluster.allocate({ claims: [claim('c', [request('r')])], node: 'n1' });
    const named = cluster.allocate({ claims: [claim('c', [request('x', { count: 2 })])], node: 'n1' });
    for (const outcome of [one, named, { kind: 'allocated', allocations: [null], steps: 1 }, { kind: 'allocated' }]) {
      expect(codeOf(() => cluster.commit([two], outcome as Outcome))).toMatch(/^(stale-outcome|invalid-object|invalid-input)$/);
    }
    const twice = cluster.allocate({ claims: [claim('c', [request('r')]), claim('c', [request('r')])], node: 'n1' });
    expect(codeOf(() => cluster.commit([claim('c', [request('r')]), claim('c', [request('r')])], twice))).toBe('stale-outcome');
    expect(cluster.filter({ claims: [two] }).feasible).toEqual(['n1', 'n2']);
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
        for (const method of ['filter', 'explain'] as const) expect(() => cluster[method](wrong as never)).toThrow(AllocationError);
        for (const method of ['filterAsync', 'explainAsync'] as const)
          await expect(cluster[method](wrong as never)).rejects.toBeInstanceOf(AllocationError);
      }
    },
  );
});
