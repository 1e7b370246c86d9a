// Finds the claims of pods and the containers that use them.

import { containersOf } from '../checks/pods.js';
import type { Field } from '../tree/field.js';
import type { WorldContext } from '../world-rule.js';
import type { ClaimShape } from './claims.js';
import { keyOf } from './subject.js';

/** Returns the claim or template that an entry of a pod's resourceClaims names; undefined if the input lacks it. */
export function claimShapeOf(reference: Field, { world, namespace }: Pick<WorldContext, 'world' | 'namespace'>): ClaimShape | undefined {
  const claim = reference.child('resourceClaimName').text;
  if (claim !== '') return world.gathered.claims.get(keyOf(namespace, claim));
  return world.gathered.templates.get(keyOf(namespace, reference.child('resourceClaimTemplateName').text));
}

/** Returns how many containers of a pod use each of its claims, by name; the pod as a whole counts as one. */
export function usesOf(spec: Field): ReadonlyMap<string, number> {
  const uses = new Map<string, number>();
  for (const owner of [...containersOf(spec), spec]) {
    const names = new Set(owner.child('resources', 'claims').items.map((use) => use.child('name').text));
    for (const name of names) uses.set(name, (uses.get(name) ?? 0) + 1);
  }
  return uses;
}

/** Returns the spec of the pods that an object is or creates; undefined for other kinds. */
export function podSpecIn(root: Field, kind: string): Field | undefined {
  const spec = root.child('spec');
  const found =
    kind === 'Pod' ? spec : kind === 'CronJob' ? spec.child('jobTemplate', 'spec', 'template', 'spec') : spec.child('template', 'spec');
  return found.child('containers').isSet ? found : undefined;
}
