// SchedulingGates: a pod with gates is not scheduled until others have taken them away. Source: plugin schedulinggates of Kubernetes 1.37.1.

import type { NodeFilter } from './filter.js';

/** Gates of the pod. The scheduler does not even put it into its queue. */
export const schedulingGates: NodeFilter = {
  plugin: 'SchedulingGates',
  changesWith: 'node',
  prepare({ spec }, _context, checkpoint) {
    if (spec.schedulingGates.length === 0) return undefined;
    const names = checkpoint.map(spec.schedulingGates, ({ name }) => name);
    return { refusal: { code: 'scheduling-gated', message: `waiting for scheduling gates: [${names.join(' ')}]`, keepsFromQueue: true } };
  },
};
