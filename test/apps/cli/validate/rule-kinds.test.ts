import { expect, test } from 'vitest';
import { kindsWith } from '../../../../src/apps/cli/validate/rule-kinds.js';

test('kinds are found by the types within them', () => {
  expect(kindsWith(['DeviceRequest'], 37)).toEqual(['ResourceClaim', 'ResourceClaimTemplate']);
  expect(kindsWith(['ResourceSlice'], 37)).toEqual(['ResourceSlice']);
  expect(kindsWith(['core.PodResourceClaim'], 37)).toEqual(expect.arrayContaining(['Pod', 'Deployment', 'CronJob']));
  expect(kindsWith(['NoSuchType'], 37)).toEqual([]);
});
