// Tests rules about Workloads by release, with responses of API servers 1.35 to 1.37.

import { describe, expect, it } from 'vitest';
import { brokenIn, complete, type Variant } from '../../../support/findings.js';

const RELEASE_36: Variant = {
  kubernetesVersion: '1.36',
  featureGates: { GenericWorkload: true },
  apiVersion: 'scheduling.k8s.io/v1alpha2',
};
const RELEASE_35: Variant = {
  kubernetesVersion: '1.35',
  featureGates: { GenericWorkload: true },
  apiVersion: 'scheduling.k8s.io/v1alpha1',
};
const CONTROLLER = 'spec.controllerRef';
const templates = (...fields: readonly object[]) =>
  fields.map((each, index) => ({ name: `g${index}`, schedulingPolicy: { basic: {} }, ...each }));

describe('a Workload', () => {
  it.each(
    complete([
      ['has one priority', { 'spec.podGroupTemplates': templates({ priority: 5 }, { priority: 5 }) }, []],
      ['has not two', { 'spec.podGroupTemplates': templates({ priority: 5 }, { priority: 6 }) }, ['workload-priority spec']],
      ['has one in all templates', { 'spec.podGroupTemplates': templates({}, {}, { priority: 0 }) }, ['workload-priority spec']],
      ['has one class', { 'spec.podGroupTemplates': templates({ priorityClassName: 'high' }, {}) }, ['workload-priority spec']],
      ['has a class that is none', { 'spec.podGroupTemplates': templates({ priorityClassName: '' }, {}) }, []],
      ['has several before', { 'spec.podGroupTemplates': templates({ priority: 5 }, { priority: 6 }) }, [], RELEASE_36],
      ['names a controller', { [CONTROLLER]: { kind: 'Job', name: 'a b' } }, []],
      ['names it whole', { [CONTROLLER]: {} }, [`workload-controller ${CONTROLLER}.kind`, `workload-controller ${CONTROLLER}.name`]],
      ['names a group', { [CONTROLLER]: { apiGroup: 'A.B', kind: 'Job', name: 'a' } }, [`workload-controller ${CONTROLLER}.apiGroup`]],
      ['names a kind', { [CONTROLLER]: { kind: 'a/b', name: 'a' } }, [`workload-controller ${CONTROLLER}.kind`]],
      ['names an object', { [CONTROLLER]: { kind: 'Job', name: '..' } }, [`workload-controller ${CONTROLLER}.name`], RELEASE_36],
      [
        'names an object in 1.35',
        {
          [CONTROLLER]: { kind: 'Job', name: 'a%b' },
          'spec.podGroupTemplates': undefined,
          'spec.podGroups': [{ name: 'a', policy: { basic: {} } }],
        },
        [`workload-controller ${CONTROLLER}.name`],
        RELEASE_35,
      ],
    ]),
  )('%s', (_, changes, broken, variant) => {
    expect(brokenIn('Workload', changes, variant).filter((each) => !each.startsWith('off-by-default'))).toEqual([...broken].sort());
  });
});
