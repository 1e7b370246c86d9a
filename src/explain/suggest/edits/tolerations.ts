// Edits that tolerate device taints.

import type { DeviceTaint } from '../../../core/api/resource-slice.js';
import { excludingTaint } from '../../../core/api/taints.js';
import type { Incremental } from '../../../core/base/incremental.js';
import { mapping } from '../../../core/base/lists-in-increments.js';
import { shownName } from '../../../core/base/words.js';
import type { Edit } from '../edit.js';
import { type Question, type SelectionPlace, selectionsOf } from '../question.js';
import { MOST } from './bounds.js';

/** Returns the edits that tolerate a taint. */
export function* tolerationEdits(question: Question): Incremental<readonly Edit[]> {
  const taints = yield* taintsOf(question);
  if (taints.length === 0) return [];
  const { checkpoint } = question;
  const ofPlace = (place: SelectionPlace): readonly Edit[] => {
    const { tolerations } = place.selection;
    if (tolerations.length >= MOST.tolerations) return [];
    const refusing = taints.filter((taint) => excludingTaint([taint], tolerations, checkpoint) !== undefined);
    return refusing.map((taint) => toleration(place, taint));
  };
  return (yield* mapping(selectionsOf(question), ofPlace, checkpoint)).flat();
}

/** Returns the distinct taints of the accessible devices. */
export function* taintsOf({ input, checkpoint }: Question): Incremental<readonly DeviceTaint[]> {
  const found: DeviceTaint[] = [];
  for (const {
    device: { taints },
  } of input.view.devices) {
    if (checkpoint.due(1 + taints.length)) yield;
    for (const taint of taints) {
      if (found.length === MOST.taintsOfNode) continue;
      if (!found.some((other) => isSameTaint(other, taint))) found.push(taint);
    }
  }
  return found;
}

/** Returns whether two taints have the same effect on the same devices. */
export function isSameTaint(left: DeviceTaint, right: DeviceTaint): boolean {
  return left.key === right.key && left.value === right.value && left.effect === right.effect;
}

/** Formats a taint. */
export function taintText(taint: DeviceTaint): string {
  const [key, value, effect] = [taint.key, taint.value, taint.effect].map(shownName);
  return `${key}${value === '' ? '' : `=${value}`}:${effect}`;
}

function toleration({ claim, path, name }: SelectionPlace, taint: DeviceTaint): Edit {
  const { key, value, effect } = taint;
  const json = value === '' ? { key, operator: 'Exists', effect } : { key, operator: 'Equal', value, effect };
  return {
    kind: 'toleration',
    by: 'author',
    text: `tolerate the taint ${taintText(taint)} in ${name}`,
    loss: effect === 'NoSchedule' ? 0 : 1,
    changes: [
      {
        target: { kind: 'ResourceClaim', object: claim },
        operation: { op: 'append', path: [...path, 'tolerations'], value: { key, operator: json.operator, value, effect }, json },
      },
    ],
  };
}
