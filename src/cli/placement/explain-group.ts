// Why a group fits on a node or on none: what the library says of its claims, and the scheduler's filters around them.

import { UNLIMITED } from '../../base/checkpoint.js';
import { PreparedClaims } from '../../cluster/claims.js';
import type { Limits } from '../../evaluate/limits.js';
import type { Explanation, NodeExplanation } from '../../explain/explanation.js';
import { rejectionsInWords } from '../../explain/first-line.js';
import { explanationOf } from '../../explain/groups.js';
import type { Rejection } from '../../filters/filter.js';
import type { PlacementCluster } from '../library.js';
import type { Attempt } from './attempt.js';
import type { GroupResult } from './group-result.js';

/** Explains attempts on their nodes, all within the limits. `rejectionsOf`: what filters say of a node; empty: it passes. */
export function explainAttempts(
  cluster: PlacementCluster,
  attempts: readonly Attempt[],
  rejectionsOf: (node: string, attempt: Attempt, fits: boolean) => readonly Rejection[],
  limits: Limits,
): Explanation {
  const answers = attempts.map((attempt) => {
    const explanation = cluster.explain({ claims: new PreparedClaims(attempt.claims), nodes: attempt.nodes, limits });
    let isRejected = false;
    const nodes = explanation.nodes.map((node) => {
      const rejections = rejectionsOf(node.node, attempt, node.kind === 'allocated');
      if (rejections.length > 0) isRejected = true;
      return rejections.length === 0 ? node : withRejections(node, rejections);
    });
    return { explanation, nodes, isRejected };
  });
  const [only, ...others] = answers;
  // With the scheduler's other filters, or several sets of claims, the nodes are grouped anew.
  if (only !== undefined && others.length === 0 && !only.isRejected) return only.explanation;
  const whole = explanationOf(
    answers.flatMap(({ nodes }) => nodes),
    UNLIMITED,
  );
  return { ...whole, suggestions: answers.flatMap(({ explanation }) => explanation.suggestions) };
}

/** A node that filters keep a pod off: its devices are counted all the same. */
export function withRejections(node: NodeExplanation, rejections: readonly Rejection[]): NodeExplanation {
  if (node.kind === 'interrupted' || node.kind === 'error') return node;
  const text = rejectionsInWords(rejections);
  return { ...node, kind: 'unallocatable', rejections, text: node.kind === 'allocated' ? text : `${text}; ${node.text}` };
}

/** The explanation of a group that came to its end before its nodes were told apart. */
export function explanationOfEnd(result: Exclude<GroupResult, { kind: 'placed' | 'unallocatable' }>): Explanation {
  const nowhere = (text: string): Pick<Explanation, 'nodes' | 'groups' | 'suggestions'> => ({
    nodes: [],
    groups: [{ nodes: [], text }],
    suggestions: [],
  });
  switch (result.kind) {
    case 'problem': {
      const { message, hint } = result.problem;
      return { kind: 'unallocatable', ...nowhere(hint === undefined ? message : `${message}: ${hint}`) };
    }
    case 'no-node':
      return { kind: 'unallocatable', ...nowhere(result.message) };
    case 'error':
      return { kind: 'error', error: result.error, ...nowhere(result.error.message) };
    case 'interrupted':
      return {
        kind: 'interrupted',
        by: result.interruption.by,
        ...nowhere('the limits of the call were met: this does not mean that nothing fits'),
      };
  }
}
