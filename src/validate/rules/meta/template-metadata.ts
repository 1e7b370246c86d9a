import { isOfObject } from '../../checks/object-meta.js';
import { forbidden } from '../../messages.js';
import type { Rule } from '../../rule.js';
import type { Field } from '../../tree/field.js';

const ALLOWED = ['labels', 'annotations'];

/** Empty lists count as given. */
function isZero({ value }: Field): boolean {
  return value === undefined || value === '' || value === 0n;
}

/** Claims that are made of a template get a name of their own. */
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
      // The path has the name that Go has for it.
      context.report(metadata.child(name === 'uid' ? 'uID' : name), forbidden('cannot be set'));
    }
  },
};
