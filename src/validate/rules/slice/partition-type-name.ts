import { checkFullyQualifiedName } from '../../checks/names.js';
import type { Rule } from '../../rule.js';
import { PARTITION_TYPE_KEP } from '../links.js';

/** The attribute identifies the type of a partition. */
export const partitionTypeName: Rule = {
  id: 'partition-type-name',
  severity: 'error',
  says: '`partitionTypeAttribute` names an attribute that has no domain',
  link: PARTITION_TYPE_KEP,
  at: ['ResourceSliceSpec'],
  examples: () => ({
    kind: 'ResourceSlice',
    bad: {
      'spec.partitionTypeAttribute': 'profile',
      'spec.devices[0].attributes[profile]': { string: '1g.10gb' },
      'spec.devices[0].consumesCounters': [{ counterSet: 'gpu-0', counters: { memory: { value: '10Gi' } } }],
    },
    good: {
      'spec.partitionTypeAttribute': 'gpu.example.com/profile',
      'spec.devices[0].attributes[profile]': { string: '1g.10gb' },
      'spec.devices[0].consumesCounters': [{ counterSet: 'gpu-0', counters: { memory: { value: '10Gi' } } }],
    },
  }),
  check(spec, context) {
    const name = spec.child('partitionTypeAttribute');
    if (name.isSet) checkFullyQualifiedName(name, context);
  },
};
