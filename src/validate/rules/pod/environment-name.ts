import { isVariableName, VARIABLE_NAME } from '../../checks/environment.js';
import { containersOf } from '../../checks/pods.js';
import { invalid, required } from '../../messages.js';
import type { Rule } from '../../rule.js';

/** The program receives the name unchanged. */
export const environmentName: Rule = {
  id: 'environment-name',
  severity: 'error',
  says: 'Environment variable has no name',
  link: 'https://kubernetes.io/docs/tasks/inject-data-application/define-environment-variable-container/',
  at: ['core.PodSpec'],
  examples: () => ({
    kind: 'Pod',
    bad: { 'spec.containers[0].env': [{ value: 'a' }] },
    good: { 'spec.containers[0].env': [{ name: 'A', value: 'a' }] },
  }),
  check(spec, context) {
    for (const container of containersOf(spec)) {
      for (const variable of container.child('env').items) {
        context.checkpoint.step();
        const name = variable.child('name');
        if (name.text === '') context.report(name, required());
        else if (!isVariableName(name.text)) context.report(name, invalid(name.text, VARIABLE_NAME));
      }
    }
  },
};
