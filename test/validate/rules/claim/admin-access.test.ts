// Tests admin access, which the Namespace of a claim must allow.

import { describe, expect, it } from 'vitest';
import { brokenIn, errorsIn } from '../../../support/findings.js';

const LABEL = 'resource.kubernetes.io/admin-access';
const namespace = (name: string, labels?: object): object => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels } });
const CHANGES = { 'spec.devices.requests[0].exactly.adminAccess': true };
const BROKEN = ['admin-access spec.devices.requests[0].adminAccess'];

describe('admin access', () => {
  it.each<readonly [what: string, beside: readonly object[], broken: readonly string[]]>([
    ['is told by a warning where the Namespace is not there', [], []],
    ['is refused without the label', [namespace('default', { [LABEL]: 'yes' })], BROKEN],
    ['is refused without any labels', [namespace('default')], BROKEN],
    ['is taken with the label', [namespace('default', { [LABEL]: 'true' })], []],
    ['is not a matter of another Namespace', [namespace('other')], []],
  ])('%s', (_, beside, broken) => {
    expect(brokenIn('ResourceClaim', CHANGES, { beside })).toEqual(broken);
    expect(brokenIn('ResourceClaim', { ...CHANGES, 'metadata.namespace': undefined }, { beside })).toEqual(broken);
  });

  it('is named by the first request that requests it, in a template as in a claim', () => {
    const asked = { name: 'a', exactly: { deviceClassName: 'a', adminAccess: true } };
    const requests = [{ name: 'b', exactly: { deviceClassName: 'a' } }, asked, { ...asked, name: 'c' }];
    const found = errorsIn('ResourceClaimTemplate', { 'spec.spec.devices.requests': requests }, { beside: [namespace('default')] });
    expect(found.map(({ path }) => path)).toEqual(['spec.devices.requests[1].adminAccess']);
    expect(found[0]?.suggestion).toBe(`label the Namespace default with ${LABEL}=true`);
  });

  it('is nothing where its gate is off', () => {
    const variant = { beside: [namespace('default')], kubernetesVersion: '1.35', featureGates: { DRAAdminAccess: false } };
    expect(brokenIn('ResourceClaim', CHANGES, variant)).toEqual([]);
  });
});
