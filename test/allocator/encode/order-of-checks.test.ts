// Tests the order in which a device is checked, which decides which error surfaces. Source: docs/spec/reference-1.37.md 1.14 and 1.15.

import { describe, expect, it } from 'vitest';
import { AllocationError } from '../../../src/core/base/errors.js';
import { type AllocateInput, createAllocator } from '../../../src/index.js';
import { claim, device, deviceClass, node, request, selectors, slice } from '../../support/objects.js';

const allocator = await createAllocator();
const noBinding = await createAllocator({ featureGates: { DRADeviceBindingConditions: false } });
const noCounters = await createAllocator({ featureGates: { DRAPartitionableDevices: false } });

const errs = selectors('device.attributes["d.example.com"].missing');
const never = selectors('false');

/** Returns the outcome of a claim for one device: the device, `unallocatable`, or the code of the error. */
function answer(
  devices: readonly object[],
  exactly: object = {},
  more: Partial<AllocateInput> & { readonly spec?: Readonly<Record<string, unknown>>; readonly constraints?: readonly object[] } = {},
  by = allocator,
): string {
  const { spec = {}, constraints = [], ...rest } = more;
  try {
    const outcome = by.allocate({
      node: node('n'),
      claims: [claim('c', [request('r', { ...exactly })], { constraints })],
      deviceClasses: [deviceClass('any')],
      resourceSlices: [slice('s', devices, spec)],
      ...rest,
    });
    return outcome.kind === 'allocated'
      ? (outcome.allocations[0]?.devices.results?.map((result) => result.device).join() ?? '')
      : outcome.kind;
  } catch (error) {
    if (error instanceof AllocationError) return error.code;
    throw error;
  }
}

const taint = { taints: [{ key: 'k', effect: 'NoSchedule' }] };
const inUse = { allocated: { devices: [{ driver: 'd.example.com', pool: 'p', device: 'a' }] } };
const elsewhere = { spec: { perDeviceNodeSelection: true } };
const all = { allocationMode: 'All' };

describe('a request for a number of devices', () => {
  it('does not consider a device in use, whatever its selectors do', () => {
    expect(answer([device('a'), device('b', { missing: true })], errs, inUse)).toBe('b');
    expect(answer([device('a')], { adminAccess: true, ...errs }, inUse)).toBe('cel-runtime-error');
  });

  it('passes over binding conditions that are off before selectors', () => {
    expect(answer([device('a', {}, { bindingConditions: ['x'], bindingFailureConditions: ['y'] })], errs, {}, noBinding)).toBe(
      'unallocatable',
    );
  });

  it('evaluates the class before the request', () => {
    expect(answer([device('a')], errs, { deviceClasses: [deviceClass('any', 'false')] })).toBe('unallocatable');
    expect(answer([device('a')], never, { deviceClasses: [deviceClass('any', 'device.attributes["d.example.com"].missing')] })).toBe(
      'cel-runtime-error',
    );
  });

  it('evaluates selectors before the node selection of the device', () => {
    const list = [device('a', {}, { nodeName: 'other' }), device('b', { missing: true }, { allNodes: true })];
    expect(answer(list, errs, elsewhere)).toBe('cel-runtime-error');
    expect(answer(list, {}, elsewhere)).toBe('b');
  });

  it('fails on a node selection that does not parse only after selectors', () => {
    const broken = { nodeSelector: { nodeSelectorTerms: [{ matchExpressions: [{ key: 'k', operator: 'Near' }] }] } };
    const list = [device('b', {}, { allNodes: true }), device('a', {}, broken)];
    expect(answer(list, never, elsewhere)).toBe('unallocatable');
    expect(answer(list, { count: 2 }, elsewhere)).toBe('node-selection-failed');
  });

  it('considers capacity before taints, and counters that are off before taints', () => {
    const negative = { capacity: { m: { value: '-1' } } };
    expect(answer([device('a', {}, { ...taint, ...negative })])).toBe('capacity-error');
    expect(answer([device('a', {}, negative)], never)).toBe('unallocatable');
    const counters = { consumesCounters: [{ counterSet: 's', counters: {} }] };
    expect(answer([device('a', {}, { ...taint, ...counters })], {}, {}, noCounters)).toBe('unallocatable');
  });

  it('considers taints before constraints', () => {
    const derived = { derivedAttributes: [{ name: 'd.example.com/k', expression: 'device.attributes["d.example.com"].k' }] };
    const constraints = [{ matchAttribute: 'd.example.com/k' }];
    expect(answer([device('a', {}, taint)], derived, { constraints })).toBe('unallocatable');
    expect(answer([device('a')], derived, { constraints })).toBe('derived-attribute-runtime-error');
  });
});

describe('a request for all devices', () => {
  it('evaluates selectors of devices in use', () => {
    expect(answer([device('a'), device('b', { missing: true })], { ...all, ...errs }, inUse)).toBe('cel-runtime-error');
  });

  it('leaves out what selectors, node selection and binding conditions reject', () => {
    const list = [device('a', {}, { nodeName: 'other' }), device('b', {}, { allNodes: true })];
    expect(answer(list, all, elsewhere)).toBe('b');
    const bound = [device('a', {}, { bindingConditions: ['x'], bindingFailureConditions: ['y'] }), device('b')];
    expect(answer(bound, all, {}, noBinding)).toBe('b');
  });

  it('fails for a device in use, a taint, counters that are off or skipped node operations', () => {
    expect(answer([device('a'), device('b')], all, inUse)).toBe('unallocatable');
    expect(answer([device('a', {}, taint), device('b')], all)).toBe('unallocatable');
    const counters = { consumesCounters: [{ counterSet: 's', counters: {} }] };
    expect(answer([device('a', {}, counters), device('b')], all, {}, noCounters)).toBe('unallocatable');
    expect(answer([device('a')], all, { spec: { skipNodeOperations: ['*'] } })).toBe('unallocatable');
  });

  it('distinguishes a rejection by a constraint from a rejection before it', () => {
    const constraints = [{ matchAttribute: 'd.example.com/k' }];
    expect(answer([device('a', { k: 1 }), device('b', { k: 2 })], all, { constraints })).toBe('constraint-refuses-all');
    expect(answer([device('a', { k: 1 }), device('b', { k: 2 }, taint)], all, { constraints })).toBe('unallocatable');
  });
});
