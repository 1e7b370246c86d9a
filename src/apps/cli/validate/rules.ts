// All rules of the command: the rules of the library, and rules about texts, which only a reader can check.

import { RULES } from '../../../validate/index.js';
import type { Examples, Rule, RuleInfo, TextRule } from '../../../validate/rule.js';
import type { WorldExamples } from '../../../validate/world-rule.js';

/** A rule in the list. */
export type ListedRule = Omit<RuleInfo, 'link'> &
  Partial<Pick<RuleInfo, 'link'> & Pick<TextRule, 'texts'> & Pick<Rule, 'at'>> & { readonly examples?: () => Examples | WorldExamples };

/** An invalid text, whose contents are not validated. */
export const readableText: ListedRule = {
  id: 'readable-text',
  severity: 'error',
  says: 'File is not valid YAML or JSON',
  texts: { bad: 'kind: [ResourceClaim\n', good: 'kind: ResourceClaim\n' },
};

/** A comment that ignores a rule must name a rule, give a reason, and have an effect. */
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

/** All rules, in reporting order. */
export const ALL_RULES: readonly ListedRule[] = [readableText, ignoreComment, ...RULES];

/** Returns the rule with an ID. */
export function ruleOf(id: string): ListedRule | undefined {
  return ALL_RULES.find((rule) => rule.id === id);
}
