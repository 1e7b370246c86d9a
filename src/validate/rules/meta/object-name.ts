import { reportProblems } from '../../checks/names.js';
import { generatedName, isOfObject, nameProblemsOf } from '../../checks/object-meta.js';
import { invalid, required } from '../../messages.js';
import type { Rule } from '../../rule.js';

/** Claims, pods and other objects refer to an object by its name. */
export const objectName: Rule = {
  id: 'object-name',
  severity: 'error',
  says: 'Object has no valid name or generateName',
  link: 'https://kubernetes.io/docs/concepts/overview/working-with-objects/names/',
  at: ['ObjectMeta'],
  examples: () => ({
    kind: 'ResourceClaim',
    bad: { 'metadata.name': 'GPU_0' },
    good: { 'metadata.name': 'gpu-0' },
  }),
  check(metadata, context) {
    if (!isOfObject(metadata)) return;
    const name = metadata.child('name');
    const prefix = metadata.child('generateName').text;
    if (name.text === '' && prefix === '') return context.report(name, required('name or generateName is required'));
    const text = name.text === '' ? generatedName(prefix) : name.text;
    reportProblems(name, text, nameProblemsOf(context.kind), context);
    // Jobs add a suffix of 11 characters.
    if (context.kind === 'CronJob' && text.length > 52) context.report(name, invalid(text, 'must be no more than 52 characters'));
  },
};
