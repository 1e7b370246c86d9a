// A bound: two devices that each take more than half of one budget cannot both be picked. Those of a budget form a clique of the conflict graph (Atamtürk,
// Nemhauser and Savelsbergh 2000), and the units compete for cliques: partitions that overlap on a card, whatever their sizes. Only asked while probing.

import { addBit, addSet, clearSet, copySet, countCommon, firstBit, hasBit, keepSet, removeSet } from './bitset';
import * as B from './bounds-layout';
import { chargeSize, drawOf } from './budget';
import * as L from './layout';
import { bounds, boundsField, end, first, spend, words } from './lookahead';
import { hasMatching, neighborsOf } from './matching';
import { scratch } from './state';

/** Tells whether each unit can have a clique of its own. Requires: neighbors and units are set, and no device serves several units. Leaves cliques as neighbors. */
export function canPickCliques(): bool {
  if (boundsField(B.BOUNDS_CONFLICT_SETS) == 0) return true;
  const left = bounds(B.BOUNDS_WORK);
  clearSet(left, words);
  for (let request = first; request < end; request++) addSet(left, neighborsOf(request), words);
  formCliques(left);
  const cliques = bounds(B.BOUNDS_CLIQUES);
  const own = bounds(B.BOUNDS_WORK);
  for (let request = first; request < end; request++) {
    const neighbors = neighborsOf(request);
    clearSet(own, words);
    for (let device = firstBit(neighbors, words, 0); device >= 0; device = firstBit(neighbors, words, <u32>device + 1)) {
      addBit(own, load<u32>(cliques + ((<usize>device) << 2)));
    }
    copySet(neighbors, own, words);
  }
  return hasMatching();
}

/** Gives each device of a set a clique, named after its first device; takes the devices out of the set. */
function formCliques(left: usize): void {
  const cliques = bounds(B.BOUNDS_CLIQUES);
  const members = bounds(B.BOUNDS_WORK) + ((<usize>words) << 3);
  for (let head = firstBit(left, words, 0); head >= 0; head = firstBit(left, words, <u32>head + 1)) {
    findClique(head, left, members);
    for (let device = firstBit(members, words, 0); device >= 0; device = firstBit(members, words, <u32>device + 1)) {
      store<u32>(cliques + ((<usize>device) << 2), head);
    }
    removeSet(left, members, words);
  }
}

/** The most devices of a set that all take more than half of one budget, with this device among them. */
function findClique(head: u32, left: usize, members: usize): void {
  let greatest: usize = 0;
  let most: u32 = 1;
  const draw = drawOf(head);
  const count: u32 = draw == 0 ? 0 : load<u32>(draw + L.DRAW_CHARGE_COUNT);
  let charge = draw + L.DRAW_SIZE;
  for (let index: u32 = 0; index < count; index++, charge += chargeSize()) {
    const set = conflictSetOf(load<u32>(charge + L.CHARGE_BUDGET));
    if (set == 0 || !hasBit(set, head)) continue;
    spend(1);
    const own = countCommon(set, left, words);
    if (own <= most) continue;
    most = own;
    greatest = set;
  }
  clearSet(members, words);
  addBit(members, head);
  if (greatest == 0) return;
  copySet(members, greatest, words);
  keepSet(members, left, words);
}

function conflictSetOf(budget: u32): usize {
  const location = load<u32>(bounds(B.BOUNDS_CONFLICT_SETS) + ((<usize>budget) << 2));
  return location == 0 ? 0 : scratch + <usize>location;
}
