// Edits that change the class of a request: a similar name for a missing class, or a class of the same driver or kind, as a replacement or an
// alternative.

import { shapeOf } from '../../../core/api/version.js';
import type { Incremental } from '../../../core/base/incremental.js';
import { firstOf } from '../../../core/base/lists.js';
import { mapping } from '../../../core/base/lists-in-increments.js';
import { isShortName } from '../../../core/base/nearest-name.js';
import { shownName } from '../../../core/base/words.js';
import { FIRST_ALTERNATIVE } from '../change.js';
import type { Edit, EditKind } from '../edit.js';
import { type Question, type SelectionPlace, selectionsOf } from '../question.js';
import { MOST } from './bounds.js';
import { areRelated, type ClassKind, classKindOf, namesMisspelt } from './class-kinds.js';

/** Returns, for each request of a missing class, the edit with the most similar class name, if any. */
export function* spellingsOf(question: Question): Incremental<readonly Edit[]> {
  const classes = yield* classesOf(question);
  return (yield* mapping(selectionsOf(question), (place) => misspellings(place, classes).slice(0, 1), question.checkpoint)).flat();
}

/** Returns the edits that request another class; for a missing class, the classes that it may misspell. */
export function* classEdits(question: Question): Incremental<readonly Edit[]> {
  const classes = yield* classesOf(question);
  return (yield* mapping(
    selectionsOf(question),
    (place) => {
      const { deviceClassName: className } = place.selection;
      const deviceClass = classes.get(className);
      if (deviceClass === undefined && className !== '') return misspellings(place, classes);
      return othersThan(deviceClass, classes)
        .slice(0, MOST.classes)
        .map((name, index) => asking(place, name, 'class', index));
    },
    question.checkpoint,
  )).flat();
}

/** Returns the edits that add an alternative of another class to a request. */
export function* alternativeEdits(question: Question): Incremental<readonly Edit[]> {
  if (!question.input.features.prioritizedList) return [];
  const classes = yield* classesOf(question);
  const places = new Map(selectionsOf(question).map((place) => [place.request, place]));
  const first = [...places.values()].slice(0, MOST.alternatives);
  return (yield* mapping(first, (place) => alternativesOf(place, classes), question.checkpoint)).flat().slice(0, MOST.alternatives);
}

function misspellings(place: SelectionPlace, classes: Classes): readonly Edit[] {
  const { deviceClassName: className } = place.selection;
  if (className === '' || classes.has(className)) return [];
  const names = namesMisspelt(className, [...classes.keys()]).slice(0, MOST.classes);
  return names.map((name, index) => asking(place, name, 'name', index));
}

type Classes = ReadonlyMap<string, ClassKind>;

/** Returns the classes of the requests and other classes, sorted by name. */
function* classesOf(question: Question): Incremental<Classes> {
  const { input, world, checkpoint } = question;
  const requestedClasses = selectionsOf(question).flatMap(({ selection }) => input.deviceClasses.get(selection.deviceClassName) ?? []);
  const all = [...new Set([...requestedClasses, ...firstOf(world.classes(), MOST.classesOfCluster)])];
  const kinds = yield* mapping(all, classKindOf, checkpoint);
  const sorted = kinds.toSorted((left, right) => (left.name < right.name ? -1 : 1));
  return new Map(sorted.map((kind) => [kind.name, kind]));
}

/** Returns the names of the classes whose devices may replace the devices of a class, similar names first. */
function othersThan(kind: ClassKind | undefined, classes: Classes): readonly string[] {
  const related = [...classes.values()].filter(
    (other) => other !== kind && isShortName(other.name) && (kind === undefined || areRelated(kind, other)),
  );
  return likeFirst(
    related.map(({ name }) => name),
    kind?.name ?? '',
  );
}

/**
 * Sorts class names by similarity: a common vendor at the end, as `mig.nvidia.com` with `gpu.nvidia.com`, or a common kind at the start, as
 * `gpu.intel.com`.
 */
function likeFirst(names: readonly string[], className: string): readonly string[] {
  const labels = className.split('.');
  const inCommon = (name: string): number => {
    const others = name.split('.');
    const same = (ours: readonly string[], theirs: readonly string[]): number => {
      const end = ours.findIndex((label, place) => label !== theirs[place]);
      return end < 0 ? ours.length : end;
    };
    return same(labels, others) + same([...labels].reverse(), [...others].reverse());
  };
  const ranked = names.map((name) => ({ name, rank: inCommon(name) }));
  return ranked.sort((left, right) => right.rank - left.rank).map(({ name }) => name);
}

function asking({ claim, path, name, selection }: SelectionPlace, other: string, kind: EditKind, loss: number): Edit {
  const shownClass = shownName(selection.deviceClassName);
  const text =
    kind === 'name'
      ? `write ${other} instead of ${shownClass} as deviceClassName of ${name}`
      : `request class ${other}${shownClass === '' ? '' : ` instead of ${shownClass}`} in ${name}`;
  return {
    kind,
    by: 'author',
    text,
    loss,
    isOtherKind: kind === 'class',
    givesUp: kind === 'class',
    changes: [
      {
        target: { kind: 'ResourceClaim', object: claim },
        operation: { op: 'add', path: [...path, 'deviceClassName'], value: other, json: other },
      },
    ],
  };
}

/** Up to v1beta1, the selection of a request is next to its name, so one operation cannot make it an alternative. */
function alternativesOf({ claim, request, requestPath, of }: SelectionPlace, classes: Classes): readonly Edit[] {
  if (request.exactly?.adminAccess !== undefined) return [];
  if (request.exactly !== undefined && shapeOf(claim.metadata) !== 'v1') return [];
  const { firstAvailable, exactly } = request;
  const classNames = [...firstAvailable, ...(exactly === undefined ? [] : [exactly])].map(({ deviceClassName }) => deviceClassName);
  const taken = [...firstAvailable.map(({ name }) => name), FIRST_ALTERNATIVE];
  const left = MOST.alternativesOfRequest - Math.max(1, firstAvailable.length);
  const firstClass = classes.get(classNames[0] ?? '');
  if (firstClass === undefined && classNames[0] !== '') return [];
  const others = othersThan(firstClass, classes)
    .filter((name) => !classNames.includes(name))
    .slice(0, left);
  return others.map((deviceClassName, loss): Edit => {
    const name = ['other', ...others.map((_, place) => `other-${place + 2}`)].filter((one) => !taken.includes(one))[loss] as string;
    const json = { name, deviceClassName };
    const value = { ...json, ...BARE };
    return {
      kind: 'alternative',
      by: 'author',
      text: `add an alternative of class ${deviceClassName} to request ${request.name}${of}`,
      loss,
      isOtherKind: true,
      changes: [
        {
          target: { kind: 'ResourceClaim', object: claim },
          operation: { op: 'offer', path: requestPath, value, json },
        },
      ],
    };
  });
}

/** A request for one device. */
const BARE = { selectors: [], allocationMode: 'ExactCount', count: 1n, tolerations: [], derivedAttributes: [] } as const;
