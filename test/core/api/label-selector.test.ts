import { expect, it } from 'vitest';
import { DecodeContext } from '../../../src/core/api/context.js';
import { labelSelector, parsingLabelSelector } from '../../../src/core/api/label-selector.js';
import { UNLIMITED } from '../../../src/core/base/checkpoint.js';
import { inOneGo } from '../../../src/core/base/incremental.js';

type Requirement = { readonly key: string; readonly operator: string; readonly values?: string[] };

function predicate(selector: { readonly matchLabels?: Record<string, string>; readonly matchExpressions?: Requirement[] } | undefined) {
  const decoded = selector && labelSelector.decode(selector, new DecodeContext([]));
  return inOneGo(parsingLabelSelector(decoded, UNLIMITED));
}

function errorOf(requirement: Requirement): string | undefined {
  return predicate({ matchExpressions: [requirement] }).error;
}

function selects(selector: Parameters<typeof predicate>[0], labels: Record<string, string>): boolean | undefined {
  return predicate(selector).matches(new Map(Object.entries(labels)));
}

it('an absent selector selects nothing, an empty one everything', () => {
  expect(selects(undefined, { app: 'web' })).toBe(false);
  expect(selects({}, {})).toBe(true);
});

it.each<[Requirement, Record<string, string>, boolean]>([
  [{ key: 'app', operator: 'In', values: ['web', 'db'] }, { app: 'db' }, true],
  [{ key: 'app', operator: 'In', values: ['web'] }, {}, false],
  [{ key: 'app', operator: 'NotIn', values: ['web'] }, { app: 'web' }, false],
  [{ key: 'app', operator: 'NotIn', values: ['web'] }, {}, true],
  [{ key: 'app', operator: 'Exists' }, { app: '' }, true],
  [{ key: 'app', operator: 'Exists' }, {}, false],
  [{ key: 'app', operator: 'DoesNotExist' }, { app: 'web' }, false],
  [{ key: 'app', operator: 'DoesNotExist' }, {}, true],
])('%j on %j: %s', (requirement, labels, expected) => {
  expect(selects({ matchExpressions: [requirement] }, labels)).toBe(expected);
});

it('all requirements must match', () => {
  const selector = { matchLabels: { app: 'web', tier: 'front' }, matchExpressions: [{ key: 'old', operator: 'DoesNotExist' }] };
  expect(selects(selector, { app: 'web', tier: 'front' })).toBe(true);
  expect(selects(selector, { app: 'web' })).toBe(false);
  expect(selects(selector, { app: 'web', tier: 'front', old: '1' })).toBe(false);
});

it.each<[Requirement, string]>([
  [{ key: 'app', operator: 'Gt', values: ['1'] }, '"Gt" is not a valid label selector operator'],
  [{ key: 'app', operator: 'In', values: [] }, 'values: Invalid value: null: for'],
  [{ key: 'app', operator: 'Exists', values: ['web'] }, 'values: Invalid value: ["web"]: values set must be empty'],
  [{ key: '/', operator: 'Exists' }, 'key: Invalid value: "/": '],
  [{ key: 'app', operator: 'In', values: ['not a label'] }, 'values[0][app]: Invalid value: "not a label": a valid label'],
])('%j does not compile: %s', (requirement, message) => {
  expect(errorOf(requirement)).toContain(message);
  expect(selects({ matchExpressions: [requirement] }, { app: 'web' })).toBe(false);
});
