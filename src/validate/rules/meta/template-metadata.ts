import { isOfObject } from '../../checks/object-meta.js';
import { forbidden } from '../../messages.js';
import type { Rule } from '../../rule.js';
import type { Field } from '../../tree/field.js';

const ALLOWED = ['labels', 'annotations'];

/** Empty lists count as set. */
function isZero({ value }: Field): boolean {
  return value === undefined || value === '' || value === 0n;
}

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
    if (context.kind !== 'ResourceClaimTemplate' || isOfObject(metadata)) return;
    for (const name of Object.keys(metadata.fields)) {
      if (ALLOWED.includes(name) || isZero(metadata.child(name))) continue;
      // The API server reports the Go field name in the path.
      context.report(metadata.child(name === 'uid' ? 'uID' : name), forbidden('cannot be set'));
    }
  },
};
