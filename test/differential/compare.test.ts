import { expect, it } from 'vitest';
import type { Case } from '../support/cases.js';
import type { OurAnswer } from './answers.js';
import { compare, difference } from './compare.js';
import type { OracleNodeAnswer } from './oracle.js';

const INPUT: Case = { nodes: [{ metadata: { name: 'n' } }], claims: [] };
const CEL = 'claim ns/c: selector #0 on device a/p/d: CEL runtime error: no such key: x';
const picks = (...devices: string[]): { devices: { results: { device: string }[] } }[] => [
  { devices: { results: devices.map((device) => ({ device })) } },
];

function signatures(answer: OracleNodeAnswer, ours: OurAnswer): string[] {
  return compare(INPUT, { nodes: { n: answer } }, new Map([['n', ours]])).differences.map(({ signature }) => signature);
}

it('finds nothing where kind, selects and steps are equal', () => {
  expect(signatures({ results: null, steps: 4 }, { kind: 'unallocatable', steps: 4 })).toEqual([]);
  expect(signatures({ results: picks('a') as never, steps: 4 }, { kind: 'allocated', results: picks('a'), steps: 4 })).toEqual([]);
});

it('finds another kind, another order of selections, another number of steps', () => {
  const want = { results: picks('a', 'b') as never, steps: 4 };
  expect(signatures(want, { kind: 'unallocatable', steps: 4 })).toEqual(['unallocatable instead of allocated']);
  expect(signatures(want, { kind: 'allocated', results: picks('b', 'a'), steps: 4 })).toEqual(['results: [].devices.results[].device']);
  expect(signatures(want, { kind: 'allocated', results: picks('a'), steps: 4 })).toEqual(['results: length of [].devices.results']);
  expect(signatures(want, { kind: 'allocated', results: picks('a', 'b'), steps: 5 })).toEqual(['steps of allocated']);
});

it('finds another code, another reach and other words of an error', () => {
  const ours = (message: string, nodeLocal = false): OurAnswer => ({ kind: 'error', code: 'cel-runtime-error', nodeLocal, message });
  expect(signatures({ results: null, error: CEL }, ours(CEL))).toEqual([]);
  expect(signatures({ results: null, error: CEL }, ours(`${CEL}, and more`))).toEqual([]);
  expect(signatures({ results: null, error: CEL }, ours(CEL.replace('#0', '#1')))).toEqual([
    expect.stringContaining('text of cel-runtime-error'),
  ]);
  expect(signatures({ results: null, error: CEL }, ours(CEL, true))).toEqual(['nodeLocal of cel-runtime-error']);
  expect(signatures({ results: null, error: 'claim c, constraint #0: empty constraint' }, ours(CEL))).toEqual([
    'error cel-runtime-error instead of error empty-constraint',
  ]);
});

it('lets texts differ only as far as they are known to', () => {
  const overload = CEL.replace('no such key: x', 'no such overload');
  const ours: OurAnswer = { kind: 'error', code: 'cel-runtime-error', nodeLocal: false, message: `${overload}: _%_` };
  expect(signatures({ results: null, error: overload }, ours)).toEqual([]);
  expect(signatures({ results: null, error: overload.replace('a/p/d', 'a/p/e') }, ours)).toHaveLength(1);
});

it('reports an error that has no code, a crash, and an oracle without an answer', () => {
  expect(signatures({ results: null, error: 'something new' }, { kind: 'unallocatable' })).toEqual([
    'unallocatable instead of unknown-error',
  ]);
  expect(signatures({ results: null }, { kind: 'crash', message: 'x' })).toEqual(['crash instead of unallocatable']);
  expect(compare(INPUT, { error: 'ended' }, new Map()).differences).toHaveLength(1);
});

it('takes an interruption only where the reference searched longer than we may', () => {
  expect(difference({ kind: 'interrupted' }, { kind: 'unallocatable', steps: 200_000 })).toBeUndefined();
  expect(difference({ kind: 'interrupted' }, { kind: 'unallocatable', steps: 10 })).toBe('interrupted instead of unallocatable');
});
