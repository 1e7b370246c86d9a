import { describe, expect, test } from 'vitest';
import { int64, list, map, object, string } from '../../../src/core/api/decoder.js';
import { suggestField } from '../../../src/core/api/suggest.js';

describe('places', () => {
  const schema = object({
    spec: object({
      devices: object({ requests: list(object({ name: string, exactly: object({ count: int64 }) })) }),
      marks: map(object({ tone: string })),
    }),
  });

  test('a field below where it was written', () => {
    expect(suggestField(schema, ['spec', 'requests'], [])).toBe('spec.devices.requests');
    expect(suggestField(schema, ['spec', 'devices', 'requests', 4, 'count'], [])).toBe('spec.devices.requests[4].exactly.count');
  });

  test('a field above where it was written, in the form of its path from the root', () => {
    expect(suggestField(schema, ['spec', 'devices', 'requests', 4, 'marks'], ['claims', 2])).toBe('claims[2].spec.marks');
    expect(suggestField(schema, ['spec', 'tone'], [])).toBe('spec.marks[].tone');
  });

  test('nothing for a name that is nowhere', () => {
    expect(suggestField(schema, ['spec', 'weather'], [])).toBeUndefined();
  });
});
