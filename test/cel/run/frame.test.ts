import { afterEach, describe, expect, it, vi } from 'vitest';
import { compileSelector } from '../../../src/cel/engine.js';
import { TOO_MUCH_MEMORY } from '../../../src/cel/errors.js';
import { Checkpoint, DEFAULT_SELECTOR_WORK, UNLIMITED } from '../../../src/core/base/checkpoint.js';
import { type DeviceData, toDevice } from '../vector-devices.js';

const plain = toDevice({ driver: 'd.example.com', attributes: {}, capacity: {} } as DeviceData);

/** Reports a hundred million steps because of the length of the text, but ends after its first character. */
const EARLY = 'cel.bind(t, lists.range(5000).map(x, "z").join(), lists.range(20000).all(i, duration(t) > duration("1s") || true))';

/** Mocks a clock that advances by this number of milliseconds at each read. */
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

  it('ends where a single call announces more than two thirds of it at once', () => {
    clock(0.0001);
    const huge =
      'cel.bind(t, lists.range(60000).map(x, "0123456789abcdefghijklmnopqrstuvwxyz").join(), lists.range(10).all(i, duration(t) > duration("1s") || true))';
    expect(compileSelector(huge).trial(plain).error?.isOwnLimit).toBe(true);
  });
});

describe('an evaluation whose values take memory', () => {
  const unlimited = new Checkpoint({ selectorWork: Number.POSITIVE_INFINITY });
  const message = (expression: string): string | undefined => compileSelector(expression).trial(plain, unlimited).error?.message;

  it('ends when they take too much, whatever work its call allows', () => {
    expect(message('cel.bind(y, lists.range(14000), lists.range(3000).map(i, y + y).size() > 0)')).toBe(TOO_MUCH_MEMORY);
    const doubled = `cel.bind(v, lists.range(1000), ${'cel.bind(v, v + v, '.repeat(20)}v.size() > 0${')'.repeat(21)}`;
    expect(message(doubled)).toBe(TOO_MUCH_MEMORY);
  });

  it.each([
    ['a changed text', 'cel.bind(e, lists.range(14000).map(x, "\u{1f600}").join(), lists.range(1000).all(i, e.lowerAscii() != ""))'],
    ['a copied list', 'cel.bind(y, lists.range(14000), lists.range(1200).all(i, (y + [1]) != []))'],
    [
      'a character of a long text',
      'cel.bind(n, lists.range(9000).map(x, "1").join(), lists.range(9000).all(i, n.charAt(900000) == "" || true))',
    ],
  ])('takes %s for the bytes that it has', (_, expression) => {
    expect(compileSelector(expression).trial(plain, unlimited).error?.isOwnLimit).not.toBe(true);
  });
});
