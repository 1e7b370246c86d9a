import { describe, expect, it } from 'vitest';
import { UNLIMITED } from '../../src/core/base/checkpoint.js';
import { AllocationError } from '../../src/core/base/errors.js';
import { inOneGo } from '../../src/core/base/incremental.js';
import type { Loss, NodeExplanation } from '../../src/explain/explanation.js';
import { explanationOf } from '../../src/explain/groups.js';

const explained = (node: string, change: Partial<NodeExplanation> = {}): NodeExplanation => ({
  node,
  kind: 'unallocatable',
  requests: [],
  unavailable: [],
  pools: [],
  text: node,
  ...change,
});

const short = (node: string, left: number, ...losses: readonly Loss[]): NodeExplanation =>
  explained(node, { requests: [{ claim: 'c', request: 'r', wanted: 3, total: 9, left, losses }] });

const answer = (...nodes: readonly NodeExplanation[]): object => {
  const { kind, by, error } = inOneGo(explanationOf(nodes, UNLIMITED));
  return [kind, by ?? error?.code];
};

describe('the answer for several nodes', () => {
  const local = explained('l', { kind: 'error', error: new AllocationError('invalid-pools', 'x') });
  const fatal = explained('f', { kind: 'error', error: new AllocationError('cel-runtime-error', 'x') });
  const late = explained('i', { kind: 'interrupted', by: 'steps' });
  const good = explained('g', { kind: 'allocated' });
  const bad = explained('b');

  it('is an error that ends the attempt of the scheduler, on whatever node', () => {
    expect(answer(good, late, fatal)).toEqual(['error', 'cel-runtime-error']);
  });

  it('is that there is a node, else that not all were considered', () => {
    expect(answer(bad, local, late, good)).toEqual(['allocated', undefined]);
    expect(answer(bad, local, late)).toEqual(['interrupted', 'steps']);
  });

  it('is an error that is local to its node where there is no other answer', () => {
    expect(answer(local, local)).toEqual(['error', 'invalid-pools']);
    expect(answer(local, bad)).toEqual(['unallocatable', undefined]);
    expect(answer()).toEqual(['unallocatable', undefined]);
  });
});

