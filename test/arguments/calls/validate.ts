// Valid calls of `dra-allocator/validate`.

import { validate } from '../../../src/validate/index.js';
import { OBJECTS, POD } from '../objects.js';
import { type CallMakers, callOf } from '../valid-call.js';

/** An invalid object, so that `locate` is called. */
const WRONG = { ...POD, apiVersion: 'resource.k8s.io/v1', kind: 'ResourceClaim' };

export const VALIDATE_CALLS: CallMakers = {
  validate: () => callOf((...args: readonly [never, never]) => validate(...args), [...OBJECTS, WRONG] as never, {} as never),
};
