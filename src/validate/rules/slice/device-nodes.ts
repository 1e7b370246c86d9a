import { chosenNodes } from '../../checks/node-choices.js';
import { isPerDevice, specOf } from '../../checks/slices.js';
import { forbidden, invalid, quoted, required } from '../../messages.js';
import type { Rule } from '../../rule.js';
import { COUNTERS_KEP } from '../links.js';

const FIELDS = ['nodeName', 'nodeSelector', 'allNodes'];
const RULE =
  'exactly one of `nodeName`, `nodeSelector`, or `allNodes` is required when `perDeviceNodeSelection` is set to true in the ResourceSlice spec';

/** A device specifies its nodes exactly if its slice sets `perDeviceNodeSelection`. */
export const deviceNodes: Rule = {
  id: 'device-nodes',
  severity: 'error',
  says: 'Device has no node field, several node fields, or one without `perDeviceNodeSelection: true`',
  link: COUNTERS_KEP,
  at: ['Device'],
  examples: () => ({
    kind: 'ResourceSlice',
    bad: { 'spec.devices[0].nodeName': 'worker' },
    good: { 'spec.devices[0].nodeName': 'worker', 'spec.perDeviceNodeSelection': true, 'spec.nodeName': undefined },
  }),
  check(device, context) {
    if (isPerDevice(specOf(device))) {
      const chosen = chosenNodes(device, FIELDS, context);
      if (chosen.length === 0) context.report(device, required(RULE));
      if (chosen.length > 1) context.report(device, invalid(`{${quoted(chosen)}}`, RULE));
      return;
    }
    if (FIELDS.every((name) => !device.child(name).isSet)) return;
    const rule =
      '`nodeName`, `nodeSelector` and `allNodes` can only be set if `perDeviceNodeSelection` is set to true in the ResourceSlice spec';
    context.report(device, forbidden(rule));
  },
};
