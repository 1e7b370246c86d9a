import { checkSubdomain } from '../../checks/names.js';
import { isInline } from '../../checks/volume-sources.js';
import { required } from '../../messages.js';
import type { Rule } from '../../rule.js';
import { PERSISTENT_VOLUMES_PAGE } from '../links.js';

/** A class describes how volumes are provisioned. */
export const volumeClass: Rule = {
  id: 'volume-class',
  severity: 'error',
  says: 'PersistentVolume or claim names an invalid class',
  link: PERSISTENT_VOLUMES_PAGE,
  at: ['core.PersistentVolumeClaimSpec', 'core.PersistentVolumeSpec'],
  examples: () => ({
    kind: 'PersistentVolumeClaim',
    bad: { 'spec.storageClassName': 'Fast_SSD' },
    good: { 'spec.storageClassName': 'fast-ssd' },
  }),
  check(spec, context) {
    if (isInline(spec)) return;
    const [storage, attributes] = [spec.child('storageClassName'), spec.child('volumeAttributesClassName')];
    if (storage.text !== '') checkSubdomain(storage, context);
    if (attributes.text !== '') checkSubdomain(attributes, context);
    if (context.kind !== 'PersistentVolume' || !attributes.isSet) return;
    if (attributes.text === '') context.report(attributes, required('an empty string is disallowed'));
    if (!spec.child('csi').isSet) context.report(spec.child('csi'), required('has to be specified when using volumeAttributesClassName'));
  },
};
