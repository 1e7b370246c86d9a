// Finds requests for admin access to devices, which only labelled Namespaces allow.

import type { Field } from '../tree/field.js';

/** With the value `true`, this label allows admin access in a Namespace. */
export const ADMIN_LABEL = 'resource.kubernetes.io/admin-access';

/** Returns the first request with admin access of a claim or claim template; undefined if none exists. */
export function adminRequestOf(object: Field): Field | undefined {
  const spec = specOf(object);
  const alternatives = [spec.child('devices'), ...spec.child('firstOfDevices').items];
  return alternatives.flatMap((devices) => devices.child('requests').items).find((request) => request.child('exactly', 'adminAccess').flag);
}

/** Returns the Namespace in which an object is created. */
export function namespaceOf(object: Field): string {
  const { text } = object.child('metadata', 'namespace');
  return text === '' ? 'default' : text;
}

function specOf(object: Field): Field {
  const spec = object.child('spec');
  const inner = spec.child('spec');
  return inner.isSet ? inner : spec;
}
