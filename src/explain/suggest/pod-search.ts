// The search for a pod: what filters reject and what devices lack is searched by itself, and remedies of both are tried together.

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

/** Searches for remedies of a question about a pod. `most`: as for the verifier. `found`: where remedies are put as they are found. Throws CallEnded. */
export function* searchForPod(question: Question, pod: PodOnNode, most: number, found: Remedy[]): Incremental<void> {
  const verifier = yield* Verifier.of(question, most);
  // Any edit would seem to help where no trial knows what rejects the pod.
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
    // Devices that are found may take more of the node than there is.
    const ladders = fits ? [...podLadders, ...deviceLadders] : [...extended, ...deviceLadders];
    return yield* new RemedySearch({ ladders, lastResort }, verifier, found, checkpoint).run();
  }
  if (fits) return yield* new RemedySearch({ ladders: [...podLadders, ...addingNodes] }, verifier, found, checkpoint).run();
  const [some, others]: [Remedy[], Remedy[]] = [[], []];
  yield* new RemedySearch({ ladders: podLadders }, ofFilters, some, checkpoint).run();
  const ladders = [...extended, ...deviceLadders.filter(([first]) => first?.kind !== 'node')];
  yield* new RemedySearch({ ladders, lastResort }, ofDevices, others, checkpoint).run();
  const pairs = together(bestOf(some), bestOf(others));
  const remedies: readonly Remedy[] = [...addingNodes, ...pairs];
  for (const remedy of remedies) {
    if (checkpoint.due()) yield;
    if (yield* verifier.helps(remedy)) found.push(remedy);
  }
}

/** Looks for what else the author has to change where the pod goes to one more node like this one. */
function* searchOnNewNode(question: Question, pod: PodOnNode, most: number, found: Remedy[]): Incremental<void> {
  const { checkpoint } = question;
  const all = [...(yield* podLaddersOf(question, pod)), ...(yield* laddersOf(question))];
  const [adding] = all.find(([first]) => first?.kind === 'node') ?? [];
  if (adding === undefined) return;
  const verifier = yield* Verifier.of(question, most);
  const besides = { helps: (edits: readonly Edit[], reserve?: number) => verifier.helps([...edits, adding], reserve) };
  const own: Remedy[] = [];
  const ladders = all.filter(([first]) => first?.by === 'author');
  yield* new RemedySearch({ ladders }, besides, own, checkpoint).run();
  append(
    found,
    own.filter(({ length }) => length < MOST_EDITS).map((remedy) => [...remedy, adding]),
  );
}

/** Each of some remedies with each of others. */
function together(some: readonly Remedy[], others: readonly Remedy[]): readonly Remedy[] {
  const both = some.flatMap((one) => others.map((other) => [one, other] as const));
  const small = both.filter(([one, other]) => one.length + other.length <= MOST_EDITS);
  return small.flatMap(([one, other]) => (areInConflict(one.flatMap(allChanges), other.flatMap(allChanges)) ? [] : [[...one, ...other]]));
}
