import { checkChoice } from '../../checks/choices.js';
import { isInline } from '../../checks/volume-sources.js';
import type { Rule } from '../../rule.js';
import { PERSISTENT_VOLUMES_PAGE } from '../links.js';

/** A volume is a file system or a block device. */
export const volumeMode: Rule = {
  id: 'volume-mode',
  severity: 'error',
  says: '`volumeMode` of a PersistentVolume or claim is neither Filesystem nor Block',
  link: PERSISTENT_VOLUMES_PAGE,
  at: ['core.PersistentVolumeClaimSpec', 'core.PersistentVolumeSpec'],
  examples: () => ({
    kind: 'PersistentVolumeClaim',
    bad: { 'spec.volumeMode': 'FileSystem' },
    good: { 'spec.volumeMode': 'Filesystem' },
  }),
  check(spec, context) {
    const mode = spec.child('volumeMode');
    if (mode.isSet && !isInline(spec)) checkChoice(mode, ['Block', 'Filesystem'], context);
  },
};
