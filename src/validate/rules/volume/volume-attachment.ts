import { subdomainProblems } from '../../../core/base/name-rules.js';
import { checkDriverName, reportProblems } from '../../checks/names.js';
import { forbidden, required } from '../../messages.js';
import type { Rule, RuleContext } from '../../rule.js';
import type { Field } from '../../tree/field.js';
import { PERSISTENT_VOLUMES_PAGE } from '../links.js';

const ONE_SOURCE = 'must specify exactly one of inlineVolumeSpec and persistentVolumeName';

const subdomain = (text: string): readonly string[] => subdomainProblems(text, 'characters');

/** Reports fields that only PersistentVolumes may have. */
function checkInline(volume: Field, context: RuleContext): void {
  const why = 'in the context of inline volumes';
  for (const field of ['claimRef', 'nodeAffinity']) {
    if (volume.child(field).isSet) context.report(volume.child(field), forbidden(`may not be specified ${why}`));
  }
  context.stopAt(volume.child('nodeAffinity'), 'all');
  if (volume.child('capacity').size > 0) context.report(volume.child('capacity'), forbidden(`may not be specified ${why}`));
  if (volume.child('storageClassName').text !== '')
    context.report(volume.child('storageClassName'), forbidden(`may not be specified ${why}`));
  if (!volume.child('csi').isSet) context.report(volume.child('csi'), required(`has to be specified ${why}`));
  const [policy, mode] = [volume.child('persistentVolumeReclaimPolicy'), volume.child('volumeMode')];
  if (policy.text !== '' && policy.text !== 'Retain') context.report(policy, forbidden(`may only be Retain ${why}`));
  if (mode.isSet && mode.text !== 'Filesystem') context.report(mode, forbidden(`may not specify volumeMode other than Filesystem ${why}`));
}

/** An attachment names a driver, a volume and a node. */
export const volumeAttachment: Rule = {
  id: 'volume-attachment',
  severity: 'error',
  says: 'VolumeAttachment has a missing or invalid attacher, node or source',
  link: PERSISTENT_VOLUMES_PAGE,
  at: ['storage.VolumeAttachmentSpec'],
  examples: () => ({
    kind: 'VolumeAttachment',
    bad: { 'spec.source': {} },
    good: { 'spec.source': { persistentVolumeName: 'data' } },
  }),
  check(spec, context) {
    checkDriverName(spec.child('attacher'), context);
    const [source, node] = [spec.child('source'), spec.child('nodeName')];
    const [name, inline] = [source.child('persistentVolumeName'), source.child('inlineVolumeSpec')];
    reportProblems(node, node.text, subdomain, context);
    if (!name.isSet && !inline.isSet) context.report(source, required(ONE_SOURCE));
    if (name.isSet && inline.isSet) {
      context.report(source, forbidden(ONE_SOURCE));
      context.stopAt(inline, 'all');
    } else if (name.isSet && name.text === '') context.report(name, required('must specify non empty persistentVolumeName'));
    if (name.isSet) reportProblems(name, name.text, subdomain, context);
    else if (inline.isSet) checkInline(inline, context);
  },
};
