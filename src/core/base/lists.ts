// Lists of any length: the engine limits the arguments of one call, so that `push(...list)` and `Math.max(...list)` fail on a long list.

/** Appends items to a list, in order. */
export function append<T>(list: T[], items: Iterable<T>): void {
  for (const item of items) list.push(item);
}

/** Returns at most this many items. The others are not produced. */
export function firstOf<T>(items: Iterable<T>, most: number): readonly T[] {
  const first: T[] = [];
  if (most <= 0) return first;
  for (const item of items) if (first.push(item) >= most) break;
  return first;
}

/** Returns the largest of some numbers, and at least `floor`. */
export function largestOf(numbers: Iterable<number>, floor = Number.NEGATIVE_INFINITY): number {
  let largest = floor;
  for (const one of numbers) if (one > largest) largest = one;
  return largest;
}

/** Returns the smallest of some numbers, and at most `ceiling`. */
export function smallestOf(numbers: Iterable<number>, ceiling = Number.POSITIVE_INFINITY): number {
  let smallest = ceiling;
  for (const one of numbers) if (one < smallest) smallest = one;
  return smallest;
}

/** Moves an item to the front of a list. */
export function moveToFront<T>(list: T[], place: number): void {
  const [item] = list.splice(place, 1);
  if (item !== undefined) list.unshift(item);
}
