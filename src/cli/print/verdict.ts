// The verdict of an explanation, before its cause.

import { count } from '../../base/words.js';
import type { Explained } from './explained.js';

/** The verdict in words that the cause follows: `pod default/train-0 fits on none of 2 nodes, nearest node-a:`. */
export function verdictInWords({ name, explanation: { kind, nodes, groups } }: Explained): string {
  const [first = ''] = groups[0]?.nodes ?? [];
  if (kind === 'allocated') return `${name} fits on ${first}:`;
  if (kind !== 'unallocatable' || nodes.length === 0) return `${name}:`;
  if (nodes.length === 1) return `${name} does not fit on ${first}:`;
  return `${name} fits on none of ${count(nodes.length, 'node')}, nearest ${first}:`;
}
