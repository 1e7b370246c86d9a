import { checkGiven, checkMode } from '../../checks/volumes.js';
import { notSupported } from '../../messages.js';
import type { Rule } from '../../rule.js';
import { VOLUMES_PAGE } from '../links.js';

const MANAGED = {
  start: '/subscriptions/',
  pattern: '/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/{disk-id}',
};
const BLOB = { start: 'https://', pattern: 'https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd' };

/** The kind of a disk determines the form of its URI. */
export const azureDisk: Rule = {
  id: 'azure-disk',
  severity: 'error',
  says: 'Azure disk has no name or URI, or an unsupported caching mode, kind or URI',
  link: VOLUMES_PAGE,
  at: ['core.AzureDiskVolumeSource'],
  examples: () => ({
    kind: 'Pod',
    bad: { 'spec.volumes': [{ name: 'data', azureDisk: { diskName: 'data', diskURI: '/subscriptions/a/data', kind: 'managed' } }] },
    good: { 'spec.volumes': [{ name: 'data', azureDisk: { diskName: 'data', diskURI: '/subscriptions/a/data', kind: 'Managed' } }] },
  }),
  check(disk, context) {
    checkGiven(disk, 'diskName', context);
    checkGiven(disk, 'diskURI', context);
    checkMode(disk.child('cachingMode'), ['None', 'ReadOnly', 'ReadWrite'], context);
    const [kind, uri] = [disk.child('kind'), disk.child('diskURI')];
    checkMode(kind, ['Dedicated', 'Managed', 'Shared'], context);
    const form = kind.text === 'Managed' ? MANAGED : BLOB;
    if (!uri.text.startsWith(form.start)) context.report(uri, notSupported(uri.text, [form.pattern]));
  },
};
