import { subdomainProblems } from '../../../core/base/name-rules.js';
import { reportProblems } from '../../checks/names.js';
import { invalid, required } from '../../messages.js';
import type { Rule, RuleContext } from '../../rule.js';
import type { Field } from '../../tree/field.js';

/** Names of kinds and objects become segments of paths. */
function checkSegment(name: Field, context: RuleContext): void {
  const { text } = name;
  if (text === '') return context.report(name, required());
  if (text === '.' || text === '..') context.report(name, invalid(text, `may not be '${text}'`));
  for (const sign of ['/', '%']) if (text.includes(sign)) context.report(name, invalid(text, `may not contain '${sign}'`));
}

/** The reference leads users from a Workload to the object that they created. */
export const workloadController: Rule = {
  id: 'workload-controller',
  severity: 'error',
  says: 'Controller of a Workload has a missing or invalid kind, name or group',
  link: 'https://github.com/kubernetes/enhancements/issues/4671',
  at: ['scheduling.TypedLocalObjectReference'],
  examples: () => ({
    kind: 'Workload',
    bad: { 'spec.controllerRef': { apiGroup: 'batch', kind: 'Job' } },
    good: { 'spec.controllerRef': { apiGroup: 'batch', kind: 'Job', name: 'train' } },
  }),
  check(reference, context) {
    const group = reference.child('apiGroup');
    if (group.text !== '') reportProblems(group, group.text, (text) => subdomainProblems(text, 'characters'), context);
    checkSegment(reference.child('kind'), context);
    checkSegment(reference.child('name'), context);
  },
};
