import { expect, test } from 'vitest';
import { namesInstead } from '../../src/explain/names-instead.js';

test.each([
  ['resource.kubernetes.io/numaNode', ['numaNode'], ['gpu.amd.com/numaNode']],
  ['gpu.amd.com/numaNode', ['resource.kubernetes.io/numaNode'], ['resource.kubernetes.io/numaNode']],
  ['resource.kubernetes.io/pciRoot', ['resource.kubernetes.io/pcieRoot', 'model'], ['resource.kubernetes.io/pcieRoot']],
  ['resource.kubernetes.io/numaNode', ['dra.net/numaNode', 'numaNode'], ['dra.net/numaNode', 'gpu.amd.com/numaNode']],
  ['resource.kubernetes.io/numaNode', ['model'], []],
  ['gpu.amd.com/b', ['a'], []],
])('%s of a device with %j: %j', (wanted, names, instead) => {
  const attributes = new Map(names.map((name) => [name, { int: 0n }]));
  expect(namesInstead(wanted, { attributes }, 'gpu.amd.com')).toEqual(instead);
});
