// Edits of constraints: remove a constraint, replace an attribute that no device has with a similar one, or compare values less strictly.

import { type AttributeSemantics, encodeSemantics } from '../../../core/api/attribute-semantics.js';
import type { DeviceClaim } from '../../../core/api/device-request.js';
import type { DeviceConstraint } from '../../../core/api/resource-claim.js';
import type { Incremental } from '../../../core/base/incremental.js';
import { firstOf } from '../../../core/base/lists.js';
import { mapping } from '../../../core/base/lists-in-increments.js';
import { count as countOf, some } from '../../../core/base/words.js';
import type { Edit } from '../edit.js';
import { type DevicesPlace, devicesOf, MOST_PLACES, type Question } from '../question.js';
import { MOST } from './bounds.js';
import type { DeviceFacts } from './device-facts.js';
import { namesMeant } from './near-names.js';

/** Returns the edits of constraints. */
export function* constraintEdits(question: Question, facts: DeviceFacts): Incremental<readonly Edit[]> {
  return (yield* mapping(constraintsOf(question), (place) => [removal(place), ...renamings(place, facts)], question.checkpoint)).flat();
}

/**
 * Returns edits of how a constraint compares values, with the gate XAttributeSemantics; each option is a ladder from the least change to the
 * most.
 */
export function* semanticsEdits(question: Question): Incremental<readonly (readonly Edit[])[]> {
  if (!question.input.features.attributeSemantics) return [];
  return constraintsOf(question).flatMap((place) =>
    (['matchSemantics', 'distinctSemantics', 'semantics'] as const).flatMap((field) => {
      const attribute = place.constraint[field];
      if (attribute === undefined) return [];
      const comparing = (text: string, changed: Partial<AttributeSemantics>): Edit => {
        const value = { ...attribute, ...changed };
        return {
          kind: 'semantics',
          by: 'author',
          text: `${text} in the constraint ${nameOf(place)}${place.of}`,
          loss: 0,
          changes: [
            {
              target: { kind: 'ResourceClaim', object: place.claim },
              operation: { op: 'replace', path: [...place.path, field], value, json: encodeSemantics(value) },
            },
          ],
        };
      };
      const sizes = Array.from({ length: attribute.minSize - 1 }, (_, less) => attribute.minSize - 1 - less);
      return [
        sizes.map((minSize) => comparing(`require ${countOf(minSize, 'value')} in common instead of ${attribute.minSize}`, { minSize })),
        attribute.coerceScalarToList
          ? []
          : [comparing('accept scalars as lists of one value (coerceScalarToList)', { coerceScalarToList: true })],
        attribute.mode !== 'Identical' || attribute.listMode === 'Set'
          ? []
          : [comparing('compare lists as sets (listMode)', { listMode: 'Set' })],
      ];
    }),
  );
}

/** A constraint of a pending claim. */
interface ConstraintPlace extends DevicesPlace {
  readonly constraint: DeviceConstraint;
}

function constraintsOf(question: Question): readonly ConstraintPlace[] {
  return firstOf(constraintsIn(devicesOf(question)), MOST_PLACES);
}

function* constraintsIn(places: readonly DevicesPlace[]): Generator<ConstraintPlace> {
  for (const place of places)
    for (const [index, constraint] of place.devices.constraints.entries())
      yield { ...place, constraint, path: [...place.path, 'constraints', index] };
}

function removal(place: ConstraintPlace): Edit {
  const { claim, constraint, path, of } = place;
  const { requests } = constraint;
  return {
    kind: 'constraint',
    by: 'author',
    text: `remove the constraint ${nameOf(place)}${of}`,
    loss: requests.length === 0 ? 1 : 0,
    givesUp: true,
    changes: [{ target: { kind: 'ResourceClaim', object: claim }, operation: { op: 'remove', path } }],
  };
}

function renamings({ claim, devices, constraint, path, of }: ConstraintPlace, facts: DeviceFacts): readonly Edit[] {
  return (['matchAttribute', 'distinctAttribute'] as const).flatMap((field) => {
    const attribute = constraint[field];
    if (attribute === undefined || isDerived(devices, attribute)) return [];
    const slash = attribute.indexOf('/');
    const name = { map: 'attributes', domain: attribute.slice(0, Math.max(0, slash)), name: attribute.slice(slash + 1) } as const;
    return namesMeant(name, facts).map((meant, place): Edit => {
      const instead = `${meant.domain}/${meant.name}`;
      return {
        kind: 'name',
        by: 'author',
        text: `write ${instead} instead of ${attribute} as ${field}${of}`,
        loss: place,
        changes: [
          {
            target: { kind: 'ResourceClaim', object: claim },
            operation: { op: 'replace', path: [...path, field], value: instead, json: instead },
          },
        ],
      };
    });
  });
}

/** Names a constraint by its field and attribute, and by its requests if another constraint is equal otherwise. */
function nameOf({ devices, constraint: { matchAttribute, distinctAttribute, requests } }: ConstraintPlace): string {
  const name = matchAttribute === undefined ? `distinctAttribute ${distinctAttribute ?? ''}` : `matchAttribute ${matchAttribute}`;
  const sameAttribute = devices.constraints
    .slice(0, MOST_PLACES)
    .filter((other) => other.matchAttribute === matchAttribute && other.distinctAttribute === distinctAttribute);
  return sameAttribute.length === 1 ? name : `${name} (${requests.length === 0 ? 'of all requests' : some(requests, MOST.named)})`;
}

function isDerived({ requests }: DeviceClaim, name: string): boolean {
  return requests
    .slice(0, MOST_PLACES)
    .some(({ exactly, firstAvailable }) =>
      [...(exactly === undefined ? [] : [exactly]), ...firstAvailable.slice(0, MOST_PLACES)].some(({ derivedAttributes }) =>
        derivedAttributes.slice(0, MOST_PLACES).some((derived) => derived.name === name),
      ),
    );
}
