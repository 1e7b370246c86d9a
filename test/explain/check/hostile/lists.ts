// Long lists of objects, and of the counters and groups of devices.

import { claim, device, devices, slice } from '../../../support/objects.js';
import { asked, END, endlessByValue, type Recipe, requests, shared, times } from './parts.js';

export const LISTS: readonly Recipe[] = [
  ({ of }) => ({
    name: 'alternatives of a claim',
    input: {
      ...asked([], devices(3)),
      claims: [{ ...claim('c', []), spec: { firstOfDevices: times(of(30_000), () => ({ requests: requests(1) })) } }] as never,
    },
    certificate: endlessByValue(
      times(100, (index) => `${index}`),
      [0],
    ),
  }),
  ({ of }) => ({
    name: 'slices',
    input: {
      ...asked(requests(9), []),
      resourceSlices: times(of(1_000_000), () => slice('s', [], { pool: { resourceSliceCount: 9 } })) as never,
    },
    certificate: END,
  }),
  ({ of }) => ({
    name: 'claims',
    input: { ...asked([], devices(1)), claims: times(of(1_000_000), () => claim('c', [])) as never },
    certificate: END,
  }),
  ({ of }) => ({
    name: 'devices in use',
    input: asked(requests(9), devices(1), {
      allocated: { devices: times(of(1_000_000), () => ({ driver: 'd', pool: 'p', device: 'd' })) },
    }),
    certificate: END,
  }),
  ({ of }) => ({
    name: 'node selectors',
    input: {
      ...asked(requests(9), []),
      resourceSlices: times(of(100), () =>
        slice('s', devices(3), {
          nodeSelector: {
            nodeSelectorTerms: times(1_000, () => ({ matchExpressions: [{ key: 'k', operator: 'NotIn', values: times(16, String) }] })),
          },
        }),
      ) as never,
    },
    certificate: END,
  }),
  ({ side }) => ({
    name: 'nodes of each device',
    input: {
      ...asked(requests(side(300)), []),
      resourceSlices: [
        slice(
          's',
          times(side(300), (index) =>
            device(
              `d${index}`,
              {},
              { nodeSelector: { nodeSelectorTerms: times(side(100), () => ({ matchExpressions: [{ key: 'k', operator: 'Exists' }] })) } },
            ),
          ),
          { perDeviceNodeSelection: true },
        ),
      ] as never,
    },
    certificate: END,
  }),
  ({ of }) => ({
    name: 'a list that stands in a thousand places',
    input: { ...asked(requests(2), []), resourceSlices: shared(of(1_000_000)) as never },
    certificate: END,
  }),
  ({ of }) => ({
    name: 'quantities',
    input: asked(
      requests(2),
      times(of(300_000), (index) => device(`d${index}`, {}, { capacity: { c: { value: `1e${index % 15}` } } })),
    ),
    certificate: END,
  }),
  ({ of }) => ({
    name: 'long quantities',
    input: asked(
      requests(2),
      times(of(300), (index) => device(`d${index}`, {}, { capacity: { c: { value: '9'.repeat(100_000) } } })),
    ),
    certificate: END,
  }),
  ({ of }) => ({
    name: 'fields that nobody knows',
    input: {
      ...asked(requests(2), []),
      claims: [
        { ...claim('c', []), spec: { devices: Object.fromEntries(times(of(300_000), (index) => [`request${index}`, index])) } },
      ] as never,
    },
    certificate: END,
  }),
];
