// Finds remedies that give a pod another claim: they help on the node of that claim, which may not be the closest node.

import type { Incremental } from '../../core/base/incremental.js';
import { testingSomeEach } from '../../core/base/lists-in-increments.js';
import type { Edit, EditKind } from './edit.js';
import { sharedClaimEdits } from './edits/shared-claims.js';
import { unsharedClaimEdits } from './edits/unshared-claims.js';
import { type Question, withWholeView } from './question.js';
import type { Remedy } from './search.js';
import { Verifier } from './verifier.js';

/** The most nodes tried. */
const MOST_NODES = 64;

/** The limit of searches for one edit: without and with the edit. */
const TRIES = 100;

/**
 * Returns edits of the pod's claims as remedies: of each kind, the first one that helps on any node. `questionOf` returns the question about a
 * node, or undefined to skip the node.
 */
export function* claimRemedies(
  nodes: readonly string[],
  questionOf: (node: string) => Incremental<Question | undefined>,
): Incremental<readonly Remedy[]> {
  const [nearest] = nodes;
  const question = nearest === undefined ? undefined : yield* questionOf(nearest);
  if (question?.pod === undefined) return [];
  const { pod, checkpoint } = question;
  const edits = [...(yield* sharedClaimEdits(question, pod)), ...unsharedClaimEdits(question, pod)];
  const considered = new Set(nodes);
  const found = new Map<EditKind, Edit>();
  for (const { edit, node } of edits) {
    const tried = node === undefined ? nodes.slice(0, MOST_NODES) : [node].filter((each) => considered.has(each));
    const helpsOn = function* (each: string): Incremental<boolean> {
      return yield* helps(edit, yield* questionOf(each));
    };
    if (!found.has(edit.kind) && (yield* testingSomeEach(tried, helpsOn, checkpoint))) found.set(edit.kind, edit);
  }
  return Array.from(found.values(), (edit) => [edit]);
}

function* helps(edit: Edit, remedyQuestion: Question | undefined): Incremental<boolean> {
  if (remedyQuestion === undefined) return false;
  const question = yield* withWholeView(remedyQuestion);
  const verifier = yield* Verifier.of(question, TRIES);
  // If no trial reproduces the rejection, every edit would seem to help.
  return !(yield* verifier.helps([])) && (yield* verifier.helps([edit]));
}
