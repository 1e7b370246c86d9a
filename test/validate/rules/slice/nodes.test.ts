// Tests nodes of slices and devices, and node selectors, with cases from Kubernetes' tests and responses of real API servers.

import { describe, expect, it } from 'vitest';
import { brokenIn, complete, errorsIn } from '../../../support/findings.js';

const DEVICE = 'spec.devices[0]';
const TERMS = 'spec.nodeSelector.nodeSelectorTerms';
const FLAT = { apiVersion: 'resource.k8s.io/v1beta1' };

describe('a slice', () => {
  const where = (fields: object) => ({ 'spec.nodeName': undefined, ...fields });
  it.each(
    complete([
      ['is somewhere', where({}), ['slice-nodes spec']],
      ['is on all nodes', where({ 'spec.allNodes': true }), []],
      ['is not on no nodes', where({ 'spec.allNodes': false }), ['slice-nodes spec', 'slice-nodes spec.allNodes']],
      ['has no empty name of a node', where({ 'spec.nodeName': '' }), ['slice-nodes spec', 'slice-nodes spec.nodeName']],
      ['leaves nodes to devices or not', { 'spec.perDeviceNodeSelection': false }, ['slice-nodes spec.perDeviceNodeSelection']],
      ['is in one place', { 'spec.allNodes': true }, ['slice-nodes spec']],
      ['has the name of a node', { 'spec.nodeName': 'a/b' }, ['slice-node-name spec.nodeName']],
      ['of v1beta1 is somewhere', where({ 'spec.nodeName': '', 'spec.allNodes': false, 'spec.devices': [] }), ['slice-nodes spec'], FLAT],
      ['has a selector with one term', where({ [TERMS]: [{}, {}] }), [`slice-node-selector ${TERMS}`]],
      ['has a selector with a term', where({ 'spec.nodeSelector': {} }), [`node-selector-terms ${TERMS}`]],
      ['may have an empty term', where({ [TERMS]: [{}] }), []],
    ]),
  )('%s', (_, changes, broken, variant) => {
    expect(brokenIn('ResourceSlice', changes, variant)).toEqual(broken);
  });
});

describe('a device', () => {
  const own = (fields: object) => ({
    'spec.nodeName': undefined,
    'spec.perDeviceNodeSelection': true,
    'spec.devices': [{ name: 'a', ...fields }],
  });
  const other = (fields: object) => ({ 'spec.devices': [{ name: 'a', ...fields }] });
  const WRONG = { nodeSelectorTerms: [{ matchExpressions: [{ key: '', operator: 'in' }] }] };
  it.each(
    complete([
      ['is somewhere', own({}), [`device-nodes ${DEVICE}`]],
      ['is on a node', own({ nodeName: 'a' }), []],
      ['is in one place', own({ nodeName: 'a', allNodes: true }), [`device-nodes ${DEVICE}`]],
      ['is not on no nodes', own({ allNodes: false }), [`device-nodes ${DEVICE}`, `device-nodes ${DEVICE}.allNodes`]],
      ['has no empty name of a node', own({ nodeName: '' }), [`device-nodes ${DEVICE}`, `device-nodes ${DEVICE}.nodeName`]],
      ['has the name of a node', own({ nodeName: 'A' }), [`slice-node-name ${DEVICE}.nodeName`]],
      ['may have a selector with two terms', own({ nodeSelector: { nodeSelectorTerms: [{}, {}] } }), []],
      ['has a selector with a term', own({ nodeSelector: {} }), [`node-selector-terms ${DEVICE}.nodeSelector.nodeSelectorTerms`]],
      ['is where its slice is', other({ nodeName: 'A' }), [`device-nodes ${DEVICE}`]],
      ['is where its slice is, and its selector does not matter', other({ nodeSelector: WRONG }), [`device-nodes ${DEVICE}`]],
      ['may say nothing where the gate is off', other({ nodeName: 'A' }), [], { featureGates: { DRAPartitionableDevices: false } }],
    ]),
  )('%s', (_, changes, broken, variant) => {
    const off = variant.featureGates === undefined ? {} : { kubernetesVersion: '1.37' };
    expect(brokenIn('ResourceSlice', changes, { ...off, ...variant })).toEqual(broken);
  });
});

describe('a requirement of a node selector', () => {
  const LABELS = `${TERMS}[0].matchExpressions[0]`;
  const FIELDS = `${TERMS}[0].matchFields[0]`;
  const term = (requirement: object, list = 'matchExpressions') => ({ 'spec.nodeName': undefined, [TERMS]: [{ [list]: [requirement] }] });
  const field = (requirement: object) => term(requirement, 'matchFields');
  it.each(
    complete([
      ['has an operator', term({ key: 'a' }), [`node-selector-operator ${LABELS}.operator`]],
      ['has values for In', term({ key: 'a', operator: 'In' }), [`node-selector-values ${LABELS}.values`]],
      ['has none for Exists', term({ key: 'a', operator: 'DoesNotExist', values: ['a'] }), [`node-selector-values ${LABELS}.values`]],
      ['has one for Gt', term({ key: 'a', operator: 'Gt', values: ['1', '2'] }), [`node-selector-values ${LABELS}.values`]],
      ['need not have a number for Lt', term({ key: 'a', operator: 'Lt', values: ['a'] }), []],
      ['has a key', term({ operator: 'Exists' }), [`node-selector-key ${LABELS}.key`]],
      ['has values of labels', term({ key: 'a', operator: 'In', values: ['', 'a b'] }), [`node-selector-value ${LABELS}.values[1]`]],
      ['is about the name of a node', field({ key: 'a', operator: 'In', values: ['A'] }), [`node-selector-key ${FIELDS}.key`]],
      [
        'compares the name of a node',
        field({ key: 'metadata.name', operator: 'Gt', values: ['a'] }),
        [`node-selector-operator ${FIELDS}.operator`],
      ],
      [
        'has one name of a node',
        field({ key: 'metadata.name', operator: 'NotIn', values: ['a', 'b'] }),
        [`node-selector-values ${FIELDS}.values`],
      ],
      [
        'has the name of a node',
        field({ key: 'metadata.name', operator: 'In', values: ['A'] }),
        [`node-selector-value ${FIELDS}.values[0]`],
      ],
    ]),
  )('%s', (_, changes, broken) => {
    expect(brokenIn('ResourceSlice', changes)).toEqual(broken);
  });

  it('is reported the operator that was meant', () => {
    expect(errorsIn('ResourceSlice', term({ key: 'a', operator: 'in', values: ['b'] }))[0]?.suggestion).toBe('In');
  });

  it('of a preference of a pod may have values that no label has', () => {
    const terms = (operator: string) => [{ matchExpressions: [{ key: 'a', operator, values: ['a b'] }] }];
    const AFFINITY = 'spec.affinity.nodeAffinity';
    const preferred = `${AFFINITY}.preferredDuringSchedulingIgnoredDuringExecution`;
    expect(brokenIn('Pod', { [preferred]: [{ weight: 1, preference: terms('In')[0] }] })).toEqual([]);
    expect(brokenIn('Pod', { [preferred]: [{ weight: 1, preference: terms('in')[0] }] })).toEqual([
      `node-selector-operator ${preferred}[0].preference.matchExpressions[0].operator`,
    ]);
    const required = `${AFFINITY}.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms`;
    expect(brokenIn('Pod', { [required]: terms('In') })).toEqual([`node-selector-value ${required}[0].matchExpressions[0].values[0]`]);
  });
});
