import { ephemeralClaims, sourcesOf } from '../../checks/volume-sources.js';
import { checkGiven } from '../../checks/volumes.js';
import { invalid } from '../../messages.js';
import type { Rule } from '../../rule.js';
import { VOLUMES_PAGE } from '../links.js';

/** The claim must exist. Until then, the pod is pending. */
export const volumeClaimName: Rule = {
  id: 'volume-claim-name',
  severity: 'error',
  says: 'Volume of a pod names no PersistentVolumeClaim, or the claim of an ephemeral volume',
  link: VOLUMES_PAGE,
  at: ['core.PodSpec'],
  examples: () => ({
    kind: 'Pod',
    bad: { 'spec.volumes': [{ name: 'data', persistentVolumeClaim: {} }] },
    good: { 'spec.volumes': [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }] },
  }),
  check(spec, context) {
    const made = new Set(ephemeralClaims(spec, context).map(({ claim }) => claim));
    for (const volume of spec.child('volumes').items) {
      context.checkpoint.step();
      const source = volume.child('persistentVolumeClaim');
      const name = source.child('claimName');
      if (source.isSet && sourcesOf(volume)[0]?.step === source.step) checkGiven(source, 'claimName', context);
      if (source.isSet && made.has(name.text))
        context.report(name, invalid(name.text, 'must not reference a PVC that is created for an ephemeral volume'));
    }
  },
};
