import { expect, it } from 'vitest';
import { begunOf, ONE_RESULT, ReplayLog } from '../../../src/core/base/replay-log.js';

it('a slice meets the calls of the one before in their order', () => {
  const log = new ReplayLog();
  const [first, second] = [log.enter(1), log.enter(1)];
  Object.assign(first, { isDone: true, value: 'kept' });
  second.next = 3;
  log.rewind();
  expect(log.enter(1)).toBe(first);
  expect(log.enter(1)).toBe(second);
  expect(log.enter(1)).toEqual({ place: 2, items: 1, isDone: false, next: 0, value: undefined });
});

it('calls within one that is done are forgotten', () => {
  const log = new ReplayLog();
  const outer = log.enter(1);
  const inner = log.enter(1);
  inner.isDone = true;
  log.backTo(outer);
  expect(log.enter(1)).toEqual({ place: 1, items: 1, isDone: false, next: 0, value: undefined });
  log.rewind();
  expect(log.enter(1)).toBe(outer);
  expect(log.enter(1)).not.toBe(inner);
});

it('a visit begins with the first item, and ends where there is none', () => {
  const rest = begunOf(new Map([['a', 1]]));
  expect(rest.current).toEqual({ done: false, value: ['a', 1] });
  rest.current = rest.items.next();
  expect(rest.current.done).toBe(true);
  expect(begunOf(new Set()).current.done).toBe(true);
});

it('refuses a call that stands in the place of another one', () => {
  const log = new ReplayLog();
  log.enter(3);
  log.rewind();
  expect(() => log.enter(ONE_RESULT)).toThrow(expect.objectContaining({ code: 'internal' }));
});
