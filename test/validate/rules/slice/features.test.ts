// Tests counters, binding conditions, node resources, partitions and skipped operations.
// The cases are from Kubernetes' tests and from responses of API servers 1.34 to 1.37 to mutated slices.

import { describe, expect, it } from 'vitest';
import { brokenIn, complete, type Variant } from '../../../support/findings.js';

const DEVICE = 'spec.devices[0]';
const RELEASE_34: Variant = { kubernetesVersion: '1.34', featureGates: { DRAPartitionableDevices: true } };
const RELEASE_35: Variant = { kubernetesVersion: '1.35', featureGates: { DRAPartitionableDevices: true } };
const RELEASE_36: Variant = { kubernetesVersion: '1.36', featureGates: { DRANodeAllocatableResources: true } };

const list = <T>(length: number, item: (position: number) => T): T[] => Array.from({ length }, (_, at) => item(at));
const counters = (length: number, first = 'c0'): object =>
  Object.fromEntries(list(length, (at) => [at === 0 ? first : `c${at}`, { value: '1' }]));
const set = (name: string, of = counters(1)): object => ({ name, counters: of });
const take = (counterSet: string, of = counters(1)): object => ({ counterSet, counters: of });

describe('counter sets', () => {
  const sets = (...sharedCounters: readonly object[]) => ({ 'spec.devices': undefined, 'spec.sharedCounters': sharedCounters });
  const SETS = 'spec.sharedCounters';
  it.each(
    complete([
      ['are 8 at most', sets(...list(9, () => ({}))), [`counter-set-count ${SETS}`]],
      ['have 32 counters in all in 1.34', sets(set('a', counters(16)), set('b', counters(17))), [`counter-set-count ${SETS}`], RELEASE_34],
      ['are 9 in 1.34', sets(...list(9, (at) => set(`a${at}`))), [], RELEASE_34],
      ['have names that differ', sets(set('a'), set('a')), [`counter-set-unique ${SETS}[1]`]],
      ['have names that differ, which 1.34 says of the name', sets(set('a'), set('a')), [`counter-set-unique ${SETS}[1].name`], RELEASE_34],
      ['have a name', sets({ counters: counters(1) }), [`counter-set-name ${SETS}[0].name`]],
      ['have counters', sets({ name: 'a', counters: {} }), [`counters-given ${SETS}[0].counters`]],
      ['have 32 counters at most', sets(set('a', counters(33))), [`counter-count ${SETS}[0].counters`]],
      ['have counters with names', sets(set('a', counters(1, 'A'))), [`counter-name ${SETS}[0].counters`]],
      [
        'have counters with names, which 1.35 says of the key',
        sets(set('a', counters(1, 'A'))),
        [`counter-name ${SETS}[0].counters[A]`],
        RELEASE_35,
      ],
      ['are not in a slice with devices', { [SETS]: [] }, ['devices-or-counters spec']],
      ['are in a slice with devices in 1.34', { [SETS]: [] }, [], RELEASE_34],
    ]),
  )('%s', (_, changes, broken, variant) => {
    expect(brokenIn('ResourceSlice', changes, variant)).toEqual(broken);
  });

  it('may have counters with long names, which 1.35 cuts', () => {
    const changes = sets(set('a', counters(1, 'a'.repeat(70))));
    expect(brokenIn('ResourceSlice', changes, RELEASE_35)).toEqual([
      `counter-name ${SETS}[0].counters[${'a'.repeat(30)}...${'a'.repeat(30)}]`,
    ]);
  });
});

describe('the counters that a device takes from', () => {
  const taken = (...consumesCounters: readonly object[]) => ({ [`${DEVICE}.consumesCounters`]: consumesCounters });
  const TAKEN = `${DEVICE}.consumesCounters`;
  const own = (...consumesCounters: readonly object[]) => ({ ...taken(...consumesCounters), 'spec.sharedCounters': [set('a'), set('b')] });
  it.each(
    complete([
      ['are of 2 sets at most', taken(take('a'), take('b'), {}), [`consumed-set-count ${TAKEN}`]],
      ['are of sets that differ', taken(take('a'), take('a')), [`consumed-set-unique ${TAKEN}[1]`]],
      ['are of a set', taken({ counters: counters(1) }), [`consumed-set-name ${TAKEN}[0].counterSet`]],
      ['are some', taken({ counterSet: 'a' }), [`counters-given ${TAKEN}[0].counters`]],
      ['are 32 at most', taken(take('a', counters(33))), [`counter-count ${TAKEN}[0].counters`]],
      ['have names', taken(take('a', counters(1, 'a.b'))), [`counter-name ${TAKEN}[0].counters`]],
      ['are in the slice in 1.34', own(take('a'), take('c')), [`consumed-counters-known ${TAKEN}[1].counterSet`], RELEASE_34],
      ['are in the set in 1.34', own(take('a', counters(3))), [`consumed-counters-known ${TAKEN}[0].counters`], RELEASE_34],
      [
        'are of any number of sets in 1.34',
        own(take('a'), take('b'), take('a')),
        [`consumed-set-unique ${TAKEN}[2].counterSet`],
        RELEASE_34,
      ],
      [
        'are 32 in 1.34',
        { ...taken(take('a', counters(33))), 'spec.sharedCounters': [set('a', counters(33))] },
        ['consumed-set-count spec.devices[0]', 'counter-set-count spec.sharedCounters'],
        RELEASE_34,
      ],
      [
        'have no name but a known one in 1.34',
        { ...taken(take('A')), 'spec.sharedCounters': [set('A')] },
        ['counter-set-name spec.sharedCounters[0].name'],
        RELEASE_34,
      ],
    ]),
  )('%s', (_, changes, broken, variant) => {
    expect(brokenIn('ResourceSlice', changes, variant)).toEqual(broken);
  });

  const groups = (...compatibilityGroups: readonly string[]) => taken({ ...take('a'), compatibilityGroups });
  it.each(
    complete([
      ['may be in no groups', groups(), []],
      ['are in 2 groups at most', groups('a', 'a', 'A'), [`compatibility-groups ${TAKEN}[0].compatibilityGroups`]],
      ['are in groups that differ', groups('a', 'a'), [`compatibility-groups ${TAKEN}[0].compatibilityGroups[1]`]],
      ['are in groups with names', groups('A', ''), [0, 1].map((at) => `compatibility-groups ${TAKEN}[0].compatibilityGroups[${at}]`)],
    ]),
  )('%s', (_, changes, broken) => {
    expect(brokenIn('ResourceSlice', changes)).toEqual(broken);
  });
});

