// Tests calls that end before all nodes are considered: they report it, and do little work after that.

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Cluster } from '../../../src/library/cluster.js';
import { Counted } from '../../support/counted.js';
import { interrupted } from '../../support/filtered.js';
import { claim, device, deviceClass, node, request, slice } from '../../support/objects.js';

const names = Array.from({ length: 300 }, (_, index) => `n${index}`);
const sorted = [...names].sort();
// Constraints on requests for all devices make nodes incomparable with others: each is searched.
const every = [claim('c', [request('r', { allocationMode: 'All' })], { constraints: [{ matchAttribute: 'd.example.com/model' }] })];
const two = [device('d0', { model: 'a' }), device('d1', { model: 'a' })];

let counted: Counted;
let cluster: Cluster;
let looks: number;

beforeEach(() => {
  counted = new Counted();
  cluster = counted.cluster;
  looks = 0;
  cluster.apply([deviceClass('any')]);
  cluster.apply(names.flatMap((name) => [node(name), slice(`s-${name}`, two, { nodeName: name, pool: { name } })]));
  vi.spyOn(performance, 'now').mockImplementation(() => looks++);
});
afterEach(() => {
  vi.restoreAllMocks();
});

it('a signal ends the call at the next slice, also between searches of single nodes', async () => {
  for (const search of [1, 40]) {
    const controller = new AbortController();
    counted.searched();
    let searches = 0;
    counted.hooks.search = () => ++searches === search && controller.abort();
    cluster.apply([deviceClass('any')]);
    const result = interrupted(await cluster.filterAsync({ claims: every, limits: { signal: controller.signal } }));
    expect(result.by).toBe('signal');
    expect(counted.searched()).toBe(search);
    expect(result.feasibleSoFar.length).toBeLessThanOrEqual(search);
    expect([...result.feasibleSoFar, ...result.interrupted].sort()).toEqual(sorted);
    expect(result.outcome('n99')).toEqual({ kind: 'interrupted', by: 'signal', steps: 0 });
    expect(() => result.outcome('x')).toThrow('was not considered');
  }
});

it('a signal that was given before ends the call before anything is considered', async () => {
  const limits = { signal: AbortSignal.abort() };
  for (const nodes of [undefined, ['n7', 'n3']]) {
    looks = 0;
    const result = interrupted(await cluster.filterAsync({ claims: every, limits, ...(nodes && { nodes }) }));
    expect([result.by, result.interrupted]).toEqual(['signal', nodes === undefined ? sorted : ['n3', 'n7']]);
    expect(looks).toBeLessThan(20);
  }
});

it('time that is up ends the call between searches of single nodes, without a check of the others', () => {
  let searches = 0;
  counted.hooks.search = () => {
    if (++searches === 5) looks += 1e6;
  };
  const result = interrupted(cluster.filter({ claims: every, limits: { milliseconds: 1e6 } }));
  expect([result.by, searches, result.interrupted.length]).toEqual(['milliseconds', 5, names.length - 5 + 1]);
  looks = 0;
  expect(interrupted(cluster.filter({ claims: every, limits: { milliseconds: 0 } })).interrupted).toHaveLength(names.length - 4);
  expect(looks).toBeLessThan(20);
});
