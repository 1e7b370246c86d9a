// Selects and sorts the remedies that are suggested.

import { compareEdits, type Edit, type Editor } from './edit.js';
import { givesUpGoal, isOtherKind, type Remedy } from './search.js';

/** The most suggestions. */
const MOST_SUGGESTIONS = 5;

/** The loss of a whole request. It exceeds all other losses. */
const A_REQUEST = 3;

/**
 * Returns the best remedies, each with different kinds of edits. Includes a remedy that the author can apply without losing a
 * request, if there is one.
 */
export function bestOf(found: readonly Remedy[]): readonly Remedy[] {
  const ofKinds = new Map<string, Remedy>();
  for (const remedy of representatives(found)) {
    const kinds = remedy
      .map(({ kind, by }) => `${by} ${kind}`)
      .sort()
      .join();
    const group = ofKinds.get(kinds);
    if (group !== undefined && compareRemedies(group, remedy) <= 0) continue;
    // The map keeps insertion order, so equal remedies stay in the order in which they were found.
    ofKinds.delete(kinds);
    ofKinds.set(kinds, remedy);
  }
  const ordered = [...ofKinds.values()].sort(compareRemedies);
  const best = ordered.slice(0, MOST_SUGGESTIONS);
  const ofAuthor = ordered.find((remedy) => editorOf(remedy) === 'author' && loses(remedy) < A_REQUEST);
  return ofAuthor === undefined || best.includes(ofAuthor) ? best : [...best.slice(0, -1), ofAuthor];
}

/**
 * Returns the remedies that no better remedy replaces. A remedy with another device class is replaced by a remedy of the same
 * size that loses less and needs no administrator.
 */
function representatives(found: readonly Remedy[]): readonly Remedy[] {
  // One remedy represents all remedies of equal size, loss and editor.
  const others = new Map(found.map((other) => [`${other.length} ${loses(other)} ${editorOf(other)}`, other]));
  const isInstead = (remedy: Remedy, other: Remedy): boolean =>
    other.length <= remedy.length && loses(other) < loses(remedy) && (editorOf(other) === 'author' || editorOf(remedy) === 'admin');
  return found.filter((remedy) => !isOtherKind(remedy) || ![...others.values()].some((other) => isInstead(remedy, other)));
}

/**
 * Returns the loss of a remedy: 0 if the full request is served, and `A_REQUEST` if a request is removed. Giving up a condition, or adding an
 * alternative of another device class, counts 1. Changing the device class counts 2.
 */
function loses(remedy: Remedy): number {
  if (remedy.some(({ kind }) => kind === 'request')) return A_REQUEST;
  if (!isOtherKind(remedy)) return givesUpGoal(remedy) ? 1 : 0;
  return remedy.some(({ kind, isOtherKind }) => isOtherKind && kind !== 'alternative') ? 2 : 1;
}

export function editorOf(remedy: Remedy): Editor {
  return remedy.some(({ by }) => by === 'admin') ? 'admin' : 'author';
}

/**
 * Compares remedies: remedies that give up requirements come last. Among the others, fewer edits come first. Another device
 * class counts as one more edit, and comes last on ties.
 */
function compareRemedies(left: Remedy, right: Remedy): number {
  if (givesUpGoal(left) !== givesUpGoal(right)) return givesUpGoal(left) ? 1 : -1;
  const lengthOf = (remedy: Remedy): number => remedy.length + (isOtherKind(remedy) ? 1 : 0);
  if (lengthOf(left) !== lengthOf(right)) return lengthOf(left) - lengthOf(right);
  if (isOtherKind(left) !== isOtherKind(right)) return isOtherKind(left) ? 1 : -1;
  return compareEdits(worstOf(left), worstOf(right));
}

function worstOf(remedy: Remedy): Edit {
  return remedy.reduce((worst, edit) => (compareEdits(worst, edit) < 0 ? edit : worst));
}
