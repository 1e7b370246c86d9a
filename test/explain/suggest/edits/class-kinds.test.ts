import { describe, expect, it, test } from 'vitest';
import { areRelated, namesMisspelt, servingRank, wordsIn } from '../../../../src/explain/suggest/edits/class-kinds.js';

describe('the names that a class may be a misspelling of', () => {
  test.each([
    ['gpu.nvidia.con', ['gpu.nvidia.com']],
    ['gpu.nvidai.com', ['gpu.nvidia.com']],
    ['gpi.nvidia.com', ['gpu.nvidia.com']],
    ['gpu', ['gpu.amd.com', 'gpu.nvidia.com']],
    // Other kinds of devices, and other vendors, are one or two letters away.
    ['npu.nvidia.com', []],
    ['gpu.arm.com', []],
    ['compute-domain.nvidia.com', []],
  ])('%s: %j', (written, meant) => {
    const names = ['gpu.amd.com', 'gpu.nvidia.com', 'mig.nvidia.com', 'dra.net'];
    expect(namesMisspelt(written, names)).toEqual(meant);
  });
});

it('relates classes of one driver, or of one kind by two vendors', () => {
  const [gpu, mig, daemon, intel, plain] = [
    { name: 'gpu.nvidia.com', drivers: ['gpu.nvidia.com'] },
    { name: 'mig.nvidia.com', drivers: ['gpu.nvidia.com'] },
    { name: 'daemon.nvidia.com', drivers: ['compute-domain.nvidia.com'] },
    { name: 'gpu.intel.com', drivers: ['gpu.intel.com'] },
    { name: 'large', drivers: [] },
  ];
  expect([mig, daemon, intel, plain].map((other) => areRelated(gpu, other))).toEqual([true, false, true, true]);
});

it('takes names apart into words', () => {
  expect(wordsIn('nvidia.com/mig-1g.5gb')).toEqual(['nvidia', 'com', 'mig', '1g', '5gb']);
});

test.each([
  ['nvidia.com/gpu', [0, 1, undefined, undefined]],
  ['nvidia.com/mig-1g.5gb', [undefined, 0, undefined, undefined]],
  ['amd.com/gpu', [undefined, undefined, undefined, undefined]],
  ['gpu.intel.com/i915', [undefined, undefined, undefined, 0]],
])('ranks classes that may serve %s', (resource, ranks) => {
  const classes = [
    { name: 'gpu.nvidia.com', drivers: ['gpu.nvidia.com'] },
    { name: 'mig.nvidia.com', drivers: ['gpu.nvidia.com'] },
    { name: 'daemon.nvidia.com', drivers: ['compute-domain.nvidia.com'] },
    { name: 'gpu.intel.com', drivers: ['gpu.intel.com'] },
  ];
  expect(classes.map((one) => servingRank(one, resource))).toEqual(ranks);
});
