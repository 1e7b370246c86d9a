import { describe, expect, it } from 'vitest';
import { UNLIMITED } from '../../src/core/base/checkpoint.js';
import { AllocationError } from '../../src/core/base/errors.js';
import { inOneGo } from '../../src/core/base/incremental.js';
import type { NodeExplanation } from '../../src/explain/explanation.js';
import { SharedTexts } from '../../src/explain/shared-texts.js';

const longText = (length: number): string => 'refused by '.repeat(length / 11 + 1).slice(0, length);

const explained = (length: number): NodeExplanation => ({
  node: 'n',
  kind: 'error',
  error: new AllocationError('internal', longText(length)),
  requests: [{ claim: 'c', request: 'r', wanted: 1, total: 1, left: 0, losses: [{ code: 'tainted', count: 1, detail: longText(length) }] }],
  unavailable: [{ claim: 'c', reason: longText(length) }],
  pools: [],
  text: longText(length),
});

describe('texts of an explanation', () => {
  it('stay as they are, in lists and errors as well', () => {
    const { error, ...rest } = inOneGo(new SharedTexts().in(explained(1000), UNLIMITED));
    const { error: before, ...others } = explained(1000);
    expect(rest).toEqual(others);
    expect(error?.message).toBe(before?.message);
  });

  it('are cut where they are longer than anybody reads', () => {
    const { error, text, requests, unavailable } = inOneGo(new SharedTexts().in(explained(100_000), UNLIMITED));
    for (const short of [error?.message, text]) expect(short).toBe(`${longText(2000)}...`);
    for (const other of [requests[0]?.losses[0]?.detail, unavailable[0]?.reason]) expect(other).toBe(`${longText(10_240)}...`);
  });
});
