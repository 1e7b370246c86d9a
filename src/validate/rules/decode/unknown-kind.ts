import type { DecodingRule } from '../../rule.js';

/** All kinds in the groups of Kubernetes itself are listed. Groups of custom resources are not checked. */
export const unknownKind: DecodingRule = {
  id: 'unknown-kind',
  severity: 'error',
  says: 'Kind does not exist in this group of Kubernetes',
  link: 'https://kubernetes.io/docs/reference/using-api/#api-versioning',
  examples: () => ({
    kind: 'ResourceClaim',
    bad: { kind: 'ResourceClaims' },
    good: { kind: 'ResourceClaim' },
  }),
};
