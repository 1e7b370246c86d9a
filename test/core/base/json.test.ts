import { expect, it } from 'vitest';
import { formatPath, type JsonObject, setField } from '../../../src/core/base/json.js';

it.each([
  [[], ''],
  [['spec', 'devices', 'requests', 0, 'name'], 'spec.devices.requests[0].name'],
  [[0, 'kind'], '[0].kind'],
  [['metadata', 'labels', 'example.com/zone'], 'metadata.labels[example.com/zone]'],
  [['a', '', 'b'], 'a[].b'],
  [['a', '0'], 'a[0]'],
] satisfies [(string | number)[], string][])('the path %j is printed as %j', (path, text) => {
  expect(formatPath(path)).toBe(text);
});

it('a field may have any name', () => {
  const object: JsonObject = {};
  setField(object, '__proto__', { polluted: true });
  setField(object, 'constructor', 1);
  setField(object, '__proto__', 2);
  expect(Object.keys(object)).toEqual(['__proto__', 'constructor']);
  expect(JSON.stringify(object)).toBe('{"__proto__":2,"constructor":1}');
  expect(Object.getPrototypeOf(object)).toBe(Object.prototype);
});
