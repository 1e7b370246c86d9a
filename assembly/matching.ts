// Whether requests that compete for the same things can all have their units: a bipartite matching, unit by unit. By Hall's theorem
// there is none exactly when some requests together want more than there is for them.

import { addBit, clearSet, firstBit, hasBit } from './bitset';
import { bounds, end, first, spend, words } from './horizon';
import * as L from './layout';
import { header } from './state';

/** The set of things that the units of a request compete for. */
export function rivalsOf(request: u32): usize {
  return bounds(L.BOUNDS_RIVALS) + <usize>request * ((<usize>words) << 3);
}

/** How many units of a request compete. */
export function setUnits(request: u32, units: u32): void {
  store<u32>(bounds(L.BOUNDS_NEEDS) + ((<usize>request) << 2), units);
}

/** Whether every unit of the horizon's requests can have a thing of its own, as far as the question may cost. Requires: rivals and units of each request are set. */
export function hasMatching(): bool {
  memory.fill(bounds(L.BOUNDS_OWNERS), 0, (<usize>header(L.HEADER_DEVICE_COUNT)) << 2);
  const visited = bounds(L.BOUNDS_WORK);
  for (let request = first; request < end; request++) {
    const units = load<u32>(bounds(L.BOUNDS_NEEDS) + ((<usize>request) << 2));
    for (let unit: u32 = 0; unit < units; unit++) {
      if (takeFree(request)) continue;
      clearSet(visited, words);
      if (!serve(request, visited)) return false;
    }
  }
  return true;
}

/** Gives a request a thing that nobody has yet, if there is one. */
function takeFree(request: u32): bool {
  const rivals = rivalsOf(request);
  const owners = bounds(L.BOUNDS_OWNERS);
  for (let thing = firstBit(rivals, words, 0); thing >= 0; thing = firstBit(rivals, words, <u32>thing + 1)) {
    if (!spend(1)) return true;
    if (load<u32>(owners + ((<usize>thing) << 2)) != 0) continue;
    store<u32>(owners + ((<usize>thing) << 2), request + 1);
    return true;
  }
  return false;
}

/** Finds a thing for one more unit of a request, moving others to where they can go. Depth: the number of things at most. */
function serve(request: u32, visited: usize): bool {
  const rivals = rivalsOf(request);
  const owners = bounds(L.BOUNDS_OWNERS);
  for (let thing = firstBit(rivals, words, 0); thing >= 0; thing = firstBit(rivals, words, <u32>thing + 1)) {
    if (!spend(1)) return true;
    if (hasBit(visited, thing)) continue;
    addBit(visited, thing);
    const owner = load<u32>(owners + ((<usize>thing) << 2));
    if (owner == 0 || serve(owner - 1, visited)) {
      store<u32>(owners + ((<usize>thing) << 2), request + 1);
      return true;
    }
  }
  return false;
}
