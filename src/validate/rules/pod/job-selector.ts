import { checkSelector, matchesSelector, reportMismatch } from '../../checks/selectors.js';
import { invalid, notSupported, required } from '../../messages.js';
import type { Rule, RuleContext } from '../../rule.js';
import type { Field } from '../../tree/field.js';

/** The labels that the API server adds to the pods of a Job. */
const MADE_LABELS = ['job-name', 'controller-uid'].flatMap((name) => [name, `batch.kubernetes.io/${name}`]);

/** The values are unknown before creation: a name that may be generated, and a new identifier. */
const MADE = Symbol('made');

/** Reports a selector in the template of a CronJob, because each of its Jobs receives a generated selector. */
function checkTemplate(job: Field, context: RuleContext): void {
  const [selector, manual] = [job.child('selector'), job.child('manualSelector')];
  if (selector.isSet) context.report(selector, invalid('', '`selector` will be auto-generated'), 'leave it out');
  if (manual.flag) context.report(manual, notSupported(true, ['false']));
}

/** A Job finds its pods by labels that the API server generates. */
export const jobSelector: Rule = {
  id: 'job-selector',
  severity: 'error',
  says: 'Job has a selector without `manualSelector`, or one that does not match its template',
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
    if (!checkSelector(selector, context)) return;
    const made = new Map(isManual ? [] : MADE_LABELS.map((key) => [key, MADE]));
    if (!isManual && !matchesSelector(selector, made))
      context.report(selector, invalid('', '`selector` not auto-generated'), 'leave it out, or set manualSelector');
    const isMissing = isManual && !selector.isSet;
    if (isMissing || !matchesSelector(selector, new Map<string, unknown>([...labels.map, ...made]))) reportMismatch(labels, context);
  },
};
