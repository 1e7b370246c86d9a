// Defines the outcome of an allocation.

import type { Certified } from '../certificate.js';
import type { AllocationResult } from '../decode/allocation-result.js';
import type { InterruptedSelector } from '../encode/interrupted-selector.js';
import type { InterruptedBy } from './limits.js';

/**
 * The answer to an allocation. Invalid input throws AllocationError instead.
 *
 * - `allocated`: one AllocationResult for each claim, in order.
 * - `unallocatable`: a normal answer: these claims do not fit here now. With `certificates: true` in the input it has a proof, or the reason why a proof is missing.
 * - `interrupted`: a limit was reached first. The claims may or may not fit. By `selector`: an expression needs more work than `limits.selectorWork` allows, or
 *   is too large for this library, although Kubernetes would evaluate it. `selector` identifies the expression.
 *
 * `steps` is the number of search decisions, the same on every machine for the same input and version.
 */
export type Outcome =
  | { readonly kind: 'allocated'; readonly allocations: readonly AllocationResult[]; readonly steps: number }
  | ({ readonly kind: 'unallocatable'; readonly steps: number } & Certified)
  | { readonly kind: 'interrupted'; readonly by: Exclude<InterruptedBy, 'selector'>; readonly steps: number }
  | { readonly kind: 'interrupted'; readonly by: 'selector'; readonly steps: number; readonly selector: InterruptedSelector };
