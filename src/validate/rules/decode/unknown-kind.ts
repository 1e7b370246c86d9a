import type { DecodingRule } from '../../rule.js';

/** In groups of Kubernetes itself all kinds are known; those of custom resources are not considered. */
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
