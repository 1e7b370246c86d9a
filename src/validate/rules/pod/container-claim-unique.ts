import { containersOf } from '../../checks/pods.js';
import { duplicate } from '../../messages.js';
import type { Rule, RuleContext } from '../../rule.js';
import type { Field } from '../../tree/field.js';

function checkClaims(claims: Field, context: RuleContext): void {
  const seen = new Set<string>();
  const withRequest = new Set<string>();
  for (const claim of claims.items) {
    context.checkpoint.step();
    const [name, request] = [claim.child('name').text, claim.child('request').text];
    if (name === '') continue;
    const key = request === '' ? name : `${name}/${request}`;
    if (seen.has(name) || seen.has(key) || (request === '' && withRequest.has(name))) context.report(claim, duplicate(key));
    if (seen.has(name)) continue;
    seen.add(key);
    if (request !== '') withRequest.add(name);
  }
}

/** A claim without a request includes all of its requests. */
export const containerClaimUnique: Rule = {
  id: 'container-claim-unique',
  severity: 'error',
  says: 'Container names a claim, or a request of a claim, twice',
  link: 'https://kubernetes.io/docs/concepts/resource-management/dynamic-resource-allocation/',
  at: ['core.PodSpec'],
  examples: () => ({
    kind: 'Pod',
    bad: { 'spec.containers[0].resources.claims': [{ name: 'gpu', request: 'large' }, { name: 'gpu' }] },
    good: {
      'spec.containers[0].resources.claims': [
        { name: 'gpu', request: 'large' },
        { name: 'gpu', request: 'small' },
      ],
    },
  }),
  check(spec, context) {
    for (const owner of [...containersOf(spec), spec]) checkClaims(owner.child('resources', 'claims'), context);
  },
};
