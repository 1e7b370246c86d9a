// Constraints: one of them less, or of an attribute that is near in spelling to one that no device has.

import type { DeviceConstraint, ResourceClaim } from '../../api/resource-claim.js';
import { some } from '../../base/words.js';
import type { Edit } from '../edit.js';
import { ofClaim, pendingClaims, type Question } from '../question.js';
import type { DeviceFacts } from './device-facts.js';
import { namesMeant } from './near-names.js';

/** More requests of a constraint are only counted. */
const MOST_NAMED = 3;

/** Edits of constraints. */
export function constraintEdits(question: Question, facts: DeviceFacts): readonly Edit[] {
  return pendingClaims(question).flatMap((claim) =>
    claim.spec.devices.constraints.flatMap((constraint, index) => {
      const of = ofClaim(claim, question);
      return [removal(claim, constraint, index, of), ...renamings({ claim, constraint, index, of }, facts)];
    }),
  );
}

function removal(claim: ResourceClaim, constraint: DeviceConstraint, index: number, of: string): Edit {
  const { requests } = constraint;
  return {
    kind: 'constraint',
    by: 'author',
    text: `leave out the constraint ${nameOf(constraint, claim)}${of}`,
    loss: requests.length === 0 ? 1 : 0,
    changes: [{ target: { kind: 'ResourceClaim', object: claim }, operation: { op: 'remove', path: pathTo(index) } }],
  };
}

interface Placed {
  readonly claim: ResourceClaim;
  readonly constraint: DeviceConstraint;
  readonly index: number;
  readonly of: string;
}

function renamings({ claim, constraint, index, of }: Placed, facts: DeviceFacts): readonly Edit[] {
  return (['matchAttribute', 'distinctAttribute'] as const).flatMap((field) => {
    const given = constraint[field];
    if (given === undefined || isDerived(claim, given)) return [];
    const slash = given.indexOf('/');
    const name = { map: 'attributes', domain: given.slice(0, Math.max(0, slash)), name: given.slice(slash + 1) } as const;
    return namesMeant(name, facts).map((meant, place): Edit => {
      const instead = `${meant.domain}/${meant.name}`;
      return {
        kind: 'name',
        by: 'author',
        text: `write ${instead} instead of ${given} as ${field}${of}`,
        loss: place,
        changes: [
          {
            target: { kind: 'ResourceClaim', object: claim },
            operation: { op: 'replace', path: [...pathTo(index), field], value: instead, json: instead },
          },
        ],
      };
    });
  });
}

/** A constraint by its field and attribute; by its requests as well, where the claim has another one like it. */
function nameOf({ matchAttribute, distinctAttribute, requests }: DeviceConstraint, { spec }: ResourceClaim): string {
  const name = matchAttribute === undefined ? `distinctAttribute ${distinctAttribute ?? ''}` : `matchAttribute ${matchAttribute}`;
  const alike = spec.devices.constraints.filter(
    (other) => other.matchAttribute === matchAttribute && other.distinctAttribute === distinctAttribute,
  );
  return alike.length === 1 ? name : `${name} (${requests.length === 0 ? 'of all requests' : some(requests, MOST_NAMED)})`;
}

function isDerived({ spec }: ResourceClaim, name: string): boolean {
  return spec.devices.requests.some(({ exactly, firstAvailable }) =>
    [...(exactly === undefined ? [] : [exactly]), ...firstAvailable].some(({ derivedAttributes }) =>
      derivedAttributes.some((derived) => derived.name === name),
    ),
  );
}

function pathTo(index: number): readonly (string | number)[] {
  return ['spec', 'devices', 'constraints', index];
}
