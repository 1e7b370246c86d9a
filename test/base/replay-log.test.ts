import { expect, it } from 'vitest';
import { begunOf, ReplayLog } from '../../src/base/replay-log.js';

it('a slice meets the calls of the one before in their order', () => {
  const log = new ReplayLog();
  const [first, second] = [log.enter(), log.enter()];
  Object.assign(first, { isDone: true, value: 'kept' });
  second.next = 3;
  log.rewind();
  expect(log.enter()).toBe(first);
  expect(log.enter()).toBe(second);
  expect(log.enter()).toEqual({ place: 2, isDone: false, next: 0, value: undefined });
});

it('calls within one that is done are forgotten', () => {
  const log = new ReplayLog();
  const outer = log.enter();
  const inner = log.enter();
  inner.isDone = true;
  log.backTo(outer);
  expect(log.enter()).toEqual({ place: 1, isDone: false, next: 0, value: undefined });
  log.rewind();
  expect(log.enter()).toBe(outer);
  expect(log.enter()).not.toBe(inner);
});

it('a visit begins with the first item, and ends where there is none', () => {
  const rest = begunOf(new Map([['a', 1]]));
  expect(rest.current).toEqual({ done: false, value: ['a', 1] });
  rest.current = rest.items.next();
  expect(rest.current.done).toBe(true);
  expect(begunOf(new Set()).current.done).toBe(true);
});
