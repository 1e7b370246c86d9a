import { describe, expect, test } from 'vitest';
import type { RefusedNode } from '../../src/cli/placement.js';
import { describeFailure } from '../../src/cli/print-failure.js';
import type { RequestExplanation } from '../../src/explain/why.js';

const request: RequestExplanation = {
  claim: 'ns/c',
  request: 'r',
  wanted: 2,
  devices: 10,
  otherNodes: 1,
  notCounted: 2,
  taken: 3,
  refusedBy: [
    { what: 'class k, selector #0', devices: 2 },
    { what: 'taint a=b:NoSchedule', devices: 1 },
  ],
  remaining: 1,
  alone: false,
};

const refused = (node: string, change: Partial<RefusedNode['explanation']> = {}): RefusedNode => ({
  explanation: { node, requests: [request], pools: [], fits: false, together: false, ...change },
  elsewhere: [],
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

describe('nodes', () => {
  test('that are out whatever devices they have say why', () => {
    const out = { ...refused('b', { requests: [] }), refusal: 'it is too small' };
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
