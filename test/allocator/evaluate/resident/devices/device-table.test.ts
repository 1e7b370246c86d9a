import { expect, it } from 'vitest';
import { DeviceTable } from '../../../../../src/allocator/evaluate/resident/devices/device-table.js';
import { listedDevices } from '../../../../../src/allocator/pools/pool.js';
import { DecodeContext } from '../../../../../src/core/api/context.js';
import { decodeResourceSlice } from '../../../../../src/core/api/resource-slice.js';
import type { Json } from '../../../../../src/core/base/json.js';
import { resolveFeatures } from '../../../../../src/core/features/features.js';
import { inIncrements } from '../../../../support/increments.js';
import { devices, slice } from '../../../../support/objects.js';

const COUNT = 1000;
const large = () => decodeResourceSlice(slice('s', devices(COUNT)) as Json, new DecodeContext());

it('finds a device of a large slice in increments', () => {
  const table = new DeviceTable(resolveFeatures());
  const { slice: of, first } = table.blockOf(large());
  const { result, pauses } = inIncrements((checkpoint) => table.findingDevice(first + 7, checkpoint));
  expect(pauses).toBeGreaterThan(COUNT / 64);
  expect(result).toBe(listedDevices(of)?.[7]);
  expect(result).toBe(table.device(first + 7));
});

it('numbers the devices of a slice once, if another call does so meanwhile', () => {
  const table = new DeviceTable(resolveFeatures());
  const of = large();
  let block: unknown;
  const { result, pauses } = inIncrements(function* (checkpoint) {
    const numbering = table.numbering(of, checkpoint);
    let step = numbering.next();
    for (; step.done !== true; step = numbering.next()) {
      block = table.blockOf(of);
      yield;
    }
    return step.value;
  });
  expect(pauses).toBe(1);
  expect(result).toBe(block);
  expect(table.size).toBe(COUNT);
});
