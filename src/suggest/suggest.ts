// The smallest changes that make claims allocatable on a node where they are not: searched among single edits and few together, and each verified by solving again.

import { CallEnded } from '../base/checkpoint.js';
import type { Suggestion } from '../explain/explanation.js';
import { laddersOf, lastResortOf } from './candidates.js';
import { compareEdits, type Edit, type Editor } from './edit.js';
import { patchesOf } from './patch.js';
import type { Question } from './question.js';
import { type Remedy, RemedySearch } from './search.js';
import { Verifier } from './verifier.js';

/** More suggestions are not given. */
const MOST_SUGGESTIONS = 5;

/** The loss of a request, which is more than all others. */
const A_REQUEST = 3;

/** Lists of edits that are tried: fewer on nodes with many devices, each of which is looked at every time. */
const MOST_TRIED = 2000;
const LEAST_TRIED = 100;
const DEVICES_LOOKED_AT = 60_000;

/**
 * Suggests what to change so that the claims of a question, which cannot be allocated as they are, can be. Where the time of the call is up, what is known by then. Wants a
 * checkpoint of its own in each call.
 */
export function suggest(question: Question): readonly Suggestion[] {
  const { input, checkpoint } = question;
  const found = checkpoint.keep((): Remedy[] => []);
  try {
    const ladders = checkpoint.keep(() => laddersOf(question));
    const most = Math.max(LEAST_TRIED, Math.min(MOST_TRIED, Math.floor(DEVICES_LOOKED_AT / (1 + input.view.devices.length))));
    const verifier = checkpoint.keep(() => new Verifier(question, most));
    new RemedySearch({ ladders, lastResort: () => lastResortOf(question) }, verifier, found, checkpoint).run();
  } catch (error) {
    if (!(error instanceof CallEnded)) throw error;
  }
  return chosen(found).map(asSuggestion);
}

/** The best remedies, each of other kinds than the ones before; one of them is the author's and leaves every request in, if there is any. */
function chosen(found: readonly Remedy[]): readonly Remedy[] {
  const kinds = new Set<string>();
  const ordered = wanted(found)
    .sort(compareRemedies)
    .filter(
      (remedy) =>
        kinds.size <
        kinds.add(
          remedy
            .map(({ kind, by }) => `${by} ${kind}`)
            .sort()
            .join(),
        ).size,
    );
  const best = ordered.slice(0, MOST_SUGGESTIONS);
  const ofAuthor = ordered.find((remedy) => editorOf(remedy) === 'author' && loses(remedy) < A_REQUEST);
  return ofAuthor === undefined || best.includes(ofAuthor) ? best : [...best.slice(0, -1), ofAuthor];
}

/** The remedies without those that lead to devices of another kind, unless nothing else of their author helps that is as small. */
function wanted(found: readonly Remedy[]): Remedy[] {
  const isInstead = (remedy: Remedy, other: Remedy): boolean =>
    other.length <= remedy.length && loses(other) < loses(remedy) && (editorOf(other) === 'author' || editorOf(remedy) === 'admin');
  return found.filter((remedy) => !isOtherKind(remedy) || !found.some((other) => isInstead(remedy, other)));
}

/** 0: the devices are of the kind that was asked for; 1: of another kind where there are none of that; 2: of another kind; `A_REQUEST`: a request gets none. */
function loses(remedy: Remedy): number {
  if (remedy.some(({ kind }) => kind === 'request')) return A_REQUEST;
  if (!isOtherKind(remedy)) return 0;
  return remedy.some(({ kind, isOtherKind }) => isOtherKind && kind !== 'alternative') ? 2 : 1;
}

function isOtherKind(remedy: Remedy): boolean {
  return remedy.some((edit) => edit.isOtherKind);
}

function editorOf(remedy: Remedy): Editor {
  return remedy.some(({ by }) => by === 'admin') ? 'admin' : 'author';
}

/** Compares remedies: fewer edits come first, and devices of another kind last among as many. */
function compareRemedies(left: Remedy, right: Remedy): number {
  if (left.length !== right.length) return left.length - right.length;
  if (isOtherKind(left) !== isOtherKind(right)) return isOtherKind(left) ? 1 : -1;
  return compareEdits(worstOf(left), worstOf(right));
}

function worstOf(remedy: Remedy): Edit {
  return remedy.reduce((worst, edit) => (compareEdits(worst, edit) < 0 ? edit : worst));
}

function asSuggestion(remedy: Remedy): Suggestion {
  const edits = [...remedy].sort(compareEdits);
  return {
    size: edits.length,
    text: textsOf(edits).join(', and '),
    by: editorOf(edits),
    patches: patchesOf(edits.flatMap(({ changes }) => changes)),
  };
}

/** The texts of edits, of those that say the same only one. */
function textsOf(edits: readonly Edit[]): readonly string[] {
  const times = new Map<string, number>();
  for (const { text } of edits) times.set(text, (times.get(text) ?? 0) + 1);
  return Array.from(times, ([text, number]) => (number === 1 ? text : `${text} (${number} times)`));
}
