import { checkUnique } from '../../checks/lists.js';
import { checkLabelKey } from '../../checks/names.js';
import { duplicate, required } from '../../messages.js';
import type { Rule, RuleContext } from '../../rule.js';
import type { Field } from '../../tree/field.js';
import { STORAGE_CLASSES_PAGE } from '../links.js';

function checkRequirement(requirement: Field, context: RuleContext): void {
  const values = requirement.child('values');
  context.checkpoint.step();
  if (values.size === 0) context.report(values, required());
  checkUnique(values, context);
  checkLabelKey(requirement.child('key'), context);
}

/** Volumes are provisioned only for nodes with these labels. */
export const allowedTopologies: Rule = {
  id: 'allowed-topologies',
  severity: 'error',
  says: 'StorageClass has an invalid or repeated term in `allowedTopologies`',
  link: STORAGE_CLASSES_PAGE,
  at: ['storage.StorageClass'],
  examples: () => ({
    kind: 'StorageClass',
    bad: { allowedTopologies: [{ matchLabelExpressions: [{ key: 'zone', values: [] }] }] },
    good: { allowedTopologies: [{ matchLabelExpressions: [{ key: 'zone', values: ['a'] }] }] },
  }),
  check(storageClass, context) {
    // The API server compares terms with empty ones, too.
    const terms = new Set(['[]']);
    for (const term of storageClass.child('allowedTopologies').items) {
      const requirements = term.child('matchLabelExpressions');
      const values = new Map<string, readonly string[]>();
      for (const requirement of requirements.items) {
        checkRequirement(requirement, context);
        const key = requirement.child('key');
        if (values.has(key.text)) context.report(key, duplicate(key.text));
        values.set(key.text, [...new Set(requirement.child('values').items.map(({ text }) => text))].sort());
      }
      const identity = JSON.stringify([...values].sort(([left], [right]) => (left < right ? -1 : 1)));
      if (terms.has(identity)) context.report(requirements, duplicate(''), 'remove it');
      terms.add(identity);
    }
  },
};
