import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BinaryHeap } from '../../../src/core/base/binary-heap.js';

describe('a heap', () => {
  it('gives its items in order, whatever comes and goes between', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.integer({ min: -9, max: 9 }), fc.constant('pop' as const))), (steps) => {
        const heap = new BinaryHeap<number>((left, right) => left - right);
        let items: number[] = [];
        for (const step of steps) {
          if (step === 'pop') {
            items.sort((left, right) => left - right);
            expect(heap.peek()).toBe(items[0]);
            expect(heap.pop()).toBe(items.shift());
          } else {
            heap.push(step);
            items = [...items, step];
          }
          expect(heap.size).toBe(items.length);
        }
      }),
    );
  });
});
