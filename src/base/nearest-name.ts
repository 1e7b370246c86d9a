// The known name that somebody may have meant by an unknown one.

/** Longer names are not compared: nobody's typing mistake, and comparing takes quadratic time. */
const MAX_COMPARED_LENGTH = 64;

/** Candidates come from outside, too: no name in Kubernetes is longer. */
const MAX_CANDIDATE_LENGTH = 253;

/** The one of `candidates` that is nearest to `name` in spelling, or undefined if none is near. */
export function nearestName(name: string, candidates: readonly string[]): string | undefined {
  if (name.length > MAX_COMPARED_LENGTH) return undefined;
  const lower = name.toLowerCase();
  let best: string | undefined;
  let bestDistance = lower.length < 5 ? 2 : 3;
  for (const candidate of candidates) {
    if (candidate.length > MAX_CANDIDATE_LENGTH) continue;
    const other = candidate.toLowerCase();
    const isStart = lower.length >= 3 && other.length >= 3 && (lower.startsWith(other) || other.startsWith(lower));
    const missing = Math.abs(lower.length - other.length);
    // A beginning counts as one mistake, and of several beginnings the longest is nearest.
    const distance = isStart ? Math.min(1, missing) + missing / 1000 : editDistance(lower, other, bestDistance);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/**
 * Counts the letters that must be put in, left out, replaced or swapped with their neighbour to make one text of the other
 * (Damerau-Levenshtein); if it is `limit` or more, any number from there on. Only what lies within the limit of the diagonal is looked at.
 */
function editDistance(a: string, b: string, limit: number): number {
  const reach = Math.ceil(limit);
  if (Math.abs(a.length - b.length) >= limit) return limit;
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const current = new Array<number>(b.length + 1).fill(Number.POSITIVE_INFINITY);
    current[0] = i;
    for (let j = Math.max(1, i - reach); j <= Math.min(b.length, i + reach); j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min(at(previous, j) + 1, at(current, j - 1) + 1, at(previous, j - 1) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) cost = Math.min(cost, at(beforePrevious, j - 2) + 1);
      current[j] = cost;
    }
    beforePrevious = previous;
    previous = current;
  }
  return at(previous, b.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}
