import { some } from '../../../core/base/words.js';
import type { Field } from '../../tree/field.js';
import { didYouMean, onlyOne } from '../../world/nearest.js';
import type { WorldContext, WorldRule } from '../../world-rule.js';
import { DRA_PAGE } from '../links.js';

/** Further names are not listed. */
const MOST_SHOWN = 3;

/** A pod is pending until its claim or template exists. If the input has no such objects in the namespace, they may be in the cluster. */
export const claimReferenceUnknown: WorldRule = {
  id: 'claim-reference-unknown',
  severity: 'warning',
  says: 'Pod names a claim or template that does not exist',
  link: DRA_PAGE,
  at: ['core.PodSpec'],
  examples: () => ({
    bad: [
      ['ResourceClaimTemplate', {}],
      ['Pod', { 'spec.resourceClaims': [{ name: 'gpu', resourceClaimTemplateName: 'gpus' }] }],
    ],
    good: [
      ['ResourceClaimTemplate', {}],
      ['Pod', { 'spec.resourceClaims': [{ name: 'gpu', resourceClaimTemplateName: 'gpu' }] }],
    ],
  }),
  check(spec, context) {
    for (const reference of spec.child('resourceClaims').items) {
      checkReference(reference.child('resourceClaimName'), 'ResourceClaim', 'ResourceClaimTemplate', context);
      checkReference(reference.child('resourceClaimTemplateName'), 'ResourceClaimTemplate', 'ResourceClaim', context);
    }
  },
};

type Kind = 'ResourceClaim' | 'ResourceClaimTemplate';

function checkReference(field: Field, kind: Kind, other: Kind, context: WorldContext): void {
  const { world, namespace } = context;
  const here = world.namesOf(kind, namespace);
  if (field.text === '' || here.has(field.text)) return;
  if (world.namesOf(other, namespace).has(field.text)) {
    const instead = other === 'ResourceClaim' ? 'resourceClaimName' : 'resourceClaimTemplateName';
    return context.report(field, `${field.text} is a ${other}: write ${instead}: ${field.text}`, `${instead}: ${field.text}`);
  }
  const missing = `there is no ${kind} ${field.text} in the namespace ${namespace}`;
  const near = world.facts.nearest.of(field.text, here);
  if (near.length > 0) return context.report(field, `${missing}: ${didYouMean(near)}`, onlyOne(near));
  const elsewhere = world.namespaceOf(kind, field.text);
  if (elsewhere !== undefined) {
    const message = `the ${kind} ${field.text} is in namespace ${elsewhere}, but the pod is in namespace ${namespace}`;
    return context.report(field, message, `namespace: ${elsewhere}`);
  }
  if (here.size > 0) context.report(field, `${missing}; found ${some([...here], MOST_SHOWN)}`);
}
