// Admin access to devices, which some Namespaces have.

import type { Field } from '../tree/field.js';

/** The label that lets a Namespace have it, with the value `true`. */
export const ADMIN_LABEL = 'resource.kubernetes.io/admin-access';

/** The first request with admin access of a claim or a template of claims, if there is one. */
export function adminRequestOf(object: Field): Field | undefined {
  const spec = specOf(object);
  const alternatives = [spec.child('devices'), ...spec.child('firstOfDevices').items];
  return alternatives.flatMap((devices) => devices.child('requests').items).find((request) => request.child('exactly', 'adminAccess').flag);
}

/** The Namespace that an object is created in. */
export function namespaceOf(object: Field): string {
  const { text } = object.child('metadata', 'namespace');
  return text === '' ? 'default' : text;
}

function specOf(object: Field): Field {
  const spec = object.child('spec');
  const inner = spec.child('spec');
  return inner.isSet ? inner : spec;
}
