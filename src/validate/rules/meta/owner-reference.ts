import { isOfObject, ownersOf } from '../../checks/object-meta.js';
import { invalid, required } from '../../messages.js';
import type { Rule } from '../../rule.js';

/** Before this release, the API server reported the list without an index. */
const PLACED_SINCE = 37;

/** Returns whether a text is a version with or without a group. An empty text is reported elsewhere, and `/` contains no version. */
function isGroupVersion(text: string): boolean {
  if (text === '') return true;
  const parts = text.split('/', 3);
  return text !== '/' && parts.length < 3 && parts.at(-1) !== '';
}

/** The garbage collector identifies owners by all four fields. */
export const ownerReference: Rule = {
  id: 'owner-reference',
  severity: 'error',
  says: 'Owner reference has no apiVersion, kind, name or uid',
  link: 'https://kubernetes.io/docs/reference/kubernetes-api/definitions/object-meta-v1-meta/',
  at: ['ObjectMeta'],
  examples: () => ({
    kind: 'ResourceClaim',
    bad: { 'metadata.ownerReferences': [{ apiVersion: 'v1', kind: 'Pod', name: 'train' }] },
    good: { 'metadata.ownerReferences': [{ apiVersion: 'v1', kind: 'Pod', name: 'train', uid: '1' }] },
  }),
  check(metadata, context) {
    if (!isOfObject(metadata)) return;
    const owners = metadata.child('ownerReferences');
    for (const owner of ownersOf(metadata)) {
      context.checkpoint.step();
      const at = context.minor < PLACED_SINCE ? owners : owner;
      for (const field of ['apiVersion', 'kind', 'name', 'uid']) {
        if (owner.child(field).text === '') context.report(at.child(field), required('must not be empty'));
      }
      const [version, kind] = [owner.child('apiVersion'), owner.child('kind').text];
      if (!isGroupVersion(version.text))
        context.report(at.child('apiVersion'), invalid(version.text, 'must be <group>/<version> or <version>'));
      if (version.text === 'v1' && kind === 'Event') context.report(at, invalid('Event', 'is disallowed from being an owner'));
    }
  },
};
