import { isEmptySelector, matchesSelector, reportMismatch } from '../../checks/selectors.js';
import { invalid, notSupported, required } from '../../messages.js';
import type { Rule, RuleContext } from '../../rule.js';
import type { Field } from '../../tree/field.js';

/** Reports a selector in the template of a CronJob: each of its Jobs gets one. */
function checkTemplate(job: Field, context: RuleContext): void {
  const [selector, manual] = [job.child('selector'), job.child('manualSelector')];
  if (selector.isSet) context.report(selector, invalid('', '`selector` will be auto-generated'), 'leave it out');
  if (manual.flag) context.report(manual, notSupported(true, ['false']));
}

/** A Job finds its pods by labels that the API server makes. */
export const jobSelector: Rule = {
  id: 'job-selector',
  severity: 'error',
  says: 'A Job has no selector, or one that matches the labels of its template and is said to be manual.',
  link: 'https://kubernetes.io/docs/concepts/workloads/controllers/job/#specifying-your-own-pod-selector',
  at: ['batch.JobSpec'],
  examples: () => ({
    kind: 'Job',
    bad: { 'spec.selector': { matchLabels: { app: 'train' } } },
    good: { 'spec.selector': { matchLabels: { app: 'train' } }, 'spec.manualSelector': true },
  }),
  check(job, context) {
    if (context.kind === 'CronJob') return checkTemplate(job, context);
    const selector = job.child('selector');
    const labels = job.child('template', 'metadata', 'labels');
    const isManual = job.child('manualSelector').flag;
    if (isManual && !selector.isSet) context.report(selector, required());
    if (!isManual && !isEmptySelector(selector))
      context.report(selector, invalid('', '`selector` not auto-generated'), 'leave it out, or set manualSelector');
    if ((isManual && !selector.isSet) || !matchesSelector(selector, labels)) reportMismatch(labels, context);
  },
};
