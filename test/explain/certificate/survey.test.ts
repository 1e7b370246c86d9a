// Complete objects: certificates of generated problems are accepted, but not for problems that can be allocated. `npm run certificates` checks
// more.

import { expect, it } from 'vitest';
import { cases } from '../../support/extent.js';
import { escalating } from '../../support/kernels.js';
import { survey } from './survey.js';

it('problems that cannot be allocated have certificates, and none is accepted for one that can be', () => {
  const counts = survey(3, cases(25, 100), 3, escalating);
  expect(counts.wrong).toEqual([]);
  expect(counts.certified).toBeGreaterThanOrEqual(counts.unallocatable * 0.99);
  expect(counts.damagedRefused).toBeGreaterThan(counts.damaged / 4);
  // Verifies that the survey made enough checks.
  expect(Math.min(counts.near, counts.borrowed, counts.forged)).toBeGreaterThan(cases(3, 20));
});
