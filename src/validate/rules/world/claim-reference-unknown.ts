import { nearestName } from '../../../base/nearest-name.js';
import type { Field } from '../../field.js';
import { keyOf } from '../../world/subject.js';
import type { WorldContext, WorldRule } from '../../world-rule.js';

/** A pod waits for a claim or template that is not there. Where the input has none of its namespace, they are elsewhere. */
export const claimReferenceUnknown: WorldRule = {
  id: 'claim-reference-unknown',
  severity: 'warning',
  says: 'Pods name claims and templates that are there, where the input has some of their namespace.',
  link: 'https://kubernetes.io/docs/concepts/scheduling-eviction/dynamic-resource-allocation/',
  at: ['core.PodSpec'],
  examples: {
    bad: [
      ['ResourceClaimTemplate', {}],
      ['Pod', { 'spec.resourceClaims': [{ name: 'gpu', resourceClaimTemplateName: 'gpus' }] }],
    ],
    good: [
      ['ResourceClaimTemplate', {}],
      ['Pod', { 'spec.resourceClaims': [{ name: 'gpu', resourceClaimTemplateName: 'gpu' }] }],
    ],
  },
  check(spec, context) {
    for (const reference of spec.child('resourceClaims').items) {
      checkReference(reference.child('resourceClaimName'), 'ResourceClaim', 'ResourceClaimTemplate', context);
      checkReference(reference.child('resourceClaimTemplateName'), 'ResourceClaimTemplate', 'ResourceClaim', context);
    }
  },
};

function checkReference(
  field: Field,
  kind: 'ResourceClaim' | 'ResourceClaimTemplate',
  other: 'ResourceClaim' | 'ResourceClaimTemplate',
  context: WorldContext,
): void {
  const { world, namespace } = context;
  const key = keyOf(namespace, field.text);
  if (field.text === '' || world.namesOf(kind).has(key)) return;
  if (world.namesOf(other).has(key)) {
    const instead = other === 'ResourceClaim' ? 'resourceClaimName' : 'resourceClaimTemplateName';
    return context.report(field, `${field.text} is a ${other}: write ${instead}: ${field.text}`, `${instead}: ${field.text}`);
  }
  const here = namesIn(namespace, world.namesOf(kind));
  const near = nearestName(field.text, here);
  if (near !== undefined)
    return context.report(field, `there is no ${kind} ${field.text} in the namespace ${namespace}: did you mean ${near}?`, near);
  const elsewhere = [...world.namesOf(kind)].find((known) => known.endsWith(`/${field.text}`))?.split('/')[0];
  if (elsewhere !== undefined)
    return context.report(
      field,
      `the ${kind} ${field.text} is in the namespace ${elsewhere}, and pods use those of their own, ${namespace}`,
      `namespace: ${elsewhere}`,
    );
  if (here.length > 0)
    context.report(
      field,
      `there is no ${kind} ${field.text} in the namespace ${namespace}, of which the input has ${here.slice(0, 3).join(', ')}`,
    );
}

function namesIn(namespace: string, names: ReadonlySet<string>): readonly string[] {
  const prefix = `${namespace}/`;
  return [...names].filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));
}
