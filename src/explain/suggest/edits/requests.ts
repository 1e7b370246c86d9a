// One request less, where others are left, with all that names it.

import type { DeviceClaim } from '../../../core/api/device-request.js';
import type { DeviceRequest } from '../../../core/api/resource-claim.js';
import type { Checkpoint } from '../../../core/base/checkpoint.js';
import { entryIn } from '../../../core/base/entry-in.js';
import type { PathStep } from '../../../core/base/json.js';
import { append, firstOf } from '../../../core/base/lists.js';
import { shownName } from '../../../core/base/words.js';
import type { Edit } from '../edit.js';
import { type DevicesPlace, devicesOf, MOST_CHANGES, MOST_PLACES, type Question } from '../question.js';

/** Edits that leave out a request. */
export function requestEdits(question: Question): readonly Edit[] {
  const { checkpoint } = question;
  const places = firstOf(requestsIn(devicesOf(question)), MOST_PLACES);
  const names = checkpoint.keep(() => new Set(places.map(({ request }) => request.name)));
  const known = checkpoint.keep(() => new Map<DeviceClaim, Mentions>());
  return checkpoint
    .map(places, ({ place, request, index }) => {
      const mentions = checkpoint.keep(() => entryIn(known, place.devices, (devices) => mentionsIn(devices, names, checkpoint)));
      return leavingOut(place, request, index, mentions);
    })
    .flat();
}

interface RequestPlace {
  readonly place: DevicesPlace;
  readonly request: DeviceRequest;
  readonly index: number;
}

function* requestsIn(places: readonly DevicesPlace[]): Generator<RequestPlace> {
  for (const place of places) {
    const { requests } = place.devices;
    if (requests.length > 1) for (const [index, request] of requests.entries()) yield { place, request, index };
  }
}

function leavingOut(
  { claim, path: start, of }: DevicesPlace,
  { name }: DeviceRequest,
  index: number,
  { times, paths }: Mentions,
): readonly Edit[] {
  const own = ['requests', index];
  const all = times.get(name) === 1 ? [own, ...(paths.get(name) ?? [])] : [own];
  if (all.length > MOST_CHANGES) return [];
  return [
    {
      kind: 'request',
      by: 'author',
      text: `leave out request ${shownName(name)}${of}`,
      loss: index,
      givesUp: true,
      changes: all.map((path) => ({
        target: { kind: 'ResourceClaim', object: claim },
        operation: { op: 'remove', path: [...start, ...path] },
      })),
    },
  ];
}

/** The number of requests of each name, and the places to remove with the request: entries only about it, and its name in other lists. */
interface Mentions {
  readonly times: ReadonlyMap<string, number>;
  readonly paths: ReadonlyMap<string, readonly (readonly PathStep[])[]>;
}

function mentionsIn({ requests, constraints, config }: DeviceClaim, wanted: ReadonlySet<string>, checkpoint: Checkpoint): Mentions {
  const times = checkpoint.keep(() => new Map<string, number>());
  checkpoint.forEach(requests, ({ name }) => {
    if (wanted.has(name)) times.set(name, (times.get(name) ?? 0) + 1);
  });
  const paths = checkpoint.keep(() => new Map<string, (readonly PathStep[])[]>());
  for (const [field, list] of [
    ['constraints', constraints],
    ['config', config],
  ] as const) {
    checkpoint.forEach(list, (one, place) => {
      const path = [field, place];
      for (const [name, at] of placesByRequest(one.requests, wanted, checkpoint)) {
        // An empty list of names would mean all requests.
        const isAll = at.length === one.requests.length;
        const known = entryIn(paths, name, () => []);
        if (known.length < MOST_CHANGES) append(known, isAll ? [path] : firstOf(at, MOST_CHANGES).map((own) => [...path, 'requests', own]));
      }
    });
  }
  return { times, paths };
}

/** Returns the places in a list that name a request, or an alternative of it. */
function placesByRequest(names: readonly string[], wanted: ReadonlySet<string>, checkpoint: Checkpoint): ReadonlyMap<string, number[]> {
  const places = checkpoint.keep(() => new Map<string, number[]>());
  checkpoint.forEach(names, (name, at) => {
    const slash = name.indexOf('/');
    const request = slash < 0 ? name : name.slice(0, slash);
    if (wanted.has(request)) entryIn(places, request, () => []).push(at);
  });
  return places;
}
