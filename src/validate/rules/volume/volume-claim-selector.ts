import { checkSelector } from '../../checks/selectors.js';
import type { Rule } from '../../rule.js';
import { PERSISTENT_VOLUMES_PAGE } from '../links.js';

/** A claim with a selector is bound to an existing volume. */
export const volumeClaimSelector: Rule = {
  id: 'volume-claim-selector',
  severity: 'error',
  says: 'PersistentVolumeClaim has an invalid label selector',
  link: PERSISTENT_VOLUMES_PAGE,
  at: ['core.PersistentVolumeClaimSpec'],
  examples: () => ({
    kind: 'PersistentVolumeClaim',
    bad: { 'spec.selector': { matchExpressions: [{ key: 'disk', operator: 'Equals', values: ['ssd'] }] } },
    good: { 'spec.selector': { matchExpressions: [{ key: 'disk', operator: 'In', values: ['ssd'] }] } },
  }),
  check(spec, context) {
    checkSelector(spec.child('selector'), context);
  },
};
