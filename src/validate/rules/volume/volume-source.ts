import { furtherSource, isOfPod, sourcesOf } from '../../checks/volume-sources.js';
import { forbidden, required } from '../../messages.js';
import type { Rule } from '../../rule.js';
import { VOLUMES_PAGE } from '../links.js';

/** A volume has exactly one source. A volume of a pod without a source is an empty directory. */
export const volumeSource: Rule = {
  id: 'volume-source',
  severity: 'error',
  says: 'Volume has several sources, or a PersistentVolume has no source',
  link: VOLUMES_PAGE,
  at: ['core.Volume', 'core.PersistentVolumeSpec'],
  examples: () => ({
    kind: 'Pod',
    bad: { 'spec.volumes': [{ name: 'data', emptyDir: {}, persistentVolumeClaim: { claimName: 'data' } }] },
    good: { 'spec.volumes': [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }] },
  }),
  check(volume, context) {
    const [first, ...others] = sourcesOf(volume);
    if (first === undefined && !isOfPod(volume)) context.report(volume, required('must specify a volume type'));
    for (const source of others) {
      // The API server counts each of these sources of PersistentVolumes as the first one.
      if (source.step === 'flexVolume' && !isOfPod(volume)) continue;
      context.report(furtherSource(source), forbidden('may not specify more than 1 volume type'), 'remove it');
      context.stopAt(source, 'all');
    }
  },
};
