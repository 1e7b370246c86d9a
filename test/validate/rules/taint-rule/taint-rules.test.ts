// Tests taint rules by release and version, with cases from Kubernetes' tests and responses of API servers 1.34 to 1.37.

import { describe, expect, it } from 'vitest';
import { brokenIn, complete, type Variant } from '../../../support/findings.js';

const SELECTOR = 'spec.deviceSelector';
const RELEASE_34: Variant = { kubernetesVersion: '1.34', apiVersion: 'resource.k8s.io/v1alpha3' };
const RELEASE_36: Variant = { kubernetesVersion: '1.36', apiVersion: 'resource.k8s.io/v1beta2' };
const selectors = (length: number): object[] => Array.from({ length }, () => ({ cel: { expression: 'true' } }));

describe('a taint rule', () => {
  it.each(
    complete([
      ['may be about all devices', { [SELECTOR]: undefined }, []],
      ['may have an empty selector', { [SELECTOR]: {} }, []],
      ['names a driver', { [`${SELECTOR}.driver`]: '' }, [`taint-rule-selector ${SELECTOR}.driver`]],
      ['names a pool', { [`${SELECTOR}.pool`]: 'a//b' }, [`taint-rule-selector ${SELECTOR}.pool`]],
      ['names a device', { [`${SELECTOR}.device`]: 'a.b' }, [`taint-rule-selector ${SELECTOR}.device`]],
      ['has a taint', { 'spec.taint': undefined }, ['taint-effect spec.taint.effect', 'taint-key spec.taint.key']],
      ['has a spec', { spec: undefined }, ['taint-effect spec.taint.effect', 'taint-key spec.taint.key']],
      ['may only say something', { 'spec.taint.effect': 'None' }, [], RELEASE_36],
      ['does something in 1.34', { 'spec.taint.effect': 'None' }, ['taint-effect spec.taint.effect'], RELEASE_34],
      ['names a class in 1.34', { [`${SELECTOR}.deviceClassName`]: 'A' }, [`taint-rule-selector ${SELECTOR}.deviceClassName`], RELEASE_34],
      ['names no class later', { [`${SELECTOR}.deviceClassName`]: 'a' }, [`unknown-field ${SELECTOR}.deviceClassName`]],
      ['has 32 expressions in 1.34', { [`${SELECTOR}.selectors`]: selectors(32) }, [], RELEASE_34],
      [
        'has no more expressions in 1.34',
        { [`${SELECTOR}.selectors`]: selectors(33) },
        [`taint-rule-selector ${SELECTOR}.selectors`],
        RELEASE_34,
      ],
      [
        'has expressions in 1.34 that compile',
        { [`${SELECTOR}.selectors`]: [{ cel: { expression: '1' } }] },
        [`expression-compiles ${SELECTOR}.selectors[0].cel.expression`],
        RELEASE_34,
      ],
      [
        'has a status that nobody looks at',
        { 'status.conditions': [{ type: '', status: '', lastTransitionTime: null, reason: '', message: '' }] },
        [],
      ],
    ]),
  )('%s', (_, changes, broken, variant) => {
    expect(brokenIn('DeviceTaintRule', changes, variant)).toEqual(broken);
  });
});
