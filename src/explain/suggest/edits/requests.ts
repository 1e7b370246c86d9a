// Edits that remove one of several requests, with all references to it.

import type { DeviceClaim } from '../../../core/api/device-request.js';
import type { DeviceRequest } from '../../../core/api/resource-claim.js';
import type { Checkpoint } from '../../../core/base/checkpoint.js';
import { entryIn } from '../../../core/base/entry-in.js';
import type { Incremental } from '../../../core/base/incremental.js';
import type { PathStep } from '../../../core/base/json.js';
import { append, firstOf } from '../../../core/base/lists.js';
import { shownName } from '../../../core/base/words.js';
import type { Edit } from '../edit.js';
import { type DevicesPlace, devicesOf, MOST_CHANGES, MOST_PLACES, type Question } from '../question.js';

/** Returns the edits that remove a request. */
export function* requestEdits(question: Question): Incremental<readonly Edit[]> {
  const { checkpoint } = question;
  const places = firstOf(requestsIn(devicesOf(question)), MOST_PLACES);
  const names = new Set(places.map(({ request }) => request.name));
  const mentionsByClaim = new Map<DeviceClaim, Mentions>();
  const edits: Edit[] = [];
  for (const { place, request, index } of places) {
    const mentions = mentionsByClaim.get(place.devices) ?? (yield* mentionsIn(place.devices, names, checkpoint));
    mentionsByClaim.set(place.devices, mentions);
    append(edits, leavingOut(place, request, index, mentions));
    if (checkpoint.due()) yield;
  }
  return edits;
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
  const requestPath = ['requests', index];
  const all = times.get(name) === 1 ? [requestPath, ...(paths.get(name) ?? [])] : [requestPath];
  if (all.length > MOST_CHANGES) return [];
  return [
    {
      kind: 'request',
      by: 'author',
      text: `remove request ${shownName(name)}${of}`,
      loss: index,
      givesUp: true,
      changes: all.map((path) => ({
        target: { kind: 'ResourceClaim', object: claim },
        operation: { op: 'remove', path: [...start, ...path] },
      })),
    },
  ];
}

/**
 * The number of requests with each name, and the paths to remove with the request: entries that are only about the request, and
 * its name in other lists.
 */
interface Mentions {
  readonly times: ReadonlyMap<string, number>;
  readonly paths: ReadonlyMap<string, readonly (readonly PathStep[])[]>;
}

function* mentionsIn(
  { requests, constraints, config }: DeviceClaim,
  names: ReadonlySet<string>,
  checkpoint: Checkpoint,
): Incremental<Mentions> {
  const times = new Map<string, number>();
  checkpoint.step(requests.length);
  for (const { name } of requests) {
    if (names.has(name)) times.set(name, (times.get(name) ?? 0) + 1);
  }
  const paths = new Map<string, (readonly PathStep[])[]>();
  for (const [field, list] of [
    ['constraints', constraints],
    ['config', config],
  ] as const) {
    for (const [place, { requests: named }] of list.entries()) {
      noteMentions(yield* placesByRequest(named, names, checkpoint), named.length, [field, place], paths);
      if (checkpoint.due()) yield;
    }
  }
  return { times, paths };
}

function noteMentions(
  places: ReadonlyMap<string, readonly number[]>,
  length: number,
  path: readonly PathStep[],
  paths: Map<string, (readonly PathStep[])[]>,
): void {
  for (const [name, at] of places) {
    const mentionPaths = entryIn(paths, name, () => []);
    // An empty list of names would mean all requests.
    if (mentionPaths.length < MOST_CHANGES)
      append(mentionPaths, at.length === length ? [path] : firstOf(at, MOST_CHANGES).map((index) => [...path, 'requests', index]));
  }
}

/** Returns the places in a list that name a request, or an alternative of it. */
function* placesByRequest(
  names: readonly string[],
  requestNames: ReadonlySet<string>,
  checkpoint: Checkpoint,
): Incremental<ReadonlyMap<string, number[]>> {
  const places = new Map<string, number[]>();
  for (const [at, name] of names.entries()) {
    if (checkpoint.due()) yield;
    const slash = name.indexOf('/');
    const request = slash < 0 ? name : name.slice(0, slash);
    if (requestNames.has(request)) entryIn(places, request, () => []).push(at);
  }
  return places;
}
