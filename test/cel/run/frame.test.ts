import { afterEach, describe, expect, it, vi } from 'vitest';
import { Checkpoint, DEFAULT_SELECTOR_WORK, UNLIMITED } from '../../../src/base/checkpoint.js';
import { compileSelector } from '../../../src/cel/engine.js';
import { type DeviceData, toDevice } from '../vector-devices.js';

const plain = toDevice({ driver: 'd.example.com', attributes: {}, capacity: {} } as DeviceData);

/** Announces a hundred million steps, by the length of the text, and is through with it after its first character. */
const EARLY = 'cel.bind(t, lists.range(5000).map(x, "z").join(), lists.range(20000).all(i, duration(t) > duration("1s") || true))';

/** A clock that goes on by so many milliseconds each time that somebody looks at it. */
function clock(milliseconds: number): void {
  let now = 1;
  vi.spyOn(performance, 'now').mockImplementation(() => {
    now += milliseconds;
    return now;
  });
}

function answer(checkpoint = UNLIMITED): boolean | 'own limit' {
  const { matches, error } = compileSelector(EARLY).trial(plain, checkpoint);
  return error?.isOwnLimit === true ? 'own limit' : matches === true;
}

afterEach(() => vi.restoreAllMocks());

describe('an evaluation that announces more work than it may', () => {
  it('goes on while little time has passed', () => {
    clock(0.0001);
    expect(answer()).toBe(true);
  });

  it('ends once 30 ms have passed', () => {
    clock(1);
    expect(answer()).toBe('own limit');
  });

  it('ends where the clock stands still while code runs', () => {
    clock(0);
    expect(answer()).toBe('own limit');
  });

  it('ends at the limit that its call gives, whatever the time', () => {
    clock(0.0001);
    expect(answer(new Checkpoint({ selectorWork: DEFAULT_SELECTOR_WORK + 1 }))).toBe('own limit');
    expect(answer(new Checkpoint({ selectorWork: Number.POSITIVE_INFINITY }))).toBe(true);
  });

  it('ends where a single call announces more than a third of it at once', () => {
    clock(0.0001);
    const huge =
      'cel.bind(t, lists.range(60000).map(x, "0123456789abcdefghijklmnopqrstuvwxyz").join(), lists.range(10).all(i, duration(t) > duration("1s") || true))';
    expect(compileSelector(huge).trial(plain).error?.isOwnLimit).toBe(true);
  });
});
