import { isInline, sourcesOf } from '../../checks/volume-sources.js';
import { required } from '../../messages.js';
import type { Rule } from '../../rule.js';
import { PERSISTENT_VOLUMES_PAGE } from '../links.js';

/** The nodes that reach a volume. */
export const volumeNodeAffinity: Rule = {
  id: 'volume-node-affinity',
  severity: 'error',
  says: 'PersistentVolume has an empty node affinity, or is local and has none',
  link: PERSISTENT_VOLUMES_PAGE,
  at: ['core.PersistentVolumeSpec'],
  examples: () => ({
    kind: 'PersistentVolume',
    bad: { 'spec.nodeAffinity': {} },
    good: { 'spec.nodeAffinity': { required: { nodeSelectorTerms: [{ matchExpressions: [{ key: 'zone', operator: 'Exists' }] }] } } },
  }),
  check(spec, context) {
    const affinity = spec.child('nodeAffinity');
    if (affinity.isSet && !isInline(spec) && !affinity.child('required').isSet)
      context.report(affinity.child('required'), required('must specify required node constraints'));
    const isLocal = sourcesOf(spec)[0]?.step === 'local';
    if (isLocal && (!affinity.isSet || isInline(spec))) context.report(affinity, required('Local volume requires node affinity'));
  },
};
