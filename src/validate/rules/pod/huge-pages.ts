import { forbidden } from '../../messages.js';
import { containersOf } from '../../pods.js';
import { isHugePages } from '../../resources.js';
import type { Rule } from '../../rule.js';

/** The kubelet gives them to containers that have a share of the machine. */
export const hugePages: Rule = {
  id: 'huge-pages',
  severity: 'error',
  says: 'Containers with huge pages have cpu or memory as well.',
  link: 'https://kubernetes.io/docs/tasks/manage-hugepages/scheduling-hugepages/',
  at: ['core.PodSpec'],
  examples: {
    kind: 'Pod',
    bad: { 'spec.containers[0].resources.limits': { 'hugepages-2Mi': '4Mi' } },
    good: { 'spec.containers[0].resources.limits': { 'hugepages-2Mi': '4Mi', memory: '1Gi' } },
  },
  check(spec, context) {
    for (const owner of [...containersOf(spec), spec]) {
      context.checkpoint.step();
      const resources = owner.child('resources');
      const names = ['limits', 'requests'].flatMap((field) => [...resources.child(field).map.keys()]);
      if (!names.some(isHugePages) || names.includes('cpu') || names.includes('memory')) continue;
      context.report(resources, forbidden('HugePages require cpu or memory'));
    }
  },
};
