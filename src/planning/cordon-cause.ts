// Names the cordoned nodes in a cause, and whether the input or an event cordoned them: only nodes cordoned in the input can be uncordoned.

import { inList, some } from '../core/base/words.js';
import type { Explanation, NodeExplanation } from '../explain/explanation.js';
import type { NodeCause } from './cause.js';

/** The nodes that events cordoned or drained. */
export type CordonedNodes = ReadonlyMap<string, 'cordon' | 'drain'>;

const NOT_CORDONED: CordonedNodes = new Map();

/** Returns a cause, or one that names all nodes of its group if they are only cordoned. */
export function withCordons(cause: NodeCause, { groups, nodes }: Explanation, cordoned = NOT_CORDONED): NodeCause {
  const group = groups.find((each) => cause.node !== undefined && each.nodes.includes(cause.node));
  const names = new Set(group?.nodes);
  const explained = nodes.filter(({ node }) => names.has(node));
  return group !== undefined && explained.every(isCordonedAlone) ? { text: cordonText(group.nodes, cordoned) } : cause;
}

/** Returns a cause in one line that names its node. */
export function causeText(text: string, node: string | undefined): string {
  return node === undefined ? text : `node ${node}: ${text}`;
}

function isCordonedAlone({ rejections }: NodeExplanation): boolean {
  return rejections?.length === 1 && rejections[0]?.code === 'node-unschedulable';
}

function cordonText(nodes: readonly string[], cordoned: CordonedNodes): string {
  const those = (how: 'cordon' | 'drain' | undefined): readonly string[] => nodes.filter((node) => cordoned.get(node) === how);
  const say = (names: readonly string[], what: string): readonly string[] => {
    if (names.length === 0) return [];
    return [names.length === 1 ? `node ${names[0]} is ${what}` : `nodes ${named(names)} are ${what}`];
  };
  const [drained, cordonedHere, others] = [those('drain'), those('cordon'), those(undefined)];
  const advice = others.length === 0 ? '' : `: uncordon ${others.length === 1 ? 'it' : 'one of them'}`;
  return [...say(drained, 'being drained'), ...say(cordonedHere, 'cordoned by an event'), ...say(others, `cordoned${advice}`)].join(', ');
}

const MOST_NAMED = 5;

function named(names: readonly string[]): string {
  return names.length <= MOST_NAMED ? inList(names) : some(names, MOST_NAMED);
}
