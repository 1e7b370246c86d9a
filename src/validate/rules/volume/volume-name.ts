import { labelProblems } from '../../../core/base/name-rules.js';
import { checkLabel } from '../../checks/names.js';
import { duplicate } from '../../messages.js';
import type { Rule } from '../../rule.js';
import { VOLUMES_PAGE } from '../links.js';

const isLabel = (text: string): boolean => labelProblems(text).length === 0;

/** Containers mount volumes by their names. */
export const volumeName: Rule = {
  id: 'volume-name',
  severity: 'error',
  says: 'Volume of a pod has an invalid or duplicate name',
  link: VOLUMES_PAGE,
  at: ['core.PodSpec'],
  examples: () => ({
    kind: 'Pod',
    bad: {
      'spec.volumes': [
        { name: 'data', emptyDir: {} },
        { name: 'data', emptyDir: {} },
      ],
    },
    good: {
      'spec.volumes': [
        { name: 'data', emptyDir: {} },
        { name: 'cache', emptyDir: {} },
      ],
    },
  }),
  check(spec, context) {
    const names = new Set<string>();
    for (const volume of spec.child('volumes').items) {
      context.checkpoint.step();
      const name = volume.child('name');
      checkLabel(name, context);
      if (names.has(name.text)) context.report(name, duplicate(name.text), 'give it a different name');
      else if (isLabel(name.text)) names.add(name.text);
    }
  },
};
