// An explanation with suggestions for the node that is nearest to an allocation.

import { CallEnded } from '../base/checkpoint.js';
import { AllocationError } from '../base/errors.js';
import { withJson } from '../base/plain-json.js';
import { viewFrom } from '../encode/node-view.js';
import type { Explanation } from '../explain/explanation.js';
import type { Question } from './question.js';
import { suggest } from './suggest.js';

/** The node for which suggestions are searched: the nearest one, where no node has the devices and none is known to be kept from the pod. Undefined: there is nothing to suggest. */
export function nodeToSuggestFor({ kind, nodes, groups }: Explanation): string | undefined {
  if (kind !== 'unallocatable' && kind !== 'error') return undefined;
  const name = groups[0]?.nodes[0];
  const nearest = nodes.find(({ node }) => node === name);
  return nearest === undefined || (nearest.rejections?.length ?? 0) > 0 ? undefined : name;
}

/** Adds suggestions to an explanation where some may help. None, where asking the question throws what an allocation throws, or the call ends. */
export function withSuggestions(explanation: Explanation, questionOf: () => Question): Explanation {
  if (nodeToSuggestFor(explanation) === undefined) return explanation;
  try {
    return { ...explanation, suggestions: withJson(suggest(withWholeView(questionOf()))) };
  } catch (error) {
    if (error instanceof AllocationError || error instanceof CallEnded) return explanation;
    throw error;
  }
}

/** The question with all that the node sees: claims that have their devices all look at none, and with one that is freed they do. */
function withWholeView({ input, world, checkpoint }: Question): Question {
  const { claims, view, features } = input;
  if (checkpoint.some(claims, ({ status }) => status.allocation === undefined)) return { input, world, checkpoint };
  const whole = viewFrom(view.node, view.slices, features, world.selectors, checkpoint);
  return { input: { ...input, view: whole }, world, checkpoint };
}
