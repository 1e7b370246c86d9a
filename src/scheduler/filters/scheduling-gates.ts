// SchedulingGates: rejects a pod until its scheduling gates are removed. Source: plugin schedulinggates of Kubernetes 1.37.1.

import { ITEMS_A_UNIT } from '../../core/base/incremental.js';
import type { PlainFilter } from './filter.js';

/** Rejects a pod with gates on every node, because the scheduler does not queue it. */
export const schedulingGates: PlainFilter = {
  plugin: 'SchedulingGates',
  changesWith: 'node',
  prepare({ spec }, _context, checkpoint) {
    if (spec.schedulingGates.length === 0) return undefined;
    checkpoint.step(Math.ceil(spec.schedulingGates.length / ITEMS_A_UNIT));
    const names = spec.schedulingGates.map(({ name }) => name);
    return { refusal: { code: 'scheduling-gated', message: `waiting for scheduling gates: [${names.join(' ')}]`, keepsFromQueue: true } };
  },
};
