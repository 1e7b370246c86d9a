import { required } from '../../messages.js';
import type { Rule } from '../../rule.js';
import { CLAIM_PAGE } from '../links.js';

/** `opaque` is the only kind of configuration so far; later releases may add others. */
export const configKind: Rule = {
  id: 'config-kind',
  severity: 'error',
  says: 'Configuration has no `opaque`',
  link: CLAIM_PAGE,
  at: ['DeviceClaimConfiguration', 'DeviceClassConfiguration'],
  examples: () => ({
    kind: 'ResourceClaim',
    bad: { 'spec.devices.config': [{ requests: ['gpu'] }] },
    good: { 'spec.devices.config': [{ requests: ['gpu'], opaque: { driver: 'gpu.example.com', parameters: { kind: 'GpuConfig' } } }] },
  }),
  check(config, context) {
    const opaque = config.child('opaque');
    if (!opaque.isSet)
      context.report(opaque, required('the configuration, such as `opaque: { driver: gpu.example.com, parameters: { ... } }`'));
  },
};
