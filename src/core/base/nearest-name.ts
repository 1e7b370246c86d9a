// Suggests the supported name that an unknown name may have meant.

/** Longer names are not compared, because the comparison needs quadratic time. */
const MAX_COMPARED_LENGTH = 64;

/** Candidates can also come from the input. Names in Kubernetes are never longer. */
const MAX_CANDIDATE_LENGTH = 253;

/** Returns whether a name has a length that Kubernetes accepts. */
export function isShortName(name: string): boolean {
  return name.length <= MAX_CANDIDATE_LENGTH;
}

/** Returns the one of `candidates` that is nearest to `name` in spelling, the first on a tie; undefined if no candidate is near. */
export function nearestName(name: string, candidates: readonly string[]): string | undefined {
  return nearestNames(name, candidates)[0];
}

/** Returns the `candidates` that are nearest to `name` in spelling: several if they are equally near, an empty list if no candidate is near. */
export function nearestNames(name: string, candidates: readonly string[]): readonly string[] {
  const farthest = farthestFrom(name);
  let nearest: string[] = [];
  let least = farthest;
  for (const candidate of candidates) {
    // A distance is exact only below the limit, so the limit must exceed the compared distances.
    const distance = spellingDistance(name, candidate, Math.min(farthest, least + 1));
    if (distance < least) {
      nearest = [candidate];
      least = distance;
    } else if (distance === least && distance < farthest && !nearest.includes(candidate)) nearest.push(candidate);
  }
  return nearest;
}

/** Returns all of `candidates` that are near to `name` in spelling, the nearest first. */
export function nearNames(name: string, candidates: readonly string[]): readonly string[] {
  const limit = farthestFrom(name);
  return candidates
    .map((candidate) => ({ candidate, distance: spellingDistance(name, candidate, limit) }))
    .filter(({ distance }) => distance < limit)
    .sort((left, right) => left.distance - right.distance)
    .map(({ candidate }) => candidate);
}

/** Returns the distance at which another name is no longer near. */
function farthestFrom(name: string): number {
  if (name.length > MAX_COMPARED_LENGTH) return 0;
  return name.length < 5 ? 2 : 3;
}

/**
 * Returns the number of mistakes between two names. A name that is the beginning of the other name counts as one mistake. The
 * fraction makes the longest such beginning the closest.
 */
function spellingDistance(name: string, candidate: string, limit: number): number {
  if (limit === 0 || !isShortName(candidate)) return limit;
  const [lower, other] = [name.toLowerCase(), candidate.toLowerCase()];
  const isStart = lower.length >= 3 && other.length >= 3 && (lower.startsWith(other) || other.startsWith(lower));
  const missing = Math.abs(lower.length - other.length);
  // The fraction makes the longest beginning the nearest.
  return isStart ? Math.min(1, missing) + missing / 1000 : editDistance(lower, other, limit);
}

/**
 * Returns the least number of letters to insert, remove, replace or swap with their neighbour (Damerau-Levenshtein). If it is `limit` or
 * more, returns any number that is at least `limit`. Only cells within the limit of the diagonal are computed.
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
