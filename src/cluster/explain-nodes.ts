// Explanations for the nodes of a cluster, each within the limits of the call.

import type { NodeJson } from '../api/kinds.js';
import type { Node } from '../api/node.js';
import type { AbortSignalLike } from '../base/abort-signal.js';
import { type CallLimits, Checkpoint, type EndedBy, runCooperatively, type Yield } from '../base/checkpoint.js';
import { AllocationError } from '../base/errors.js';
import type { AllocationInput, Attempt } from '../evaluate/attempt.js';
import { type AsyncLimits, callLimitsOf, checkSignal, type Limits } from '../evaluate/limits.js';
import type { Runtime } from '../evaluate/runtime.js';
import type { Explanation, NodeExplanation } from '../explain/explanation.js';
import { explainOnNode, explanationAtEnd } from '../explain/why.js';
import type { ClaimInput, PreparedClaims } from './claims.js';

/** The input of `explain`: one node, or all of them. Of the limits the time counts, for all nodes together. */
export interface ExplainInput<L extends Limits = Limits> {
  readonly claims: PreparedClaims | readonly ClaimInput[];
  readonly node?: string | NodeJson;
  readonly limits?: L;
}

/** @internal The limits of a call of `explainAsync`, which may have its signal beside them. Throws `invalid-input`. */
export function explainLimitsOf({ limits, signal }: ExplainInput<AsyncLimits> & { readonly signal?: AbortSignalLike }): CallLimits {
  const own = callLimitsOf(limits);
  checkSignal(signal, 'signal');
  if (signal !== undefined && own.signal !== undefined)
    throw new AllocationError('invalid-input', 'signal: expected one signal, here or in limits', { path: 'signal' });
  return { ...own, signal: signal ?? own.signal };
}

/** @internal Explains nodes in one go. */
export function explainNodes(nodes: readonly Node[], attempt: Attempt, { kernel }: Runtime, limits: CallLimits): Explanation {
  return { nodes: nodes.map((node) => explainOn(node, attempt, kernel, new Checkpoint(limits))) };
}

/** @internal Explains nodes and gives way to the event loop. */
export async function explainNodesInTurns(
  nodes: readonly Node[],
  attempt: Attempt,
  { kernel, giveWay }: Runtime,
  limits: CallLimits,
): Promise<Explanation> {
  const explanations: NodeExplanation[] = [];
  for (const node of nodes) {
    const checkpoint = new Checkpoint(limits);
    const by = checkpoint.endedBy;
    if (by !== undefined)
      return { nodes: [...explanations, ...(await notExplainedInTurns(nodes.slice(explanations.length), by, giveWay)).nodes] };
    explanations.push(await runCooperatively(checkpoint, () => explainOn(node, attempt, kernel, checkpoint), giveWay));
    await giveWay();
  }
  return { nodes: explanations };
}

/** @internal Says of each node that the call ended before its claims were read. */
export function notExplained(nodes: readonly Node[], by: EndedBy): Explanation {
  return { nodes: nodes.map(({ metadata }) => explanationAtEnd(metadata.name, by)) };
}

/** @internal Says so like `notExplained`, and gives way to the event loop. */
export async function notExplainedInTurns(nodes: readonly Node[], by: EndedBy, giveWay: Yield): Promise<Explanation> {
  const checkpoint = new Checkpoint();
  const explain = (): NodeExplanation[] => checkpoint.map(nodes, ({ metadata }) => explanationAtEnd(metadata.name, by));
  return { nodes: await runCooperatively(checkpoint, explain, giveWay) };
}

/** @internal Says that the call ended before the node of the caller was read. */
export function notRead(node: ExplainInput['node'], by: EndedBy): Explanation {
  const name: unknown = (node as { readonly metadata?: { readonly name?: unknown } } | undefined)?.metadata?.name;
  return { nodes: [explanationAtEnd(typeof name === 'string' ? name : '', by)] };
}

function explainOn(node: Node, attempt: Attempt, kernel: Runtime['kernel'], checkpoint: Checkpoint): NodeExplanation {
  const inputOf = (): AllocationInput => {
    const input = attempt.inputFor(node, checkpoint);
    const { slices } = attempt.state;
    // The view of a node may be from before slices of others changed.
    return { ...input, view: { ...input.view, slices } };
  };
  return explainOnNode(node.metadata.name, inputOf, kernel, checkpoint);
}
