// Tests names of extended resources, with responses of API servers 1.36 and 1.37.

import { describe, expect, it } from 'vitest';
import { brokenIn } from '../../../support/findings.js';

describe('the name of an extended resource', () => {
  it.each([
    ['example.com/gpu', true],
    ['A/b', false],
    ['a/B_2.c-d', true],
    ['gpu', false],
    ['', false],
    ['requests.example.com/gpu', false],
    ['kubernetes.io/gpu', false],
    ['gpu.kubernetes.io/gpu', false],
    ['a/b/c', false],
    ['a/', false],
    ['/a', false],
    ['a/-', false],
    [`${`${'x'.repeat(60)}.`.repeat(3)}${'x'.repeat(60)}/gpu`, true],
    [`${`${'x'.repeat(60)}.`.repeat(4)}x/gpu`, false],
    [`a/${'b'.repeat(64)}`, false],
  ])('%.50j is taken: %s', (name, isTaken) => {
    const path = 'spec.extendedResourceName';
    expect(brokenIn('DeviceClass', { [path]: name })).toEqual(isTaken ? [] : [`extended-resource-name ${path}`]);
  });

  it('is nothing where its gate is off', () => {
    const variant = { kubernetesVersion: '1.36', featureGates: { DRAExtendedResource: false } };
    expect(brokenIn('DeviceClass', { 'spec.extendedResourceName': 'gpu' }, variant)).toEqual([]);
  });
});
