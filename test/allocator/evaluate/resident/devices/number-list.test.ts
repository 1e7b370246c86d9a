import { expect, it } from 'vitest';
import { NumberList } from '../../../../../src/allocator/evaluate/resident/devices/number-list.js';

it.each([[[0, 63, 64, 1000, 16_383, 16_384, 40_000]], [[40_000, 5, 16_383]], [[16_384, 0]]])(
  'has what was set, and zeros before it: %j',
  (places) => {
    const list = new NumberList();
    for (const place of places) list.set(place, place + 7);
    const others = Array.from({ length: Math.max(...places) }, (_, place) => place).filter((place) => !places.includes(place));
    expect(others.every((place) => list.get(place) === 0)).toBe(true);
    for (const place of places) expect(list.get(place)).toBe(place + 7);
  },
);
