// A single call of an allocator, with its result in short form.

import { AllocationError } from '../../src/core/base/errors.js';
import { type AllocateInput, type Allocator, createAllocator, type Outcome } from '../../src/index.js';
import { claim, deviceClass, devices, node, slice } from './objects.js';

/** An allocator with every feature gate on. */
export const allocator = await createAllocator();

/** The input for a claim `ns/c` with these requests on node `n`, whose only slice has these devices. */
export function input(
  requests: readonly object[],
  list: readonly object[] = devices(4),
  more: Partial<AllocateInput> & { readonly constraints?: readonly object[] } = {},
): AllocateInput {
  const { constraints = [], ...rest } = more;
  return {
    node: node('n'),
    claims: [claim('c', requests, { constraints })],
    deviceClasses: [deviceClass('any')],
    resourceSlices: [slice('s', list)],
    ...rest,
  };
}

/** The request and device of each result, over all claims. */
function picks(outcome: Outcome): readonly string[] | string {
  if (outcome.kind !== 'allocated') return outcome.kind;
  return outcome.allocations.flatMap(({ devices: { results = [] } }) => results.map((result) => `${result.request}=${result.device}`));
}

/** The request and device of each result, or the kind of the outcome. */
export function solve(question: AllocateInput, by: Allocator = allocator): readonly string[] | string {
  return picks(by.allocate(question));
}

/** The error that a call throws. */
export function failure(question: AllocateInput, by: Allocator = allocator): AllocationError {
  try {
    by.allocate(question);
  } catch (error) {
    if (error instanceof AllocationError) return error;
    throw error;
  }
  throw new Error('expected an AllocationError');
}
