// Tests that caches distinguish claims whose constraints differ only in their semantics, with XAttributeSemantics on.

import { describe, expect, it } from 'vitest';
import { createAllocator } from '../../../src/index.js';
import { complete } from '../../support/filtered.js';
import { claim, device, deviceClass, node, request, slice } from '../../support/objects.js';

const allocator = await createAllocator({ featureGates: { XAttributeSemantics: true, XFirstOfDevices: true } });
const A = 'd.example.com/a';
const lists = [['x', 'y'], ['y', 'x'], ['z']];

const wanting = (constraint: object) => [claim('c', [request('r', { count: 2 })], { constraints: [constraint] })];

function clusterOf() {
  const cluster = allocator.cluster();
  const devices = lists.map((strings, index) => ({ ...device(`d${index}`), attributes: { a: { strings }, b: { string: 'same' } } }));
  cluster.apply([deviceClass('any'), node('n'), slice('s', devices, { nodeName: 'n', pool: { name: 'n' } })]);
  return cluster;
}

const identical = (options: object) => ({ mode: 'Identical', options: { identical: options } });
const intersection = (options: object) => ({ mode: 'NonEmptyIntersection', options: { nonEmptyIntersection: options } });
const distinct = (listMode: string) => ({ mode: 'AllDistinct', options: { allDistinct: { listMode } } });
const B = 'd.example.com/b';

/** Pairs of constraints that differ in one field and have different answers. */
const PAIRS: Readonly<Record<string, readonly [object, object]>> = {
  mode: [
    { matchAttribute: A, matchSemantics: { mode: 'Identical' } },
    { matchAttribute: A, matchSemantics: { mode: 'NonEmptyIntersection' } },
  ],
  listMode: [
    { matchAttribute: A, matchSemantics: identical({ listMode: 'List' }) },
    { matchAttribute: A, matchSemantics: identical({ listMode: 'Set' }) },
  ],
  minSize: [
    { matchAttribute: A, matchSemantics: intersection({ minSize: 3 }) },
    { matchAttribute: A, matchSemantics: intersection({ minSize: 2 }) },
  ],
  coerceScalarToList: [
    { matchAttribute: B, matchSemantics: intersection({ coerceScalarToList: false }) },
    { matchAttribute: B, matchSemantics: intersection({ coerceScalarToList: true }) },
  ],
  matchSemantics: [{ matchAttribute: A, matchSemantics: { mode: 'Identical' } }, { matchAttribute: A }],
  'distinctSemantics, in the device that is picked': [
    { distinctAttribute: A, distinctSemantics: distinct('List') },
    { distinctAttribute: A },
  ],
  semantics: [{ matchAttribute: A, semantics: { mode: 'Identical' } }, { matchAttribute: A }],
};

describe.each(Object.entries(PAIRS))('claims that differ in %s', (_, pair) => {
  it.each([
    ['one after the other', pair],
    ['the other way around', [...pair].reverse()],
  ])('have answers of their own, asked %s', (__, constraints) => {
    const cluster = clusterOf();
    const say = (asked: typeof cluster, constraint: object): string => {
      const result = complete(asked.filter({ claims: wanting(constraint) }));
      return JSON.stringify([result.feasible, result.outcome('n')], (key, value: unknown) => (key === 'steps' ? undefined : value));
    };
    const said = constraints.map((constraint) => say(cluster, constraint));
    expect(said[0]).not.toBe(said[1]);
    expect(constraints.map((constraint) => say(cluster, constraint))).toEqual(said);
    expect(constraints.map((constraint) => say(clusterOf(), constraint))).toEqual(said);
  });
});

describe('claims with whole alternatives', () => {
  const devices = (count: number, constraint?: object) => ({
    requests: [request('r', { count })],
    ...(constraint === undefined ? {} : { constraints: [constraint] }),
  });
  const firstOf = (...firstOfDevices: readonly object[]) => [{ ...claim('c', []), spec: { firstOfDevices } }];

  it.each([
    ['the second one', 7, firstOf(devices(3, { matchAttribute: A }), devices(2))],
    ['the first one', 8, firstOf(devices(3), devices(2))],
    ['of more devices', 8, firstOf(devices(2), devices(1))],
    ['with devices after one that asks for too many', 7, firstOf(devices(4), devices(1))],
    ['that asks for nothing', 7, firstOf(devices(4), {})],
    ['that asks for nothing, after two', 6, firstOf(devices(4), devices(5), {})],
  ])('have answers and scores of their own, which are remembered: %s', (_, score, claims) => {
    const cluster = clusterOf();
    // A different query first, which fills the caches.
    cluster.filter({ claims: firstOf(devices(1), devices(2)) });
    const say = (asked: typeof cluster): unknown => {
      const found = complete(asked.filter({ claims }));
      return { scores: [...found.scores], outcome: found.outcome('n') };
    };
    const said = say(cluster);
    expect(said).toMatchObject({ scores: [score], outcome: { kind: 'allocated', allocations: [{ firstOfDevicesIndex: 8 - score }] } });
    expect(say(cluster)).toEqual(said);
    expect(say(clusterOf())).toEqual(said);
  });
});
