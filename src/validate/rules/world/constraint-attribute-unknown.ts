import type { Field } from '../../tree/field.js';
import { hasName, missingName, nameIn, type QualifiedName, textOf } from '../../world/near.js';
import { didYouMean, onlyOne } from '../../world/nearest.js';
import { choicesOf, concerns, devicesFor } from '../../world/requests.js';
import type { WorldContext, WorldRule } from '../../world-rule.js';
import { DRA_PAGE } from '../links.js';

/** A device without the attribute fails the constraint. */
export const constraintAttributeUnknown: WorldRule = {
  id: 'constraint-attribute-unknown',
  severity: 'warning',
  says: 'Constraint uses an attribute that no device of a request has',
  link: DRA_PAGE,
  at: ['DeviceConstraint'],
  examples: () => ({
    bad: [['ResourceClaim', { 'spec.devices.constraints': [{ matchAttribute: 'k8s.io/pcieRoot' }] }]],
    good: [['ResourceClaim', { 'spec.devices.constraints': [{ matchAttribute: 'resource.kubernetes.io/pcieRoot' }] }]],
  }),
  check(constraint, context) {
    const claim = constraint.parent?.parent;
    if (claim === undefined) return;
    for (const field of [constraint.child('matchAttribute'), constraint.child('distinctAttribute')]) {
      const name = nameIn('attributes', field.text);
      if (name === undefined || isDerived(claim, field.text)) continue;
      const missing = missingName(name, context.world.facts);
      if (missing === undefined) checkChoices(claim, constraint, field, name, context);
      else if (missing.near.length === 0)
        context.report(field, `no device has the attribute ${field.text}: no allocation meets this constraint`);
      else if (missing.near.some(({ map }) => map === 'capacity'))
        context.report(field, `${field.text} is a capacity, and constraints compare attributes`);
      else {
        const near = missing.near.map(textOf);
        context.report(field, `${whoHas(context)} the attribute ${field.text}: ${didYouMean(near)}`, onlyOne(near));
      }
    }
  },
};

/** Reports choices whose devices all lack the attribute, even if devices of other choices have it. */
function checkChoices(claim: Field, constraint: Field, field: Field, name: QualifiedName, context: WorldContext): void {
  for (const choice of choicesOf(claim)) {
    const devices = concerns(constraint.child('requests'), choice) ? devicesFor(choice.field, context.world) : undefined;
    if (devices === undefined || devices.some((device) => hasName(device, name))) continue;
    const message = `no device for request ${choice.name} has the attribute ${field.text}: the request can never meet this constraint`;
    context.report(field, message, `remove ${choice.name} from the requests of the constraint`);
    return;
  }
}

/** Without devices, the rule can use only the attributes that Kubernetes defines. */
function whoHas({ world }: WorldContext): string {
  return world.hasDevices ? 'no device has' : 'Kubernetes does not define';
}

function isDerived(claim: Field, name: string): boolean {
  return choicesOf(claim).some((choice) =>
    choice.field.child('derivedAttributes').items.some((derived) => derived.child('name').text === name),
  );
}