describe('conditions of binding', () => {
  const conditions = (bindingConditions?: readonly string[], bindingFailureConditions?: readonly string[]) => ({
    [`${DEVICE}.bindingConditions`]: bindingConditions,
    [`${DEVICE}.bindingFailureConditions`]: bindingFailureConditions,
  });
  const [GOOD, BAD] = [`${DEVICE}.bindingConditions`, `${DEVICE}.bindingFailureConditions`];
  it.each(
    complete([
      ['may be none', conditions([], []), []],
      ['are both', conditions([], ['a']), [`binding-conditions-both ${GOOD}`]],
      ['are both, the other way around', conditions(['a']), [`binding-conditions-both ${BAD}`]],
      ['differ', conditions(['a', 'b', 'a'], ['c', 'c']), [`binding-condition-unique ${GOOD}[2]`, `binding-condition-unique ${BAD}[1]`]],
      ['are of success or of failure', conditions(['a'], ['b', 'a']), [`binding-condition-unique ${BAD}[1]`]],
      ['are keys of labels', conditions(['a/b'], ['a/b/c', '']), [0, 1].map((at) => `binding-condition-name ${BAD}[${at}]`)],
      [
        'are 4 at most, and differ also where they are more',
        conditions(['a', 'a', '', 'b', 'c'], ['d']),
        [`binding-condition-count ${GOOD}`, `binding-condition-unique ${GOOD}[1]`],
      ],
      [
        'are 4 at most, and are looked at in 1.34',
        conditions(['a', ' ', 'b', 'c', 'd'], ['e']),
        [`binding-condition-count ${GOOD}`, `binding-condition-name ${GOOD}[1]`],
        { kubernetesVersion: '1.34', featureGates: { DRADeviceBindingConditions: true } },
      ],
      [
        'need the gate of the status of devices',
        conditions(['a']),
        [],
        { kubernetesVersion: '1.36', featureGates: { DRADeviceBindingConditions: false } },
      ],
    ]),
  )('%s', (_, changes, broken, variant) => {
    expect(brokenIn('ResourceSlice', changes, variant)).toEqual(broken);
  });
});

