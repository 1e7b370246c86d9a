// An allocator of a release evaluates selectors as in that release. The rest of its answers agree with the newest release.

import { expect, it } from 'vitest';
import { createAllocator } from '../../src/index.js';
import { input } from '../support/allocate.js';
import { request, selectors } from '../support/objects.js';

const asking = (expression: string) => input([request('r', selectors(expression))]);

it.each([{}, { kubernetesVersion: '1.37' }])('names in backquotes are read with %o', async (options) => {
  const allocator = await createAllocator(options);
  expect(allocator.allocate(asking('device.`driver` == "d.example.com"'))).toMatchObject({ kind: 'allocated' });
});

it.each(['1.36', '1.35', '1.32'])('names in backquotes are an error of the claim in %s', async (kubernetesVersion) => {
  const allocator = await createAllocator({ kubernetesVersion });
  expect(() => allocator.allocate(asking('device.`driver` == "d.example.com"'))).toThrow(
    "claim ns/c: selector #0: CEL compile error: compilation failed: ERROR: <input>:1:8: unsupported syntax: '`'",
  );
});

it('a variable behind a dot is read up to 1.36', async () => {
  const dotted = asking('["d.example.com"].exists(d, .d == device.driver)');
  const earlier = await createAllocator({ kubernetesVersion: '1.36' });
  expect(earlier.allocate(dotted)).toMatchObject({ kind: 'allocated' });
  const newest = await createAllocator({ kubernetesVersion: '1.37' });
  expect(() => newest.allocate(dotted)).toThrow("undeclared reference to '.d'");
});
