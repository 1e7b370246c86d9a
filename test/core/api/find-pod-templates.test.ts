import { expect, test } from 'vitest';
import { findPodTemplates } from '../../../src/core/api/find-pod-templates.js';
import type { Json } from '../../../src/core/base/json.js';

const template = (name: string): Json => ({ spec: { containers: [{ name }] } });
const paths = (object: Json): string[] => findPodTemplates(object).templates.map(({ path }) => path.join('.'));

test('whatever has containers in a spec is a pod template, wherever it is', () => {
  expect(paths({ kind: 'A', spec: { template: template('a'), groups: [{ podTemplate: template('b') }, { x: template('c') }] } })).toEqual([
    'spec.template',
    'spec.groups.0.podTemplate',
    'spec.groups.1.x',
  ]);
  expect(paths({ spec: { deployment: { spec: { template: template('a') } } } })).toEqual(['spec.deployment.spec.template']);
});

test('other things are none', () => {
  expect(paths({ kind: 'A', spec: { containers: [{ name: 'a' }] } })).toEqual([]);
  expect(paths({ spec: { template: { spec: { containers: [] } } } })).toEqual([]);
  expect(paths({ spec: { template: { spec: { containers: ['a'] } } } })).toEqual([]);
  expect(paths({ spec: { template: { spec: { containers: [{ title: 'a' }] } } } })).toEqual([]);
  expect(paths({ spec: { properties: { template: { properties: { spec: {} } } } } })).toEqual([]);
  expect(paths({ metadata: { x: template('a') }, status: { template: template('a') } })).toEqual([]);
  expect(paths('text')).toEqual([]);
});

test('the search in hostile objects ends', () => {
  const circle: { [key: string]: Json } = { template: template('a') };
  circle['self'] = circle;
  expect(findPodTemplates({ spec: circle }).isComplete).toBe(false);
  let shared: Json = [template('a')];
  for (let level = 0; level < 30; level++) shared = Array.from({ length: 30 }, () => shared);
  expect(findPodTemplates({ spec: shared }).templates.length).toBeLessThanOrEqual(100);
  let deep: Json = template('a');
  for (let level = 0; level < 1000; level++) deep = { deep };
  expect(findPodTemplates({ spec: deep })).toMatchObject({ templates: [], isComplete: false });
  const wide = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`k${index}`, index]));
  expect(findPodTemplates({ spec: wide }).isComplete).toBe(false);
});
