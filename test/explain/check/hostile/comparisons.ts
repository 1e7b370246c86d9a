// Objects that require many comparisons with others.

import { claim, device, devices, deviceTaintRule, firstAvailable, request, selectors, slice } from '../../../support/objects.js';
import { ANY_MATCH, asked, END, endlessByDevice, endlessByValue, type Recipe, requests, times } from './parts.js';

const HUGE_RANGE = { default: '1e9990', validRange: { min: '1e9990', max: '1e9999' } };

function named<T>(count: number, value: T): Record<string, T> {
  return Object.fromEntries(times(count, (index) => [`k${index}`, value]));
}

export const COMPARISONS: readonly Recipe[] = [
  ({ of }) => ({
    name: 'selectors that fail after long work',
    input: asked(requests(of(200), selectors('lists.range(1000).all(i, lists.range(1000).all(j, string(i) != "x"))')), devices(20)),
    certificate: END,
  }),
  ({ of }) => ({
    name: 'different selectors',
    input: asked(
      times(of(3_000), (index) =>
        request(
          `r${index}`,
          selectors(`"${'x'.repeat(5_000)}${index}".size() > 0 && ${times(100, (at) => `device.driver != "${at}"`).join(' && ')}`),
        ),
      ),
      devices(1),
    ),
    certificate: END,
  }),
  ({ of }) => ({
    name: 'patterns',
    input: asked(
      requests(of(100), selectors(`device.attributes["d.example.com"].s.matches("(a?){30}a{30}b")`)),
      times(100, (index) => device(`d${index}`, { s: 'a'.repeat(60) + index })),
    ),
    certificate: END,
  }),
  ({ side }) => ({
    name: 'taints and tolerations',
    input: asked(
      requests(side(300), { tolerations: times(side(100), (index) => ({ key: `k${index}`, operator: 'Exists' })) }),
      times(side(300), (index) => device(`d${index}`, {}, { taints: times(side(100), (at) => ({ key: `k${at}`, effect: 'NoSchedule' })) })),
    ),
    certificate: END,
  }),
  ({ side }) => ({
    name: 'taint rules for all devices',
    input: asked(requests(2), devices(side(3_000)), {
      deviceTaintRules: times(side(10_000), (index) =>
        deviceTaintRule(`t${index}`, { deviceSelector: {}, taint: { key: 'k', effect: 'NoSchedule' } }),
      ) as never,
    }),
    certificate: END,
  }),
  ({ of, side }) => ({
    name: 'capacities of ten thousand digits',
    input: asked(
      requests(side(30), { capacity: { requests: named(of(100), '1e9998') } }),
      times(side(500), (index) =>
        device(
          `d${index}`,
          {},
          { allowMultipleAllocations: true, capacity: named(of(100), { value: '1e9999', requestPolicy: HUGE_RANGE }) },
        ),
      ),
    ),
    certificate: END,
  }),
  ({ of }) => ({
    name: 'counters of ten thousand digits',
    input: asked(
      requests(1),
      times(of(5_000), (index) =>
        device(`d${index}`, {}, { consumesCounters: [{ counterSet: 's', counters: named(8, { value: '1e9990' }) }] }),
      ),
    ),
    certificate: END,
  }),
  ({ side }) => ({
    name: 'constraints and requests',
    input: asked(requests(side(3_000)), devices(2), {
      constraints: times(side(3_000), () => ({ requests: times(side(100), (index) => `r${index}`), ...ANY_MATCH })),
    }),
    certificate: END,
  }),
  ({ side }) => ({
    name: 'constraints that name no request, and alternatives',
    input: asked(
      times(side(100), (index) => firstAvailable(`r${index}`, Object.fromEntries(times(side(300), (at) => [`s${at}`, {}])))),
      devices(side(30)),
      { constraints: times(side(300), () => ANY_MATCH) },
    ),
    certificate: endlessByValue(
      times(side(300), (index) => `r0/s${index}`),
      [0, 0, 'r0'],
    ),
  }),
  ({ side }) => ({
    name: 'counters',
    input: asked(requests(side(100)), [], {
      resourceSlices: [
        slice('c', [], {
          sharedCounters: times(side(100), (set) => ({
            name: `s${set}`,
            counters: Object.fromEntries(times(side(100), (index) => [`c${index}`, { value: '9' }])),
          })),
          pool: { resourceSliceCount: 2 },
        }),
        slice(
          's',
          times(side(300), (index) =>
            device(
              `d${index}`,
              {},
              {
                consumesCounters: times(side(100), (set) => ({
                  counterSet: `s${set}`,
                  counters: Object.fromEntries(times(side(100), (at) => [`c${at}`, { value: '1' }])),
                })),
              },
            ),
          ),
          { pool: { resourceSliceCount: 2 } },
        ),
      ] as never,
    }),
    certificate: endlessByDevice(3),
  }),
  ({ side }) => ({
    name: 'counters of shared devices',
    input: asked(requests(side(100)), [], {
      resourceSlices: [
        slice('c', [], {
          sharedCounters: [{ name: 's0', counters: Object.fromEntries(times(side(30), (index) => [`c${index}`, { value: '9' }])) }],
          pool: { resourceSliceCount: 2 },
        }),
        slice(
          's',
          times(side(300), (index) =>
            device(
              `d${index}`,
              {},
              {
                allowMultipleAllocations: true,
                consumesCounters: [{ counterSet: 's0', counters: Object.fromEntries(times(side(30), (at) => [`c${at}`, { value: '1' }])) }],
              },
            ),
          ),
          { pool: { resourceSliceCount: 2 } },
        ),
      ] as never,
    }),
    certificate: endlessByDevice(3),
  }),
  ({ side }) => ({
    name: 'capacities with valid values',
    input: asked(
      requests(side(100), { capacity: { requests: Object.fromEntries(times(side(100), (index) => [`c${index}`, '1'])) } }),
      times(side(100), (index) =>
        device(
          `d${index}`,
          {},
          {
            allowMultipleAllocations: true,
            capacity: Object.fromEntries(
              times(side(100), (at) => [
                `c${at}`,
                { value: '100', requestPolicy: { default: '1', validValues: times(10, (value) => `${value + 1}`) } },
              ]),
            ),
          },
        ),
      ),
    ),
    certificate: endlessByDevice(3),
  }),
  ({ side }) => ({
    name: 'compatibility groups',
    input: asked(requests(side(100)), [], {
      resourceSlices: [
        slice('c', [], { sharedCounters: [{ name: 's0', counters: { c: { value: '9' } } }], pool: { resourceSliceCount: 2 } }),
        slice(
          's',
          times(side(300), (index) =>
            device(
              `d${index}`,
              {},
              {
                consumesCounters: [
                  { counterSet: 's0', counters: { c: { value: '1' } }, compatibilityGroups: times(side(300), (at) => `g${at}`) },
                ],
              },
            ),
          ),
          { pool: { resourceSliceCount: 2 } },
        ),
      ] as never,
      allocated: { devices: times(side(200), (index) => ({ driver: 'd.example.com', pool: 'p', device: `d${index}` })) },
    }),
    certificate: endlessByDevice(3),
  }),
  ({ side }) => ({
    name: 'claims with admin access',
    input: {
      ...asked([], devices(side(100))),
      claims: times(side(1_000), (index) => claim(`c${index}`, [request('r', { adminAccess: true })])) as never,
    },
    certificate: endlessByDevice(3),
  }),
];
