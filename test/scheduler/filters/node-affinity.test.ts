import { describe, expect, test } from 'vitest';
import { UNLIMITED } from '../../../src/core/base/checkpoint.js';
import { inOneGo } from '../../../src/core/base/incremental.js';
import { nodeAffinity } from '../../../src/scheduler/filters/node-affinity.js';
import { ask, context, info, node, pod } from './objects.js';

const terms = (...nodeSelectorTerms: object[]): object => ({
  affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } } },
});
const labels = (...matchExpressions: object[]): object => ({ matchExpressions });
const fields = (...matchFields: object[]): object => ({ matchFields });
const isNamed = (...values: string[]): object => ({ key: 'metadata.name', operator: 'In', values });
const fits = (spec: object, on: object = { labels: { zone: 'a', cores: '8' } }): boolean =>
  ask(nodeAffinity, pod(spec), info(node(on))).length === 0;
const namesOf = (spec: object): readonly string[] | undefined => {
  const names = inOneGo(nodeAffinity.preparing(pod(spec), context(), UNLIMITED))?.nodeNames;
  return names && [...names].sort();
};

test('all labels of the node selector must be there', () => {
  expect(fits({ nodeSelector: { zone: 'a', cores: '8' } })).toBe(true);
  expect(fits({ nodeSelector: { zone: 'a', disk: '' } })).toBe(false);
  expect(fits({ nodeSelector: { zone: 'b' } })).toBe(false);
  expect(ask(nodeAffinity, pod({ nodeSelector: { zone: 'b' } }), info())).toEqual([
    { code: 'node-affinity', message: "node(s) didn't match Pod's node affinity/selector" },
  ]);
});

test('any term of required affinity may match, beside the node selector', () => {
  const either = terms(labels({ key: 'zone', operator: 'In', values: ['x'] }), labels({ key: 'cores', operator: 'Gt', values: ['4'] }));
  expect(fits(either)).toBe(true);
  expect(fits({ ...either, nodeSelector: { zone: 'b' } })).toBe(false);
  expect(fits(terms(labels({ key: 'zone', operator: 'Exists' }, { key: 'cores', operator: 'Lt', values: ['4'] })))).toBe(false);
});

test('no terms, and terms that are empty, match nothing', () => {
  expect(fits(terms())).toBe(false);
  expect(fits(terms({}))).toBe(false);
  expect(fits({ affinity: { nodeAffinity: {} } })).toBe(true);
});

test('a term with an error matches nothing, and the others count', () => {
  const wrong = labels({ key: 'cores', operator: 'Gt', values: ['many'] });
  expect(fits(terms(wrong))).toBe(false);
  expect(fits(terms(wrong, labels({ key: 'zone', operator: 'Exists' })))).toBe(true);
});

describe('terms that name nodes', () => {
  test('leave the others out', () => {
    expect(namesOf(terms(fields(isNamed('a')), fields(isNamed('b'))))).toEqual(['a', 'b']);
    expect(fits(terms(fields(isNamed('n'))))).toBe(true);
    expect(fits(terms(fields(isNamed('m'))))).toBe(false);
  });

  test('must all do so', () => {
    expect(namesOf(terms(fields(isNamed('a')), labels({ key: 'zone', operator: 'Exists' })))).toBeUndefined();
    expect(namesOf(terms(fields({ key: 'metadata.name', operator: 'NotIn', values: ['a'] })))).toBeUndefined();
    expect(namesOf(terms())).toBeUndefined();
    expect(namesOf({ nodeSelector: { zone: 'a' } })).toBeUndefined();
  });

  test('must agree with themselves', () => {
    const conflict = terms(fields(isNamed('a'), isNamed('b')));
    expect(ask(nodeAffinity, pod(conflict), info())).toEqual([{ code: 'node-affinity', message: 'pod affinity terms conflict' }]);
    expect(namesOf(terms(fields(isNamed('a'), isNamed('b')), fields(isNamed('c'))))).toEqual(['c']);
    expect(namesOf(terms(fields(isNamed('a', 'b'), isNamed('b', 'c'))))).toEqual(['b']);
  });
});
