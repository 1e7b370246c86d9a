// Tests that an evaluation does cached work only once, even if it requests many
// other values in between: process-wide caches evict entries and are shared.

import { RE2JS } from 're2js';
import { afterEach, expect, it, vi } from 'vitest';
import { compileSelector } from '../../../src/cel/engine.js';
import { Checkpoint } from '../../../src/core/base/checkpoint.js';
import { type DeviceData, toDevice } from '../vector-devices.js';

const device = toDevice({ driver: 'd.example.com', attributes: {}, capacity: {} } as DeviceData);

const unlimited = new Checkpoint({ selectorWork: Number.POSITIVE_INFINITY });

/** The number of distinct requests, each made three times in rotation: more than any cache stores. */
const KINDS = 240;
const inTurn = (body: string): string => `[1, 2, 3].all(round, lists.range(${KINDS}).all(i, ${body}))`;

function evaluate(selector: string): void {
  expect(compileSelector(selector).measure(device, unlimited).result).toBe(true);
}

afterEach(() => vi.restoreAllMocks());

it('compiles each regular expression once', () => {
  const compile = vi.spyOn(RE2JS, 'compile');
  evaluate(inTurn('!"abc".matches("^once" + string(i))'));
  expect(compile).toHaveBeenCalledTimes(KINDS);
});

it('asks the runtime for each time zone once', () => {
  const format = vi.spyOn(Intl, 'DateTimeFormat');
  evaluate(inTurn('timestamp(0).getHours("None/Once" + string(i)) >= 0 || true'));
  expect(format).toHaveBeenCalledTimes(KINDS);
});

it('asks a time zone for each day once', () => {
  const ask = vi.spyOn(Intl.DateTimeFormat.prototype, 'formatToParts');
  const days = 1_100;
  evaluate(`[1, 2, 3].all(round, lists.range(${days}).all(i, timestamp((i + 40000) * 172800).getHours("Europe/Berlin") >= 0))`);
  const atLeast = 2 * days;
  expect(ask.mock.calls.length).toBeGreaterThanOrEqual(atLeast);
  expect(ask.mock.calls.length).toBeLessThan(1.5 * atLeast);
});
