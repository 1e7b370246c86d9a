import { describe, expect, test } from 'vitest';
import { attributeName, migratedSelector } from '../../../src/classic/migrate/selector.js';

const DRIVER = 'gpu.example.com';

test.each([
  ['attributes.string["model"] == "a100"', 'device.attributes["gpu.example.com"]["model"] == "a100"'],
  [
    'attributes.quantity["memory"].isGreaterThan(quantity("10Gi")) && attributes.bool["healthy"]',
    'device.capacity["gpu.example.com"]["memory"].isGreaterThan(quantity("10Gi")) && device.attributes["gpu.example.com"]["healthy"]',
  ],
  ['"driver-version" in attributes.version', '"driver_version" in device.attributes["gpu.example.com"]'],
  [
    "attributes.version['driver-version'].isGreaterThan(semver('1.0.0'))",
    'device.attributes["gpu.example.com"]["driver_version"].isGreaterThan(semver(\'1.0.0\'))',
  ],
  ['attributes . int [ "a" ]  > 1 // attributes.int', 'device.attributes["gpu.example.com"]   [ "a" ]  > 1 // attributes.int'],
  ['"attributes.string" == "x" || device.attributes.string == 1', '"attributes.string" == "x" || device.attributes.string == 1'],
])('%s', (selector, expression) => {
  expect(migratedSelector(selector, DRIVER)).toEqual({ expression, readsLists: false });
});

test('lists are distinguished, and what is no CEL is not touched', () => {
  expect(migratedSelector('attributes.intslice["a"].isSorted()', DRIVER)?.readsLists).toBe(true);
  expect(migratedSelector('attributes.string["a', DRIVER)).toBeUndefined();
});

describe('the name of an attribute is a C identifier', () => {
  test.each([
    ['model', 'model'],
    ['driver-version', 'driver_version'],
    ['nvidia.com', 'nvidia_com'],
    ['2g', '_2g'],
    ['a'.repeat(40), 'a'.repeat(32)],
  ])('%s', (name, own) => {
    expect(attributeName(name)).toBe(own);
  });
});
