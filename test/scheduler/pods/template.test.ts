import { expect, test } from 'vitest';
import { ClaimNames, claimBaseName, claimGenerateName, extendedBaseName } from '../../../src/scheduler/pods/template.js';
import { threadMilliseconds } from '../../support/clock.js';

test('short names stand in full', () => {
  expect(claimGenerateName('pod', 'claim')).toBe('pod-claim-');
  expect(claimGenerateName('p'.repeat(50), 'claim')).toBe(`${'p'.repeat(50)}-claim-`);
});

test('long names are cut in proportion, as the controller does', () => {
  // 51 and 5 make 58 with hyphens: 51 * 57 / 58 and 5 * 57 / 58, rounded down.
  expect(claimGenerateName('p'.repeat(51), 'claim')).toBe(`${'p'.repeat(50)}-clai`);
  expect(claimGenerateName('p'.repeat(250), 'c'.repeat(63))).toBe(`${'p'.repeat(45)}-${'c'.repeat(11)}`);
});

test('the claim for extended resources is called after the pod, cut as the API server cuts generated names', () => {
  expect(extendedBaseName('web-0')).toBe('web-0-extended-resources');
  expect(extendedBaseName('p'.repeat(60))).toBe('p'.repeat(58));
  expect(extendedBaseName(`${'p'.repeat(57)}.q`)).toBe('p'.repeat(57));
});

test('names that are taken get numbers', () => {
  const taken = new Set(['pod-claim', 'pod-claim-3']);
  const names = new ClaimNames(taken);
  const pick = (): string => names.freeName('pod-claim', (name) => name);
  expect([pick(), pick(), pick()]).toEqual(['pod-claim-2', 'pod-claim-4', 'pod-claim-5']);
});

test('many equal names take linear time', () => {
  const names = new ClaimNames(new Set());
  const long = 'p'.repeat(250);
  const start = threadMilliseconds();
  const picked = new Set(
    Array.from({ length: 50_000 }, (_, index) => names.freeName(claimBaseName(`${long}${index}`, 'c'), (name) => name)),
  );
  expect(picked.size).toBe(50_000);
  expect(threadMilliseconds() - start).toBeLessThan(2000);
});
