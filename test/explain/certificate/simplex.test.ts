import { expect, it } from 'vitest';
import { Master } from '../../../src/explain/certificate/simplex.js';

it('two blocks that want the one thing that there is are not both served', () => {
  const master = new Master(2, [1]);
  for (const block of [0, 1]) master.enter(block, [[0, 1]]);
  expect(master.missing).toBeCloseTo(1, 5);
  const { limits } = master.duals();
  expect(limits[0]).toBeCloseTo(1, 5);
});

it('blocks with a choice are served', () => {
  const master = new Master(2, [1, 1]);
  master.enter(0, [[0, 1]]);
  master.enter(1, [[1, 1]]);
  expect(master.missing).toBeCloseTo(0, 5);
});

it('half of each of two columns is a choice too', () => {
  const master = new Master(1, [0.5, 0.5]);
  master.enter(0, [[0, 1]]);
  expect(master.missing).toBeCloseTo(0.5, 5);
  master.enter(0, [[1, 1]]);
  expect(master.missing).toBeCloseTo(0, 5);
});
