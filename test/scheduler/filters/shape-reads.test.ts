// Filters and scores read only fields of a pod that its shape contains: pods of one shape share their results.

import { expect, test } from 'vitest';
import type { Pod } from '../../../src/core/api/pod.js';
import { UNLIMITED } from '../../../src/core/base/checkpoint.js';
import { inOneGo } from '../../../src/core/base/incremental.js';
import { FILTERS } from '../../../src/scheduler/filters/filters.js';
import { podShape } from '../../../src/scheduler/filters/pod-shape.js';
import { scoreNodes } from '../../../src/scheduler/scores/total.js';
import { scoreContext } from '../scores/objects.js';
import { context, info, node, prepared } from './objects.js';
import { RICH_POD } from './rich-pod.js';

type Fields = Readonly<Record<string, unknown>>;
type Path = readonly string[];

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && [Object.prototype, Array.prototype].includes(Object.getPrototypeOf(value));

/** Returns a view of an object that reports the path of each field that is read, besides lists and objects. */
function watched<T extends object>(object: T, report: (path: Path) => void, path: Path = []): T {
  return new Proxy(object, {
    get(target, key, receiver) {
      const value: unknown = Reflect.get(target, key, receiver);
      if (typeof key === 'symbol' || !Object.hasOwn(target, key) || key === 'length') return value;
      if (isFields(value)) return watched(value, report, [...path, key]);
      report([...path, key]);
      return value;
    },
  });
}

/** Returns the object with another value at a path. */
function changedAt(value: unknown, [key, ...rest]: Path): unknown {
  if (key === undefined) return otherThan(value);
  if (Array.isArray(value)) return value.map((item, index) => (String(index) === key ? changedAt(item, rest) : item));
  return { ...(value as Fields), [key]: changedAt((value as Fields)[key], rest) };
}

function otherThan(value: unknown): unknown {
  if (value instanceof Map) return new Map();
  switch (typeof value) {
    case 'boolean':
      return !value;
    case 'number':
      return value + 1;
    case 'bigint':
      return value + 1n;
    default:
      return `${value}x`;
  }
}

function pathsRead(): ReadonlySet<string> {
  const paths = new Set<string>();
  const pod: Pod = watched(RICH_POD, (path) => paths.add(path.join('.')));
  const nodes = [info(node()), info(node({ name: 'm', spec: { unschedulable: true } }))];
  for (const filter of FILTERS) {
    const test = prepared(filter, pod, context())?.test;
    for (const each of nodes) test?.(each, UNLIMITED);
  }
  inOneGo(scoreNodes(pod, nodes, scoreContext(nodes)));
  return paths;
}

test('filters and scores read only fields of a pod that change its shape', () => {
  const read = [...pathsRead()];
  const shape = podShape(RICH_POD);
  expect(read.filter((path) => podShape(changedAt(RICH_POD, path.split('.')) as Pod) === shape)).toEqual([]);
});