describe('nodes stand together', () => {
  const taken = (count: number): Loss => ({ code: 'taken', count, detail: 'taken' });
  const tainted = (taint: string): Loss => ({ code: 'tainted', count: 1, taint, detail: `have the untolerated taint ${taint}` });
  const groupsOf = (...nodes: readonly NodeExplanation[]): object =>
    inOneGo(explanationOf(nodes, UNLIMITED)).groups.map(({ nodes: names }) => names);

  it('nodes that a pod does not name last, whatever they have', () => {
    const message = "node(s) didn't satisfy plugin(s) [NodeAffinity]";
    const elsewhere = { ...short('a', 3), rejections: [{ code: 'node-affinity', message }] } as const;
    const cordoned = { ...short('c', 3), rejections: [{ code: 'node-unschedulable', message: 'node(s) were unschedulable' }] } as const;
    expect(groupsOf(elsewhere, short('b', 0, taken(9)), cordoned)).toEqual([['c'], ['b'], ['a']]);
  });

  it('with the same cause, whatever the counts, nearest first', () => {
    expect(groupsOf(short('a', 0, taken(5)), short('b', 1, tainted('x')), short('c', 2, taken(1)), short('d', 0, tainted('x')))).toEqual([
      ['c', 'a'],
      ['b', 'd'],
    ]);
  });

  it('apart with another taint', () => {
    expect(groupsOf(short('a', 0, tainted('x')), short('b', 0, tainted('y')))).toEqual([['a'], ['b']]);
  });

  it('apart where filters reject them for another taint, and together for other amounts', () => {
    const rejected = (node: string, code: string, message: string, detail: string): NodeExplanation =>
      ({ ...short(node, 0), requests: [], rejections: [{ code, message, detail }] }) as never;
    const tainted = (node: string, taint: string) => rejected(node, 'untolerated-taint', 'node(s) had untolerated taint(s)', taint);
    const full = (node: string, detail: string) => rejected(node, 'insufficient-resource', 'Insufficient cpu', detail);
    const port = (node: string, detail: string) => rejected(node, 'host-port', "node(s) didn't have free ports", detail);
    expect(groupsOf(tainted('a', 'x:NoSchedule'), tainted('b', 'y:NoSchedule'), tainted('c', 'x:NoSchedule'))).toEqual([['a', 'c'], ['b']]);
    expect(groupsOf(full('a', '2 wanted, 0 of 1 taken'), full('b', '2 wanted, 2 of 2 taken'))).toEqual([['a', 'b']]);
    expect(groupsOf(port('a', 'port 80 is taken by pod x'), port('b', 'port 80 is taken by pod y'))).toEqual([['a', 'b']]);
  });

  it('nearer where a device comes further, with as many missing', () => {
    const refused: Loss = { code: 'class-selector', count: 9, detail: 'refused' };
    const incomplete: Loss = { code: 'incomplete-pool', count: 1, detail: 'in a pool that is incomplete' };
    expect(groupsOf(short('a', 0, refused), short('b', 0, tainted('x')), short('c', 0, incomplete), short('d', 0, taken(1)))).toEqual([
      ['d'],
      ['b'],
      ['c'],
      ['a'],
    ]);
  });

  it('apart where some have none of the devices that others have too few of', () => {
    expect(groupsOf(short('a', 0), short('b', 1))).toEqual([['b'], ['a']]);
  });

  it('farthest where all devices are on other nodes, of another device class nearer, and rejected by the class nearer still', () => {
    const refused: Loss = { code: 'class-selector', count: 9, detail: 'refused' };
    const otherKind: Loss = { code: 'other-kind', count: 9, detail: 'of another device class' };
    const elsewhere: Loss = { code: 'other-node', count: 9, detail: 'on other nodes' };
    const nodes = [short('a', 0, elsewhere), short('b', 0, otherKind), short('c', 0, refused)];
    expect(groupsOf(...nodes)).toEqual([['c'], ['b'], ['a']]);
  });

  it('with an error that came before devices were counted, those that see most devices first', () => {
    const unknown = new AllocationError('unknown-device-class', 'x');
    const failed = (node: string, devices: number): NodeExplanation => explained(node, { kind: 'error', error: unknown, devices });
    expect(groupsOf(failed('control-plane', 0), failed('large', 8), failed('small', 2))).toEqual([['large', 'small', 'control-plane']]);
  });

  it('behind one with an error that ends the attempt', () => {
    const fatal = explained('f', { kind: 'error', error: new AllocationError('cel-runtime-error', 'x') });
    expect(groupsOf(short('a', 2, taken(1)), explained('g', { kind: 'allocated' }), fatal)).toEqual([['f'], ['g'], ['a']]);
  });

  it('with invalid pools as near as the devices in them', () => {
    const error = new AllocationError('invalid-pools', 'x');
    const invalid = {
      ...short('b', 0, { code: 'invalid-pool', count: 3, detail: 'in a pool that is invalid' }),
      kind: 'error',
      error,
    } as const;
    const refused: Loss = { code: 'class-selector', count: 9, detail: 'refused' };
    expect(groupsOf(short('a', 0, refused), invalid, short('c', 0, taken(1)))).toEqual([['c'], ['b'], ['a']]);
  });

  it('allocations first, errors last', () => {
    const error = explained('e', { kind: 'error', error: new AllocationError('invalid-pools', 'x') });
    expect(
      groupsOf(error, short('a', 0), explained('i', { kind: 'interrupted', by: 'steps' }), explained('g', { kind: 'allocated' })),
    ).toEqual([['g'], ['a'], ['i'], ['e']]);
  });
});