describe('resources of the node', () => {
  const resources = (of: object, name = 'cpu') => ({ [`${DEVICE}.nodeAllocatableResources`]: { [name]: of } });
  const RESOURCE = `${DEVICE}.nodeAllocatableResources[cpu]`;
  const MAPPING = `${RESOURCE}.mapping`;
  const overhead = { overhead: { perPod: '1' } };
  it.each(
    complete([
      ['are cpu, memory and hugepages', resources(overhead, 'hugepages-'), []],
      [
        'are no others',
        resources(overhead, 'ephemeral-storage'),
        [`node-allocatable-name ${DEVICE}.nodeAllocatableResources[ephemeral-storage]`],
      ],
      ['are used', resources({}), [`node-allocatable-use ${RESOURCE}`]],
      ['have an overhead', resources({ overhead: {} }), [`node-allocatable-use ${RESOURCE}.overhead`]],
      [
        'have no overhead by a name of theirs',
        resources({}, 'overhead'),
        ['node-allocatable-name', 'node-allocatable-use'].map((rule) => `${rule} ${DEVICE}.nodeAllocatableResources[overhead]`),
      ],
      ['may have an overhead of nothing', resources({ overhead: { perPod: '0' } }), []],
      [
        'have no negative overhead',
        resources({ overhead: { perPod: '-1', perContainer: '-1' } }),
        ['perContainer', 'perPod'].map((field) => `node-allocatable-amount ${RESOURCE}.overhead.${field}`),
      ],
      ['have a mapping of something', resources({ mapping: {} }), [`node-allocatable-mapping ${MAPPING}`]],
      ['have a multiplier', resources({ mapping: { capacityKey: 'memory' } }), [`node-allocatable-capacity ${MAPPING}.capacityMultiplier`]],
      [
        'have a multiplier above nothing',
        resources({ mapping: { capacityKey: 'memory', capacityMultiplier: '0' } }),
        [`node-allocatable-amount ${MAPPING}.capacityMultiplier`],
      ],
      [
        'have a capacity',
        resources({ mapping: { capacityKey: 'a', capacityMultiplier: '1' } }),
        [`node-allocatable-capacity ${MAPPING}.capacityKey`],
      ],
      [
        'have a capacity with a name',
        resources({ mapping: { capacityKey: '', capacityMultiplier: '1' } }),
        [`node-allocatable-capacity ${MAPPING}.capacityKey`],
      ],
      [
        'have no multiplier of nothing',
        resources({ mapping: { capacityMultiplier: '-1' } }),
        [`node-allocatable-capacity ${MAPPING}.capacityKey`, `node-allocatable-mapping ${MAPPING}`],
      ],
      [
        'have one multiplier',
        resources({ mapping: { deviceMultiplier: '1', capacityKey: 'memory', capacityMultiplier: '1' } }),
        [`node-allocatable-mapping ${MAPPING}`],
      ],
    ]),
  )('%s', (_, changes, broken) => {
    expect(brokenIn('ResourceSlice', changes)).toEqual(broken);
  });

  const mappings = (of: object, name = 'cpu') => ({ [`${DEVICE}.nodeAllocatableResourceMappings`]: { [name]: of } });
  const OLD = `${DEVICE}.nodeAllocatableResourceMappings`;
  it.each(
    complete([
      ['are mapped one to one by default', mappings({}), []],
      ['are those of kubernetes.io', mappings({}, 'a.kubernetes.io/b'), []],
      ['are not those of others', mappings({}, 'a/b'), [`node-allocatable-name ${OLD}[a/b]`]],
      [
        'have a multiplier above nothing',
        mappings({ allocationMultiplier: '0' }),
        [`node-allocatable-amount ${OLD}[cpu].allocationMultiplier`],
      ],
      ['have a capacity', mappings({ capacityKey: 'a' }), [`node-allocatable-capacity ${OLD}[cpu].capacityKey`]],
    ]),
  )('of 1.36 %s', (_, changes, broken) => {
    expect(brokenIn('ResourceSlice', changes, RELEASE_36)).toEqual(broken);
  });
});

describe('the attribute of partition types', () => {
  const NAME = 'spec.partitionTypeAttribute';
  const typed = (name: string, attributes: object = {}) => ({
    [NAME]: name,
    'spec.devices': [{ name: 'a', attributes, consumesCounters: [take('a')] }, { name: 'b' }],
  });
  it.each(
    complete([
      ['is of devices that consume counters', { [NAME]: 'a.com/b' }, [`partition-type-devices ${NAME}`]],
      ['is there', typed('a.com/b'), [`partition-type-devices ${DEVICE}.attributes[a.com/b]`]],
      ['is there with its domain', typed('a.com/b', { 'a.com/b': { string: 'c' } }), []],
      ['may be there without the domain of the driver', typed('gpu.example.com/b', { b: { string: 'c' } }), []],
      [
        'is not there without another domain',
        typed('a.com/b', { b: { string: 'c' } }),
        [`partition-type-devices ${DEVICE}.attributes[a.com/b]`],
      ],
      ['is a text', typed('a.com/b', { 'a.com/b': { int: 1 } }), [`partition-type-devices ${DEVICE}.attributes[a.com/b]`]],
      ['has a domain', typed('b', { b: { string: 'c' } }), [`partition-type-name ${NAME}`]],
      ['has a name', typed(''), [`partition-type-name ${NAME}`]],
      ['has a domain in small letters', typed('A.com/b', { 'A.com/b': { string: 'c' } }), [`partition-type-name ${NAME}`]],
    ]),
  )('%s', (_, changes, broken) => {
    expect(brokenIn('ResourceSlice', changes)).toEqual(broken);
  });
});

describe('skipped operations', () => {
  const SKIPPED = 'spec.skipNodeOperations';
  it.each(
    complete([
      ['are all', { [SKIPPED]: ['*', 'NodePrepareResources'] }, []],
      ['are none', { [SKIPPED]: [] }, []],
      ['are known', { [SKIPPED]: [''] }, [`skipped-operation ${SKIPPED}[0]`]],
      ['differ', { [SKIPPED]: ['*', '*'] }, [`skipped-operation ${SKIPPED}[1]`]],
      ['are not preparation alone', { [SKIPPED]: ['NodePrepareResources'] }, [`skipped-operations-fit ${SKIPPED}`]],
    ]),
  )('%s', (_, changes, broken) => {
    expect(brokenIn('ResourceSlice', changes)).toEqual(broken);
  });
});
