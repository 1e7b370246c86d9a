import { nearestName } from '../../../core/base/nearest-name.js';
import { some } from '../../../core/base/words.js';
import { containersOf } from '../../checks/pods.js';
import { notFound, required } from '../../messages.js';
import type { Rule } from '../../rule.js';

/** Pods have fewer claims than this. */
const MOST_COMPARED = 100;

/** Containers receive the devices of the pod's claims that they name. */
export const containerClaim: Rule = {
  id: 'container-claim',
  severity: 'error',
  says: 'Container names a claim that its pod does not have',
  link: 'https://kubernetes.io/docs/concepts/resource-management/dynamic-resource-allocation/',
  at: ['core.PodSpec'],
  examples: () => ({
    kind: 'Pod',
    bad: { 'spec.containers[0].resources.claims[0].name': 'gpus' },
    good: { 'spec.containers[0].resources.claims[0].name': 'gpu' },
  }),
  check(spec, context) {
    const claimNames = spec.child('resourceClaims').items.map((claim) => claim.child('name').text);
    const names = new Set(claimNames.filter((name) => name !== ''));
    const among = `must be one of the names in pod.spec.resourceClaims${names.size === 0 ? ' which is empty' : `: ${some([...names].sort(), 8)}`}`;
    for (const owner of [...containersOf(spec), spec]) {
      for (const claim of owner.child('resources', 'claims').items) {
        context.checkpoint.step();
        const { text } = claim.child('name');
        if (text === '') context.report(claim, required());
        else if (!names.has(text))
          context.report(claim, `${notFound(text)}: ${among}`, nearestName(text, [...names].slice(0, MOST_COMPARED)));
      }
    }
  },
};
