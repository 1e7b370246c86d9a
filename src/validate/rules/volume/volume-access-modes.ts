import { checkMode } from '../../checks/volumes.js';
import { forbidden, required } from '../../messages.js';
import type { Rule } from '../../rule.js';
import { PERSISTENT_VOLUMES_PAGE } from '../links.js';

const OF_ONE_POD = 'ReadWriteOncePod';
const MODES = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', OF_ONE_POD];

/** The access modes decide which volumes suit a claim. */
export const volumeAccessModes: Rule = {
  id: 'volume-access-modes',
  severity: 'error',
  says: 'PersistentVolume or claim has no access mode, or an unsupported one',
  link: PERSISTENT_VOLUMES_PAGE,
  at: ['core.PersistentVolumeClaimSpec', 'core.PersistentVolumeSpec'],
  examples: () => ({
    kind: 'PersistentVolumeClaim',
    bad: { 'spec.accessModes': ['RWO'] },
    good: { 'spec.accessModes': ['ReadWriteOnce'] },
  }),
  check(spec, context) {
    const modes = spec.child('accessModes');
    if (modes.size === 0) context.report(modes, required('at least 1 access mode is required'));
    for (const mode of modes.items) {
      context.checkpoint.step();
      checkMode(mode, MODES, context, modes.path);
    }
    const supported = modes.items.map(({ text }) => text).filter((mode) => MODES.includes(mode));
    if (supported.includes(OF_ONE_POD) && supported.some((mode) => mode !== OF_ONE_POD))
      context.report(modes, forbidden('may not use ReadWriteOncePod with other access modes'));
  },
};
