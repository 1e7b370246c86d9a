// Results of a selector by what it reads: fifty thousand devices that differ in three ways cost three evaluations.

import type { CelDevice } from './device.js';
import { CelRuntimeError } from './errors.js';
import type { Reads } from './reads.js';
import { type DeviceText, tupleText } from './tuple.js';

/** How much a memo holds, in characters of keys, and about what an entry takes besides. Above it starts anew. */
const MAX_CHARACTERS = 65_536;
const ENTRY_CHARACTERS = 64;

/** After so many questions a memo that has answered less than half of them is given up: every device is different. */
const TRIED = 1_024;

/** The same function, which remembers its results and errors for all devices that are alike to these reads. */
export function memoised(reads: Reads, evaluate: (device: CelDevice) => boolean): (device: CelDevice) => boolean {
  const known = new Map<string, boolean | CelRuntimeError>();
  let textOf: DeviceText | undefined;
  let characters = 0;
  let asked = 0;
  let found = 0;
  return (device) => {
    if (asked >= TRIED && found * 2 < asked) return evaluate(device);
    textOf ??= tupleText(reads);
    const tuple = textOf(device);
    if (tuple === undefined) return evaluate(device);
    asked += 1;
    let result = known.get(tuple);
    if (result === undefined) {
      result = outcomeOf(evaluate, device);
      characters += tuple.length + ENTRY_CHARACTERS;
      if (characters > MAX_CHARACTERS) {
        known.clear();
        characters = tuple.length + ENTRY_CHARACTERS;
      }
      known.set(tuple, result);
    } else found += 1;
    if (typeof result === 'boolean') return result;
    throw result;
  };
}

function outcomeOf(evaluate: (device: CelDevice) => boolean, device: CelDevice): boolean | CelRuntimeError {
  try {
    return evaluate(device);
  } catch (error) {
    if (error instanceof CelRuntimeError) return error;
    throw error;
  }
}
