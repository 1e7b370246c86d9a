import { describe, expect, test } from 'vitest';
import type { ResourceClaim } from '../../../src/core/api/resource-claim.js';
import { UNLIMITED } from '../../../src/core/base/checkpoint.js';
import { inOneGo } from '../../../src/core/base/incremental.js';
import { parseQuantity } from '../../../src/core/quantity/quantity.js';
import { ClaimMeter, type Usage } from '../../../src/scheduler/pods/claim-usage.js';
import { objectsOf } from './objects.js';

const CLASSES = `
{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: gpu}, spec: {extendedResourceName: example.com/gpu}}
---
{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: nic}, spec: {}}
`;

function meter(extendedResources = true, classes = CLASSES): ClaimMeter {
  return inOneGo(ClaimMeter.of(objectsOf(classes).deviceClasses, extendedResources, UNLIMITED));
}

function claimOf(...requests: string[]): ResourceClaim {
  const text = `{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: c}, spec: {devices: {requests: [${requests.join(', ')}]}}}`;
  const [claim] = objectsOf(text).resourceClaims;
  if (claim === undefined) throw new Error('no claim');
  return claim;
}

const exactly = (deviceClassName: string, rest = ''): string => `{name: r, exactly: {deviceClassName: "${deviceClassName}"${rest}}}`;
const listed = (usage: Usage): string[] => [...usage].map(([name, quantity]) => `${name}=${quantity}`);
/** Without the claim itself and without extended resources. */
const devices = (...requests: string[]): string[] => listed(meter(false).usageOf(claimOf(...requests))).slice(1);

describe('devices of a claim', () => {
  test('every claim counts as one, with no devices if it has no requests', () => {
    expect(listed(meter().usageOf(claimOf()))).toEqual(['count/resourceclaims.resource.k8s.io=1']);
  });

  test('requests of one class add up', () => {
    expect(devices(exactly('gpu', ', count: 3'), exactly('nic'), exactly('gpu'))).toEqual([
      'gpu.deviceclass.resource.k8s.io/devices=4',
      'nic.deviceclass.resource.k8s.io/devices=1',
    ]);
  });

  test('all devices count as the most that a claim can hold', () => {
    expect(devices(exactly('gpu', ', allocationMode: All'))).toEqual(['gpu.deviceclass.resource.k8s.io/devices=32']);
  });

  test('an unknown mode counts no devices', () => {
    expect(devices(exactly('gpu', ', allocationMode: Most, count: 5'))).toEqual(['gpu.deviceclass.resource.k8s.io/devices=0']);
  });

  test('admin access counts like any other request', () => {
    expect(devices(exactly('gpu', ', adminAccess: true'))).toEqual(['gpu.deviceclass.resource.k8s.io/devices=1']);
  });

  test('of alternatives the greatest need of each class counts', () => {
    const list =
      '{name: r, firstAvailable: [{name: a, deviceClassName: gpu, count: 2}, {name: b, deviceClassName: nic, allocationMode: All}, {name: c, deviceClassName: gpu, count: 5}]}';
    expect(devices(list, exactly('gpu'))).toEqual([
      'gpu.deviceclass.resource.k8s.io/devices=6',
      'nic.deviceclass.resource.k8s.io/devices=32',
    ]);
  });

  test('sums beyond 64 bits are exact', () => {
    const most = exactly('gpu', ', count: 9223372036854775807');
    expect(devices(most, most)).toEqual(['gpu.deviceclass.resource.k8s.io/devices=18446744073709551614']);
  });
});

describe('extended resources', () => {
  test('devices count under the implicit and the explicit name, too', () => {
    expect(listed(meter().usageOf(claimOf(exactly('gpu', ', count: 2'))))).toEqual([
      'count/resourceclaims.resource.k8s.io=1',
      'gpu.deviceclass.resource.k8s.io/devices=2',
      'requests.deviceclass.resource.kubernetes.io/gpu=2',
      'requests.example.com/gpu=2',
    ]);
  });

  test('a class that does not exist has its implicit name', () => {
    expect(listed(meter().usageOf(claimOf(exactly('ghost')))).slice(1)).toEqual([
      'ghost.deviceclass.resource.k8s.io/devices=1',
      'requests.deviceclass.resource.kubernetes.io/ghost=1',
    ]);
  });

  test('no class has no extended resource', () => {
    expect(listed(meter().usageOf(claimOf(exactly('')))).slice(1)).toEqual(['.deviceclass.resource.k8s.io/devices=1']);
  });

  test('what the pod counts already is left out', () => {
    const podUsage = new Map([
      ['requests.example.com/gpu', parseQuantity('2')],
      ['requests.deviceclass.resource.kubernetes.io/gpu', parseQuantity('1')],
    ]);
    expect(listed(meter().usageOf(claimOf(exactly('gpu', ', count: 2')), podUsage)).slice(1)).toEqual([
      'gpu.deviceclass.resource.k8s.io/devices=2',
      'requests.deviceclass.resource.kubernetes.io/gpu=1',
    ]);
  });

  test('while the gate is off, only the names of classes count', () => {
    expect(listed(meter(false).usageOf(claimOf(exactly('gpu'))))).toEqual([
      'count/resourceclaims.resource.k8s.io=1',
      'gpu.deviceclass.resource.k8s.io/devices=1',
    ]);
  });

  test('of two classes with one extended resource the greater need counts for it', () => {
    const classes = CLASSES.replace('spec: {}', 'spec: {extendedResourceName: example.com/gpu}');
    const usage = meter(true, classes).usageOf(claimOf(exactly('gpu', ', count: 2'), exactly('nic', ', count: 3')));
    expect(usage.get('requests.example.com/gpu')?.toString()).toBe('3');
  });
});

describe('names that concern claims', () => {
  test.each([
    ['count/resourceclaims.resource.k8s.io', true, true],
    ['gpu.deviceclass.resource.k8s.io/devices', true, true],
    ['ghost.deviceclass.resource.k8s.io/devices', true, true],
    ['requests.example.com/gpu', true, false],
    ['requests.deviceclass.resource.kubernetes.io/gpu', true, false],
    ['requests.deviceclass.resource.kubernetes.io/nic', true, false],
    ['requests.deviceclass.resource.kubernetes.io/ghost', false, false],
    ['requests.example.com/other', false, false],
    ['example.com/gpu', false, false],
    ['requests.', false, false],
    ['requests.cpu', false, false],
    ['count/resourceclaimtemplates.resource.k8s.io', false, false],
    ['count/pods', false, false],
  ])('%s: %s with the gate, %s without', (name, on, off) => {
    expect(meter(true).limitsClaims(name)).toBe(on);
    expect(meter(false).limitsClaims(name)).toBe(off);
  });
});
