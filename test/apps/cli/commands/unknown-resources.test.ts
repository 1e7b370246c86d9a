import { expect, test } from 'vitest';
import { UnknownResources } from '../../../../src/apps/cli/commands/unknown-resources.js';
import type { GroupResult } from '../../../../src/apps/cli/placement/group-result.js';
import type { Rejection } from '../../../../src/scheduler/filters/filter.js';
import type { ScheduleNote } from '../../../../src/scheduler/pods/notes.js';
import { pod } from '../../../scheduler/filters/objects.js';

const warning = (resource: string): ScheduleNote => ({
  severity: 'warning',
  message: `wants ${resource}`,
  object: pod({}),
  unknown: { resource, hint: `nobody has ${resource}` },
});

const refused = (...rejections: Rejection[]): GroupResult => ({
  kind: 'unallocatable',
  nodes: [],
  unexplained: 0,
  pod: { message: '', rejections: new Map([['a', rejections]]) },
});

const insufficient = (resource: string): Rejection => ({
  code: 'insufficient-resource',
  message: `Insufficient ${resource}`,
  detail: 'needs 1, 0 of 0 free',
});

test('a resource that nobody has is reported by the errors of pods that lack it, and by its warning where there are none', () => {
  const unknown = new UnknownResources();
  expect([unknown.store(warning('x/a')), unknown.store(warning('x/b'))]).toEqual([true, true]);
  expect(unknown.store({ severity: 'note', message: 'else', object: pod({}) })).toBe(false);
  const hint = unknown.hintOf(refused(insufficient('cpu'), insufficient('x/a'), { code: 'devices', message: 'Insufficient x/b' }));
  expect(hint).toEqual(['  nobody has x/a']);
  expect(unknown.hintOf({ kind: 'placed', node: 'a', claims: [] })).toEqual([]);
  expect(unknown.unreportedNotes().map(({ message }) => message)).toEqual(['wants x/b']);
});
