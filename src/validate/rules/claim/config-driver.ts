import { checkDriverName } from '../../checks/names.js';
import type { Rule } from '../../rule.js';
import { CLAIM_PAGE } from '../links.js';

/** A driver receives only the configurations that name it. */
export const configDriver: Rule = {
  id: 'config-driver',
  severity: 'error',
  says: 'Driver name of a configuration is not a DNS subdomain of at most 63 bytes',
  link: CLAIM_PAGE,
  at: ['OpaqueDeviceConfiguration'],
  examples: () => ({
    kind: 'ResourceClaim',
    bad: { 'spec.devices.config': [{ opaque: { driver: 'gpu_example', parameters: { kind: 'GpuConfig' } } }] },
    good: { 'spec.devices.config': [{ opaque: { driver: 'gpu.example.com', parameters: { kind: 'GpuConfig' } } }] },
  }),
  check(opaque, context) {
    checkDriverName(opaque.child('driver'), context);
  },
};
