// Remedies that give a pod another claim: they help on the node where that claim is, whichever node is nearest to an allocation otherwise.

import type { Edit } from './edit.js';
import { sharedClaimEdits } from './edits/shared-claims.js';
import type { Question } from './question.js';
import type { Remedy } from './search.js';
import { Verifier } from './verifier.js';

/** More nodes are not tried. */
const MOST_NODES = 64;

/** The tries of one edit: the pod as it is, and with the edit. */
const TRIES = 100;

/** Returns the first edit of the pod's claims that helps on one of some nodes, as a remedy. `questionOf`: what is asked about a node; undefined: nothing can be. */
export function claimRemedies(nodes: readonly string[], questionOf: (node: string) => Question | undefined): readonly Remedy[] {
  const [nearest] = nodes;
  const question = nearest === undefined ? undefined : questionOf(nearest);
  if (question?.pod === undefined) return [];
  const considered = new Set(nodes);
  const { pod, checkpoint } = question;
  const found = checkpoint
    .keep(() => sharedClaimEdits(question, pod))
    .find(({ edit, node }) => {
      if (node === undefined) return nodes.slice(0, MOST_NODES).some((each) => helps(edit, questionOf(each)));
      return considered.has(node) && helps(edit, questionOf(node));
    });
  return found === undefined ? [] : [[found.edit]];
}

function helps(edit: Edit, question: Question | undefined): boolean {
  if (question === undefined) return false;
  const verifier = question.checkpoint.keep(() => new Verifier(question, TRIES));
  // Any edit would seem to help where no trial knows what rejects the pod.
  return !verifier.helps([]) && verifier.helps([edit]);
}
