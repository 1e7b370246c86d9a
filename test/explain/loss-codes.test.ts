// Each code of a loss, with an input that causes it.

import { expect, it } from 'vitest';
import type { LossCode } from '../../src/explain/explanation.js';
import { createAllocator } from '../../src/index.js';
import { claim, device, deviceClass, node, request, selectors, slice } from '../support/objects.js';

const TWO = { pool: { resourceSliceCount: 2 } };
const A = 'device.attributes["d.example.com"]';
const held = (name: string, more: object = {}): object => ({
  ...claim('h', [request('r')]),
  status: { allocation: { devices: { results: [{ request: 'r', driver: 'd.example.com', pool: 'p', device: name, ...more }] } } },
});
const share = { shareID: '5a6b4d34-8f0a-4c3e-9a43-6d9a9a1f0d11', consumedCapacity: { c: '20' } };
const counters = [{ name: 'cs', counters: { m: { value: '40' } } }];
const drawing = (name: string, amount: string, groups?: readonly string[]): object => {
  const counter = { counterSet: 'cs', counters: { m: { value: amount } }, ...(groups && { compatibilityGroups: groups }) };
  return device(name, {}, { consumesCounters: [counter] });
};
const withCounters = (...devices: readonly object[]): object[] => [
  slice('counters', [], { ...TWO, sharedCounters: counters }),
  slice('devices', devices, TWO),
];
const capacity = (value: string, requestPolicy?: object): object =>
  device('a', {}, { capacity: { c: { value, ...(requestPolicy && { requestPolicy }) } } });
const asking = (name: string, amount: string): object => request('r', { capacity: { requests: { [name]: amount } } });
const LONG = `${Array.from({ length: 6 }, (_, index) => `[1, 2, 3, 4, 5, 6, 7, 8].all(x${index}, `).join('')}true${')'.repeat(6)}`;

interface Case {
  readonly slices: readonly object[];
  readonly asked?: object;
  readonly classes?: readonly object[];
  readonly holders?: readonly object[];
  readonly gates?: Readonly<Record<string, boolean>>;
  readonly constraints?: readonly object[];
  readonly limits?: object;
}

const one = (...devices: readonly object[]): object[] => [slice('s', devices)];

const CASES: Readonly<Record<LossCode, Case>> = {
  'other-node': { slices: [slice('s', [device('a')], { nodeName: 'm' })] },
  'obsolete-pool': { slices: [slice('s', [device('a')]), slice('t', [device('b')], { pool: { generation: 2 } })] },
  'incomplete-pool': { slices: [slice('s', [device('a')], TWO)] },
  'invalid-pool': { slices: one(device('a'), device('a')) },
  'gate-off': { slices: withCounters(drawing('a', '1')), gates: { DRAPartitionableDevices: false } },
  'no-device-slice': { slices: [slice('s', [device('a')], { sharedCounters: counters })] },
  'other-kind': {
    slices: [slice('s', [device('a')]), slice('t', [device('b')], { driver: 'e.example.com' })],
    classes: [deviceClass('any', 'device.driver == "d.example.com"')],
  },
  'class-selector': { slices: one(device('a')), classes: [deviceClass('any', 'false')] },
  'request-selector': { slices: one(device('a')), asked: request('r', selectors('false')) },
  'selector-error': { slices: one(device('a')), asked: request('r', selectors(`${A}.x == 1`)) },
  'selector-limit': { slices: one(device('a')), asked: request('r', selectors(LONG)), limits: { selectorWork: 1000 } },
  'node-selection-error': {
    slices: [
      slice(
        's',
        [
          device('a', {}, { nodeName: 'n' }),
          device('b', {}, { nodeSelector: { nodeSelectorTerms: [{ matchExpressions: [{ key: 'z', operator: 'Near' }] }] } }),
        ],
        { nodeName: undefined, perDeviceNodeSelection: true },
      ),
    ],
  },
  'no-capacity': { slices: one(capacity('10')), asked: asking('x', '1') },
  'capacity-policy': { slices: one(capacity('10', { default: '1', validRange: { min: '1', max: '5' } })), asked: asking('c', '6') },
  'capacity-too-small': { slices: one(capacity('10')), asked: asking('c', '11') },
  'capacity-error': { slices: one(capacity('10', { default: '1', validRange: { min: '1', step: '0' } })), asked: asking('c', '2') },
  'node-operations': { slices: [slice('s', [device('a')], { skipNodeOperations: ['NodePrepareResources'] })] },
  tainted: { slices: one(device('a', {}, { taints: [{ key: 'k', effect: 'NoSchedule' }] })) },
  'no-attribute': { slices: one(device('a')), constraints: [{ matchAttribute: 'd.example.com/k' }] },
  taken: { slices: one(device('a')), holders: [held('a')] },
  shares: {
    slices: one(device('a', {}, { allowMultipleAllocations: true, capacity: { c: { value: '25' } } })),
    asked: asking('c', '10'),
    holders: [held('a', share)],
  },
  'compatibility-groups': { slices: withCounters(drawing('a', '1', ['x']), drawing('b', '1', ['y'])), holders: [held('a')] },
  counters: { slices: withCounters(drawing('a', '30'), drawing('b', '20')), holders: [held('a')] },
};

it.each(Object.entries(CASES))('%s is a cause', async (code, given) => {
  const { slices, asked = request('r'), classes = [deviceClass('any')], holders = [], gates, constraints = [], limits } = given;
  const allocator = await createAllocator(gates === undefined ? {} : { featureGates: gates });
  const [explained] = allocator.explain({
    node: node('n'),
    claims: [claim('c', [asked], { constraints })],
    deviceClasses: classes,
    resourceSlices: slices,
    allocated: { claims: holders },
    ...(limits && { limits }),
  } as never).nodes;
  const [counted] = explained?.requests ?? [];
  expect(counted?.losses.map((loss) => loss.code)).toContain(code);
  expect(counted?.losses.reduce((sum, { count }) => sum + count, counted.left)).toBe(counted?.total);
});
