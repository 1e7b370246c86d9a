import { isLonger } from '../../checks/names.js';
import { isOfPod } from '../../checks/volume-sources.js';
import { checkGiven } from '../../checks/volumes.js';
import { invalid, required } from '../../messages.js';
import type { Rule, RuleContext } from '../../rule.js';
import type { Field } from '../../tree/field.js';
import { VOLUMES_PAGE } from '../links.js';

const NAME_RULE = 'must be valid format starting with iqn, eui, or naa';

function isTargetName(name: string): boolean {
  if (name.startsWith('iqn')) return isQualified(name);
  return /^eui.[A-Za-z0-9]{16}$/.test(name) || /^naa.[A-Za-z0-9]{32}$/.test(name);
}

/** Tests a name against `iqn\.\d{4}-\d{2}\.([[:alnum:]-.]+)(:[^,;*&$|\s]+)$` in linear time. */
function isQualified(name: string): boolean {
  const parts = name.split(':');
  for (let index = parts.length - 2; index >= 0; index--) {
    const rest = parts[index + 1] ?? '';
    if (/[,;*&$|\s]/.test(rest)) return false;
    const host = parts[index]?.split(/[^A-Za-z0-9.-]/).at(-1) ?? '';
    if ((rest !== '' || index < parts.length - 2) && /iqn\.\d{4}-\d{2}\../.test(host)) return true;
  }
  return false;
}

function isInPod({ parent }: Field): boolean {
  return parent !== undefined && isOfPod(parent);
}

const MOST_BYTES = 64;
const LENGTH_RULE = `the names of volume and target portal, joined by a colon, must have at most ${MOST_BYTES} bytes if initiatorName is set`;

/** Checks the name of a volume with the portal of its target, even if the volume has another source before it. */
function checkNames(volume: Field, context: RuleContext): void {
  const [name, disk] = [volume.child('name'), volume.child('iscsi')];
  const isLong = isLonger(`${name.text}:${disk.child('targetPortal').text}`, MOST_BYTES);
  if (disk.child('initiatorName').isSet && isLong) context.report(name, invalid(name.text, LENGTH_RULE));
}

/** The spec of a VolumeAttachment has no name. */
function nameOf({ parent: spec }: Field): string {
  return spec?.step === 'spec' ? (spec.parent?.child('metadata', 'name').text ?? '') : '';
}

/** An iSCSI target has a portal and a name. */
export const iscsiVolume: Rule = {
  id: 'iscsi-volume',
  severity: 'error',
  says: 'Target portal, target name or another field of an iSCSI volume is missing or invalid',
  link: VOLUMES_PAGE,
  at: ['core.Volume', 'core.ISCSIVolumeSource', 'core.ISCSIPersistentVolumeSource'],
  examples: () => ({
    kind: 'Pod',
    bad: { 'spec.volumes': [{ name: 'data', iscsi: { targetPortal: '10.0.0.1', iqn: 'data', lun: 0 } }] },
    good: { 'spec.volumes': [{ name: 'data', iscsi: { targetPortal: '10.0.0.1', iqn: 'iqn.2026-01.com.example:data', lun: 0 } }] },
  }),
  check(disk, context) {
    if (isOfPod(disk)) return checkNames(disk, context);
    checkGiven(disk, 'targetPortal', context);
    const [iqn, lun, secret, initiator] = [disk.child('iqn'), disk.child('lun'), disk.child('secretRef'), disk.child('initiatorName')];
    if (iqn.text === '') context.report(iqn, required());
    else if (!isTargetName(iqn.text)) context.report(iqn, invalid(iqn.text, NAME_RULE));
    if (lun.integer < 0n || lun.integer > 255n) context.report(lun, invalid(lun.integer, 'must be between 0 and 255, inclusive'));
    if ((disk.child('chapAuthDiscovery').flag || disk.child('chapAuthSession').flag) && !secret.isSet) context.report(secret, required());
    if (secret.isSet && !isInPod(disk)) checkGiven(secret, 'name', context);
    if (!initiator.isSet) return;
    if (!isTargetName(initiator.text)) context.report(initiator.as(`${disk.path}.initiatorname`), invalid(initiator.text, NAME_RULE));
    const portal = disk.child('targetPortal');
    if (!isInPod(disk) && isLonger(`${nameOf(disk)}:${portal.text}`, MOST_BYTES))
      context.report(portal.as(`${disk.path}.targetportal`), invalid(portal.text, LENGTH_RULE));
  },
};
