// The remedies that are suggested, and their order.

import { compareEdits, type Edit, type Editor } from './edit.js';
import { givesUpGoal, isOtherKind, type Remedy } from './search.js';

/** More suggestions are not given. */
const MOST_SUGGESTIONS = 5;

/** The loss of a request, which is more than all others. */
const A_REQUEST = 3;

/** The best remedies, each of other kinds than the ones before; one of them is the author's and leaves every request in, if there is any. */
export function bestOf(found: readonly Remedy[]): readonly Remedy[] {
  const ofKinds = new Map<string, Remedy>();
  for (const remedy of wanted(found)) {
    const kinds = remedy
      .map(({ kind, by }) => `${by} ${kind}`)
      .sort()
      .join();
    const known = ofKinds.get(kinds);
    if (known !== undefined && compareRemedies(known, remedy) <= 0) continue;
    // The map keeps the order of the remedies, so equal remedies stay in the order in which they were found.
    ofKinds.delete(kinds);
    ofKinds.set(kinds, remedy);
  }
  const ordered = [...ofKinds.values()].sort(compareRemedies);
  const best = ordered.slice(0, MOST_SUGGESTIONS);
  const ofAuthor = ordered.find((remedy) => editorOf(remedy) === 'author' && loses(remedy) < A_REQUEST);
  return ofAuthor === undefined || best.includes(ofAuthor) ? best : [...best.slice(0, -1), ofAuthor];
}

/** The remedies without those that lead to devices of another device class, unless nothing else of their author helps that is as small. */
function wanted(found: readonly Remedy[]): readonly Remedy[] {
  // One remedy represents all remedies of equal size, loss and editor.
  const others = new Map(found.map((other) => [`${other.length} ${loses(other)} ${editorOf(other)}`, other]));
  const isInstead = (remedy: Remedy, other: Remedy): boolean =>
    other.length <= remedy.length && loses(other) < loses(remedy) && (editorOf(other) === 'author' || editorOf(remedy) === 'admin');
  return found.filter((remedy) => !isOtherKind(remedy) || ![...others.values()].some((other) => isInstead(remedy, other)));
}

/** 0: all is as it was requested; 1: a condition is given up, or devices are of another device class where there are none of that; 2: of another device class; `A_REQUEST`: a request gets none. */
function loses(remedy: Remedy): number {
  if (remedy.some(({ kind }) => kind === 'request')) return A_REQUEST;
  if (!isOtherKind(remedy)) return givesUpGoal(remedy) ? 1 : 0;
  return remedy.some(({ kind, isOtherKind }) => isOtherKind && kind !== 'alternative') ? 2 : 1;
}

export function editorOf(remedy: Remedy): Editor {
  return remedy.some(({ by }) => by === 'admin') ? 'admin' : 'author';
}

/** Compares remedies: those that give up the goal come last, fewer edits come first. Devices of another device class count as one edit more, and come last among as many. */
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
