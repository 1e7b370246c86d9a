import type { WorldRule } from '../../world-rule.js';

/** The suffix of the key that counts the devices of a class. */
const DEVICES = '.deviceclass.resource.k8s.io/devices';

/** A quota accepts any key with a domain, but counts nothing for unsupported keys. */
export const quotaKey: WorldRule = {
  id: 'quota-key',
  severity: 'warning',
  says: 'Quota key seems to be for devices, but Kubernetes does not count it',
  link: 'https://kubernetes.io/docs/concepts/policy/resource-quotas/',
  at: ['core.ResourceQuotaSpec'],
  examples: () => ({
    bad: [['ResourceQuota', { 'spec.hard': { 'gpu.example.com.deviceclass.resource.kubernetes.io/devices': '8' } }]],
    good: [['ResourceQuota', { 'spec.hard': { 'gpu.example.com.deviceclass.resource.k8s.io/devices': '8' } }]],
  }),
  check(spec, context) {
    for (const entry of spec.child('hard').entries) {
      const key = String(entry.step);
      const [, name] = /^(.*?)\.device-?class(?:es)?\.[\w.-]+\/[\w-]+$/i.exec(key) ?? [];
      if (name === undefined || key.endsWith(DEVICES) || key.startsWith('requests.')) continue;
      context.report(entry, `${key} counts no device: devices of a class are counted under CLASS${DEVICES}`, `${name}${DEVICES}`);
    }
  },
};
