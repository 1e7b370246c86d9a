import { isOfObject, ownersOf } from '../../checks/object-meta.js';
import { invalid } from '../../messages.js';
import type { Rule } from '../../rule.js';

/** Only one controller manages an object. */
export const singleController: Rule = {
  id: 'single-controller',
  severity: 'error',
  says: 'Object has several controllers among its owners',
  link: 'https://kubernetes.io/docs/reference/kubernetes-api/definitions/object-meta-v1-meta/',
  at: ['ObjectMeta'],
  examples: () => ({
    kind: 'ResourceClaim',
    bad: {
      'metadata.ownerReferences[0]': { apiVersion: 'v1', kind: 'Pod', name: 'a', uid: '1', controller: true },
      'metadata.ownerReferences[1]': { apiVersion: 'v1', kind: 'Pod', name: 'b', uid: '2', controller: true },
    },
    good: {
      'metadata.ownerReferences[0]': { apiVersion: 'v1', kind: 'Pod', name: 'a', uid: '1', controller: true },
      'metadata.ownerReferences[1]': { apiVersion: 'v1', kind: 'Pod', name: 'b', uid: '2', controller: false },
    },
  }),
  check(metadata, context) {
    if (!isOfObject(metadata)) return;
    const owners = metadata.child('ownerReferences');
    const [first, ...others] = ownersOf(metadata).filter((owner) => owner.child('controller').flag);
    for (const other of others) {
      const names = [first ?? other, other].map((owner) => `${owner.child('kind').text}/${owner.child('name').text}`);
      context.report(owners, invalid(names[1], `only one reference can have controller set to true, and ${names[0]} has it`));
    }
  },
};
