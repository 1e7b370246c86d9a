import { expect, test } from 'vitest';
import { REJECTION_CODES } from '../../../src/scheduler/filters/rejection-codes.js';
import { DEFAULT_PLUGINS, PLUGINS } from '../../../src/scheduler/profile/plugins.js';
import { CLUSTER_SCORES } from '../../../src/scheduler/scores/cluster-scores.js';
import { SCORES } from '../../../src/scheduler/scores/total.js';

test('every plugin with a rejection code is in the table, and runs by default', () => {
  const names = new Set(Object.values(REJECTION_CODES).map(({ plugin }) => plugin as string));
  names.delete('none');
  const byDefault = new Set(DEFAULT_PLUGINS.map(({ name }) => name));
  expect([...names].filter((name) => !byDefault.has(name))).toEqual([]);
});

test('every score is in the table', () => {
  const scored = [...SCORES, ...CLUSTER_SCORES].map(({ plugin }) => plugin);
  expect(scored.filter((name) => !PLUGINS.get(name)?.includes('score'))).toEqual([]);
});
