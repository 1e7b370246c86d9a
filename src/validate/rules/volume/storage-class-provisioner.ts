import { labelKeyProblems } from '../../../core/base/name-rules.js';
import { invalid, required } from '../../messages.js';
import type { Rule } from '../../rule.js';
import { STORAGE_CLASSES_PAGE } from '../links.js';

/** The provisioner makes the volumes of the class. */
export const storageClassProvisioner: Rule = {
  id: 'storage-class-provisioner',
  severity: 'error',
  says: 'Provisioner of a StorageClass is missing or invalid',
  link: STORAGE_CLASSES_PAGE,
  at: ['storage.StorageClass'],
  examples: () => ({
    kind: 'StorageClass',
    bad: { provisioner: 'csi example' },
    good: { provisioner: 'csi.example.com' },
  }),
  check(storageClass, context) {
    const provisioner = storageClass.child('provisioner');
    if (provisioner.text === '') return context.report(provisioner, required());
    for (const problem of labelKeyProblems(provisioner.text.toLowerCase())) context.report(provisioner, invalid(provisioner.text, problem));
  },
};
