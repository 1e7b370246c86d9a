import { describe, expect, test } from 'vitest';
import type { RejectedNode } from '../../../../src/apps/cli/placement/group-result.js';
import { describeFailure } from '../../../../src/apps/cli/print/failure.js';
import type { Conflict, Loss, LossCode, RequestExplanation } from '../../../../src/explain/explanation.js';

const loss = (code: LossCode, count: number, detail: string): Loss => ({ code, count, detail });
const ELSEWHERE = loss('other-node', 1, 'on other nodes');

const request: RequestExplanation = {
  claim: 'ns/c',
  request: 'r',
  wanted: 2,
  total: 10,
  left: 1,
  losses: [
    ELSEWHERE,
    loss('incomplete-pool', 2, 'in pool d/p, which is incomplete'),
    loss('class-selector', 2, 'do not match class k, selector #0 `false`'),
    loss('tainted', 1, 'have the untolerated taint a=b:NoSchedule'),
    loss('taken', 3, 'taken'),
  ],
};

const refused = (node: string, change: Partial<RejectedNode['explanation']> = {}): RejectedNode => ({
  explanation: { node, kind: 'unallocatable', requests: [request], unavailable: [], pools: [], text: '', ...change },
});

const describeNodes = (nodes: readonly RejectedNode[], unexplained = 0): readonly string[] =>
  describeFailure({ kind: 'unallocatable', nodes, unexplained });

test('every count that is not zero is named', () => {
  expect(describeNodes([refused('a')])).toEqual([
    'not allocatable on 1 node',
    '  node a:',
    '    claim ns/c, request r: needs 2 devices, 1 of 9 on this node available (2 in pool d/p, which is incomplete, 2 do not match class k, selector #0 `false`, 1 have the untolerated taint a=b:NoSchedule, 3 taken)',
  ]);
});

test('a request for all devices says so', () => {
  const all = { ...request, wanted: 'All' as const, losses: [], left: 10 };
  expect(describeNodes([refused('a', { requests: [all] })])[2]).toBe(
    '    claim ns/c, request r: needs all devices, 10 of 10 on this node available',
  );
});

describe('a conflict', () => {
  const member = { claim: 'ns/c', request: 'r', wanted: 2 };
  const last = (conflict: Partial<Conflict>, change: Partial<RequestExplanation> = {}): string | undefined =>
    describeNodes([
      refused('a', {
        requests: [{ ...request, ...change }],
        conflict: { members: [member], isMinimal: true, text: 'the conflict', ...conflict },
      }),
    ]).at(-1);

  test('stands last', () => {
    expect(last({ members: [member, { claim: 'ns/c', constraint: 0 }] })).toBe('    the conflict');
    expect(last({}, { left: 2 })).toBe('    the conflict');
    expect(last({}, { left: 3, wanted: 'All' })).toBe('    the conflict');
  });

  test('is left out where the counts say it', () => {
    expect(last({})).toContain('request r: needs 2 devices');
    expect(last({ members: [{ claim: 'ns/c' }] })).toContain('request r: needs 2 devices');
  });
});

test('devices in slices that do not count are reported with the reason', () => {
  const losses = [ELSEWHERE, loss('no-device-slice', 4, 'in a slice with sharedCounters, whose devices do not count')];
  expect(describeNodes([refused('a', { requests: [{ ...request, losses }] })])[2]).toMatch(
    /1 of 9 on this node available \(4 in a slice with sharedCounters, whose devices do not count\)$/,
  );
});

test('of many causes the first six are named, in the wide output all', () => {
  const losses = Array.from({ length: 9 }, (_, index) => loss('tainted', 2, `refused by reason ${index}`));
  const nodes = [refused('a', { requests: [{ ...request, losses }] })];
  expect(describeNodes(nodes)[2]).toMatch(/, 2 refused by reason 5, 6 for 3 other reasons: see -o wide\)$/);
  expect(describeFailure({ kind: 'unallocatable', nodes, unexplained: 0 }, { wide: true }).join('\n')).toContain('2 refused by reason 8)');
});

test('a selector that takes too much work is named', () => {
  const selector = { claim: 'ns/c', request: 'r', index: 1, device: 'd/p/x', expression: 'true' };
  const text = (more: object, limits = {}): string =>
    describeFailure(
      { kind: 'interrupted', interruption: { by: 'selector', selector: { ...selector, ...more } }, nodes: ['a'] },
      { limits },
    ).join('\n');
  expect(text({})).toBe(
    'interrupted by the work limit of selectors (--selector-work) on node a; the devices may still fit\n' +
      '  claim ns/c, request r: selector #1 exceeds the work limit on device d/p/x (Kubernetes has no such limit): true',
  );
  expect(text({ class: 'gpu' }, { selectorWork: 5 })).toContain('interrupted by --selector-work 5 on');
  expect(text({ class: 'gpu' })).toContain('class gpu: selector #1');
  expect(text({ attribute: 'd/k' })).toContain('request r: derived attribute d/k exceeds the work limit');
});

test('a limit is named as the option that sets it', () => {
  const by = (limit: 'steps' | 'milliseconds' | 'signal'): string | undefined =>
    describeFailure({ kind: 'interrupted', interruption: { by: limit }, nodes: ['a'] }, { limits: { steps: 7, milliseconds: 300 } })[0];
  expect(by('steps')).toBe('interrupted by --steps 7 on node a; the devices may still fit');
  expect(by('milliseconds')).toBe('interrupted by --timeout 300ms on node a; the devices may still fit');
  expect(by('signal')).toContain('interrupted by the limit of signal on node a');
});

describe('nodes', () => {
  test('that are out whatever devices they have say why', () => {
    const out = { ...refused('b', { requests: [] }), rejections: ['it is too small'] };
    expect(describeNodes([refused('a', { requests: [] }), out]).slice(1)).toEqual(['  node a:', '  node b:', '    it is too small']);
  });

  test('with the same reasons stand together, the first three by name', () => {
    const lines = describeNodes([refused('a'), refused('b'), refused('c'), refused('d'), refused('e', { requests: [] })]);
    expect(lines.filter((line) => line.startsWith('  node'))).toEqual(['  nodes a, b, c and 1 more:', '  node e:']);
  });

  test('with very many different reasons are counted', () => {
    const many = Array.from({ length: 12 }, (_, index) =>
      refused(`n${index}`, { requests: [{ ...request, losses: [loss('taken', index + 1, 'taken')] }] }),
    );
    const lines = describeNodes(many, 30);
    expect(lines[0]).toBe('not allocatable on 42 nodes');
    expect(lines.at(-1)).toBe('  32 more nodes: use --node to see one of them');
  });
});

describe('devices that the node does not reach', () => {
  const far = { ...request, losses: [{ ...ELSEWHERE, count: 40_000 }, ...request.losses.slice(1)], total: 40_009 };

  test('are counted in the wide output only', () => {
    expect(describeNodes([refused('a', { requests: [far] })])[2]).not.toContain('other nodes');
    const wide = describeFailure(
      { kind: 'unallocatable', nodes: [refused('a', { requests: [far] })], unexplained: 0 },
      { wide: true },
    ).join('\n');
    expect(wide).toMatch(/1 of 9 on this node available \(.*\); 40000 on other nodes$/);
  });

  test('are counted where the node reaches none', () => {
    const none = { ...request, total: 3, losses: [{ ...ELSEWHERE, count: 3 }], left: 0 };
    expect(describeNodes([refused('a', { requests: [none] })])[2]).toBe(
      '    claim ns/c, request r: needs 2 devices, this node has none; 3 on other nodes',
    );
  });
});
