// Tests tolerations of claims, with cases from Kubernetes' tests and responses of real API servers to mutated claims.

import { describe, expect, it } from 'vitest';
import { brokenIn, errorsIn } from '../../../support/findings.js';

const TOLERATION = 'spec.devices.requests[0].exactly.tolerations[0]';

describe('a toleration', () => {
  it.each<readonly [toleration: object, broken: readonly string[]]>([
    [{}, []],
    [{ operator: 'Exists' }, []],
    [{ key: 'a', value: 'b' }, []],
    [{ key: 'example.com/a', operator: 'Equal', value: 'b', effect: 'None', tolerationSeconds: -1 }, []],
    [{ key: 'a b' }, ['key']],
    [{ key: 'a/b/c' }, ['key']],
    [{ key: `a/${'b'.repeat(64)}` }, ['key']],
    [{ operator: 'exists' }, ['operator']],
    [{ operator: 'x', value: 'a b' }, ['operator']],
    [{ value: 'a b' }, ['value']],
    [{ value: 'a'.repeat(64) }, ['value']],
    [{ operator: 'Exists', value: 'a' }, ['value']],
    [{ effect: 'NoScedule' }, ['effect']],
    [{ effect: 'PreferNoSchedule' }, ['effect']],
    [{ key: '-', operator: '-', value: '-', effect: '-' }, ['effect', 'key', 'operator']],
  ])('%j is wrong in %j', (toleration, broken) => {
    expect(brokenIn('ResourceClaim', { [TOLERATION]: toleration })).toEqual(
      broken.map((field) => `toleration-${field} ${TOLERATION}.${field}`),
    );
  });

  it.each([
    [{ operator: 'exists' }, 'Exists'],
    [{ operator: 'Equals' }, 'Equal'],
    [{ effect: 'NoScedule' }, 'NoSchedule'],
    [{ effect: 'noexecute' }, 'NoExecute'],
  ])('%j is told of %s', (toleration, suggestion) => {
    expect(errorsIn('ResourceClaim', { [TOLERATION]: toleration }).map((finding) => finding.suggestion)).toEqual([suggestion]);
  });

  it('is for taints of the effect None since 1.35', () => {
    const changes = { [TOLERATION]: { effect: 'None' } };
    expect(brokenIn('ResourceClaim', changes, { kubernetesVersion: '1.34' })).toEqual([`toleration-effect ${TOLERATION}.effect`]);
    expect(brokenIn('ResourceClaim', changes, { kubernetesVersion: '1.35', featureGates: { DRADeviceTaints: true } })).toEqual([]);
  });
});
