import type { Field } from '../../tree/field.js';
import { didYouMean, onlyOne } from '../../world/nearest.js';
import { claimShapeOf } from '../../world/pod-claims.js';
import type { WorldContext, WorldRule } from '../../world-rule.js';
import { DRA_PAGE } from '../links.js';

/** The kubelet passes a container the devices of the named request. For a missing request, it passes none. */
export const containerRequestUnknown: WorldRule = {
  id: 'container-request-unknown',
  severity: 'warning',
  says: 'Container names a request that its claim does not have',
  link: DRA_PAGE,
  at: ['core.PodSpec'],
  examples: () => ({
    bad: [
      ['ResourceClaim', {}],
      ['Pod', { 'spec.containers[0].resources.claims[0].request': 'gpus' }],
    ],
    good: [
      ['ResourceClaim', {}],
      ['Pod', { 'spec.containers[0].resources.claims[0].request': 'gpu' }],
    ],
  }),
  check(spec, context) {
    const claims = new Map(spec.child('resourceClaims').items.map((reference) => [reference.child('name').text, reference]));
    for (const list of ['initContainers', 'containers', 'ephemeralContainers']) {
      for (const container of spec.child(list).items) {
        for (const claim of container.child('resources', 'claims').items)
          checkRequest(claim, claims.get(claim.child('name').text), context);
      }
    }
  },
};

function checkRequest(claim: Field, reference: Field | undefined, context: WorldContext): void {
  const field = claim.child('request');
  const shape = reference === undefined ? undefined : claimShapeOf(reference, context);
  if (field.text === '' || shape === undefined || shape.requests.includes(field.text)) return;
  const near = field.text.includes('/')
    ? shape.requests.filter((name) => name === field.text.split('/')[0])
    : context.world.facts.nearest.of(field.text, shape.requests);
  const has = near.length === 0 ? `; found ${shape.requests.slice(0, 4).join(', ')}` : `: ${didYouMean(near)}`;
  context.report(field, `the ${shape.object.kind} ${shape.object.name} has no request ${field.text}${has}`, onlyOne(near));
}
