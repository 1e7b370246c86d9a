import { expect, test } from 'vitest';
import { DecodeContext } from '../../../src/core/api/context.js';
import { addingDefaults, type ResourceList, resourceList } from '../../../src/core/api/resource-list.js';
import { UNLIMITED } from '../../../src/core/base/checkpoint.js';
import { inOneGo } from '../../../src/core/base/incremental.js';
import type { Json } from '../../../src/core/base/json.js';
import { errorOf } from '../../support/api.js';

const decode = (value: Json): ResourceList => resourceList.decode(value, new DecodeContext(['requests']));
const entries = (list: ResourceList): string[] => [...list].map(([name, amount]) => `${name}=${amount}`);

test('resources are sorted by the bytes of their names', () => {
  const list = decode({ memory: '1Gi', 'b/x': '2', 'B/x': 1, '\u{1f600}': 1, '\ufb01': 1 });
  expect(entries(list)).toEqual(['B/x=1', 'b/x=2', 'memory=1Gi', '\ufb01=1', '\u{1f600}=1']);
});

test('amounts finer than thousandths are rounded up, away from zero', () => {
  expect(entries(decode({ a: '100.5m', b: '1n', c: '-1u', d: '1500m', e: '100000000000000000000.0001' }))).toEqual([
    'a=101m',
    'b=1m',
    'c=-1m',
    'd=1500m',
    'e=100000000000000000000001m',
  ]);
});

test('names that are special in JavaScript are names like any other', () => {
  expect(entries(decode(JSON.parse('{"constructor": 1, "__proto__": 1}')))).toEqual(['__proto__=1', 'constructor=1']);
});

test('nothing is an empty list, and what is no list of resources is an error', () => {
  expect(entries(decode(null))).toEqual([]);
  expect(errorOf(() => decode([])).message).toBe('requests: expected an object, found a list');
  expect(errorOf(() => decode({ 'a/b': 'two' })).path).toBe('requests[a/b]');
  expect(errorOf(() => decode({ cpu: 'two' })).path).toBe('requests.cpu');
});

test('what has a limit only is requested up to it', () => {
  const withLimits = (requests: Json, limits: Json): string[] =>
    entries(inOneGo(addingDefaults({ requests: decode(requests), limits: decode(limits) }, UNLIMITED)));
  expect(withLimits({ 'b/x': 1 }, { cpu: 1, 'a/x': 2, 'b/x': 3 })).toEqual(['a/x=2', 'b/x=1', 'cpu=1']);
  expect(withLimits({}, { cpu: 1 })).toEqual(['cpu=1']);
  expect(withLimits({ cpu: 1 }, {})).toEqual(['cpu=1']);
});
