import { containersOf, limitsOf, podAmountsOf, requestsOf } from '../../checks/pods.js';
import { isHugePages } from '../../checks/resources.js';
import { forbidden } from '../../messages.js';
import type { Rule, RuleContext } from '../../rule.js';
import type { Field } from '../../tree/field.js';

function check(owner: Field, amounts: readonly Field[], context: RuleContext): void {
  context.checkpoint.step();
  const names = amounts.map(({ step }) => String(step));
  if (!names.some(isHugePages) || names.includes('cpu') || names.includes('memory')) return;
  context.report(owner.child('resources'), forbidden('HugePages require cpu or memory'));
}

/** The kubelet assigns huge pages only to containers that also request CPU or memory. */
export const hugePages: Rule = {
  id: 'huge-pages',
  severity: 'error',
  says: 'Container requests huge pages, but neither cpu nor memory',
  link: 'https://kubernetes.io/docs/tasks/manage-hugepages/scheduling-hugepages/',
  at: ['core.PodSpec'],
  examples: () => ({
    kind: 'Pod',
    bad: { 'spec.containers[0].resources.limits': { 'hugepages-2Mi': '4Mi' } },
    good: { 'spec.containers[0].resources.limits': { 'hugepages-2Mi': '4Mi', memory: '1Gi' } },
  }),
  check(spec, context) {
    for (const container of containersOf(spec))
      check(container, [...limitsOf(container).entries, ...requestsOf(container, context.kind).values()], context);
    const { limits, requests } = podAmountsOf(spec, context);
    check(spec, [...limits.values(), ...requests.values()], context);
  },
};
