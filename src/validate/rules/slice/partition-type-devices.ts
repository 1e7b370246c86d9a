import { isFullyQualifiedName } from '../../checks/names.js';
import { consumesCounters } from '../../checks/slices.js';
import { invalid, required } from '../../messages.js';
import type { Rule } from '../../rule.js';
import { type DecodedStruct, isStruct } from '../../tree/decoded.js';
import type { Field } from '../../tree/field.js';
import { PARTITION_TYPE_KEP } from '../links.js';

/** Every partition has a type. */
export const partitionTypeDevices: Rule = {
  id: 'partition-type-devices',
  severity: 'error',
  says: 'Slice with `partitionTypeAttribute` has a device that consumes counters but lacks the attribute',
  link: PARTITION_TYPE_KEP,
  at: ['ResourceSliceSpec'],
  examples: () => ({
    kind: 'ResourceSlice',
    bad: {
      'spec.partitionTypeAttribute': 'gpu.example.com/profile',
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
    if (!name.isSet) return;
    if (!consumesCounters(spec)) {
      const rule = 'may only be set on a slice which declares devices that consume counters';
      return context.report(name, invalid(name.text, rule));
    }
    if (!isFullyQualifiedName(name.text)) return;
    for (const device of spec.child('devices').items) {
      if (device.child('consumesCounters').size === 0) continue;
      const attribute = attributeOf(device, name.text, spec.child('driver').text);
      const at = device.child('attributes').key(name.text);
      if (attribute === undefined) {
        context.report(at, required('device consumes counters and `partitionTypeAttribute` names this attribute, so it must be set'));
      } else if (attribute['string'] === undefined) {
        context.report(
          at,
          invalid(Object.keys(attribute).join(', '), 'must be a string value because `partitionTypeAttribute` names this attribute'),
        );
      }
    }
  },
};

/** Returns the attribute of a device by its full name. The domain may be omitted on the device if it is the driver's. */
function attributeOf(device: Field, name: string, driver: string): DecodedStruct | undefined {
  const { map } = device.child('attributes');
  const shortName = name.startsWith(`${driver}/`) ? name.slice(driver.length + 1) : name;
  const attribute = map.get(name) ?? map.get(shortName);
  return isStruct(attribute) ? attribute : undefined;
}
