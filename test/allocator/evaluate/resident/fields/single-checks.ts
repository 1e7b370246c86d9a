// Makes worlds in which one property alone distinguishes devices, requests or claims.

import type { JsonObject } from '../../../../../src/core/base/json.js';
import { claim, deviceClass, node, request, selectors, slice } from '../../../../support/objects.js';
import { D, json, on, twice, type World } from './world.js';

/** A world with devices of one class on two nodes. */
function worldOf(name: string, devices: readonly object[], requests: readonly object[]): World {
  return { name, objects: [...json(deviceClass('any')), ...twice(devices)], claims: json(claim('c', requests)) };
}

const MEMORY = 'device.capacity["d.example.com"].memory';

/** Devices with different amounts of memory. */
function withMemory(...values: readonly string[]): object[] {
  return values.map((value, place) => ({ name: `d${place}`, capacity: { memory: { value } } }));
}

const READS: readonly World[] = [
  worldOf('driver', [{ name: 'd0' }], [request('r', selectors('device.driver == "d.example.com"'))]),
  worldOf(
    'devices that can be shared',
    [{ name: 'd0', allowMultipleAllocations: true }],
    [request('r', selectors('device.allowMultipleAllocations == true'))],
  ),
  worldOf(
    'capacity that a selector reads',
    [{ name: 'd0', capacity: { memory: { value: '10' } } }],
    [request('r', selectors(`${MEMORY}.isGreaterThan(quantity("5"))`))],
  ),
  worldOf('capacity of thousands', withMemory('2k', '2'), [
    request('r', { ...selectors(`${MEMORY}.isGreaterThan(quantity("5"))`), count: 2 }),
  ]),
  worldOf('capacity that is an integer', withMemory('0', '0Ei'), [request('r', { ...selectors(`${MEMORY}.isInteger()`), count: 2 })]),
  worldOf('selector that fails', [{ name: 'd0' }], [request('r', selectors(`${D}.missing`))]),
];

const CLASSES: World = {
  name: 'classes',
  objects: [
    ...json(deviceClass('any'), deviceClass('other', `${D}.kind == "x"`)),
    ...twice([
      { name: 'd0', attributes: { kind: { string: 'y' } } },
      { name: 'd1', attributes: { kind: { string: 'x' } } },
    ]),
  ],
  claims: json(claim('c', [request('r')])),
};

function capacity(value: string, requestPolicy: object): object[] {
  return [{ name: 'd0', capacity: { memory: { value, requestPolicy } } }];
}

/** No request names the capacity: its policy decides the consumed amount. */
const UNASKED: readonly World[] = [
  worldOf('default of a capacity', capacity('10', { default: '2' }), [request('r')]),
  worldOf('range of a capacity', capacity('10', { default: '4', validRange: { min: '2', max: '8', step: '2' } }), [request('r')]),
  worldOf('values of a capacity', capacity('10', { default: '4', validValues: ['4', '6'] }), [request('r')]),
];

/** A request for the default of the policy as written, and one that differs from it in this respect and is not valid. */
function anotherForm(what: string, written: string, other: string): World {
  const devices = ['d0', 'd1'].map((name) => {
    return { name, capacity: { memory: { value: '10k', requestPolicy: { default: written, validValues: ['-1'] } } } };
  });
  const asking = (name: string, memory: string): object => request(name, { capacity: { requests: { memory } } });
  return worldOf(`default of another ${what}`, devices, [asking('r', written), asking('q', other)]);
}

const FORMS: readonly World[] = [
  anotherForm('number', '6e1', '7e1'),
  anotherForm('scale', '6e1', '6e2'),
  anotherForm('size', '0.001u', '1.0n'),
  anotherForm('format', '00', '0Ki'),
  anotherForm('text', '60', '060'),
];

function withFeature(name: string): JsonObject[] {
  return json(node(name, {}, { declaredFeatures: ['DRAOptionalNodeOperations'] }));
}

const GATE = {
  counters: 'DRAPartitionableDevices',
  binding: 'DRADeviceBindingConditions',
  operations: 'DRAOptionalNodeOperations',
} as const;

/** While their gates are off, devices that need them are rejected. */
const GATES_OFF: World = {
  name: 'gates that are off',
  featureGates: { [GATE.counters]: false, [GATE.binding]: false, [GATE.operations]: false },
  objects: [
    ...json(deviceClass('any')),
    ...['n1', 'n2'].flatMap((name) => {
      const pool = { name: `pool-${name}`, resourceSliceCount: 2 };
      return [
        ...withFeature(name),
        ...json(
          slice(`cards-${name}`, [], { ...on(name, { pool }), sharedCounters: [{ name: 'card', counters: { memory: { value: '9' } } }] }),
          slice(`s-${name}`, [{ name: 'd0' }], on(name, { pool })),
        ),
      ];
    }),
  ],
  claims: json(claim('c', [request('r')])),
};

export const SINGLE_CHECKS: readonly World[] = [...READS, CLASSES, ...UNASKED, ...FORMS, GATES_OFF];
