import type { DecodingRule } from '../../rule.js';

/** Kind and apiVersion identify the type of an object. */
export const missingKind: DecodingRule = {
  id: 'missing-kind',
  severity: 'error',
  says: 'Object has no kind or no apiVersion',
  link: 'https://kubernetes.io/docs/reference/using-api/api-concepts/',
  examples: () => ({
    kind: 'ResourceClaim',
    bad: { apiVersion: undefined, apiversion: 'resource.k8s.io/v1' },
    good: { apiVersion: 'resource.k8s.io/v1' },
  }),
};
