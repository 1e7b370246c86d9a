import { expect, it } from 'vitest';
import { celGoIn } from '../../src/cel/cel-go.js';

it('is that of 1.37 from 1.37 on, and that of 1.36 before', () => {
  expect([32, 36, 37, 38].map(celGoIn)).toEqual(['0.26', '0.26', '0.29', '0.29']);
});
