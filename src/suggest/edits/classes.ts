// Another class for a request: the one that is near in spelling to one that does not exist, or any other one.

import { nearestName } from '../../base/nearest-name.js';
import type { Edit, EditKind } from '../edit.js';
import { type Question, type SelectionPlace, selectionsOf } from '../question.js';

/** More classes are not tried. */
const MOST_CLASSES = 16;

/** Edits that ask for another class. */
export function classEdits(question: Question): readonly Edit[] {
  const { world, checkpoint } = question;
  const names = checkpoint.keep(() => Array.from(world.classes(), ({ metadata }) => metadata.name).sort());
  return selectionsOf(question).flatMap((place) => {
    const { deviceClassName } = place.selection;
    const isKnown = names.includes(deviceClassName);
    const near = isKnown || deviceClassName === '' ? undefined : nearestName(deviceClassName, names);
    const others = names.filter((name) => name !== deviceClassName && name !== near).slice(0, MOST_CLASSES);
    return [
      ...(near === undefined ? [] : [asking(place, near, 'name', 0)]),
      ...others.map((name, index) => asking(place, name, 'class', index)),
    ];
  });
}

function asking({ claim, path, name, selection }: SelectionPlace, other: string, kind: EditKind, loss: number): Edit {
  const given = selection.deviceClassName;
  const text =
    kind === 'name'
      ? `write ${other} instead of ${given} as deviceClassName of ${name}`
      : `ask for class ${other}${given === '' ? '' : ` instead of ${given}`} in ${name}`;
  return {
    kind,
    by: 'author',
    text,
    loss,
    isOtherKind: kind === 'class',
    changes: [
      {
        target: { kind: 'ResourceClaim', object: claim },
        operation: { op: 'add', path: [...path, 'deviceClassName'], value: other, json: other },
      },
    ],
  };
}
