// Indices in the notation of a Job's status: `0,2-4`. Source: completedIndexes and failedIndexes of batch/v1 JobStatus.

/** A set of indices as ranges that neither overlap nor touch. */
export interface IndexRanges {
  /** The number of indices. */
  readonly count: number;
  /** Returns the first index, from `index` on, that is not in the set. */
  firstFrom(index: number): number;
}

type Range = readonly [first: number, last: number];

/** The greatest index: a Job has at most this many. */
const MOST = 2 ** 31 - 1;

/** Parses indices. Like the controller, it skips invalid parts. */
export function indexRanges(text: string): IndexRanges {
  const ranges = merged(text.split(',').flatMap(rangeOf));
  return {
    count: ranges.reduce((sum, [first, last]) => sum + last - first + 1, 0),
    firstFrom: (index) => {
      const range = rangeWith(ranges, index);
      return range === undefined ? index : range[1] + 1;
    },
  };
}

function rangeOf(text: string): Range[] {
  const [, first, last = first] = /^([0-9]{1,10})(?:-([0-9]{1,10}))?$/.exec(text) ?? [];
  if (first === undefined || Number(last) > MOST || Number(first) > Number(last)) return [];
  return [[Number(first), Number(last)]];
}

function merged(ranges: readonly Range[]): readonly Range[] {
  const all: Range[] = [];
  for (const [first, last] of ranges.toSorted(([left], [right]) => left - right)) {
    const before = all.at(-1);
    if (before === undefined || first > before[1] + 1) all.push([first, last]);
    else all[all.length - 1] = [before[0], Math.max(before[1], last)];
  }
  return all;
}

/** Finds the range that contains an index, by binary search. */
function rangeWith(ranges: readonly Range[], index: number): Range | undefined {
  let [low, high] = [0, ranges.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const range = ranges[middle] as Range;
    if (index < range[0]) high = middle - 1;
    else if (index > range[1]) low = middle + 1;
    else return range;
  }
  return undefined;
}
