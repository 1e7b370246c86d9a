// Requests that together want more than there is for them. By Hall's theorem there are some whenever no matching serves every unit.

import type { ReasonWork } from './reason-work.js';
import type { Want } from './root-view.js';

/** How many units of some wants a thing can serve, one of each at most. */
export type Places<T> = (wants: readonly T[], thing: number) => number;

type Units = Pick<Want, 'need' | 'things'>;

/** Wants that together need more than there is for them, none of which could be left out. Undefined: all of them can be served. */
export function findCrowd<T extends Units>(wants: readonly T[], places: Places<T>, work: ReasonWork): T[] | undefined {
  // The matching tells wants apart by being the very objects.
  const own = work.keep(() => wants);
  const matching = work.keep(() => new Matching(own, places, work));
  for (const want of own) {
    for (let unit = 0; unit < want.need; unit++) {
      const reached = work.keep(() => matching.serve([want]));
      if (reached !== undefined) return shrink(reached, (fewer) => work.keep(() => isCrowd(fewer, places, work)));
    }
  }
  return undefined;
}

/** Leaves out what is not needed for something to hold. */
export function shrink<T>(items: readonly T[], holds: (fewer: readonly T[]) => boolean): T[] {
  let kept = [...items];
  for (const item of items) {
    const fewer = kept.filter((other) => other !== item);
    if (holds(fewer)) kept = fewer;
  }
  return kept;
}

function isCrowd<T extends Units>(wants: readonly T[], places: Places<T>, work: ReasonWork): boolean {
  work.take(sizeOf(wants));
  return needOf(wants) > placesFor(wants, places);
}

/** What it takes to go over the things of some wants. */
function sizeOf(wants: readonly Units[]): number {
  return wants.reduce((sum, { things }) => sum + 1 + things.size, 0);
}

/** How many units some wants need. */
export function needOf(wants: readonly Units[]): number {
  return wants.reduce((sum, { need }) => sum + need, 0);
}

/** The requests of some wants, ascending. */
export function requestsOf(wants: readonly Pick<Want, 'request'>[]): number[] {
  return wants.map(({ request }) => request).sort((left, right) => left - right);
}

/** The things that some wants compete for, ascending. */
export function thingsOf(wants: readonly Units[]): number[] {
  return [...new Set(wants.flatMap(({ things }) => [...things]))].sort((left, right) => left - right);
}

/** How many units of some wants their things can serve. */
export function placesFor<T extends Units>(wants: readonly T[], places: Places<T>): number {
  return thingsOf(wants).reduce((sum, thing) => sum + places(wants, thing), 0);
}

/** The wants that keep each other from being served where as many units as possible are; none: all units can be served. Requires: the wants are kept. */
export function crowdOfMost<T extends Units>(wants: readonly T[], places: Places<T>, work: ReasonWork): T[] {
  const matching = work.keep(() => new Matching(wants, places, work));
  const unserved = wants.filter((want) =>
    work.keep(() => {
      for (let unit = 0; unit < want.need; unit++) if (matching.serve([want]) !== undefined) return true;
      return false;
    }),
  );
  return unserved.length === 0 ? [] : (work.keep(() => matching.serve(unserved)) ?? []);
}

/** Things given to wants: each thing to as many as it has places, to none of them twice. */
class Matching<T extends Units> {
  readonly #owners = new Map<number, Set<T>>();
  readonly #places = new Map<number, number>();
  readonly #work: ReasonWork;

  constructor(wants: readonly T[], places: Places<T>, work: ReasonWork) {
    this.#work = work;
    work.take(sizeOf(wants));
    for (const thing of thingsOf(wants)) {
      this.#owners.set(thing, new Set());
      this.#places.set(thing, places(wants, thing));
    }
  }

  /** Serves one unit more of one of these. If that cannot be done: these, and all whose things they could use. */
  serve(from: readonly T[]): T[] | undefined {
    const reached = [...from];
    /** By want: the thing that it would have to give away. */
    const given = new Map<T, number>();
    /** By thing: the want that would get a place of it. */
    const taker = new Map<number, T>();
    for (const want of reached) {
      this.#work.take(1 + reached.length + want.things.size);
      for (const thing of want.things) {
        const owners = this.#owners.get(thing) as Set<T>;
        if (taker.has(thing) || owners.has(want)) continue;
        taker.set(thing, want);
        if (owners.size < (this.#places.get(thing) as number)) {
          this.#pass(thing, taker, given);
          return undefined;
        }
        for (const owner of owners) {
          if (given.has(owner) || from.includes(owner)) continue;
          given.set(owner, thing);
          reached.push(owner);
        }
      }
    }
    return reached;
  }

  /** Gives a free place away, and on and on what that sets free. */
  #pass(free: number, taker: ReadonlyMap<number, T>, given: ReadonlyMap<T, number>): void {
    let thing: number | undefined = free;
    while (thing !== undefined) {
      const want = taker.get(thing) as T;
      this.#owners.get(thing)?.add(want);
      thing = given.get(want);
      if (thing !== undefined) this.#owners.get(thing)?.delete(want);
    }
  }
}
