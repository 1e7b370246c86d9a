import { describe, expect, test } from 'vitest';
import type { RefusedNode } from '../../../src/cli/placement/group-result.js';
import { describeFailure } from '../../../src/cli/print/failure.js';
import type { RequestExplanation } from '../../../src/explain/explanation.js';

const request: RequestExplanation = {
  claim: 'ns/c',
  request: 'r',
  wanted: 2,
  devices: 10,
  otherNodes: 1,
  leftOut: [],
  notCounted: 2,
  taken: 3,
  refusedBy: [
    { what: 'class k, selector #0', devices: 2 },
    { what: 'taint a=b:NoSchedule', devices: 1 },
  ],
  remaining: 1,
  alone: false,
  inTheWay: [],
};

const refused = (node: string, change: Partial<RefusedNode['explanation']> = {}): RefusedNode => ({
  explanation: { node, requests: [request], unavailable: [], pools: [], fits: false, together: false, inTheWay: [], ...change },
});

const describeNodes = (nodes: readonly RefusedNode[], unexplained = 0): string[] =>
  describeFailure({ kind: 'unallocatable', nodes, unexplained }).split('\n');

test('every count that is not zero is named', () => {
  expect(describeNodes([refused('a')])).toEqual([
    'not allocatable on 1 node',
    '  node a:',
    '    claim ns/c, request r: wants 2 devices, 1 of 9 on this node can be used (2 in pools that do not count, 3 taken, 2 refused by class k, selector #0, 1 refused by taint a=b:NoSchedule)',
  ]);
});

test('a request for all devices says so', () => {
  const all = { ...request, wanted: 'All' as const, otherNodes: 0, notCounted: 0, taken: 0, refusedBy: [], remaining: 10 };
  expect(describeNodes([refused('a', { requests: [all] })])[2]).toBe(
    '    claim ns/c, request r: wants all devices, 10 of 10 on this node can be used',
  );
});

test('requests that fit alone and not together are told apart', () => {
  expect(describeNodes([refused('a', { together: true })]).at(-1)).toBe(
    '    each request alone could be served, but not all of them together',
  );
});

test('what keeps requests from being served together is named, each of several', () => {
  const last = (inTheWay: readonly string[]): string | undefined => describeNodes([refused('a', { together: true, inTheWay })]).at(-1);
  expect(last(['constraint #0'])).toMatch(/not all of them together, because of constraint #0$/);
  expect(last(['a', 'b'])).toMatch(/, because of each of a, b$/);
  expect(last(['a', 'b', 'c', 'd', 'e'])).toMatch(/, because of each of a, b, c and 2 more$/);
});

describe('a request for which there are enough devices one by one', () => {
  const enough = { ...request, otherNodes: 0, notCounted: 0, taken: 0, refusedBy: [], remaining: 10, inTheWay: ['counter s/m (1 left)'] };
  const line = (change: Partial<RequestExplanation>): string | undefined =>
    describeNodes([refused('a', { requests: [{ ...enough, ...change }] })])[2];

  test('says that they do not go together, and why', () => {
    expect(line({})).toMatch(
      /: wants 2 devices, 10 of 10 on this node can be used, but not 2 of them together, because of counter s\/m \(1 left\)$/,
    );
    expect(line({ wanted: 'All' })).toMatch(/ can be used, but not all of them together, because of counter s\/m \(1 left\)$/);
    expect(line({ inTheWay: [] })).toMatch(/ can be used, but not 2 of them together$/);
    expect(line({ wanted: 1 })).toMatch(/ can be used, because of counter s\/m \(1 left\)$/);
  });

  test('says nothing where they do, or nobody knows, or there are too few', () => {
    expect(line({ alone: true, inTheWay: [] })).toMatch(/10 of 10 on this node can be used$/);
    expect(line({ alone: undefined, inTheWay: [] })).toMatch(/10 of 10 on this node can be used$/);
    expect(line({ remaining: 1, inTheWay: [] })).toMatch(/1 of 10 on this node can be used$/);
  });
});

test('devices in slices that do not count are told with the reason', () => {
  const leftOut = [{ what: 'a slice with sharedCounters, whose devices do not count', devices: 4 }];
  expect(describeNodes([refused('a', { requests: [{ ...request, notCounted: 0, leftOut, taken: 0, refusedBy: [] }] })])[2]).toMatch(
    /1 of 9 on this node can be used \(4 in a slice with sharedCounters, whose devices do not count\)$/,
  );
});

test('of many ways to be refused the first six are named, in the wide output all', () => {
  const refusedBy = Array.from({ length: 9 }, (_, index) => ({ what: `reason ${index}`, devices: 2 }));
  const nodes = [refused('a', { requests: [{ ...request, refusedBy }] })];
  expect(describeNodes(nodes)[2]).toMatch(/, 2 refused by reason 5, 6 refused in 3 other ways, see -o wide\)$/);
  expect(describeFailure({ kind: 'unallocatable', nodes, unexplained: 0 }, { wide: true })).toContain('2 refused by reason 8)');
});

