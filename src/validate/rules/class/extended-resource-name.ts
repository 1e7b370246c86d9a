import { extendedResourceProblems } from '../../checks/extended-resources.js';
import { invalid } from '../../messages.js';
import type { Rule } from '../../rule.js';
import { EXTENDED_RESOURCE_KEP } from '../links.js';

/** Pods request devices of the class by this name, as they request CPU or memory. */
export const extendedResourceName: Rule = {
  id: 'extended-resource-name',
  severity: 'error',
  says: 'extendedResourceName is not a resource name with a domain other than kubernetes.io',
  link: EXTENDED_RESOURCE_KEP,
  at: ['DeviceClassSpec'],
  examples: () => ({
    kind: 'DeviceClass',
    bad: { 'spec.extendedResourceName': 'gpu' },
    good: { 'spec.extendedResourceName': 'example.com/gpu' },
  }),
  check(spec, context) {
    const name = spec.child('extendedResourceName');
    if (!name.isSet) return;
    for (const problem of extendedResourceProblems(name.text)) context.report(name, invalid(name.text, problem));
  },
};
