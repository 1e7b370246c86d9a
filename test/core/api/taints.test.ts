import { describe, expect, it } from 'vitest';
import { allocator, input, solve } from '../../support/allocate.js';
import { device, devices, request } from '../../support/objects.js';

describe('taints', () => {
  const taint = { key: 'k', value: 'v', effect: 'NoSchedule' };
  const list = [device('a', {}, { taints: [taint] }), device('b')];

  it('keep requests away that do not tolerate them, and results carry the tolerations', () => {
    expect(solve(input([request('r')], list))).toEqual(['r=b']);
    const tolerations = [{ key: 'k', operator: 'Exists' }];
    expect(allocator.allocate(input([request('r', { tolerations })], list))).toMatchObject({
      allocations: [{ devices: { results: [{ device: 'a', tolerations }] } }],
    });
  });

  it('are tolerated with the operator Equal unless another is given, which results then show', () => {
    const tolerations = [{ key: 'k', value: 'v' }];
    expect(allocator.allocate(input([request('r', { tolerations })], list))).toMatchObject({
      allocations: [{ devices: { results: [{ device: 'a', tolerations: [{ key: 'k', operator: 'Equal', value: 'v' }] }] } }],
    });
  });

  it('make a request for all devices fail', () => {
    expect(solve(input([request('r', { allocationMode: 'All' })], list))).toBe('unallocatable');
  });

  it('come from DeviceTaintRules as well', () => {
    const deviceTaintRules = [{ metadata: { name: 'x' }, spec: { deviceSelector: { driver: 'd.example.com', device: 'd0' }, taint } }];
    expect(solve(input([request('r')], devices(2), { deviceTaintRules }))).toEqual(['r=d1']);
    expect(solve(input([request('r')], devices(2), { deviceTaintRules: [{ metadata: { name: 'x' }, spec: { taint } }] }))).toEqual([
      'r=d0',
    ]);
  });
});
