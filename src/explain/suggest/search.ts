// Searches for the smallest sets of edits that help: single edits, then pairs, then small sets reduced from large ones.

import type { Checkpoint } from '../../core/base/checkpoint.js';
import { entryIn } from '../../core/base/entry-in.js';
import type { Incremental } from '../../core/base/incremental.js';
import { firstOf, largestOf } from '../../core/base/lists.js';
import { filtering } from '../../core/base/lists-in-increments.js';
import type { Ladder } from './candidates.js';
import { areInConflict } from './change.js';
import { ChangeSet } from './change-set.js';
import { allChanges, compareEdits, type Edit, type EditKind } from './edit.js';
import type { Verifier } from './verifier.js';

/** Edits that help together, each of which is needed. */
export type Remedy = readonly Edit[];

/** The most edits of a remedy: more edits are not a small change. */
export const MOST_EDITS = 3;

/** Returns whether a remedy gives up a part of the request. */
export function givesUpGoal(remedy: Remedy): boolean {
  return remedy.some(({ givesUp = false }) => givesUp);
}

/** Returns whether a remedy may lead to another device class than requested. */
export function isOtherKind(remedy: Remedy): boolean {
  return remedy.some((edit) => edit.isOtherKind);
}

/** Kinds of edits that relax no requirement. They join the large sets only as a last resort. */
const NOT_RELAXING: readonly EditKind[] = ['name', 'mode', 'read', 'value', 'comparison', 'share', 'class', 'node'];

/** The most groups of requests with one class or share that are tried. */
const MOST_TOGETHER = 32;

/** The most pairs tried in each search. */
const MOST_PAIRS = 600;

/** The most candidate pairs. Most edits of one place are in conflict. */
const MOST_PAIRS_CONSIDERED = 20 * MOST_PAIRS;

const NONE: ReadonlySet<Ladder> = new Set();

/** The fractions of trials reserved for later searches: during author pairs, during mixed pairs, and before the last resort. */
const RESERVE_OF_PAIRS = 0.4;
const RESERVE_OF_MIXED_PAIRS = 0.2;
const RESERVE = 0.1;

/** Searches for remedies of one question. */
export class RemedySearch {
  readonly #checkpoint: Checkpoint;
  readonly #verifier: Pick<Verifier, 'helps'>;
  readonly #ofAuthor: readonly Ladder[];
  readonly #dropping: readonly Ladder[];
  readonly #ofAdmin: readonly Ladder[];
  readonly #lastResort: (() => Incremental<readonly Ladder[]>) | undefined;
  #isLastResort = false;
  readonly #found: Remedy[];

  /** `lastResort`: edits that are tried if no other edits help. `found`: collects remedies as they are found. */
  constructor(
    { ladders, lastResort }: { readonly ladders: readonly Ladder[]; readonly lastResort?: () => Incremental<readonly Ladder[]> },
    verifier: Pick<Verifier, 'helps'>,
    found: Remedy[],
    checkpoint: Checkpoint,
  ) {
    this.#checkpoint = checkpoint;
    this.#verifier = verifier;
    this.#found = found;
    const isOf =
      (by: Edit['by'], drops: boolean) =>
      ([first]: Ladder): boolean =>
        first?.by === by && (first.kind === 'request') === drops;
    this.#ofAuthor = ladders.filter(isOf('author', false));
    this.#dropping = ladders.filter(isOf('author', true));
    this.#ofAdmin = ladders.filter(isOf('admin', false));
    this.#lastResort = lastResort;
  }

