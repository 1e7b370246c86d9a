// An explanation of nodes: the answer for all of them, and the nodes by cause, nearest to an allocation first.

import type { Checkpoint } from '../base/checkpoint.js';
import { copyOfError } from '../base/errors.js';
import { withJson } from '../base/plain-json.js';
import type { Explanation, NodeExplanation, NodeGroup, RequestExplanation } from './explanation.js';

/** Puts the explanations of nodes together. */
export function explanationOf(nodes: readonly NodeExplanation[], checkpoint: Checkpoint): Explanation {
  const groups = groupsOf(nodes, checkpoint);
  return withJson({ ...answerOf(nodes, checkpoint), nodes, groups, suggestions: [] });
}

/** The answer for all nodes, as the scheduler would have it: an error ends its attempt, unless it is local to the node. */
function answerOf(nodes: readonly NodeExplanation[], checkpoint: Checkpoint): Pick<Explanation, 'kind' | 'by' | 'error'> {
  const first = (holds: (node: NodeExplanation) => boolean): NodeExplanation | undefined =>
    checkpoint.first(nodes, (node) => (holds(node) ? node : undefined));
  const fatal = first(({ error }) => error?.nodeLocal === false);
  if (fatal?.error !== undefined) return { kind: 'error', error: copyOfError(fatal.error) };
  if (first(({ kind }) => kind === 'allocated') !== undefined) return { kind: 'allocated' };
  const interrupted = first(({ kind }) => kind === 'interrupted');
  if (interrupted?.by !== undefined) return { kind: 'interrupted', by: interrupted.by };
  const [one] = nodes;
  const isLocal = one?.error !== undefined && first(({ kind }) => kind !== 'error') === undefined;
  return isLocal && one.error !== undefined ? { kind: 'error', error: copyOfError(one.error) } : { kind: 'unallocatable' };
}

/** A node with its distance from an allocation. */
interface Ranked {
  readonly node: NodeExplanation;
  readonly unserved: number;
  readonly missing: number;
}

function groupsOf(nodes: readonly NodeExplanation[], checkpoint: Checkpoint): readonly NodeGroup[] {
  const ranked = checkpoint.sort(checkpoint.map(nodes, rank), compareRanks);
  const groups = checkpoint.keep(() => new Map<string, { readonly nodes: string[]; readonly text: string }>());
  checkpoint.forEach(ranked, ({ node }) => {
    const key = causeOf(node);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { nodes: [node.node], text: node.text });
    else group.nodes.push(node.node);
  });
  return [...groups.values()];
}

function rank(node: NodeExplanation): Ranked {
  const { requests, unavailable } = node;
  const short = requests.filter(isShort);
  return {
    node,
    unserved: short.length + unavailable.length,
    missing: short.reduce((sum, { wanted, left }) => sum + (wanted === 'All' ? 1 : Number(wanted) - left), 0),
  };
}

function isShort({ wanted, left }: RequestExplanation): boolean {
  return wanted === 'All' ? left === 0 : BigInt(left) < BigInt(wanted);
}

/** Allocations first, then what is nearest to one; interruptions and errors come last. */
const KINDS: readonly NodeExplanation['kind'][] = ['allocated', 'unallocatable', 'interrupted', 'error'];

function compareRanks(left: Ranked, right: Ranked): number {
  return KINDS.indexOf(left.node.kind) - KINDS.indexOf(right.node.kind) || left.unserved - right.unserved || left.missing - right.missing;
}

/** A text that nodes with the same cause have in common. Counts do not matter, but which requests are short and what they lose. */
function causeOf({ kind, by, error, rejections = [], requests, unavailable, text }: NodeExplanation): string {
  if (kind !== 'unallocatable') return JSON.stringify([kind, by, error?.message]);
  const short = requests.filter(isShort).map(({ claim, request, losses }) => {
    const here = losses.filter(({ code }) => code !== 'other-node');
    return [
      claim,
      request,
      here.map(({ code, selector, taint, attribute, capacity, counter }) => [
        code,
        selector?.class,
        selector?.index,
        taint,
        attribute,
        capacity,
        counter,
      ]),
    ];
  });
  const others = rejections.map(({ code, message }) => [code, message]);
  return JSON.stringify([kind, others, short, unavailable, short.length === 0 && others.length === 0 ? text : '']);
}
