import { goQuote } from '../../../core/base/go-quote.js';
import { parseInt64 } from '../../../core/base/integers.js';
import { labelKeyProblems, labelValueProblems } from '../../../core/base/name-rules.js';
import { checkChoice } from '../../checks/choices.js';
import { invalid } from '../../messages.js';
import type { Rule, RuleContext } from '../../rule.js';
import type { Field } from '../../tree/field.js';

/** The gate of the operators that compare numbers. No release enables it by default. */
const COMPARISONS = 'TaintTolerationComparisonOperators';

function checkOperator(toleration: Field, context: RuleContext): void {
  const operator = toleration.child('operator');
  const { text } = toleration.child('value');
  if (operator.text === '' || operator.text === 'Equal') {
    for (const problem of labelValueProblems(text)) context.report(operator, invalid(text, problem));
  } else if (isComparison(operator) && context.gate(COMPARISONS)) checkNumber(toleration.child('value'), context);
  else if (operator.text !== 'Exists') checkChoice(operator, ['Equal', 'Exists'], context);
  else if (text !== '') context.report(operator, invalid(text, "value must be empty when `operator` is 'Exists'"), 'Equal');
}

function isComparison({ text }: Field): boolean {
  return text === 'Lt' || text === 'Gt';
}

/** Reports a value that is not a 64-bit integer in canonical form. */
function checkNumber(value: Field, context: RuleContext): void {
  const { text } = value;
  if (!/^(0|-?[1-9][0-9]*)$/.test(text)) {
    context.report(value, invalid(text, text === '' ? 'must be non-empty' : 'must be a valid decimal integer in canonical form'));
  } else if (parseInt64(text) === 'range')
    context.report(value, invalid(text, `strconv.ParseInt: parsing ${goQuote(text)}: value out of range`));
}

/** Taints have a key. A toleration without a key applies to all taints. */
export const toleration: Rule = {
  id: 'toleration',
  severity: 'error',
  says: 'Toleration of a pod has an invalid key, operator, value or effect',
  link: 'https://kubernetes.io/docs/concepts/scheduling-eviction/taint-and-toleration/',
  at: ['core.Toleration'],
  examples: () => ({
    kind: 'Pod',
    bad: { 'spec.tolerations': [{ key: 'gpu', operator: 'exists' }] },
    good: { 'spec.tolerations': [{ key: 'gpu', operator: 'Exists' }] },
  }),
  check(toleration, context) {
    const [key, operator, effect] = [toleration.child('key'), toleration.child('operator'), toleration.child('effect')];
    for (const problem of key.text === '' ? [] : labelKeyProblems(key.text)) context.report(key, invalid(key.text, problem));
    if (key.text === '' && operator.text !== 'Exists') {
      context.report(
        operator,
        invalid(operator.text, 'operator must be Exists when `key` is empty, which means "match all values and all keys"'),
      );
    }
    checkOperator(toleration, context);
    if (toleration.child('tolerationSeconds').isSet && effect.text !== 'NoExecute') {
      context.report(effect, invalid(effect.text, "effect must be 'NoExecute' when `tolerationSeconds` is set"), 'NoExecute');
    }
    if (effect.text !== '') checkChoice(effect, ['NoSchedule', 'PreferNoSchedule', 'NoExecute'], context);
  },
};
