// Certificates that take long to verify, with the values and options that they use.

import { devices, selectors } from '../../../support/objects.js';
import {
  ANY_DISTINCT,
  ANY_MATCH,
  asked,
  by,
  deviceNamed,
  END,
  endlessByDevice,
  endlessByValue,
  limitOver,
  listed,
  matching,
  type Recipe,
  requests,
  times,
} from './parts.js';

export const CERTIFICATES: readonly Recipe[] = [
  () => ({
    name: 'sets of 63 of 64 values',
    input: asked(requests(2), listed(2, 64, 64), { constraints: [matching(63)] }),
    certificate: END,
  }),
  ({ side }) => ({
    name: 'sets of 2 of 64 values, of many devices',
    input: asked(requests(side(30)), listed(side(300), 64, 80), { constraints: [matching(2)] }),
    certificate: END,
  }),
  ({ of }) => ({
    name: 'sets of 63 of 64 long values',
    input: asked(requests(2), listed(2, 64, 64, 'v'.repeat(of(30_000))), { constraints: [matching(63)] }),
    certificate: END,
  }),
  ({ side }) => ({
    name: 'values of match constraints',
    input: asked(requests(side(60)), listed(side(200), 64, 500), { constraints: times(side(60), () => ANY_MATCH) }),
    certificate: endlessByValue(
      times(500, (index) => `string v${index}`),
      [0, 0],
    ),
  }),
  ({ side }) => ({
    name: 'values of distinct constraints',
    input: asked(requests(side(60)), listed(side(200), 64, 500), { constraints: times(side(60), () => ANY_DISTINCT) }),
    certificate: endlessByDevice(10),
  }),
  ({ side }) => ({
    name: 'requests and devices',
    input: asked(requests(side(1_000)), devices(side(5_000))),
    certificate: endlessByDevice(side(3_000)),
  }),
  () => ({ name: 'cases without end', input: asked(requests(3), devices(300)), certificate: endlessByDevice(3) }),
  ({ side }) => ({
    name: 'cases without end of many requests',
    input: asked(requests(side(300)), devices(side(300))),
    certificate: endlessByDevice(2),
  }),
  () => ({
    name: 'values without end',
    input: asked(requests(3), listed(30, 64, 64), { constraints: [ANY_MATCH, ANY_MATCH] }),
    certificate: endlessByValue(
      times(64, (index) => `string v${index}`),
      [0, 0],
    ),
  }),
  ({ side }) => ({
    name: 'limits with all devices',
    input: asked(requests(side(30)), devices(side(1_000))),
    certificate: by({ rule: 'count', limits: times(side(1_000), () => limitOver(side(1_000), deviceNamed)), groups: [] }),
  }),
  ({ of, side }) => ({
    name: 'limits over one device',
    input: asked(requests(side(300)), devices(side(300))),
    certificate: by({ rule: 'count', limits: times(of(100_000), () => limitOver(1, deviceNamed, '9'.repeat(60))), groups: [] }),
  }),
  ({ of, side }) => ({
    name: 'groups of a count',
    input: asked(requests(side(60)), listed(side(100), 64, 500), { constraints: times(side(60), () => ANY_MATCH) }),
    certificate: by({ rule: 'count', limits: [limitOver(100, deviceNamed)], groups: times(of(10_000), (index) => [0, index % 60]) }),
  }),
  ({ of }) => ({
    name: 'long numbers and names',
    input: asked(requests(1), devices(1)),
    certificate: by({
      rule: 'count',
      limits: [{ price: '9'.repeat(of(10_000_000)), unit: '1', things: [] }],
      groups: times(of(1_000), () => ['x'.repeat(of(100_000))]),
    }),
  }),
  ({ of }) => ({
    name: 'a name of many parts',
    input: asked(requests(1), devices(1)),
    certificate: by({ rule: 'devices', request: times(of(1_000_000), () => 0), cases: [] }),
  }),
  ({ side }) => ({
    name: 'selectors and devices',
    input: asked(requests(side(300), selectors(...times(16, (index) => `device.driver != "${index}"`))), devices(side(1_000))),
    certificate: END,
  }),
  ({ of }) => ({
    name: 'selectors that work long',
    input: asked(requests(of(200), selectors('lists.range(1000).all(i, lists.range(100).all(j, j < 100 || i > 0))')), devices(20)),
    certificate: END,
  }),
];
