import { isLonger } from '../../checks/names.js';
import { isOfPod } from '../../checks/volume-sources.js';
import { checkGiven } from '../../checks/volumes.js';
import { invalid, required } from '../../messages.js';
import type { Rule, RuleContext } from '../../rule.js';
import type { Field } from '../../tree/field.js';
import { VOLUMES_PAGE } from '../links.js';

const NAME_RULE = 'must be valid format starting with iqn, eui, or naa';

function isTargetName(name: string): boolean {
  if (name.startsWith('iqn')) return /iqn\.\d{4}-\d{2}\.[A-Za-z0-9.-]+:[^,;*&$|\s]+$/.test(name);
  return /^eui.[A-Za-z0-9]{16}$/.test(name) || /^naa.[A-Za-z0-9]{32}$/.test(name);
}

function isInPod({ parent }: Field): boolean {
  return parent !== undefined && isOfPod(parent);
}

/** The name of the volume and the portal of the target become one text of at most 64 bytes. */
function checkLength(disk: Field, context: RuleContext): void {
  const volume = disk.parent;
  const [portal, spec] = [disk.child('targetPortal'), volume?.parent];
  if (volume === undefined) return;
  const name = isOfPod(volume) ? volume.child('name').text : volume.step === 'spec' ? (spec?.child('metadata', 'name').text ?? '') : '';
  if (!isLonger(`${name}:${portal.text}`, MOST_BYTES)) return;
  const why = `the names of volume and target portal, joined by a colon, must have at most ${MOST_BYTES} bytes if initiatorName is set`;
  if (isOfPod(volume)) context.report(volume.child('name'), invalid(name, why));
  else context.report(portal.as(`${disk.path}.targetportal`), invalid(portal.text, why));
}

const MOST_BYTES = 64;

/** An iSCSI target has a portal and a name. */
export const iscsiVolume: Rule = {
  id: 'iscsi-volume',
  severity: 'error',
  says: 'Volume on iSCSI has no target portal, no valid target name, or another invalid field',
  link: VOLUMES_PAGE,
  at: ['core.ISCSIVolumeSource', 'core.ISCSIPersistentVolumeSource'],
  examples: () => ({
    kind: 'Pod',
    bad: { 'spec.volumes': [{ name: 'data', iscsi: { targetPortal: '10.0.0.1', iqn: 'data', lun: 0 } }] },
    good: { 'spec.volumes': [{ name: 'data', iscsi: { targetPortal: '10.0.0.1', iqn: 'iqn.2026-01.com.example:data', lun: 0 } }] },
  }),
  check(disk, context) {
    checkGiven(disk, 'targetPortal', context);
    const [iqn, lun, secret, initiator] = [disk.child('iqn'), disk.child('lun'), disk.child('secretRef'), disk.child('initiatorName')];
    if (iqn.text === '') context.report(iqn, required());
    else if (!isTargetName(iqn.text)) context.report(iqn, invalid(iqn.text, NAME_RULE));
    if (lun.integer < 0n || lun.integer > 255n) context.report(lun, invalid(lun.integer, 'must be between 0 and 255, inclusive'));
    if ((disk.child('chapAuthDiscovery').flag || disk.child('chapAuthSession').flag) && !secret.isSet) context.report(secret, required());
    if (secret.isSet && !isInPod(disk)) checkGiven(secret, 'name', context);
    if (!initiator.isSet) return;
    if (!isTargetName(initiator.text)) context.report(initiator.as(`${disk.path}.initiatorname`), invalid(initiator.text, NAME_RULE));
    checkLength(disk, context);
  },
};
