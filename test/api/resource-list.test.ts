import { expect, test } from 'vitest';
import { DecodeContext } from '../../src/api/context.js';
import { type ResourceList, resourceList, withDefaults } from '../../src/api/resource-list.js';
import type { Json } from '../../src/base/json.js';
import { errorOf } from '../support/api.js';

const decode = (value: Json): ResourceList => resourceList.decode(value, new DecodeContext(['requests']));
const summary = ({ names, amounts }: ResourceList): object => [
  names,
  Object.fromEntries([...amounts].map(([name, at]) => [name, `${at}`])),
];

test('names are sorted by their bytes; amounts are read of resources with a domain', () => {
  expect(summary(decode({ memory: 'nonsense', 'b/x': '2', 'B/x': 1, '\u{1f600}': 1, '\ufb01': 1 }))).toEqual([
    ['B/x', 'b/x', 'memory', '\ufb01', '\u{1f600}'],
    { 'B/x': '1', 'b/x': '2' },
  ]);
});

test('names that are special in JavaScript are names like any other', () => {
  expect(summary(decode(JSON.parse('{"__proto__": 1, "constructor": 1}')))).toEqual([['__proto__', 'constructor'], {}]);
});

test('nothing is an empty list, and what is no list of resources is an error', () => {
  expect(summary(decode(null))).toEqual([[], {}]);
  expect(errorOf(() => decode([])).message).toBe('requests: expected an object, found a list');
  expect(errorOf(() => decode({ 'a/b': 'two' })).path).toBe('requests[a/b]');
});

test('what has a limit only is requested up to it', () => {
  expect(summary(withDefaults(decode({ 'b/x': 1 }), decode({ cpu: 1, 'a/x': 2, 'b/x': 3 })))).toEqual([
    ['a/x', 'b/x', 'cpu'],
    { 'a/x': '2', 'b/x': '1' },
  ]);
});
