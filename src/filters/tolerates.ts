// Taints of nodes and what pods tolerate of them. Source: ToleratesTaint in core/v1/toleration.go of k8s.io/api v0.37.1 and
// FindMatchingUntoleratedTaint of k8s.io/component-helpers v0.37.2.

import type { Taint, Toleration } from '../api/toleration.js';
import type { Checkpoint } from '../base/checkpoint.js';
import { parseInt64 } from '../base/integers.js';

/** Tells whether any of the tolerations tolerates a taint. `comparisons`: `Lt` and `Gt` compare integers instead of matching nothing. */
export function isTolerated(taint: Taint, tolerations: readonly Toleration[], comparisons: boolean, checkpoint: Checkpoint): boolean {
  return checkpoint.some(tolerations, (toleration) => tolerates(toleration, taint, comparisons));
}

function tolerates({ key, operator, value, effect }: Toleration, taint: Taint, comparisons: boolean): boolean {
  if (effect !== '' && effect !== taint.effect) return false;
  if (key !== '' && key !== taint.key) return false;
  switch (operator) {
    case '':
    case 'Equal':
      return value === taint.value;
    case 'Exists':
      return true;
    case 'Lt':
    case 'Gt':
      return comparisons && isBeyond(taint.value, operator, value);
    default:
      return false;
  }
}

function isBeyond(value: string, operator: 'Lt' | 'Gt', bound: string): boolean {
  const [number, limit] = [plainInteger(value), plainInteger(bound)];
  if (number === undefined || limit === undefined) return false;
  return operator === 'Lt' ? number < limit : number > limit;
}

/** An integer as people write it: without zeros in front and without a plus. */
function plainInteger(text: string): bigint | undefined {
  const integer = /^(0|-?[1-9][0-9]*)$/.test(text) ? parseInt64(text) : undefined;
  return typeof integer === 'bigint' ? integer : undefined;
}
