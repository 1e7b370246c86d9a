import { containersOf } from '../../checks/pods.js';
import { invalid, required } from '../../messages.js';
import type { Rule } from '../../rule.js';

/** White space as Go defines it: without the byte order mark, which JavaScript also trims. */
const OUTER_SPACE = /^[\t-\r \u0085\p{Zs}\u2028\u2029]+|[\t-\r \u0085\p{Zs}\u2028\u2029]+$/gu;

/** Templates may have space around the image, since it is checked only in pods. */
export const containerImage: Rule = {
  id: 'container-image',
  severity: 'error',
  says: 'Container image is missing, or has leading or trailing whitespace',
  link: 'https://kubernetes.io/docs/concepts/containers/images/',
  at: ['core.PodSpec'],
  examples: () => ({
    kind: 'Pod',
    bad: { 'spec.containers[0].image': ' train:1' },
    good: { 'spec.containers[0].image': 'train:1' },
  }),
  check(spec, context) {
    for (const container of containersOf(spec)) {
      context.checkpoint.step();
      const image = container.child('image');
      const trimmed = image.text.replace(OUTER_SPACE, '');
      if (image.text === '') context.report(image, required());
      else if (context.kind === 'Pod' && trimmed !== image.text) {
        context.report(image, invalid(image.text, 'must not have leading or trailing whitespace'), trimmed);
      }
    }
  },
};
