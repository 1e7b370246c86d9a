import type { TextRule } from '../../rule.js';

/** Only the parser can find repeated fields: decoded values have one field per name. */
export const duplicateField: TextRule = {
  id: 'duplicate-field',
  severity: 'error',
  says: 'Object has a field or map key twice',
  link: 'https://kubernetes.io/docs/reference/using-api/api-concepts/#field-validation',
  texts: {
    bad: `apiVersion: resource.k8s.io/v1
kind: ResourceClaim
metadata:
  name: gpu
  name: nic
`,
    good: `apiVersion: resource.k8s.io/v1
kind: ResourceClaim
metadata:
  name: gpu
`,
  },
};
