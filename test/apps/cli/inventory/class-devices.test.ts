// The devices of DeviceClasses in an inventory.

import { expect, test } from 'vitest';
import type { Limits } from '../../../../src/allocator/evaluate/limits.js';
import type { ClassTotals } from '../../../../src/apps/cli/inventory/inventory.js';
import { takeInventory } from '../../../../src/apps/cli/inventory/take-inventory.js';
import { resolveFeatures } from '../../../../src/core/features/features.js';
import { device, devices, node, slice } from '../../../support/objects.js';
import { decoded, holder } from './decoded.js';

function classesOf(objects: readonly object[], limits: Limits = {}): readonly ClassTotals[] {
  const set = decoded(node('n', {}), ...objects);
  return takeInventory(set, set.nodes, resolveFeatures({}), { limits }).classes;
}

const numbers = (classes: readonly ClassTotals[]) =>
  classes.map((each) => (each.isCounted ? [each.name, each.devices, each.free, each.taken, each.atOnce.atMost] : [each.name]));

const isModel = (model: string): string => `device.attributes["d.example.com"].model == "${model}"`;
const model = (name: string, value: string): object => device(name, { model: value });
const deviceClass = (name: string, expressions: readonly string[]): object => ({
  apiVersion: 'resource.k8s.io/v1',
  kind: 'DeviceClass',
  metadata: { name },
  spec: { selectors: expressions.map((expression) => ({ cel: { expression } })) },
});

test('each class has the devices for which all of its selectors are true, by its name', () => {
  const list = [model('a', 'x'), model('b', 'x'), model('c', 'y')];
  const classes = [
    deviceClass('x', [isModel('x')]),
    deviceClass('both', [isModel('x'), isModel('y')]),
    deviceClass('all', []),
    deviceClass('y', [isModel('y')]),
  ];
  expect(numbers(classesOf([slice('s', list), holder('c', 'a'), ...classes]))).toEqual([
    ['all', 3, 2, 1, 2],
    ['both', 0, 0, 0, 0],
    ['x', 2, 1, 1, 1],
    ['y', 1, 1, 0, 1],
  ]);
});

test('a selector that fails on a device chooses it not, and is reported with the first one; one after a false one is not asked', () => {
  const list = [device('a', {}), model('b', 'x'), device('c', {})];
  const [alone, guarded] = classesOf([
    slice('s', list),
    deviceClass('alone', [isModel('x')]),
    deviceClass('guarded', ['"model" in device.attributes["d.example.com"]', isModel('x')]),
  ]);
  expect(alone).toMatchObject({
    devices: 1,
    free: 1,
    failing: { devices: 2, first: { device: 'd.example.com/p/a', error: { message: expect.stringContaining('no such key: model') } } },
  });
  expect(guarded).toMatchObject({ devices: 1, free: 1 });
  expect(guarded).not.toHaveProperty('failing');
});

test('a selector that does not compile fails on all devices, and on none where there are none', () => {
  const broken = deviceClass('broken', ['device.']);
  expect(classesOf([slice('s', devices(2)), broken])).toMatchObject([{ devices: 0, failing: { devices: 2 } }]);
  expect(classesOf([broken])).toMatchObject([{ isCounted: true, devices: 0 }]);
});

test('a class that there was no time for is not counted, rather than counted wrong', () => {
  expect(classesOf([slice('s', devices(50_000)), deviceClass('x', [isModel('x')])], { milliseconds: 0 })).toEqual([
    { name: 'x', isCounted: false },
  ]);
});
