// Binary search in a sorted list.

/** Returns the first place for which a condition holds, or `count` if it holds for no place. Requires: it holds for all places after the first. */
export function lowerBound(count: number, holds: (place: number) => boolean): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
