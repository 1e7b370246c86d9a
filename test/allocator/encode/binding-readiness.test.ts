// Tests binding conditions: the cases of the scheduler's own tests (bound-claim-... in
// dynamicresources_test.go of Kubernetes 1.37.1), and cases that follow from its code.

import { describe, expect, it } from 'vitest';
import { type BindingReadiness, bindingReadiness, timeOf } from '../../../src/allocator/encode/binding-readiness.js';
import { DecodeContext } from '../../../src/core/api/context.js';
import { decodeResourceClaim } from '../../../src/core/api/decode-resource-claim.js';
import { UNLIMITED } from '../../../src/core/base/checkpoint.js';
import { inOneGo } from '../../../src/core/base/incremental.js';
import { threadMilliseconds } from '../../support/clock.js';
import { claim, request } from '../../support/objects.js';

const ALLOCATED = '2026-01-02T15:00:00Z';
const SOON = new Date('2026-01-02T15:01:00Z');
const LATE = new Date('2026-01-02T15:10:01Z');

const at = (device: string): object => ({ driver: 'd.example.com', pool: 'p', device });

function result(device: string, conditions: readonly string[] = ['condition'], failures: readonly string[] = ['failed']): object {
  return { request: 'r', ...at(device), bindingConditions: conditions, bindingFailureConditions: failures };
}

/** Returns the device status that a driver reports, with these conditions by type. */
function report(device: string, conditions: Readonly<Record<string, string>>, more: object = {}): object {
  const entries = Object.entries(conditions).map(([type, status]) => ({
    type,
    status,
    reason: `${type}Reason`,
    message: `${type} of ${device}`,
  }));
  return { ...at(device), conditions: entries, ...more };
}

interface Given {
  readonly results?: readonly object[];
  readonly devices?: readonly object[];
  readonly timestamp?: unknown;
  readonly now?: Date;
}

function judge({ results = [result('a')], devices = [], now = SOON, ...given }: Given): BindingReadiness {
  const timestamp = 'timestamp' in given ? given.timestamp : ALLOCATED;
  const allocation = { devices: { results }, ...(timestamp === undefined ? {} : { allocationTimestamp: timestamp }) };
  const json = { ...claim('c', [request('r')]), status: { allocation, devices } };
  return inOneGo(bindingReadiness(decodeResourceClaim(json as never, new DecodeContext([])), now.getTime(), UNLIMITED));
}

const met = { condition: 'True', failed: 'False' };
const broken = { condition: 'False', failed: 'True' };

