import { expect, it } from 'vitest';
import { hasRelations, keyOfRelations, podRelations } from '../../../src/scheduler/filters/pod-relations.js';
import { podOf, preferred, required, term } from './pods-with-affinity.js';

it('pods with equal relations have equal texts, whatever their names', () => {
  const affinity = () => ({ podAffinity: required(term('db', { namespaces: ['x'] })), podAntiAffinity: preferred(3, term('web')) });
  expect(podRelations(podOf('web', affinity(), { name: 'a' }))).toBe(podRelations(podOf('web', affinity(), { name: 'b' })));
});

it.each<[string, object, object?]>([
  ['labels', {}, { labels: { app: 'web', tier: 'x' } }],
  ['namespace', {}, { namespace: 'other' }],
  ['controller', {}, { ownerReferences: [{ apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'r', controller: true }] }],
  ['a term', { podAffinity: required(term('db')) }],
  ['a term of anti-affinity', { podAntiAffinity: required(term('db')) }],
  ['the key of a term', { podAffinity: required(term('db', { topologyKey: 'rack' })) }],
  ['the namespaces of a term', { podAffinity: required(term('db', { namespaces: ['x'] })) }],
  ['the namespace selector of a term', { podAffinity: required(term('db', { namespaceSelector: {} })) }],
  ['a weight', { podAffinity: preferred(1, term('db')) }],
  ['another weight', { podAffinity: preferred(2, term('db')) }],
])('a pod with other relations has another text: %s', (_, affinity, metadata) => {
  expect(podRelations(podOf('web', affinity, metadata))).not.toBe(podRelations(podOf('web')));
});

it('a pod has relations of its own if it has terms', () => {
  expect(hasRelations(podOf('web'))).toBe(false);
  expect(hasRelations(podOf('web', { podAffinity: {} }))).toBe(true);
  expect(hasRelations(podOf('web', { podAntiAffinity: required(term('web')) }))).toBe(true);
});

it('large relations are not compared as text', () => {
  const many = (count: number) => podOf('web', { podAffinity: required(...Array.from({ length: count }, () => term('db'))) });
  expect(keyOfRelations(many(10))).toBe(keyOfRelations(many(10)));
  const large = many(2000);
  expect(keyOfRelations(large)).toBe(large);
});
