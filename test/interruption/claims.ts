// Claims on small nodes, of every kind that has separate code.

import type { AllocateInput } from '../../src/index.js';
import {
  claim,
  device,
  deviceClass,
  devices,
  deviceTaintRule,
  firstAvailable,
  node,
  request,
  selectors,
  slice,
} from '../support/objects.js';

/** The input of a call about claims, which also defines a cluster. */
export interface ClaimInput {
  readonly input: AllocateInput;
  /** Further nodes of the cluster. */
  readonly nodes?: readonly object[];
  readonly gates?: Readonly<Record<string, boolean>>;
}

const many = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => make(index));

const inputOf = (slices: readonly object[], claims: readonly object[], more: object = {}): AllocateInput =>
  ({
    node: node('n'),
    claims,
    deviceClasses: [deviceClass('any'), deviceClass('gpu', 'device.attributes["d.example.com"].model == "a"')],
    resourceSlices: slices,
    now: new Date('2026-01-01'),
    ...more,
  }) as never;

const OTHER_NODE = node('o');
const sliceOfOther = slice('so', devices(1), { nodeName: 'o', pool: { name: 'o' } });
const models = (...names: string[]): object[] => names.map((model, index) => device(`d${index}`, { model, index, numa: index % 2 }));
const matching = { constraints: [{ matchAttribute: 'd.example.com/numa' }] };
const held = {
  ...claim('held', [request('r')]),
  status: { allocation: { devices: { results: [{ request: 'r', driver: 'd.example.com', pool: 'p', device: 'd0' }] } } },
};
const counters = (value: string): object => ({ memory: { value } });
const partitions = [
  slice('sets', [], { sharedCounters: [{ name: 'c', counters: counters('4') }], pool: { resourceSliceCount: 2 }, devices: undefined }),
  slice(
    's',
    many(4, (index) => device(`d${index}`, {}, { consumesCounters: [{ counterSet: 'c', counters: counters(index < 2 ? '2' : '3') }] })),
    { pool: { resourceSliceCount: 2 } },
  ),
];
const shared = slice('s', [
  device(
    'd0',
    {},
    {
      allowMultipleAllocations: true,
      capacity: { memory: { value: '8', requestPolicy: { default: '1', validRange: { min: '1', step: '1' } } } },
    },
  ),
]);
const ofCapacity = (memory: string): Readonly<Record<string, unknown>> => ({ capacity: { requests: { memory } } });
/** One device too few, which only a search finds. */
const pigeons = (count: number): AllocateInput =>
  inputOf(
    [
      slice(
        's',
        many(count, (index) => device(`d${index}`, { a: [index, index + 1], numa: index % 3 })),
      ),
    ],
    [
      claim(
        'c',
        many(count, (index) => request(`r${index}`)),
        { constraints: [{ distinctAttribute: 'd.example.com/a' }] },
      ),
    ],
  );

/** Inputs by name. */
export const CLAIMS: Readonly<Record<string, ClaimInput>> = {
  'one device': { input: inputOf([slice('s', devices(3)), sliceOfOther], [claim('c', [request('r')])]), nodes: [OTHER_NODE] },
  'too few devices': {
    input: inputOf(
      [slice('s', models('a', 'b', 'a')), sliceOfOther],
      [claim('c', [request('r', { count: 3, ...selectors('device.attributes["d.example.com"].model == "a"') })])],
    ),
    nodes: [OTHER_NODE],
  },
  'a constraint that fails': { input: inputOf([slice('s', models('a', 'b'))], [claim('c', [request('r', { count: 2 })], matching)]) },
  'devices in use': {
    input: inputOf([slice('s', models('a', 'b', 'a'))], [claim('c', [request('r', { count: 3 })])], {
      allocated: { claims: [held], devices: [{ driver: 'd.example.com', pool: 'p', device: 'd1' }] },
    }),
  },
  'an allocated claim': { input: inputOf([slice('s', models('a', 'b'))], [held, claim('c', [request('r')])]) },
  'a prioritized list': {
    input: inputOf(
      [slice('s', models('a', 'b'))],
      [claim('c', [firstAvailable('r', { large: { count: 4 }, gpu: { deviceClassName: 'gpu', count: 2 }, small: { count: 1 } })])],
    ),
  },
  'all devices': { input: inputOf([slice('s', models('a', 'b'))], [claim('c', [request('r', { allocationMode: 'All' })])]) },
  'shared counters': { input: inputOf(partitions, [claim('c', [request('r', { count: 2 })])]) },
  'shared counters that run out': { input: inputOf(partitions, [claim('c', [request('r', { count: 3 })])]) },
  'consumable capacity': { input: inputOf([shared], [claim('c', [request('r', ofCapacity('3')), request('q', ofCapacity('4'))])]) },
  'consumable capacity that runs out': {
    input: inputOf([shared], [claim('c', [request('r', ofCapacity('6')), request('q', ofCapacity('4'))])]),
  },
  'taints and rules': {
    input: inputOf(
      [slice('s', [device('d0', {}, { taints: [{ key: 'k', effect: 'NoSchedule' }] }), device('d1')])],
      [claim('c', [request('r', { tolerations: [{ key: 'k', operator: 'Exists' }] }), request('q')])],
      { deviceTaintRules: [deviceTaintRule('t', { deviceSelector: { device: 'd1' }, taint: { key: 'x', effect: 'NoSchedule' } })] },
    ),
  },
  'a selector that fails': {
    input: inputOf(
      [slice('s', models('a', 'b'))],
      [claim('c', [request('r', selectors('device.attributes["d.example.com"].other == 1'))])],
    ),
  },
  'a selector that does not compile': {
    input: inputOf([slice('s', models('a', 'b'))], [claim('c', [request('r', selectors('device.driver ='))])]),
  },
  'an unknown class': { input: inputOf([slice('s', models('a'))], [claim('c', [request('r', { deviceClassName: 'gpus' })])]) },
  'an invalid pool': { input: inputOf([slice('s', [device('d'), device('d')])], [claim('c', [request('r')])]) },
  'lists of attributes': {
    input: inputOf(
      [
        slice(
          's',
          many(4, (index) => device(`d${index}`, { roots: [index, index + 1, index + 2] })),
        ),
      ],
      [
        claim('c', [request('r', { count: 3 })], {
          constraints: [
            {
              matchAttribute: 'd.example.com/roots',
              matchSemantics: { mode: 'NonEmptyIntersection', options: { nonEmptyIntersection: { minSize: 2 } } },
            },
          ],
        }),
      ],
    ),
    gates: { XAttributeSemantics: true },
  },
  'whole alternatives': {
    input: inputOf(
      [slice('s', models('a', 'b'))],
      [{ ...claim('c', []), spec: { firstOfDevices: [{ requests: [request('r', { count: 3 })] }, { requests: [request('q')] }] } }],
    ),
    gates: { XFirstOfDevices: true },
  },
  'many requests for distinct values': { input: pigeons(6) },
  'several claims': {
    input: inputOf(
      [slice('s', devices(6))],
      many(4, (index) => claim(`c${index}`, [request('r'), request('q')])),
    ),
  },
};
