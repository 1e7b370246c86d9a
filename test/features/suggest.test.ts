import { describe, expect, it } from 'vitest';
import { similarName } from '../../src/features/suggest.js';

describe('similarName', () => {
  const known = ['DRAAdminAccess', 'DRADeviceTaints', 'DRADeviceTaintRules'];

  it.each([
    ['DRAAdminAcess', 'DRAAdminAccess'],
    ['dradevicetaints', 'DRADeviceTaints'],
    ['DeviceTaintRules', 'DRADeviceTaintRules'],
    ['DRADeviceTaintRule', 'DRADeviceTaintRules'],
  ])('finds for %s the nearest name', (name, similar) => {
    expect(similarName(name, known)).toBe(similar);
  });

  it.each(['', 'x', 'SidecarContainers', 'DRAAdminAccess'.repeat(10)])('finds nothing for %j', (name) => {
    expect(similarName(name, known)).toBeUndefined();
  });
});
