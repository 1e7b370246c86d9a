import { expect, test } from 'vitest';
import { schedulerName } from '../../../src/scheduler/filters/scheduler-name.js';
import { DEFAULT_PROFILE } from '../../../src/scheduler/profile/scheduler-profile.js';
import { ask, context, info, pod } from './objects.js';

test('a pod of another scheduler is rejected on every node, with the names of the profiles', () => {
  const profile = { ...DEFAULT_PROFILE, otherNames: ['default-scheduler', 'gpu'] };
  expect(ask(schedulerName, pod({ schedulerName: 'volcano' }), info(), { ...context(), profile })).toEqual([
    {
      code: 'other-scheduler',
      message: 'no scheduler profile is named volcano',
      detail: 'the profiles are default-scheduler, gpu',
      keepsFromQueue: true,
    },
  ]);
  expect(ask(schedulerName, pod({}), info(), { ...context(), profile: { ...profile, otherNames: ['gpu'] } })).toMatchObject([
    { message: 'no scheduler profile is named default-scheduler' },
  ]);
  expect(ask(schedulerName, pod({}), info())).toEqual([]);
});
