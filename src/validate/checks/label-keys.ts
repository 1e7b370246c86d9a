// Checks the label keys whose values a pod adds to its selectors. Source: ValidateMatchLabelKeysAndMismatchLabelKeys and
// ValidateMatchLabelKeysInTopologySpread in pkg/apis/core/validation/validation.go of Kubernetes 1.37.1.

import { forbidden, invalid } from '../messages.js';
import type { RuleContext } from '../rule.js';
import type { Field } from '../tree/field.js';
import { checkLabelKey } from './names.js';

const IN_SELECTOR = 'exists in both matchLabelKeys and labelSelector';

/** Reports invalid keys of `matchLabelKeys` and `mismatchLabelKeys`, and keys that the selector or the other list also has. */
export function checkLabelKeys(term: Field, context: RuleContext): void {
  const [matching, mismatching] = [term.child('matchLabelKeys'), term.child('mismatchLabelKeys')];
  for (const keys of [matching, mismatching]) checkKeys(keys, term.child('labelSelector'), context);
  if (matching.size === 0) return;
  reportRepeatedKeys(term, context);
  const others = new Set(mismatching.items.map(({ text }) => text));
  for (const key of matching.items) {
    if (others.has(key.text)) context.report(key, invalid(key.text, 'exists in both matchLabelKeys and mismatchLabelKeys'));
  }
}

/** Reports invalid keys of `matchLabelKeys` as API servers do that do not add them to the selector. */
export function checkUnmergedKeys(term: Field, context: RuleContext): void {
  const selector = term.child('labelSelector');
  const selected = new Set(selector.child('matchLabels').map.keys());
  for (const requirement of selector.child('matchExpressions').items) selected.add(requirement.child('key').text);
  checkKeys(term.child('matchLabelKeys'), selector, context);
  for (const key of term.child('matchLabelKeys').items) {
    if (selected.has(key.text)) context.report(key, invalid(key.text, IN_SELECTOR));
  }
}

function checkKeys(keys: Field, selector: Field, context: RuleContext): void {
  if (keys.size === 0) return;
  if (!selector.isSet) context.report(keys, forbidden('must not be specified when labelSelector is not set'));
  for (const key of selector.isSet ? keys.items : []) {
    context.checkpoint.step();
    checkLabelKey(key, context);
  }
}

/** The selector of a new pod already has the label for each key. If a key occurs there again, the author also wrote it in the selector. */
function reportRepeatedKeys(term: Field, context: RuleContext): void {
  const [keys, selector] = [term.child('matchLabelKeys'), term.child('labelSelector')];
  const positions = new Map(keys.items.map(({ text }, position) => [text, position]));
  const selected = new Set(selector.child('matchLabels').map.keys());
  for (const requirement of selector.child('matchExpressions').items) {
    const key = requirement.child('key').text;
    const position = positions.get(key);
    // The API server reports the index without the name of the list.
    if (position !== undefined && selected.has(key))
      context.report(keys.index(position).as(`${term.path}[${position}]`), invalid(key, IN_SELECTOR), 'remove it from one of them');
    selected.add(key);
  }
}
