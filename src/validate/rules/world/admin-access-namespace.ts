import type { WorldRule } from '../../world-rule.js';
import { ADMIN_ACCESS_KEP } from '../links.js';

const LABEL = 'resource.kubernetes.io/admin-access';

/** If the Namespace is in the input, a missing label is an error. If it is not, the label is unknown. */
export const adminAccessNamespace: WorldRule = {
  id: 'admin-access-namespace',
  severity: 'warning',
  says: 'Claim needs admin access, but its Namespace is not in the input',
  link: ADMIN_ACCESS_KEP,
  at: ['ExactDeviceRequest'],
  examples: () => ({
    bad: [['ResourceClaim', { 'spec.devices.requests[0].exactly.adminAccess': true }]],
    good: [
      ['Namespace', { 'metadata.labels[resource.kubernetes.io/admin-access]': 'true' }],
      ['ResourceClaim', { 'spec.devices.requests[0].exactly.adminAccess': true }],
    ],
  }),
  check(request, context) {
    const field = request.child('adminAccess');
    if (!field.flag || !context.gate('DRAAdminAccess') || context.labelsOfNamespace(context.namespace) !== undefined) return;
    const message = `admin access is rejected unless the Namespace ${context.namespace}, which is not in the input, has the label ${LABEL}: "true"`;
    context.report(field, message, `kubectl label namespace ${context.namespace} ${LABEL}=true`);
  },
};
