// Checks names of extended resources, which pods use to request devices. Sources: IsExtendedResourceName in k8s.io/kubernetes
// pkg/apis/core/v1/helper/helpers.go, and ExtendedResourceName in k8s.io/apimachinery pkg/api/validate/strfmt.go.

import { labelKeyProblems } from '../../core/base/name-rules.js';

const NATIVE_DOMAIN = 'kubernetes.io/';
const QUOTA_PREFIX = 'requests.';

/** Returns the problems of a text as the name of an extended resource. */
export function extendedResourceProblems(name: string): readonly string[] {
  const problems: string[] = [];
  if (!name.includes('/')) problems.push("a name must be a domain-prefixed path, such as 'example.com/my-prop'");
  else if (name.includes(NATIVE_DOMAIN)) problems.push(`must not have "${NATIVE_DOMAIN}" domain`);
  if (name.startsWith(QUOTA_PREFIX)) problems.push(`must not have "${QUOTA_PREFIX}" prefix`);
  return [...problems, ...labelKeyProblems(QUOTA_PREFIX + name)];
}
