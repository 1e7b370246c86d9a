import { validManagers } from '../../checks/managed-fields.js';
import { isLonger } from '../../checks/names.js';
import { isOfObject } from '../../checks/object-meta.js';
import { invalid, tooLong } from '../../messages.js';
import type { Rule } from '../../rule.js';

const MOST_BYTES_OF_MANAGER = 128;
const MOST_BYTES_OF_SUBRESOURCE = 256;

/**
 * Characters that Go considers printable: letters, marks, numbers, punctuation,
 * symbols and the space. Go reads unpaired surrogates as a symbol.
 */
const PRINTABLE = /^[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Cs} ]*$/u;

/**
 * Server-side apply uses field managers to detect conflicts. Manifests with
 * managed fields are mostly copies of objects read from a cluster.
 */
export const fieldManager: Rule = {
  id: 'field-manager',
  severity: 'error',
  says: 'Field manager name is not printable or too long',
  link: 'https://kubernetes.io/docs/reference/using-api/server-side-apply/#managers',
  at: ['ObjectMeta'],
  examples: () => ({
    kind: 'ResourceClaim',
    bad: {
      'metadata.managedFields': [
        { manager: 'a\nb', operation: 'Update', apiVersion: 'resource.k8s.io/v1', fieldsType: 'FieldsV1', fieldsV1: { 'f:status': {} } },
      ],
    },
    good: {
      'metadata.managedFields': [
        { manager: 'kubectl', operation: 'Update', apiVersion: 'resource.k8s.io/v1', fieldsType: 'FieldsV1', fieldsV1: { 'f:status': {} } },
      ],
    },
  }),
  check(metadata, context) {
    if (!isOfObject(metadata) || metadata.child('managedFields').size === 0) return;
    for (const [position, entry] of validManagers(metadata, context.kind, context.minor).entries()) {
      context.checkpoint.step();
      const path = `${metadata.path}.managedFields[${position}]`;
      const [manager, subresource] = [entry.child('manager'), entry.child('subresource')];
      const at = manager.as(`${path}.manager`);
      if (isLonger(manager.text, MOST_BYTES_OF_MANAGER)) context.report(at, tooLong(MOST_BYTES_OF_MANAGER));
      if (!PRINTABLE.test(manager.text)) context.report(at, invalid(manager.text, 'has a non-printable character'));
      if (isLonger(subresource.text, MOST_BYTES_OF_SUBRESOURCE))
        context.report(subresource.as(`${path}.subresource`), tooLong(MOST_BYTES_OF_SUBRESOURCE));
    }
  },
};
