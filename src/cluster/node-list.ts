// Lists of nodes in the order of their names.

import type { Node } from '../api/node.js';
import { compareBytes } from '../base/byte-order.js';
import { CallEnded, type CallLimits, Checkpoint, type EndedBy, runCooperatively } from '../base/checkpoint.js';
import { AllocationError } from '../base/errors.js';
import type { Runtime } from '../runtime.js';

/** Nodes by name, each once. */
export function inOrder(nodes: Iterable<Node>, checkpoint: Checkpoint): readonly Node[] {
  const sorted = checkpoint.sort(nodes, byName);
  return checkpoint.filter(sorted, (node, place) => node !== sorted[place - 1]);
}

/** Sorts nodes like `inOrder`, within the limits of a call; or gives what ended it. */
export function orderedWithin(nodes: Iterable<Node>, limits: CallLimits): readonly Node[] | EndedBy {
  try {
    return inOrder(nodes, new Checkpoint(limits));
  } catch (error) {
    if (error instanceof CallEnded) return error.by;
    throw error;
  }
}

/** Sorts nodes like `inOrder`, giving way to the event loop. Rejects with CallEnded. */
export function nodesInOrder(nodes: Iterable<Node>, { giveWay }: Runtime, limits: CallLimits = {}): Promise<readonly Node[]> {
  const checkpoint = new Checkpoint(limits);
  return runCooperatively(checkpoint, () => inOrder(nodes, checkpoint), giveWay);
}

/** Sorts nodes like `orderedWithin`, giving way to the event loop. */
export async function orderedInTurns(nodes: Iterable<Node>, runtime: Runtime, limits: CallLimits): Promise<readonly Node[] | EndedBy> {
  try {
    return await nodesInOrder(nodes, runtime, limits);
  } catch (error) {
    if (error instanceof CallEnded) return error.by;
    throw error;
  }
}

function byName(left: Node, right: Node): number {
  return compareBytes(left.metadata.name, right.metadata.name);
}

/** A name in a list of nodes that a caller hands in. Throws `invalid-input`. */
export function nodeName(name: unknown, index: number): string {
  if (typeof name === 'string') return name;
  throw new AllocationError('invalid-input', `nodes[${index}]: expected the name of a node`, { path: `nodes[${index}]` });
}

/** Throws `unknown-node`. */
export function unknownNode(name: string): never {
  throw new AllocationError('unknown-node', `the cluster has no node ${name}`, { path: 'node' });
}
