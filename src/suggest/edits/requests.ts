// One request less, where others are left, with all that names it.

import type { DeviceRequest } from '../../api/resource-claim.js';
import type { Change } from '../change.js';
import type { Edit } from '../edit.js';
import { type DevicesPlace, devicesOf, type Question } from '../question.js';

/** Edits that leave out a request. */
export function requestEdits(question: Question): readonly Edit[] {
  return devicesOf(question).flatMap((place) => {
    const { requests } = place.devices;
    if (requests.length < 2) return [];
    return requests.map(
      (request, index): Edit => ({
        kind: 'request',
        by: 'author',
        text: `leave out request ${request.name}${place.of}`,
        loss: index,
        givesUp: true,
        changes: leavingOut(place, request, index),
      }),
    );
  });
}

function leavingOut({ claim, devices, path: start }: DevicesPlace, request: DeviceRequest, index: number): readonly Change[] {
  const { requests, constraints, config } = devices;
  const isUnique = requests.filter(({ name }) => name === request.name).length === 1;
  const target = { kind: 'ResourceClaim', object: claim } as const;
  const removal = (path: readonly (string | number)[]): Change => ({ target, operation: { op: 'remove', path } });
  const ofList = (field: string, list: readonly { readonly requests: readonly string[] }[]): readonly Change[] =>
    list.flatMap(({ requests: names }, place) => {
      const path = [...start, field, place];
      const named = names.flatMap((name, at) => (name === request.name || name.startsWith(`${request.name}/`) ? [at] : []));
      // Without names it would be about all requests.
      if (named.length === names.length && named.length > 0) return [removal(path)];
      return named.map((at) => removal([...path, 'requests', at]));
    });
  const own = removal([...start, 'requests', index]);
  return isUnique ? [own, ...ofList('constraints', constraints), ...ofList('config', config)] : [own];
}
