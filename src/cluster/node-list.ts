// Resolves the nodes that a caller names.

import type { StateView } from '../allocator/evaluate/cluster-view.js';
import { inOrder } from '../allocator/evaluate/ordered-nodes.js';
import type { Node } from '../core/api/node.js';
import { wrongArgument } from '../core/base/arguments.js';
import { Checkpoint, type Yield } from '../core/base/checkpoint.js';
import { AllocationError } from '../core/base/errors.js';
import { quoted } from '../core/base/field-error.js';
import { type Incremental, inSlices } from '../core/base/incremental.js';
import { mapping } from '../core/base/lists-in-increments.js';
import { shorten } from '../core/base/words.js';
import { listOf } from './claims.js';

/** Returns the named nodes, in the order of the names. Throws `invalid-input` and `unknown-node`. */
export function namedNodes(names: readonly string[], state: Pick<StateView, 'node'>): readonly Node[] {
  return listOf(names, 'nodes', 'names of nodes').map((name, index) => nodeNamed(name, index, state));
}

/** Returns the named nodes sorted by name, each once; yields to the event loop. Rejects with the errors of `namedNodes`. */
export async function namedInOrder(names: readonly string[], state: Pick<StateView, 'node'>, yieldNow: Yield): Promise<readonly Node[]> {
  const list = listOf(names, 'nodes', 'names of nodes');
  const checkpoint = new Checkpoint();
  return inSlices(checkpoint, findingInOrder(list, state, checkpoint), yieldNow);
}

function* findingInOrder(names: readonly unknown[], state: Pick<StateView, 'node'>, checkpoint: Checkpoint): Incremental<readonly Node[]> {
  const nodes = yield* mapping(names, (name, index) => nodeNamed(name, index, state), checkpoint);
  return yield* inOrder(nodes, checkpoint);
}

function nodeNamed(name: unknown, index: number, state: Pick<StateView, 'node'>): Node {
  if (typeof name === 'string') return state.node(name) ?? unknownNode(name, `nodes[${index}]`);
  throw wrongArgument(`nodes[${index}]`, 'the name of a node', name);
}

/** The most characters shown of an invalid node name. */
const MOST_SHOWN = 100;
/** Matches node names, and similar texts. */
const PLAIN = /^[\w.-]{1,253}$/;

/** Throws `unknown-node`. An invalid name is shown quoted: empty, with escaped control characters, or cut. */
export function unknownNode(name: string, path = 'node'): never {
  throw new AllocationError('unknown-node', `the cluster has no node ${PLAIN.test(name) ? name : quoted(shorten(name, MOST_SHOWN))}`, {
    path,
  });
}
