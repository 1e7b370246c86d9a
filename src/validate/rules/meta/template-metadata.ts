import { checkTemplateMetadata, isOfObject } from '../../checks/object-meta.js';
import type { Rule } from '../../rule.js';

/** Each claim generated from a template receives a separate name. */
export const templateMetadata: Rule = {
  id: 'template-metadata',
  severity: 'error',
  says: 'Claim template has metadata other than labels and annotations',
  link: 'https://kubernetes.io/docs/reference/kubernetes-api/resource/resource-claim-template-v1/',
  at: ['ObjectMeta'],
  examples: () => ({
    kind: 'ResourceClaimTemplate',
    bad: { 'spec.metadata': { name: 'gpu' } },
    good: { 'spec.metadata': { labels: { team: 'a' } } },
  }),
  check(metadata, context) {
    if (context.kind === 'ResourceClaimTemplate' && !isOfObject(metadata)) checkTemplateMetadata(metadata, context);
  },
};
