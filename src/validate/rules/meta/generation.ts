import { isOfObject } from '../../checks/object-meta.js';
import { invalid, NEGATIVE } from '../../messages.js';
import type { Rule } from '../../rule.js';

/** The kinds that keep the given generation; all others start at 1. */
const KINDS_WITH_INPUT_GENERATION: ReadonlySet<string> = new Set([
  ...['ResourceClaim', 'ResourceClaimTemplate', 'ResourcePoolStatusRequest', 'Node', 'Namespace', 'ResourceQuota', 'PodGroup', 'Workload'],
]);

/** For most kinds, the API server counts changes itself and ignores the given value. */
export const generation: Rule = {
  id: 'generation',
  severity: 'error',
  says: 'Generation is negative',
  link: 'https://kubernetes.io/docs/reference/kubernetes-api/definitions/object-meta-v1-meta/',
  at: ['ObjectMeta'],
  examples: () => ({
    kind: 'ResourceClaim',
    bad: { 'metadata.generation': -1 },
    good: { 'metadata.generation': 1 },
  }),
  check(metadata, context) {
    const generation = metadata.child('generation');
    if (!isOfObject(metadata) || !KINDS_WITH_INPUT_GENERATION.has(context.kind) || generation.integer >= 0n) return;
    context.report(generation, invalid(generation.integer, NEGATIVE));
  },
};
