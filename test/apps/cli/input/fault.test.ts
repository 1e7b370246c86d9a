import { describe, expect, test } from 'vitest';
import { classFaultOf, type Fault, faultOf } from '../../../../src/apps/cli/input/fault.js';
import type { ResourceClaim } from '../../../../src/core/api/resource-claim.js';
import { AllocationError, type AllocationErrorCode, type ErrorPlace } from '../../../../src/core/base/errors.js';
import { claimGroups } from '../../../../src/scheduler/pods/claims.js';
import { objectsOf } from '../../../scheduler/pods/objects.js';

const SPEC = `devices: {requests: [
  {name: r, exactly: {deviceClassName: gpux, allocationMode: All, selectors: [{cel: {expression: a}}]}},
  {name: s, firstAvailable: [{name: t, deviceClassName: nic}, {name: u, deviceClassName: nic, selectors: [{cel: {expression: b}}, {}]}]}]}`;

const { resourceClaims, deviceClasses, ...rest } = objectsOf(`
{kind: DeviceClass, apiVersion: resource.k8s.io/v1, metadata: {name: gpu}, spec: {selectors: [{cel: {expression: a}}]}}
---
{kind: ResourceClaim, apiVersion: resource.k8s.io/v1, metadata: {name: c, namespace: ns}, spec: {${SPEC}}}
---
{kind: ResourceClaimTemplate, apiVersion: resource.k8s.io/v1, metadata: {name: tpl, namespace: ns}, spec: {spec: {${SPEC}}}}
---
{kind: Pod, apiVersion: v1, metadata: {name: p, namespace: ns}, spec: {resourceClaims: [{name: x, resourceClaimTemplateName: tpl}]}}
`);
const claim = resourceClaims[0] as ResourceClaim;

function fault(code: AllocationErrorCode, place: ErrorPlace, message = 'claim ns/c: wrong', of = claim): Fault & { readonly at: string[] } {
  const found = faultOf(new AllocationError(code, message, place), of, deviceClasses);
  return { ...found, at: found.paths.map((path) => path.join('.')) };
}

describe('a field of a request', () => {
  test.each<[AllocationErrorCode, string]>([
    ['unknown-device-class', 'deviceClassName'],
    ['unsupported-allocation-mode', 'allocationMode'],
    ['pool-incomplete', 'allocationMode'],
    ['too-many-devices', 'count'],
    ['admin-access-disabled', 'adminAccess'],
  ])('for %s is %s, with exactly and without', (code, field) => {
    expect(fault(code, { request: 'r' }).at).toEqual([`spec.devices.requests.0.exactly.${field}`, `spec.devices.requests.0.${field}`]);
  });

  test('is that of the alternative where the error names one', () => {
    expect(fault('missing-device-class', { request: 's/u' }).at[0]).toBe('spec.devices.requests.1.firstAvailable.1.deviceClassName');
  });

  test('is unknown for other errors: then it is the request', () => {
    expect(fault('derived-attribute-compile-error', { request: 'r' }).at[0]).toBe('spec.devices.requests.0.exactly');
  });
});

describe('a selector', () => {
  test('is that of the request', () => {
    expect(fault('cel-runtime-error', { request: 's/u', selector: 0 }).at[0]).toBe(
      'spec.devices.requests.1.firstAvailable.1.selectors.0.cel.expression',
    );
  });

  test('is that of the class which the message names', () => {
    const found = fault('cel-compile-error', { request: 'r', selector: 0 }, 'class gpu: selector #0: CEL compile error: x');
    expect(found.object).toBe(deviceClasses[0]);
    expect(found.at).toEqual(['spec.selectors.0.cel.expression']);
  });

  test('without a request is the only one that has such a selector, or nowhere exactly', () => {
    expect(fault('cel-compile-error', { selector: 1 }).at[0]).toContain('requests.1.firstAvailable.1.selectors.1');
    expect(fault('cel-compile-error', { selector: 0 }).at).toEqual(['spec.devices']);
  });

  test('that is empty is the first such one', () => {
    expect(fault('empty-selector', { request: 's/u' }).at[0]).toContain('selectors.1');
  });
});

test('a claim that was made from a template has its faults there', () => {
  const [group] = claimGroups({ ...rest, deviceClasses, resourceClaims: [] });
  const found = fault('unknown-device-class', { request: 'r' }, 'claim ns/p-x: wrong', group?.claims[0]);
  expect(found.object).toBe(rest.resourceClaimTemplates[0]);
  expect(found.at[0]).toBe('spec.spec.devices.requests.0.exactly.deviceClassName');
});

test('an unknown class that is nearly a known one has a hint', () => {
  expect(fault('unknown-device-class', { request: 'r' }).hint).toBe(', did you mean gpu?');
  expect(fault('unknown-device-class', { request: 's/t' }).hint).toBe('');
});

test('a selector of a class is at fault whatever the claim', () => {
  const wrong = new AllocationError('cel-runtime-error', 'class gpu: selector #0 on device d/p/x: no such key', { selector: 0 });
  expect(classFaultOf(wrong, deviceClasses)).toEqual({
    object: deviceClasses[0],
    paths: [['spec', 'selectors', 0, 'cel', 'expression']],
    hint: '',
  });
  expect(faultOf(wrong, claim, deviceClasses)).toEqual(classFaultOf(wrong, deviceClasses));
  expect(classFaultOf(new AllocationError('too-many-devices', 'class gpu: selector #0'), deviceClasses)).toBeUndefined();
});
