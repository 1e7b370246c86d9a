// Searches for the smallest changes that make claims allocatable on a node: single edits and small sets, each verified by a new search for
// devices.

import { endOfCall } from '../../core/base/checkpoint.js';
import type { Incremental } from '../../core/base/incremental.js';
import type { Suggestion } from '../explanation.js';
import { laddersOf, lastResortOf } from './candidates.js';
import { bestOf, editorOf } from './choice.js';
import { compareEdits, type Edit } from './edit.js';
import { spellingsOf } from './edits/classes.js';
import { patchesOf } from './patch.js';
import { searchForPod } from './pod-search.js';
import type { Question } from './question.js';
import { givesUpGoal, type Remedy, RemedySearch } from './search.js';
import { Verifier } from './verifier.js';

/** The most lists of edits tried, and fewer on nodes with many devices, since each trial considers all devices. */
const MOST_TRIED = 2000;
const LEAST_TRIED = 100;
const DEVICES_LOOKED_AT = 60_000;

/**
 * Returns the remedies that make the claims of a question allocatable and its pod acceptable to the filters. Without time left, returns the
 * remedies so far. Requires a new checkpoint for each call.
 */
export function* remediesOf(question: Question): Incremental<readonly Remedy[]> {
  const { input } = question;
  const found: Remedy[] = [];
  try {
    const most = Math.max(LEAST_TRIED, Math.min(MOST_TRIED, Math.floor(DEVICES_LOOKED_AT / (1 + input.view.devices.length))));
    yield* search(question, most, found);
  } catch (error) {
    endOfCall(error);
  }
  return found;
}

/** Returns the suggestions for the best of some remedies. */
export function suggestionsOf(remedies: readonly Remedy[]): readonly Suggestion[] {
  return bestOf(remedies).map(asSuggestion);
}

/** Returns whether a claim names a class that does not exist, and an existing class has a similar name. */
export function* hasMisspeltClass(question: Question): Incremental<boolean> {
  return (yield* spellingsOf(question)).length > 0;
}

/**
 * Returns whether replacing missing classes with existing ones with similar names is enough. `asksFilters`: the scheduler's filters must accept
 * the node too.
 */
export function* fitsWithClassesSpelled(question: Question, asksFilters: boolean): Incremental<boolean> {
  const edits = yield* spellingsOf(question);
  if (edits.length === 0) return false;
  const verifier = yield* Verifier.of(question, 1, asksFilters);
  return yield* verifier.helps(edits);
}

function* search(question: Question, most: number, found: Remedy[]): Incremental<void> {
  const { pod, checkpoint } = question;
  if (pod !== undefined) return yield* searchForPod(question, pod, most, found);
  const verifier = yield* Verifier.of(question, most);
  // If the claims fit on the node already, every edit would seem to help.
  if (yield* verifier.helps([])) return;
  const ladders = yield* laddersOf(question);
  yield* new RemedySearch({ ladders, lastResort: () => lastResortOf(question) }, verifier, found, checkpoint).run();
}

function asSuggestion(remedy: Remedy): Suggestion {
  const edits = [...remedy].sort(compareEdits);
  return {
    size: edits.length,
    text: textsOf(edits).join(', and '),
    by: editorOf(edits),
    ...(givesUpGoal(remedy) ? { givesUpGoal: true as const } : {}),
    patches: patchesOf(edits.flatMap(({ changes }) => changes)),
  };
}

/** Lists the texts of edits. Equal texts are listed once. */
function textsOf(edits: readonly Edit[]): readonly string[] {
  const times = new Map<string, number>();
  for (const { text } of edits) times.set(text, (times.get(text) ?? 0) + 1);
  return Array.from(times, ([text, number]) => (number === 1 ? text : `${text} (${number} times)`));
}
