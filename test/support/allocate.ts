// One question to an allocator, and what came of it in short.

import { AllocationError } from '../../src/core/base/errors.js';
import { type AllocateInput, type Allocator, createAllocator, type Outcome } from '../../src/index.js';
import { claim, deviceClass, devices, node, slice } from './objects.js';

/** An allocator with every gate on. */
export const allocator = await createAllocator();

/** Asks for a claim `ns/c` with these requests on node `n`, whose one slice has these devices. */
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

/** Request and device of each result, over all claims. */
function picks(outcome: Outcome): readonly string[] | string {
  if (outcome.kind !== 'allocated') return outcome.kind;
  return outcome.allocations.flatMap(({ devices: { results = [] } }) => results.map((result) => `${result.request}=${result.device}`));
}

/** The picks of an answer, or its kind. */
export function solve(question: AllocateInput, by: Allocator = allocator): readonly string[] | string {
  return picks(by.allocate(question));
}

/** The error that a call ends in. */
export function failure(question: AllocateInput, by: Allocator = allocator): AllocationError {
  try {
    by.allocate(question);
  } catch (error) {
    if (error instanceof AllocationError) return error;
    throw error;
  }
  throw new Error('expected an AllocationError');
}