describe('a claim with its devices', () => {
  it.each<readonly [string, Given, BindingReadiness['kind']]>([
    ['has nothing to wait for', { results: [result('a', [], [])] }, 'ready'],
    ['has no devices', { results: [] }, 'ready'],
    ['has failure conditions alone', { results: [result('a', [])], devices: [report('a', broken)] }, 'ready'],
    ['has all conditions met', { devices: [report('a', met)] }, 'ready'],
    ['has all conditions met, however late', { devices: [report('a', met)], now: LATE }, 'ready'],
    ['has no report', {}, 'waiting'],
    ['has a report without conditions', { devices: [at('a')] }, 'waiting'],
    ['has a report with null for conditions', { devices: [{ ...at('a'), conditions: null }] }, 'waiting'],
    ['has a report of another device', { devices: [report('b', met)] }, 'waiting'],
    ['has a condition that is not met', { devices: [report('a', { condition: 'False' })] }, 'waiting'],
    ['has a condition of which nobody knows', { devices: [report('a', { condition: 'Unknown', failed: 'Unknown' })] }, 'waiting'],
    ['has one of two conditions met', { results: [result('a', ['one', 'two'])], devices: [report('a', { one: 'True' })] }, 'waiting'],
    ['has other conditions met', { devices: [report('a', { condition1: 'True', condition2: 'False' })] }, 'waiting'],
    ['has other conditions met, too late', { devices: [report('a', { condition1: 'True', condition2: 'False' })], now: LATE }, 'timed-out'],
    ['has a report without conditions, too late', { devices: [at('a')], now: LATE }, 'timed-out'],
    ['has no time of its allocation', { timestamp: undefined, now: LATE }, 'waiting'],
    ['has null for the time of its allocation', { timestamp: null, now: LATE }, 'waiting'],
    ['has failed', { devices: [report('a', broken)] }, 'failed'],
    ['has failed although its conditions are met', { devices: [report('a', { condition: 'True', failed: 'True' })] }, 'failed'],
    ['has failed, however late', { devices: [report('a', broken)], now: LATE }, 'failed'],
  ])('%s', (_, given, kind) => {
    expect(judge(given).kind).toBe(kind);
  });

  it('reports the reason and the message of the driver when it failed', () => {
    expect(judge({ devices: [report('a', broken)] })).toEqual({ kind: 'failed', reason: 'failedReason', message: 'failed of a' });
    const bare = { ...at('a'), conditions: [{ type: 'failed', status: 'True', reason: 5 }] };
    expect(judge({ devices: [bare] })).toEqual({ kind: 'failed', reason: '', message: '' });
  });

  it('of several devices the first that is not ready decides', () => {
    const results = [result('a'), result('b')];
    expect(judge({ results, devices: [report('a', met), report('b', broken)] }).kind).toBe('failed');
    expect(judge({ results, devices: [report('b', broken)] }).kind).toBe('waiting');
    expect(judge({ results, devices: [report('b', met), report('a', met)] }).kind).toBe('ready');
  });

  it('takes the report of a device without considering its share, and the first of several', () => {
    const shared = { ...result('a'), shareID: 'b7f5c4ee-0000-4000-8000-000000000001' };
    const other = report('a', met, { shareID: 'b7f5c4ee-0000-4000-8000-000000000002' });
    expect(judge({ results: [shared], devices: [other] }).kind).toBe('ready');
    expect(judge({ results: [shared], devices: [report('a', broken), other] }).kind).toBe('failed');
    expect(judge({ results: [shared], devices: [other, report('a', broken)] }).kind).toBe('ready');
  });

  it('takes the first of several conditions of one type', () => {
    const twice = { ...at('a'), conditions: [{ type: 'condition', status: 'False' }, null, { type: 'condition', status: 'True' }] };
    expect(judge({ devices: [twice] }).kind).toBe('waiting');
  });
});

describe('time', () => {
  it.each([
    ['2026-01-02T15:10:00.000Z', 'waiting'],
    ['2026-01-02T15:10:00.001Z', 'timed-out'],
  ])('%s: passes when more than 600 seconds are over', (now, kind) => {
    expect(judge({ now: new Date(now) }).kind).toBe(kind);
  });

  it('is read with an offset and with fractions', () => {
    const now = new Date('2026-01-02T15:10:00.250Z');
    expect(judge({ timestamp: '2026-01-02T16:30:00.249+01:30', now }).kind).toBe('timed-out');
    expect(judge({ timestamp: '2026-01-02T16:30:00.250+01:30', now }).kind).toBe('waiting');
  });

  it.each(['yesterday', '', '2026-01-02', '2026-01-02T15:00:00', '2026-13-02T15:00:00Z', 'Jan 2 2026'])('%j is no time', (timestamp) => {
    expect(() => judge({ timestamp })).toThrow(
      expect.objectContaining({
        code: 'invalid-object',
        message: 'claim ns/c: status.allocation.allocationTimestamp: expected a time such as 2026-01-02T15:04:05Z',
        path: 'status.allocation.allocationTimestamp',
      }),
    );
    expect(judge({ timestamp, devices: [report('a', met)] }).kind).toBe('ready');
  });

  it('is the one that a caller names', () => {
    expect(timeOf(SOON)).toBe(SOON.getTime());
    expect(timeOf(undefined)).toBeUndefined();
  });

  it.each([new Date('never'), 5, '2026-01-02T15:00:00Z', null])('%s is not a time that a caller may name', (now) => {
    expect(() => timeOf(now as never)).toThrow(
      expect.objectContaining({ code: 'invalid-input', message: expect.stringContaining('now: expected a Date, found ') as string }),
    );
  });
});

it('takes time in proportion to what is reported', () => {
  const count = 20_000;
  const results = Array.from({ length: count }, (_, index) => result(index === count - 1 ? 'b' : 'a', ['condition', `c${index}`]));
  const conditions = Array.from({ length: count }, (_, index) => ({ type: `c${index}`, status: 'True' }));
  const devices = [{ ...at('a'), conditions: [...conditions, { type: 'condition', status: 'True' }] }];
  const start = threadMilliseconds();
  expect(judge({ results, devices }).kind).toBe('waiting');
  expect(threadMilliseconds() - start).toBeLessThan(3000);
});
