// Explains why a group fits on a node or on no node: the library's explanation of its claims, and the scheduler's filters.

import type { Limits } from '../../../allocator/evaluate/limits.js';
import { PreparedClaims } from '../../../cluster/claims.js';
import { UNLIMITED } from '../../../core/base/checkpoint.js';
import { inOneGo } from '../../../core/base/incremental.js';
import type { Explanation } from '../../../explain/explanation.js';
import { explanationOf } from '../../../explain/groups.js';
import { withRejections } from '../../../explain/verdict.js';
import type { Rejection } from '../../../scheduler/filters/filter.js';
import type { PlacementCluster } from '../library.js';
import type { Attempt } from './attempt.js';
import type { Ended } from './group-result.js';

/** The limits of an explanation, and whether it includes proofs. */
interface ExplainOptions {
  readonly limits: Limits;
  readonly certificates: boolean;
}

/**
 * Explains attempts on their nodes, all within the limits. `outright`: the reasons against nodes that are excluded regardless
 * of their devices. These nodes form a separate attempt.
 */
export function explainAttempts(
  cluster: PlacementCluster,
  attempts: readonly Attempt[],
  outright: ReadonlyMap<string, string>,
  { limits, certificates }: ExplainOptions,
): Explanation {
  const answers = attempts.flatMap(({ claims: kindClaims, nodes }) => {
    const [first] = nodes;
    if (first === undefined) return [];
    // Changes of claims would not help an excluded node.
    const suggestions = !outright.has(first);
    const explanation = cluster.explain({ claims: new PreparedClaims(kindClaims), nodes, limits, suggestions, certificates });
    const explained = explanation.nodes.map((node) => withRejections(node, rejectionsOn(node.node, outright)));
    return [{ explanation, nodes: explained, isAsGiven: explained.every((node, index) => node === explanation.nodes[index]) }];
  });
  const [only, ...others] = answers;
  if (only !== undefined && others.length === 0 && only.isAsGiven) return only.explanation;
  const whole = inOneGo(
    explanationOf(
      answers.flatMap(({ nodes }) => nodes),
      UNLIMITED,
    ),
  );
  return { ...whole, suggestions: answers.flatMap(({ explanation }) => explanation.suggestions) };
}

function rejectionsOn(node: string, outright: ReadonlyMap<string, string>): readonly Rejection[] {
  const message = outright.get(node);
  return message === undefined ? [] : [{ code: 'devices', message }];
}

/** Returns the explanation of a group whose attempt ended with an error or at a limit, with the findings on single nodes. */
export function withEnd(explanation: Explanation, end: Extract<Ended, { kind: 'error' | 'interrupted' }>): Explanation {
  const { error: _error, by: _by, ...rest } = explanation;
  return end.kind === 'error' ? { ...rest, kind: 'error', error: end.error } : { ...rest, kind: 'interrupted', by: end.interruption.by };
}

/** Returns the explanation of a group whose attempt ended before its nodes were searched. */
export function explanationOfEnd(result: Ended): Explanation {
  const nowhere = (text: string): Pick<Explanation, 'nodes' | 'groups' | 'suggestions'> => ({
    nodes: [],
    groups: [{ nodes: [], text }],
    suggestions: [],
  });
  switch (result.kind) {
    case 'problem': {
      const { message, hint } = result.problem;
      return { kind: 'unallocatable', ...nowhere(withAdvice(message, hint)) };
    }
    case 'no-node':
      return { kind: 'unallocatable', ...nowhere(withAdvice(result.message)) };
    case 'error':
      return { kind: 'error', error: result.error, ...nowhere(result.error.message) };
    case 'interrupted':
      return {
        kind: 'interrupted',
        by: result.interruption.by,
        ...nowhere('a limit ended the search: the devices may still fit'),
      };
  }
}

/** Returns a message about a pod without claims or outside the queue. It contains advice unless the message is clear enough. */
function withAdvice(message: string, hint = ADVICE.find(([problem]) => problem.test(message))?.[1]): string {
  return hint === undefined ? message : `${message}: ${hint}`;
}

const ADVICE: readonly (readonly [problem: RegExp, advice: string])[] = [
  [/ is forbidden: exceeded quota: /, 'request less, or raise the quota'],
  [/ is being deleted$/, 'wait until it is gone, then create it again'],
  [/^waiting for scheduling gates: /, 'the controller that set the gates must remove them'],
];
