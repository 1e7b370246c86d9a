import { expect, it } from 'vitest';
import { areInConflict, type Change, type Operation } from '../../../src/explain/suggest/change.js';
import { ChangeSet } from '../../../src/explain/suggest/change-set.js';
import { Dice } from '../../support/dice.js';

const OBJECTS = [{ metadata: {} }, { metadata: {} }];

/** Returns a change at one of few places, so that many changes conflict. */
function randomChange(dice: Dice): Change {
  const path = Array.from({ length: 1 + dice.below(4) }, (_, depth) => (depth % 2 === 0 ? ['a', 'b'][dice.below(2)] : dice.below(3)));
  const start = dice.below(6);
  const operation = [
    { op: 'replace', path, value: 1, json: 1 },
    { op: 'append', path, value: 1, json: 1 },
    { op: 'remove', path },
    { op: 'rewrite', path, edits: [{ start, end: start + 2, text: '' }] },
    { op: 'copy', path, name: ['x', 'y'][dice.below(2)] },
    { op: 'offer', path, value: {}, json: {} },
    { op: 'create', path: [], json: {} },
  ][dice.below(7)] as Operation;
  return { target: { kind: 'ResourceClaim', object: OBJECTS[dice.below(2)] }, operation } as Change;
}

it('has of changes in turn those that are in conflict with none before', () => {
  const dice = new Dice(39);
  for (let round = 0; round < 300; round++) {
    const lists = Array.from({ length: 12 }, () => Array.from({ length: 1 + dice.below(3) }, () => randomChange(dice)));
    const kept: (readonly Change[])[] = [];
    const set = new ChangeSet();
    for (const changes of lists) {
      const fits = !kept.some((others) => areInConflict(others, changes));
      expect(set.add(changes)).toBe(fits);
      if (fits) kept.push(changes);
    }
  }
});
