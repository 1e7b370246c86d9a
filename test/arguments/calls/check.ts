// Valid calls of `dra-allocator/check`.

import { check } from '../../../src/explain/check/check.js';
import { claim, request } from '../../support/objects.js';
import { ALLOCATOR, QUESTION } from '../objects.js';
import { type CallMakers, callOf } from '../valid-call.js';

const WIDE = { ...QUESTION, claims: [claim('wide', [request('r', { count: 3 })])] };
const outcome = ALLOCATOR.allocate({ ...WIDE, certificates: true });
const certificate = outcome.kind === 'unallocatable' ? outcome.certificate : undefined;

export const CHECK_CALLS: CallMakers = {
  check: () => callOf((...args: readonly [never, never, never]) => check(...args), certificate as never, WIDE as never, {} as never),
};
