// Searches for remedies for a pod: first separately for rejections by filters and for missing devices, then in combination.

import type { Incremental } from '../../core/base/incremental.js';
import { append } from '../../core/base/lists.js';
import { extendedLaddersOf, laddersOf, lastResortOf, podLaddersOf } from './candidates.js';
import { areInConflict } from './change.js';
import { bestOf } from './choice.js';
import { allChanges, type Edit } from './edit.js';
import { FilterVerifier } from './filter-verifier.js';
import type { PodOnNode } from './pod-trial.js';
import type { Question } from './question.js';
import { MOST_EDITS, type Remedy, RemedySearch } from './search.js';
import { Verifier } from './verifier.js';

/** Searches for remedies for a pod. `most`: as for the verifier. `found`: collects remedies as they are found. Throws CallEnded. */
export function* searchForPod(question: Question, pod: PodOnNode, most: number, found: Remedy[]): Incremental<void> {
  const verifier = yield* Verifier.of(question, most);
  // If no trial reproduces the rejection, every edit would seem to help.
  if (yield* verifier.helps([])) return;
  yield* searchOnNode(question, pod, { verifier, most }, found);
  if (found.length > 0) return;
  yield* searchOnNewNode(question, pod, most, found);
}

function* searchOnNode(
  question: Question,
  pod: PodOnNode,
  { verifier, most }: { readonly verifier: Verifier; readonly most: number },
  found: Remedy[],
): Incremental<void> {
  const { checkpoint } = question;
  const ofDevices = yield* Verifier.of(question, most, false);
  const ofFilters = new FilterVerifier(pod, question.input.claims, checkpoint);
  const [passes, fits] = [yield* ofFilters.helps([]), yield* ofDevices.helps([])];
  const podLadders = yield* podLaddersOf(question, pod);
  const extended = yield* extendedLaddersOf(question, pod);
  const deviceLadders = yield* laddersOf(question);
  const addingNodes = deviceLadders.filter(([first]) => first?.kind === 'node');
  const lastResort = (): ReturnType<typeof lastResortOf> => lastResortOf(question);
  if (passes) {
    // The devices may use more node resources than are free.
    const ladders = fits ? [...podLadders, ...deviceLadders] : [...extended, ...deviceLadders];
    return yield* new RemedySearch({ ladders, lastResort }, verifier, found, checkpoint).run();
  }
  if (fits) return yield* new RemedySearch({ ladders: [...podLadders, ...addingNodes] }, verifier, found, checkpoint).run();
  const [some, others]: [Remedy[], Remedy[]] = [[], []];
  yield* new RemedySearch({ ladders: podLadders }, ofFilters, some, checkpoint).run();
  const ladders = [...extended, ...deviceLadders.filter(([first]) => first?.kind !== 'node')];
  yield* new RemedySearch({ ladders, lastResort }, ofDevices, others, checkpoint).run();
  const pairs = combined(bestOf(some), bestOf(others));
  const remedies: readonly Remedy[] = [...addingNodes, ...pairs];
  for (const remedy of remedies) {
    if (checkpoint.due()) yield;
    if (yield* verifier.helps(remedy)) found.push(remedy);
  }
}

/** Searches for edits by the author that help in combination with one more node like this one. */
function* searchOnNewNode(question: Question, pod: PodOnNode, most: number, found: Remedy[]): Incremental<void> {
  const { checkpoint } = question;
  const all = [...(yield* podLaddersOf(question, pod)), ...(yield* laddersOf(question))];
  const [adding] = all.find(([first]) => first?.kind === 'node') ?? [];
  if (adding === undefined) return;
  const verifier = yield* Verifier.of(question, most);
  const besides = { helps: (edits: readonly Edit[], reserve?: number) => verifier.helps([...edits, adding], reserve) };
  const podRemedies: Remedy[] = [];
  const ladders = all.filter(([first]) => first?.by === 'author');
  yield* new RemedySearch({ ladders }, besides, podRemedies, checkpoint).run();
  append(
    found,
    podRemedies.filter(({ length }) => length < MOST_EDITS).map((remedy) => [...remedy, adding]),
  );
}

/** Returns every combination of two remedies without conflicts, up to the size limit. */
function combined(some: readonly Remedy[], others: readonly Remedy[]): readonly Remedy[] {
  const both = some.flatMap((one) => others.map((other) => [one, other] as const));
  const small = both.filter(([one, other]) => one.length + other.length <= MOST_EDITS);
  return small.flatMap(([one, other]) => (areInConflict(one.flatMap(allChanges), other.flatMap(allChanges)) ? [] : [[...one, ...other]]));
}
