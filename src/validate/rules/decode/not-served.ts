import type { DecodingRule } from '../../rule.js';

/** Each release serves certain versions of a kind. */
export const notServed: DecodingRule = {
  id: 'not-served',
  severity: 'error',
  says: 'The release does not serve this kind in this group and version',
  link: 'https://kubernetes.io/docs/reference/using-api/#api-versioning',
  examples: () => ({
    kind: 'ResourceClaim',
    bad: { apiVersion: 'resources.k8s.io/v1' },
    good: { apiVersion: 'resource.k8s.io/v1' },
  }),
};
