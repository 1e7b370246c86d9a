import { expect, test } from 'vitest';
import { UNLIMITED } from '../../../src/core/base/checkpoint.js';
import { inOneGo } from '../../../src/core/base/incremental.js';
import { MAX_INT64, MIN_INT64 } from '../../../src/core/base/integers.js';
import {
  addAmounts,
  addInt64,
  isCountedInBytes,
  isScalarResource,
  NO_AMOUNTS,
  subtractInt64,
} from '../../../src/scheduler/filters/resource.js';

test.each([
  ['example.com/gpu', true],
  ['deviceclass.resource.kubernetes.io/c', true],
  ['hugepages-2Mi', true],
  ['kubernetes.io/batch-cpu', true],
  ['attachable-volumes-csi', true],
  ['cpu', false],
  ['storage', false],
  ['requests.example.com/gpu', false],
  ['example.com/', false],
])('%s is counted by its name: %s', (resource, expected) => {
  expect(isScalarResource(resource)).toBe(expected);
});

test('memory, storage and huge pages are counted in bytes', () => {
  expect(['memory', 'ephemeral-storage', 'hugepages-2Mi', 'cpu', 'example.com/gpu'].map(isCountedInBytes)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
});

test('sums and differences wrap around at 64 bits', () => {
  expect(addInt64(MAX_INT64, 1n)).toBe(MIN_INT64);
  expect(subtractInt64(MIN_INT64, 1n)).toBe(MAX_INT64);
});

test('amounts that were added can be taken away again', () => {
  const one = { milliCpu: 1n, memory: 2n, ephemeralStorage: 3n, scalars: new Map([['example.com/a', 4n]]) };
  const two = inOneGo(addAmounts(one, one, 1n, UNLIMITED));
  expect(two).toEqual({ milliCpu: 2n, memory: 4n, ephemeralStorage: 6n, scalars: new Map([['example.com/a', 8n]]) });
  expect(inOneGo(addAmounts(two, one, -1n, UNLIMITED))).toEqual(one);
  expect(inOneGo(addAmounts(one, one, -1n, UNLIMITED))).toEqual(NO_AMOUNTS);
});
