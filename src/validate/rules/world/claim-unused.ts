import type { Field } from '../../tree/field.js';
import { claimShapeOf, usesOf } from '../../world/pod-claims.js';
import type { WorldContext, WorldRule } from '../../world-rule.js';
import { DRA_PAGE } from '../links.js';

/**
 * Only containers that name a claim in resources.claims can use its devices. If no container names it, its devices are allocated in vain.
 */
export const claimUnused: WorldRule = {
  id: 'claim-unused',
  severity: 'warning',
  says: 'No container uses a claim of its pod',
  link: DRA_PAGE,
  at: ['core.PodSpec'],
  examples: () => ({
    bad: [['Pod', { 'spec.containers[0].resources': {} }]],
    good: [['Pod', {}]],
  }),
  check(spec, context) {
    const uses = usesOf(spec);
    for (const reference of spec.child('resourceClaims').items) {
      const name = reference.child('name');
      if (name.text === '' || uses.has(name.text) || mayBeOfPod(reference, context)) continue;
      context.report(
        name,
        `no container uses the claim ${name.text}: its devices are allocated to the pod, but no container can access them`,
        `add resources.claims: [{name: ${name.text}}] to a container, or remove the claim from the pod`,
      );
    }
  },
};

/** Names of devices that drivers attach to the network of the whole pod, so that no container names them. */
const NETWORK = /net|nic|rdma|roce|sriov|efa|eni|cni|infiniband|fabric/i;

function mayBeOfPod(reference: Field, context: WorldContext): boolean {
  const shape = claimShapeOf(reference, context);
  const names = ['name', 'resourceClaimName', 'resourceClaimTemplateName'].map((field) => reference.child(field).text);
  const classes = (shape?.choices ?? []).map(({ deviceClassName }) => deviceClassName);
  const drivers = classes.flatMap((name) => context.world.matcher.ofClass(name)?.devices[0]?.driver ?? []);
  return [...(shape === undefined ? names : classes), ...drivers].some((name) => NETWORK.test(name));
}
