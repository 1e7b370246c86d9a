import { subdomainProblems } from '../../../core/base/name-rules.js';
import { checkTemplateMetadata } from '../../checks/object-meta.js';
import { ephemeralClaims, sourcesOf } from '../../checks/volume-sources.js';
import { invalid, required } from '../../messages.js';
import type { Rule } from '../../rule.js';
import { VOLUMES_PAGE } from '../links.js';

/** A claim is made from the template. Its name is the name of the pod, a dash and the name of the volume. */
export const ephemeralVolume: Rule = {
  id: 'ephemeral-volume',
  severity: 'error',
  says: 'Ephemeral volume has no claim template, unsupported metadata, or a claim name that is too long',
  link: VOLUMES_PAGE,
  at: ['core.PodSpec'],
  examples: () => ({
    kind: 'Pod',
    bad: { 'spec.volumes': [{ name: 'data', ephemeral: {} }] },
    good: {
      'spec.volumes': [
        {
          name: 'data',
          ephemeral: { volumeClaimTemplate: { spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } } } },
        },
      ],
    },
  }),
  check(spec, context) {
    for (const volume of spec.child('volumes').items) {
      context.checkpoint.step();
      const source = volume.child('ephemeral');
      if (!source.isSet || sourcesOf(volume)[0]?.step !== source.step) continue;
      const template = source.child('volumeClaimTemplate');
      if (template.isSet) checkTemplateMetadata(template.child('metadata'), context);
      else context.report(template, required());
    }
    for (const { volume, claim } of ephemeralClaims(spec, context)) {
      if (sourcesOf(volume)[0]?.step !== 'ephemeral' || volume.child('name').text === '') continue;
      for (const problem of subdomainProblems(claim, 'characters'))
        context.report(volume.child('name'), invalid(volume.child('name').text, `PVC name ${JSON.stringify(claim)}: ${problem}`));
    }
  },
};
