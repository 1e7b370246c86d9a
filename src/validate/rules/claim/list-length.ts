import { checkLength, MOST_ALTERNATIVES, MOST_REQUESTS } from '../../checks/lists.js';
import type { Rule } from '../../rule.js';

/** The maximum lengths of lists, by field. Source: the constants in k8s.io/api resource/v1 of Kubernetes 1.37.1. */
const MOST_ITEMS: ReadonlyMap<string, number> = new Map([
  ['requests', MOST_REQUESTS],
  ['constraints', 32],
  ['config', 32],
  ['selectors', 32],
  ['firstAvailable', MOST_ALTERNATIVES],
]);

/** The API server does not check the items of a list that is too long, to limit its work. */
export const listLength: Rule = {
  id: 'list-length',
  severity: 'error',
  says: 'List of a claim or class is too long: at most 32 items, 8 in firstAvailable',
  link: 'https://kubernetes.io/docs/reference/kubernetes-api/resource/resource-claim-v1/',
  at: [
    'DeviceClaim',
    'DeviceClaimConfiguration',
    'DeviceClassSpec',
    'DeviceConstraint',
    'DeviceRequest',
    'DeviceSubRequest',
    'ExactDeviceRequest',
  ],
  declarative: true,
  examples: () => ({
    kind: 'ResourceClaim',
    bad: { 'spec.devices.requests[0].exactly.selectors': selectors(33) },
    good: { 'spec.devices.requests[0].exactly.selectors': selectors(32) },
  }),
  check(struct, context) {
    for (const [field, most] of MOST_ITEMS) checkLength(struct.child(field), most, context);
  },
};

function selectors(count: number): readonly object[] {
  return Array.from({ length: count }, (_, position) => ({ cel: { expression: `device.driver != "gpu-${position}.example.com"` } }));
}
