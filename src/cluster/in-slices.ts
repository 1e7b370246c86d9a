// Work that gives way to the event loop: what the clock interrupts goes on after others had their turn.

import { Checkpoint, SliceOver, type Yield } from '../checkpoint.js';

/** Things done between two looks at the clock. */
const BETWEEN_CHECKPOINTS = 32;

/** A checkpoint that ends a slice, but not when it is called first: each slice gets something done, however slow all else is. */
export function newSlice(): Checkpoint {
  const checkpoint = new Checkpoint();
  checkpoint.beginSlice();
  return checkpoint;
}

/** Runs what goes on where a checkpoint interrupted it, until it is through. `goOn` is asked before each slice but the first. */
export async function inSlices<T>(run: (checkpoint: Checkpoint) => T, giveWay: Yield, goOn = () => true): Promise<T | undefined> {
  for (;;) {
    try {
      return run(newSlice());
    } catch (error) {
      if (!(error instanceof SliceOver)) throw error;
    }
    await giveWay();
    if (!goOn()) return undefined;
  }
}

/** What becomes of each of many things, as `inSlices`. */
export async function mapInSlices<T, U>(
  things: Iterable<T>,
  map: (thing: T) => U,
  giveWay: Yield,
  goOn = () => true,
): Promise<U[] | undefined> {
  const mapped: U[] = [];
  const rest = things[Symbol.iterator]();
  const run = (checkpoint: Checkpoint): U[] => {
    for (let next = rest.next(); next.done !== true; next = rest.next()) {
      mapped.push(map(next.value));
      if (mapped.length % BETWEEN_CHECKPOINTS === 0) checkpoint.pause();
    }
    return mapped;
  };
  return inSlices(run, giveWay, goOn);
}
