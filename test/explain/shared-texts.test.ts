import { describe, expect, it } from 'vitest';
import { AllocationError } from '../../src/base/errors.js';
import { SharedTexts } from '../../src/explain/shared-texts.js';

const longText = (length: number): string => 'refused by '.repeat(length / 11 + 1).slice(0, length);

describe('texts of explanations', () => {
  it('stay as they are, in lists and errors as well', () => {
    const error = new AllocationError('internal', longText(100));
    const value = { text: longText(50), count: 3, list: [longText(60), { detail: longText(70) }], error, none: undefined };
    const before = structuredClone({ ...value, error: error.message });
    const { error: kept, ...rest } = new SharedTexts().in(value);
    expect({ ...rest, error: kept.message }).toEqual(before);
    expect(kept).toBe(error);
  });

  it('are cut where they are longer than anybody reads', () => {
    const { text } = new SharedTexts().in({ text: longText(1_000_000) });
    expect(text.length).toBeLessThan(11_000);
    expect(longText(1_000_000).startsWith(text.slice(0, 10_000))).toBe(true);
  });
});
