// Finds Hall violators: requests that together need more than their vertices offer. They exist whenever no matching serves every unit (Hall 1935).

import type { Incremental } from '../../../core/base/incremental.js';
import type { ReasonWork } from './reason-work.js';
import type { Demand } from './root-view.js';

/** Returns how many units of some demands a vertex can serve, at most one of each. */
export type Places<T> = (demands: readonly T[], vertex: number) => number;

type Units = Pick<Demand, 'need' | 'vertices'>;

/** Returns a minimal set of demands that together need more than their vertices offer, or undefined if all can be served. */
export function* findHallViolator<T extends Units>(
  demands: readonly T[],
  places: Places<T>,
  work: ReasonWork,
): Incremental<T[] | undefined> {
  const matching = new Matching(demands, places, work);
  for (const demand of demands) {
    for (let unit = 0; unit < demand.need; unit++) {
      const reached = matching.serve([demand]);
      if (reached !== undefined) return yield* shrinking(reached, (fewer) => isHallViolator(fewer, places, work), work);
      if (work.isDue) yield;
    }
  }
  return undefined;
}

/** Removes the items without which `holds` is still true. */
export function shrink<T>(items: readonly T[], holds: (fewer: readonly T[]) => boolean): T[] {
  let remainingItems = [...items];
  for (const item of items) {
    const fewer = remainingItems.filter((other) => other !== item);
    if (holds(fewer)) remainingItems = fewer;
  }
  return remainingItems;
}

function* shrinking<T>(items: readonly T[], holds: (fewer: readonly T[]) => boolean, work: ReasonWork): Incremental<T[]> {
  let remainingItems = [...items];
  for (const item of items) {
    const fewer = remainingItems.filter((other) => other !== item);
    if (holds(fewer)) remainingItems = fewer;
    if (work.isDue) yield;
  }
  return remainingItems;
}

function isHallViolator<T extends Units>(demands: readonly T[], places: Places<T>, work: ReasonWork): boolean {
  work.take(sizeOf(demands));
  return needOf(demands) > placesFor(demands, places);
}

/** The work of iterating over the vertices of some demands. */
function sizeOf(demands: readonly Units[]): number {
  return demands.reduce((sum, { vertices }) => sum + 1 + vertices.size, 0);
}

export function needOf(demands: readonly Units[]): number {
  return demands.reduce((sum, { need }) => sum + need, 0);
}

/** Returns the requests of some demands, in ascending order. */
export function requestsOf(demands: readonly Pick<Demand, 'request'>[]): number[] {
  return demands.map(({ request }) => request).sort((left, right) => left - right);
}

/** Returns the vertices that some demands compete for, in ascending order. */
export function verticesOf(demands: readonly Units[]): number[] {
  return [...new Set(demands.flatMap(({ vertices }) => [...vertices]))].sort((left, right) => left - right);
}

/** Returns the number of units that the vertices of some demands can serve. */
export function placesFor<T extends Units>(demands: readonly T[], places: Places<T>): number {
  return verticesOf(demands).reduce((sum, vertex) => sum + places(demands, vertex), 0);
}

/** Returns the demands that compete where as many units as possible are served. Empty if all units can be served. */
export function* maximumHallViolator<T extends Units>(demands: readonly T[], places: Places<T>, work: ReasonWork): Incremental<T[]> {
  const matching = new Matching(demands, places, work);
  const unserved: T[] = [];
  for (const demand of demands) {
    let isServed = true;
    for (let unit = 0; unit < demand.need && isServed; unit++) isServed = matching.serve([demand]) === undefined;
    if (!isServed) unserved.push(demand);
    if (work.isDue) yield;
  }
  return unserved.length === 0 ? [] : (matching.serve(unserved) ?? []);
}

/** A matching: each vertex has at most as many mates as places, and no demand twice. */
class Matching<T extends Units> {
  readonly #owners = new Map<number, Set<T>>();
  readonly #places = new Map<number, number>();
  readonly #work: ReasonWork;

  constructor(demands: readonly T[], places: Places<T>, work: ReasonWork) {
    this.#work = work;
    work.take(sizeOf(demands));
    for (const vertex of verticesOf(demands)) {
      this.#owners.set(vertex, new Set());
      this.#places.set(vertex, places(demands, vertex));
    }
  }

  /**
   * Serves one more unit of one of these demands by an augmenting path. If no such path exists, returns these demands and all demands that alternating
   * paths reach from them.
   */
  serve(from: readonly T[]): T[] | undefined {
    const reached = [...from];
    /** For each demand, the vertex that it would release. */
    const releasedVertices = new Map<T, number>();
    /** For each vertex, the demand that would occupy a place of it. */
    const taker = new Map<number, T>();
    for (const demand of reached) {
      this.#work.take(1 + reached.length + demand.vertices.size);
      for (const vertex of demand.vertices) {
        const owners = this.#owners.get(vertex) as Set<T>;
        if (taker.has(vertex) || owners.has(demand)) continue;
        taker.set(vertex, demand);
        if (owners.size < (this.#places.get(vertex) as number)) {
          this.#pass(vertex, taker, releasedVertices);
          return undefined;
        }
        for (const owner of owners) {
          if (releasedVertices.has(owner) || from.includes(owner)) continue;
          releasedVertices.set(owner, vertex);
          reached.push(owner);
        }
      }
    }
    return reached;
  }

  /** Assigns a free place along the path, and then each place that this releases. */
  #pass(free: number, taker: ReadonlyMap<number, T>, releasedVertices: ReadonlyMap<T, number>): void {
    let vertex: number | undefined = free;
    while (vertex !== undefined) {
      const demand = taker.get(vertex) as T;
      this.#owners.get(vertex)?.add(demand);
      vertex = releasedVertices.get(demand);
      if (vertex !== undefined) this.#owners.get(vertex)?.delete(demand);
    }
  }
}