  /** Collects remedies in `found`. Throws CallEnded. */
  *run(): Incremental<void> {
    const byAuthor = yield* this.#singles(this.#ofAuthor);
    const byAdmin = yield* this.#singles(this.#ofAdmin);
    const inPairs = !byAuthor && (yield* this.#pairs([this.#ofAuthor], NONE, RESERVE_OF_PAIRS));
    const inMore = !byAuthor && !inPairs && (yield* this.#fewest(this.#ofAuthor, []));
    if (byAuthor || inPairs) yield* this.#keepGoal(byAuthor);
    if (byAdmin || byAuthor || (yield* this.#singles(this.#dropping))) return;
    const inPairsOfBoth =
      !inPairs &&
      (yield* this.#pairs([[...this.#ofAuthor, ...this.#dropping], this.#ofAdmin], new Set(this.#ofAuthor), RESERVE_OF_MIXED_PAIRS));
    if (inPairs || inPairsOfBoth || inMore) return;
    if ((yield* this.#fewest(this.#ofAdmin, [])) || (yield* this.#fewestOfBoth(this.#ofAdmin))) return;
    if (this.#lastResort === undefined) return;
    const more = yield* this.#lastResort();
    this.#isLastResort = true;
    if ((yield* this.#singles(more)) || (yield* this.#fewest(more, []))) return;
    yield* this.#fewestOfBoth([...more, ...this.#ofAdmin]);
  }

  /** Searches for larger edits by the author that give up no requirement and keep the device class, if no remedy so far does so. */
  *#keepGoal(triesPairs: boolean): Incremental<void> {
    if (this.#found.some(keepsGoal)) return;
    const keeping = this.#ofAuthor.map((ladder) => ladder.filter((edit) => keepsGoal([edit]))).filter(({ length }) => length > 0);
    if (!(triesPairs && (yield* this.#pairs([keeping], NONE, RESERVE_OF_PAIRS)))) yield* this.#fewest(keeping, []);
  }

  *#fewestOfBoth(ofAdmin: readonly Ladder[]): Incremental<boolean> {
    return (yield* this.#fewest(this.#ofAuthor, ofAdmin)) || (yield* this.#fewest([...this.#ofAuthor, ...this.#dropping], ofAdmin));
  }

  #helps(edits: readonly Edit[]): Incremental<boolean> {
    return this.#verifier.helps(edits, this.#isLastResort ? 0 : RESERVE);
  }

  /** Finds every single edit that helps. Of each ladder, finds the smallest edit that helps. */
  *#singles(ladders: readonly Ladder[]): Incremental<boolean> {
    const before = this.#found.length;
    for (const ladder of ladders) {
      if (this.#checkpoint.due()) yield;
      if (ladder[0]?.isOnlyAmongAll === true) continue;
      const edit = yield* this.#least(ladder, []);
      if (edit !== undefined) this.#found.push([edit]);
    }
    return this.#found.length > before;
  }

  /** Finds pairs of ladders from one list or two, except pairs that were tried. */
  *#pairs(lists: readonly (readonly Ladder[])[], tried: ReadonlySet<Ladder>, reserve: number): Incremental<boolean> {
    const before = this.#found.length;
    const alone = lists.map((ladders) => ladders.filter(([first]) => first?.isOnlyAmongAll !== true));
    for (const [one, other] of yield* pairsOf(alone, tried, this.#checkpoint)) {
      if (this.#checkpoint.due()) yield;
      const most = [mostOf(one), mostOf(other)];
      if (yield* this.#verifier.helps(most, reserve)) this.#found.push(yield* this.#tightened(most, [one, other]));
    }
    return this.#found.length > before;
  }

  /**
   * Finds a remedy from a large set: applies every relaxing edit and some more, then removes edits that are not needed, largest
   * loss first.
   */
  *#fewest(ladders: readonly Ladder[], more: readonly Ladder[]): Incremental<boolean> {
    const isRelaxing = ([first]: Ladder): boolean => first?.relaxes === true || !NOT_RELAXING.includes((first as Edit).kind);
    const [relaxing, also] = [ladders.filter(isRelaxing), more.filter(isRelaxing)];
    const checkpoint = this.#checkpoint;
    const base = yield* compatible([...[...relaxing].reverse(), ...[...also].reverse()], checkpoint);
    const groupsOf = (...kinds: readonly EditKind[]): Groups => byText(ladders.filter(([first]) => kinds.includes((first as Edit).kind)));
    // The smallest changes may help if the largest ones do not, and vice versa.
    const mild = yield* compatible([...relaxing, ...more], checkpoint);
    const groups = combined(groupsOf('name', 'class'), groupsOf('share'));
    const remedy = (yield* this.#fewestOf(mild)) ?? (yield* this.#fewestOf(base)) ?? (yield* this.#fewestOfGroups(groups, base));
    if (remedy !== undefined) this.#found.push(remedy);
    return remedy !== undefined;
  }

  *#fewestOfGroups(groups: Groups, base: readonly Ladder[]): Incremental<Remedy | undefined> {
    for (const group of groups) {
      const remedy = yield* this.#fewestOf(yield* compatible([...group, ...base], this.#checkpoint));
      if (remedy !== undefined) return remedy;
    }
    return undefined;
  }

  /** Returns the needed part of ladders that help together; undefined if they do not, or need too many edits. */
  *#fewestOf(ladders: readonly Ladder[]): Incremental<Remedy | undefined> {
    if (ladders.length === 0 || !(yield* this.#helps(ladders.map(mostOf)))) return undefined;
    const set = yield* this.#needed([...ladders].sort((left, right) => compareEdits(mostOf(right), mostOf(left))));
    return set.length > MOST_EDITS ? undefined : yield* this.#tightened(set.map(mostOf), set);
  }

  /** Returns the needed part of ladders that help together. Removes large unneeded parts first, from the front. */
  *#needed(ladders: readonly Ladder[]): Incremental<readonly Ladder[]> {
    let set = ladders;
    for (let size = Math.ceil(set.length / 2); size >= 1 && set.length > 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
      for (let start = 0; start < set.length && set.length > 1; ) {
        const all = set;
        const without = (): readonly Ladder[] => [...all.slice(0, start), ...all.slice(start + size)];
        if (size < all.length && (yield* this.#helps(without().map(mostOf)))) set = without();
        else start += size;
      }
    }
    return set;
  }

  /** Returns the remedy with the least sufficient edit of each ladder. */
  *#tightened(most: readonly Edit[], ladders: readonly Ladder[]): Incremental<Remedy> {
    const remedy = [...most];
    for (const [place, ladder] of ladders.entries()) {
      const others = remedy.filter((_, other) => other !== place);
      remedy[place] = (ladder.length === 1 ? undefined : yield* this.#least(ladder, others)) ?? (remedy[place] as Edit);
    }
    return remedy;
  }

  /** Returns the least edit of a ladder that helps together with others; undefined if no edit does. */
  *#least(ladder: Ladder, others: readonly Edit[]): Incremental<Edit | undefined> {
    const last = ladder.at(-1) as Edit;
    if (!(yield* this.#helps([...others, last]))) return undefined;
    // If an edit helps, so do the edits with larger changes after it.
    let [low, high] = [0, ladder.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (yield* this.#helps([...others, ladder[middle] as Edit])) high = middle;
      else low = middle + 1;
    }
    return ladder[high];
  }
}

function keepsGoal(remedy: Remedy): boolean {
  return !isOtherKind(remedy) && !givesUpGoal(remedy);
}

function mostOf(ladder: Ladder): Edit {
  return ladder.at(-1) as Edit;
}

/** Returns the compatible pairs of ladders, sorted by the sum of their indices in their lists. */
function* pairsOf(
  lists: readonly (readonly Ladder[])[],
  tried: ReadonlySet<Ladder>,
  checkpoint: Checkpoint,
): Incremental<readonly (readonly [Ladder, Ladder])[]> {
  const candidates = firstOf(pairsIn(lists), MOST_PAIRS_CONSIDERED);
  const pairs: (readonly [Ladder, Ladder])[] = [];
  for (const pair of candidates) {
    const [one, other] = pair;
    const isTried = tried.has(one) && tried.has(other);
    if (!isTried && !areInConflict(allChanges(mostOf(one)), allChanges(mostOf(other)))) pairs.push(pair);
    if (pairs.length === MOST_PAIRS) break;
    if (checkpoint.due()) yield;
  }
  return pairs;
}

/** Yields all pairs, by the sum of their indices. */
function* pairsIn(lists: readonly (readonly Ladder[])[]): Generator<readonly [Ladder, Ladder]> {
  const longest = largestOf(lists.map(({ length }) => length));
  for (let sum = 0; sum < 2 * longest - 1; sum++) yield* pairsAt(lists, sum);
}

/** Yields the pairs whose indices have a given sum. */
function* pairsAt(lists: readonly (readonly Ladder[])[], sum: number): Generator<readonly [Ladder, Ladder]> {
  for (const [number, one] of lists.entries()) {
    for (const other of lists.slice(number)) {
      for (let place = Math.max(0, sum - other.length + 1); place < one.length && place <= sum; place++) {
        if (one === other && 2 * place >= sum) break;
        yield [one[place] as Ladder, other[sum - place] as Ladder];
      }
    }
  }
}

/** Returns compatible ladders: of ladders in conflict, the first one. */
function* compatible(ladders: readonly Ladder[], checkpoint: Checkpoint): Incremental<readonly Ladder[]> {
  const chosen = new ChangeSet();
  return yield* filtering(ladders, (ladder) => chosen.add(allChanges(mostOf(ladder))), checkpoint);
}

/** Edits of several requests with the same target. */
type Groups = readonly (readonly Ladder[])[];

/** Returns the groups of both lists, and each combination of two groups. */
function combined(some: Groups, others: Groups): Groups {
  const both = some.flatMap((one) => others.map((other) => [...one, ...other]));
  return [...some, ...others, ...both].slice(0, MOST_TOGETHER);
}

/** Groups edits of requests that name the same class, capacity or share. */
function byText(ladders: readonly Ladder[]): Groups {
  const groups = new Map<string, Ladder[]>();
  for (const ladder of ladders) {
    const { changes } = mostOf(ladder);
    const operation = changes[0]?.operation;
    const key = operation !== undefined && 'json' in operation ? JSON.stringify(operation.json) : '';
    entryIn(groups, key, (): Ladder[] => []).push(ladder);
  }
  return [...groups.values()];
}
