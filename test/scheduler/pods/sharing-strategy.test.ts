import { describe, expect, test } from 'vitest';
import { sharingStrategyOf } from '../../../src/scheduler/pods/sharing-strategy.js';

describe('the way of sharing in the parameters of a driver', () => {
  test.each([
    [{ sharing: { strategy: 'TimeSlicing' } }, 'TimeSlicing'],
    [{ sharing: { strategy: 'MPS', mpsConfig: {} } }, 'MPS'],
    [{ sharing: { strategy: 'Exclusive' } }, undefined],
    [{ sharing: { strategy: 1 } }, undefined],
    [{ sharing: 'TimeSlicing' }, undefined],
    [{ strategy: 'TimeSlicing' }, undefined],
    [['sharing'], undefined],
    [null, undefined],
  ])('%j: %s', (parameters, expected) => {
    expect(sharingStrategyOf(parameters)).toBe(expected);
  });

  test('is short', () => {
    expect(sharingStrategyOf({ sharing: { strategy: `TimeSlicing${'x'.repeat(100)}` } })).toHaveLength(40);
  });
});
