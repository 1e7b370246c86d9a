import { FILES_SINCE, SOURCES } from '../../checks/environment.js';
import { containersOf } from '../../checks/pods.js';
import { invalid, quoted } from '../../messages.js';
import type { Rule, RuleContext } from '../../rule.js';
import type { Field } from '../../tree/field.js';

function checkSource(variable: Field, context: RuleContext): void {
  const source = variable.child('valueFrom');
  if (!source.isSet) return;
  const possible = Object.keys(SOURCES).filter((name) => name !== 'fileKeyRef' || context.minor >= FILES_SINCE);
  const setSources = possible.filter((name) => source.child(name).isSet);
  for (const name of setSources) SOURCES[name]?.(source.child(name), context);
  if (setSources.length === 0) context.report(source, invalid('', `must specify one of: ${quoted(possible)}`));
  else if (variable.child('value').text !== '') context.report(source, invalid('', 'may not be specified when `value` is not empty'));
  else if (setSources.length > 1)
    context.report(source, invalid('', 'may not have more than one field specified at a time'), 'remove one of them');
}

/** A variable without a literal value comes from the pod, a ConfigMap, a Secret or a file. */
export const environmentSource: Rule = {
  id: 'environment-source',
  severity: 'error',
  says: 'Environment variable has several sources, or an invalid one',
  link: 'https://kubernetes.io/docs/tasks/inject-data-application/environment-variable-expose-pod-information/',
  at: ['core.PodSpec'],
  examples: () => ({
    kind: 'Pod',
    bad: { 'spec.containers[0].env': [{ name: 'A', valueFrom: { fieldRef: { fieldPath: 'metadata.creationTimestamp' } } }] },
    good: { 'spec.containers[0].env': [{ name: 'A', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } }] },
  }),
  check(spec, context) {
    for (const container of containersOf(spec)) {
      for (const variable of container.child('env').items) {
        context.checkpoint.step();
        checkSource(variable, context);
      }
    }
  },
};
