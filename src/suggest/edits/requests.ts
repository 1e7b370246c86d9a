// One request less, where others are left, with all that names it.

import type { DeviceRequest, ResourceClaim } from '../../api/resource-claim.js';
import type { Change } from '../change.js';
import type { Edit } from '../edit.js';
import { ofClaim, pendingClaims, type Question } from '../question.js';

/** Edits that leave out a request. */
export function requestEdits(question: Question): readonly Edit[] {
  return pendingClaims(question).flatMap((claim) => {
    const { requests } = claim.spec.devices;
    if (requests.length < 2) return [];
    return requests.map(
      (request, index): Edit => ({
        kind: 'request',
        by: 'author',
        text: `leave out request ${request.name}${ofClaim(claim, question)}`,
        loss: index,
        changes: leavingOut(claim, request, index),
      }),
    );
  });
}

function leavingOut(claim: ResourceClaim, request: DeviceRequest, index: number): readonly Change[] {
  const { requests, constraints, config } = claim.spec.devices;
  const isUnique = requests.filter(({ name }) => name === request.name).length === 1;
  const target = { kind: 'ResourceClaim', object: claim } as const;
  const removal = (path: readonly (string | number)[]): Change => ({ target, operation: { op: 'remove', path } });
  const ofList = (field: string, list: readonly { readonly requests: readonly string[] }[]): readonly Change[] =>
    list.flatMap(({ requests: names }, place) => {
      const path = ['spec', 'devices', field, place];
      const named = names.flatMap((name, at) => (name === request.name || name.startsWith(`${request.name}/`) ? [at] : []));
      // Without names it would be about all requests.
      if (named.length === names.length && named.length > 0) return [removal(path)];
      return named.map((at) => removal([...path, 'requests', at]));
    });
  const own = removal(['spec', 'devices', 'requests', index]);
  return isUnique ? [own, ...ofList('constraints', constraints), ...ofList('config', config)] : [own];
}
