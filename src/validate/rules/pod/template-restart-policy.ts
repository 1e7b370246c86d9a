import { notSupported, required } from '../../messages.js';
import type { Rule } from '../../rule.js';

const OF_JOBS = ['Job', 'CronJob'];
const IN_JOBS = ['OnFailure', 'Never'];

/** Controllers that maintain a number of running pods always restart them; Jobs complete. */
export const templateRestartPolicy: Rule = {
  id: 'template-restart-policy',
  severity: 'error',
  says: 'Restart policy is invalid for this kind of template',
  link: 'https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#restart-policy',
  at: ['core.PodTemplateSpec'],
  examples: () => ({
    kind: 'Deployment',
    bad: { 'spec.template.spec.restartPolicy': 'Never' },
    good: { 'spec.template.spec.restartPolicy': 'Always' },
  }),
  check(template, context) {
    const policy = template.child('spec', 'restartPolicy');
    const isAlways = policy.text === '' || policy.text === 'Always';
    if (OF_JOBS.includes(context.kind)) {
      if (isAlways) context.report(policy, required('valid values: "OnFailure", "Never"'), 'Never');
      else if (!IN_JOBS.includes(policy.text)) context.report(policy, notSupported(policy.text, IN_JOBS));
    } else if (context.kind !== 'PodTemplate' && !isAlways) context.report(policy, notSupported(policy.text, ['Always']), 'Always');
  },
};