test('a selector that takes too much work is named', () => {
  const selector = { claim: 'ns/c', request: 'r', index: 1, device: 'd/p/x', expression: 'true' };
  const text = (more: object, limits = {}): string =>
    describeFailure(
      { kind: 'interrupted', interruption: { by: 'selector', selector: { ...selector, ...more } }, nodes: ['a'] },
      { limits },
    );
  expect(text({})).toBe(
    'interrupted by the limit on the work of a selector (see --selector-work) on node a; this does not mean that nothing fits\n' +
      '  claim ns/c, request r: selector #1 takes too much work on device d/p/x, which Kubernetes would do: true',
  );
  expect(text({ class: 'gpu' }, { selectorWork: 5 })).toContain('interrupted by --selector-work 5 on');
  expect(text({ class: 'gpu' })).toContain('class gpu: selector #1');
  expect(text({ attribute: 'd/k' })).toContain('request r: derived attribute d/k takes');
});

test('a limit is named as the option that sets it', () => {
  const by = (limit: 'steps' | 'milliseconds' | 'signal'): string =>
    describeFailure({ kind: 'interrupted', interruption: { by: limit }, nodes: ['a'] }, { limits: { steps: 7, milliseconds: 300 } });
  expect(by('steps')).toBe('interrupted by --steps 7 on node a; this does not mean that nothing fits');
  expect(by('milliseconds')).toBe('interrupted by --timeout 300ms on node a; this does not mean that nothing fits');
  expect(by('signal')).toContain('interrupted by the limit of signal on node a');
});

describe('nodes', () => {
  test('that are out whatever devices they have say why', () => {
    const out = { ...refused('b', { requests: [] }), refusals: ['it is too small'] };
    expect(describeNodes([refused('a', { requests: [] }), out]).slice(1)).toEqual(['  node a:', '  node b:', '    it is too small']);
  });

  test('with the same reasons stand together, the first three by name', () => {
    const lines = describeNodes([refused('a'), refused('b'), refused('c'), refused('d'), refused('e', { requests: [] })]);
    expect(lines.filter((line) => line.startsWith('  node'))).toEqual(['  nodes a, b, c and 1 more:', '  node e:']);
  });

  test('with very many different reasons are counted', () => {
    const many = Array.from({ length: 12 }, (_, index) => refused(`n${index}`, { requests: [{ ...request, taken: index + 1 }] }));
    const lines = describeNodes(many, 30);
    expect(lines[0]).toBe('not allocatable on 42 nodes');
    expect(lines.at(-1)).toBe('  32 more nodes: see one of them with --node');
  });
});

describe('devices that the node does not reach', () => {
  const far = { ...request, otherNodes: 40_000, devices: 40_009 };

  test('are counted in the wide output only', () => {
    expect(describeNodes([refused('a', { requests: [far] })])[2]).not.toContain('other nodes');
    const wide = describeFailure({ kind: 'unallocatable', nodes: [refused('a', { requests: [far] })], unexplained: 0 }, { wide: true });
    expect(wide).toMatch(/1 of 9 on this node can be used \(.*\); 40000 on other nodes$/);
  });

  test('are counted where the node reaches none', () => {
    const none = { ...request, devices: 3, otherNodes: 3, notCounted: 0, taken: 0, refusedBy: [], remaining: 0 };
    expect(describeNodes([refused('a', { requests: [none] })])[2]).toBe(
      '    claim ns/c, request r: wants 2 devices, there is none on this node; 3 on other nodes',
    );
  });
});
