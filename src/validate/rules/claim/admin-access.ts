import { ADMIN_LABEL, adminRequestOf, namespaceOf } from '../../checks/admin-access.js';
import { forbidden } from '../../messages.js';
import type { Rule } from '../../rule.js';
import { ADMIN_ACCESS_KEP } from '../links.js';

/**
 * Admin access is also possible for devices in use, so administrators must enable it for each Namespace. A Namespace missing
 * from the input may have the label.
 */
export const adminAccess: Rule = {
  id: 'admin-access',
  severity: 'error',
  says: `Namespace of a claim with admin access does not have the label \`${ADMIN_LABEL}=true\``,
  link: ADMIN_ACCESS_KEP,
  at: ['ResourceClaim', 'ResourceClaimTemplate'],
  examples: () => ({
    kind: 'ResourceClaim',
    bad: { 'spec.devices.requests[0].exactly.adminAccess': true },
    good: { 'spec.devices.requests[0].exactly.adminAccess': true, 'metadata.namespace': 'monitoring' },
    furtherObjects: [
      { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'default' } },
      { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'monitoring', labels: { [ADMIN_LABEL]: 'true' } } },
    ],
  }),
  check(object, context) {
    const request = adminRequestOf(object);
    const namespace = namespaceOf(object);
    const labels = request === undefined ? undefined : context.labelsOfNamespace(namespace);
    if (request === undefined || labels === undefined || labels.get(ADMIN_LABEL) === 'true') return;
    const why = `admin access to devices requires the \`${ADMIN_LABEL}: true\` label on the containing namespace`;
    // The API server reports the path of a v1beta1 claim for all objects.
    const path = `spec.devices.requests[${request.step}].adminAccess`;
    context.report(
      request.child('exactly', 'adminAccess').as(path),
      forbidden(why),
      `label the Namespace ${namespace} with ${ADMIN_LABEL}=true`,
    );
  },
};
