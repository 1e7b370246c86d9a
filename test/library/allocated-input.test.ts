import { expect, it } from 'vitest';
import { resolveFeatures } from '../../src/core/features/features.js';
import { allocatedState } from '../../src/library/allocated-input.js';
import { inIncrements } from '../support/increments.js';

const COUNT = 50;
const devices = Array.from({ length: COUNT }, (_, index) => ({ driver: 'd', pool: 'p', device: `d${index}` }));

it.each([
  ['devices', { devices }],
  ['shared devices', { sharedDevices: devices.map((device) => ({ ...device, shareID: 'a' })) }],
])('%s are checked and then recorded in increments', (_, input) => {
  const { result, pauses } = inIncrements((checkpoint) => allocatedState(input, [], resolveFeatures(), checkpoint));
  expect(result.allocated.isEmpty && !result.allocated.hasShares).toBe(false);
  expect(pauses).toBeGreaterThanOrEqual(2 * COUNT);
});
