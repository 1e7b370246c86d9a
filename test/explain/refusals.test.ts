import { expect, it } from 'vitest';
import { figure } from '../../src/explain/refusals.js';

it('prints figures as they are, and of very long ones the beginning', () => {
  expect(figure({ toString: () => '40Gi' })).toBe('40Gi');
  expect(figure({ toString: () => '9'.repeat(10_000) })).toBe(`${'9'.repeat(40)}...`);
  expect(figure(undefined)).toBe('?');
});
