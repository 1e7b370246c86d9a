// Binary search in a list that is in order.

/** The first of so many places that something holds of; it holds of all behind one that it holds of. Their number where it holds of none. */
export function lowerBound(count: number, holds: (place: number) => boolean): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
