// Explanations for the nodes of a cluster, each within the limits of the call.

import type { NodeJson } from '../api/kinds.js';
import type { Node } from '../api/node.js';
import type { AbortSignalLike } from '../base/abort-signal.js';
import { CallEnded, type CallLimits, Checkpoint, type EndedBy, runCooperatively, UNLIMITED, type Yield } from '../base/checkpoint.js';
import { AllocationError } from '../base/errors.js';
import type { AllocationInput, Attempt } from '../evaluate/attempt.js';
import { type AsyncLimits, callLimitsOf, checkSignal, type Limits } from '../evaluate/limits.js';
import type { Runtime } from '../evaluate/runtime.js';
import { explainNode, explanationAtEnd } from '../explain/explain-node.js';
import type { Explanation, NodeExplanation } from '../explain/explanation.js';
import { explanationOf } from '../explain/groups.js';
import { Holders, heldClaim } from '../explain/holders.js';
import { Surroundings } from '../explain/surroundings.js';
import type { ClaimInput, PreparedClaims } from './claims.js';
import type { ClusterObjects } from './cluster-objects.js';

/** The input of `explain`: one node, some by their names, or all of them. `steps` counts for the search of each node, `milliseconds` for all of them together. */
export interface ExplainInput<L extends Limits = Limits> {
  readonly claims: PreparedClaims | readonly ClaimInput[];
  readonly node?: string | NodeJson;
  /** Looks at these nodes only, where it is not about one. Default: every node of the cluster. */
  readonly nodes?: readonly string[];
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

/** @internal The parts of a call that explanations of its nodes are made of. */
export interface ExplainCall {
  readonly attempt: Attempt;
  readonly runtime: Runtime;
  readonly cluster: ClusterObjects;
  readonly limits: CallLimits;
  readonly steps: number | undefined;
}

/** @internal Explains nodes in one go. */
export function explainNodes(nodes: readonly Node[], call: ExplainCall): Explanation {
  const explained: NodeExplanation[] = [];
  try {
    const around = aroundNodes(call, new Checkpoint(call.limits));
    for (const node of nodes) explained.push(explainOn(node, call, around, new Checkpoint(call.limits)));
  } catch (error) {
    if (!(error instanceof CallEnded)) throw error;
    for (const { metadata } of nodes.slice(explained.length)) explained.push(explanationAtEnd(metadata.name, error.by));
  }
  return explanationOf(explained, UNLIMITED);
}

/** @internal Explains nodes and gives way to the event loop. */
export async function explainNodesInTurns(nodes: readonly Node[], call: ExplainCall): Promise<Explanation> {
  const { runtime, limits } = call;
  const explained: NodeExplanation[] = [];
  const inTurns = <T>(run: (checkpoint: Checkpoint) => T): Promise<T> => {
    const checkpoint = new Checkpoint(limits);
    return runCooperatively(checkpoint, () => run(checkpoint), runtime.giveWay);
  };
  try {
    const around = await inTurns((checkpoint) => aroundNodes(call, checkpoint));
    for (const node of nodes) {
      new Checkpoint(limits).check();
      explained.push(await inTurns((checkpoint) => explainOn(node, call, around, checkpoint)));
      await runtime.giveWay();
    }
  } catch (error) {
    if (!(error instanceof CallEnded)) throw error;
    const rest = await notExplainedInTurns(nodes.slice(explained.length), error.by, runtime.giveWay);
    for (const node of rest.nodes) explained.push(node);
  }
  return inTurnsWithoutEnd((checkpoint) => explanationOf(explained, checkpoint), runtime.giveWay);
}

/** @internal Says of each node that the call ended before its claims were read. */
export function notExplained(nodes: readonly Node[], by: EndedBy): Explanation {
  return explanationOf(
    nodes.map(({ metadata }) => explanationAtEnd(metadata.name, by)),
    UNLIMITED,
  );
}

/** @internal Says so like `notExplained`, and gives way to the event loop. */
export function notExplainedInTurns(nodes: readonly Node[], by: EndedBy, giveWay: Yield): Promise<Explanation> {
  return inTurnsWithoutEnd((checkpoint) => {
    const explained = checkpoint.map(nodes, ({ metadata }) => explanationAtEnd(metadata.name, by));
    return explanationOf(explained, checkpoint);
  }, giveWay);
}

/** Does what is to be done although the call ended. */
function inTurnsWithoutEnd<T>(run: (checkpoint: Checkpoint) => T, giveWay: Yield): Promise<T> {
  const checkpoint = new Checkpoint();
  return runCooperatively(checkpoint, () => run(checkpoint), giveWay);
}

/** @internal Says that the call ended before the node of the caller was read. */
export function notRead(node: ExplainInput['node'], by: EndedBy): Explanation {
  const name: unknown = (node as { readonly metadata?: { readonly name?: unknown } } | undefined)?.metadata?.name;
  return explanationOf([explanationAtEnd(typeof name === 'string' ? name : '', by)], UNLIMITED);
}

function aroundNodes({ attempt, runtime, cluster }: ExplainCall, checkpoint: Checkpoint): Surroundings {
  checkpoint.check();
  const { slices } = attempt.state;
  const { environment } = runtime.selectors;
  const holders = (own: Checkpoint): Holders => holdersIn(cluster, own);
  return checkpoint.keep(() => new Surroundings({ slices, environment, holders }, checkpoint));
}

/** The claims that hold devices now: for words, so that it does no harm where others came since the call. */
function holdersIn({ held, pods }: ClusterObjects, checkpoint: Checkpoint): Holders {
  const holders = checkpoint.keep(() => new Holders());
  checkpoint.forEachOf(held, ([key, { allocation, keys }]) => {
    const stored = pods.get('ResourceClaim', key)?.claim;
    holders.add({ claim: key, pods: stored === undefined ? [] : heldClaim(stored).pods }, allocation.results, keys);
  });
  return holders;
}

function explainOn(node: Node, { attempt, runtime, steps }: ExplainCall, around: Surroundings, checkpoint: Checkpoint): NodeExplanation {
  const inputOf = (own: Checkpoint): AllocationInput => {
    const input = attempt.inputFor(node, own);
    const { slices } = attempt.state;
    // The view of a node may be from before slices of others changed.
    return { ...input, view: { ...input.view, slices } };
  };
  return explainNode({ node: node.metadata.name, inputOf, around, kernel: runtime.kernel, isDetailed: true, steps }, checkpoint);
}
