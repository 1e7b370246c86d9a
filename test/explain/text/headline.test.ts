import { expect, it } from 'vitest';
import { AllocationError } from '../../../src/core/base/errors.js';
import type { Loss, NodeExplanation, Suggestion } from '../../../src/explain/explanation.js';
import { adviceInWords, noAdviceInWords } from '../../../src/explain/text/headline.js';

const suggestion = (size: number): Suggestion => ({ size, text: 'do this', by: 'author', patches: [] });

function adviceOn(node: Partial<NodeExplanation>, ...suggestions: readonly Suggestion[]): string | undefined {
  const kind = node.kind ?? 'unallocatable';
  const nodes = [{ node: 'n', kind, requests: [], unavailable: [], pools: [], text: '', ...node }];
  const explanation = { kind, nodes, groups: [{ nodes: ['n'], text: '' }], suggestions };
  return adviceInWords({ name: 'claim c', object: {}, explanation });
}

const losing = (loss: Partial<Loss>): Partial<NodeExplanation> => ({
  requests: [{ claim: 'c', request: 'r', wanted: 1, total: 1, left: 0, losses: [{ code: 'gate-off', count: 1, detail: '', ...loss }] }],
});

it('is the first change that helps and keeps the goal', () => {
  expect(adviceOn({}, suggestion(2), suggestion(1))).toBe('do this');
  expect(adviceOn({}, { ...suggestion(1), givesUpGoal: true })).toBeUndefined();
  expect(adviceOn({})).toBeUndefined();
});

it('is none where it fits or nobody knows, and a change where filters keep a pod off', () => {
  expect(adviceOn({ kind: 'allocated' }, suggestion(1))).toBeUndefined();
  expect(adviceOn({ kind: 'interrupted' }, suggestion(1))).toBeUndefined();
  expect(adviceOn({ rejections: [{ code: 'node-affinity', message: '' }] }, suggestion(1))).toBe('do this');
});

it('is about gates and drivers first, which no change of an object brings', () => {
  expect(adviceOn(losing({ gate: 'DRAx' }), suggestion(1))).toBe('enable the feature gate DRAx if the cluster supports it, or do this');
  expect(adviceOn(losing({ missingDriver: 'd' }))).toBe('install the driver d on the nodes that have its devices');
  const error = new AllocationError(
    'prioritized-list-disabled',
    'claim c: has subrequests, but the DRAPrioritizedList feature is disabled',
  );
  expect(adviceOn({ kind: 'error', error })).toBe('enable the feature gate DRAPrioritizedList if the cluster supports it');
  const nothing = { requests: [{ claim: 'c', request: 'r', wanted: 1, total: 0, left: 0, losses: [] }] };
  expect(adviceOn(nothing)).toBe('install a driver that publishes devices as ResourceSlices');
});

it('is that no small change helps where none does, with the class that does not exist', () => {
  const explained = (text: string, ...suggestions: readonly Suggestion[]) => {
    const nodes = [{ node: 'n', kind: 'unallocatable' as const, requests: [], unavailable: [], pools: [], text }];
    const explanation = { kind: 'unallocatable' as const, nodes, groups: [{ nodes: ['n'], text }], suggestions };
    return noAdviceInWords({ name: 'claim c', object: {}, explanation });
  };
  expect(explained('too few')).toBe('no small change helps');
  expect(explained('too few', suggestion(1))).toBeUndefined();
  expect(explained('too few', { ...suggestion(1), givesUpGoal: true })).toBe('no small change helps without dropping a requirement');
  expect(explained('0/1 nodes are available: request gpu: device class gpu.nvidia.com does not exist.')).toBe(
    'no small change helps: the input has no DeviceClass gpu.nvidia.com. Is its driver installed, and are the DeviceClasses in the dump?',
  );
});
