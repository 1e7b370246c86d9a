// What an allocation answers.

import type { AllocationResult } from '../decode/allocation-result.js';
import type { InterruptedBy } from './limits.js';

/**
 * The answer to an allocation; wrong input throws AllocationError instead.
 *
 * - `allocated`: one AllocationResult for each claim, in order.
 * - `unallocatable`: a normal answer: these claims do not fit here now.
 * - `interrupted`: a limit was reached first. It says nothing about whether the claims fit.
 *
 * `steps` is the number of search decisions: the same on every machine for the same input and version.
 */
export type Outcome =
  | { readonly kind: 'allocated'; readonly allocations: readonly AllocationResult[]; readonly steps: number }
  | { readonly kind: 'unallocatable'; readonly steps: number }
  | { readonly kind: 'interrupted'; readonly by: InterruptedBy; readonly steps: number };
