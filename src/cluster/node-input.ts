// Resolves the node that a caller names, or decodes the node that a caller makes up, within the limits of the call.

import type { StateView } from '../allocator/evaluate/cluster-view.js';
import { DecodeContext } from '../core/api/context.js';
import { decoding } from '../core/api/decoder.js';
import type { NodeJson } from '../core/api/kinds.js';
import { type Node, nodeKind } from '../core/api/node.js';
import { type CallLimits, Checkpoint, type EndedBy, endOfCall, type Yield } from '../core/base/checkpoint.js';
import { type Incremental, inOneGo, inSlices } from '../core/base/incremental.js';
import type { Json } from '../core/base/json.js';
import { unknownNode } from './node-list.js';

type NodeInput = string | NodeJson;

/** Returns the node. Throws `unknown-node`, `invalid-object` and the error that ends the call of the checkpoint. */
export function* nodeOfInput(input: NodeInput, state: Pick<StateView, 'node'>, checkpoint: Checkpoint): Incremental<Node> {
  return typeof input === 'string' ? (state.node(input) ?? unknownNode(input)) : yield* reading(input, checkpoint);
}

/** Returns the node, or the limit that ended the call. Throws `unknown-node` and `invalid-object`. */
export function nodeWithin(input: NodeInput, state: Pick<StateView, 'node'>, deadline: number | undefined): Node | EndedBy {
  if (typeof input === 'string') return state.node(input) ?? unknownNode(input);
  try {
    return inOneGo(reading(input, new Checkpoint(deadline === undefined ? {} : { deadline })));
  } catch (error) {
    return endOfCall(error);
  }
}

/** Returns the node like `nodeWithin`, but yields to the event loop. */
export async function nodeInSlices(
  input: NodeInput,
  state: Pick<StateView, 'node'>,
  limits: CallLimits,
  yieldNow: Yield,
): Promise<Node | EndedBy> {
  if (typeof input === 'string') return state.node(input) ?? unknownNode(input);
  const checkpoint = new Checkpoint(limits);
  return inSlices(checkpoint, reading(input, checkpoint), yieldNow).catch(endOfCall);
}

function* reading(nodeJson: NodeJson, checkpoint: Checkpoint): Incremental<Node> {
  return yield* decoding(nodeKind, nodeJson as unknown as Json, new DecodeContext(['node'], undefined, checkpoint));
}
