// All rules that the command knows: those of the library, and those about texts that only a reader of texts can have.

import { RULES } from '../../../validate/index.js';
import type { Examples, Rule, RuleInfo, TextRule } from '../../../validate/rule.js';
import type { WorldExamples } from '../../../validate/world-rule.js';

/** A rule as it is listed. */
export type ListedRule = Omit<RuleInfo, 'link'> &
  Partial<Pick<RuleInfo, 'link'> & Pick<TextRule, 'texts'> & Pick<Rule, 'at'>> & { readonly examples?: () => Examples | WorldExamples };

/** A text that is none: nothing in it is judged. */
export const readableText: ListedRule = {
  id: 'readable-text',
  severity: 'error',
  says: 'File is not valid YAML or JSON',
  texts: { bad: 'kind: [ResourceClaim\n', good: 'kind: ResourceClaim\n' },
};

/** A comment that is to silence a rule says which one, and why, and does so. */
export const ignoreComment: ListedRule = {
  id: 'ignore-comment',
  severity: 'warning',
  says: 'Comment ignores an unknown rule, gives no reason, or has no effect',
  texts: {
    bad: `# dra-allocator: ignore request-name
apiVersion: resource.k8s.io/v1
kind: ResourceClaim
metadata:
  name: gpu
`,
    good: `apiVersion: resource.k8s.io/v1
kind: ResourceClaim
metadata:
  name: gpu
spec:
  devices:
    requests:
    - name: GPU # dra-allocator: ignore request-name our webhook renames it
      exactly:
        deviceClassName: gpu.example.com
`,
  },
};

/** All rules, in the order in which they are reported. */
export const ALL_RULES: readonly ListedRule[] = [readableText, ignoreComment, ...RULES];

/** The rule of a name. */
export function ruleOf(id: string): ListedRule | undefined {
  return ALL_RULES.find((rule) => rule.id === id);
}
