// Edits that request fewer devices: a lower count, or a count instead of all devices; and edits that correct an unsupported mode.

import { CLAIM_LIMIT } from '../../../allocator/encode/plan.js';
import type { Incremental } from '../../../core/base/incremental.js';
import { mapping } from '../../../core/base/lists-in-increments.js';
import { nearestName } from '../../../core/base/nearest-name.js';
import { count as countOf } from '../../../core/base/words.js';
import type { Change } from '../change.js';
import type { Edit } from '../edit.js';
import { type Question, type SelectionPlace, selectionsOf } from '../question.js';

const MODES: readonly string[] = ['ExactCount', 'All'];

/** Returns the edits that request fewer devices; the edits of one request form a ladder from the least change to the most. */
export function* countEdits(question: Question): Incremental<readonly (readonly Edit[])[]> {
  const ladderOf = (place: SelectionPlace): readonly Edit[] => {
    const { allocationMode, count } = place.selection;
    if (allocationMode === 'ExactCount') return lowerCounts(place, count);
    if (allocationMode === 'All') return countsForAll(place, question.input.view.devices.length);
    const mode = nearestName(allocationMode, MODES);
    return mode === undefined ? [] : [servedMode(place, mode)];
  };
  return yield* mapping(selectionsOf(question), ladderOf, question.checkpoint);
}

function lowerCounts(place: SelectionPlace, currentCount: bigint): readonly Edit[] {
  const most = currentCount - 1n < BigInt(CLAIM_LIMIT) ? Number(currentCount) - 1 : CLAIM_LIMIT;
  return downFrom(most).map((count) => ({
    kind: 'count',
    by: 'author',
    text: `request ${countOf(count, 'device')} instead of ${currentCount} in ${place.name}`,
    loss: most + 1 - count,
    changes: [setCount(place, count)],
  }));
}

function countsForAll(place: SelectionPlace, devices: number): readonly Edit[] {
  // A node without devices may have one later.
  const most = Math.min(Math.max(1, devices), CLAIM_LIMIT);
  return downFrom(most).map((count) => ({
    kind: 'all',
    by: 'author',
    text: `request ${countOf(count, 'device')} instead of all in ${place.name}`,
    loss: most - count,
    changes: [setMode(place, 'ExactCount'), setCount(place, count)],
  }));
}

function servedMode(place: SelectionPlace, mode: string): Edit {
  const { allocationMode, count } = place.selection;
  return {
    kind: 'mode',
    by: 'author',
    text: `write ${mode} instead of ${allocationMode} as allocationMode of ${place.name}`,
    loss: 0,
    changes: [setMode(place, mode), ...(mode === 'ExactCount' && count === 0n ? [setCount(place, 1)] : [])],
  };
}

function setCount({ claim, path }: SelectionPlace, count: number): Change {
  const operation = { op: 'add', path: [...path, 'count'], value: BigInt(count), json: count } as const;
  return { target: { kind: 'ResourceClaim', object: claim }, operation };
}

function setMode({ claim, path }: SelectionPlace, mode: string): Change {
  const operation = { op: 'replace', path: [...path, 'allocationMode'], value: mode, json: mode } as const;
  return { target: { kind: 'ResourceClaim', object: claim }, operation };
}

function downFrom(most: number): readonly number[] {
  return Array.from({ length: Math.max(0, most) }, (_, place) => most - place);
}
