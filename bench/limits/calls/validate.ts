// The calls of `dra-allocator/validate`.

import { validate } from '../../../src/validate/index.js';
import { CLAIM_INPUTS } from '../inputs/claims.js';
import { POD_INPUTS } from '../inputs/pods.js';
import { SIMULATION_INPUTS } from '../inputs/simulations.js';
import type { Forms } from '../measure.js';
import { type Entry, unlimited, way } from '../ways.js';
import { objectsOf } from './claim-ways.js';

const all = (objects: readonly object[]): Forms => ({ unlimited: () => validate(objects) });

export const VALIDATE: Readonly<Record<string, Entry>> = {
  validate: unlimited(
    'services call it in a thread, which they can end',
    { milliseconds: 600, perMegabyte: 20_000 },
    way(CLAIM_INPUTS, (call) => all([...objectsOf(call), ...(call.claims as readonly object[])])),
    way(POD_INPUTS, ({ pod, objects }) => all([pod, ...objects]), 'pods'),
    way(SIMULATION_INPUTS, ({ cluster, objects = [] }) => all([...cluster, ...objects]), 'objects'),
  ),
};
