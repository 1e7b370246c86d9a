import { expect, it } from 'vitest';
import { AllocationError } from '../../src/core/base/errors.js';
import { createAllocator } from '../../src/index.js';
import { createAllocatorOn } from '../../src/library/create-allocator.js';
import type { Platform } from '../../src/platform/platform.js';

it.each([
  null,
  'x',
  { kubernetesversion: '1.36' },
  { corrections: 'yes' },
  { featureGates: 5 },
  { module: 5 },
  { newShareID: 'x' },
  { workers: -1 },
])('%#: makes no allocator', async (options) => {
  await expect(createAllocator(options as never)).rejects.toBeInstanceOf(AllocationError);
});

it('rejects threads where the platform has none, before it loads the solver', async () => {
  const platform: Platform = {
    loadSolver: () => Promise.reject(new Error('loaded')),
    yieldNow: () => Promise.resolve(),
  };
  await expect(createAllocatorOn(platform, { workers: 2 })).rejects.toMatchObject({ code: 'invalid-input', path: 'workers' });
  await expect(createAllocatorOn(platform, { workers: 0 })).rejects.toThrow('loaded');
});
