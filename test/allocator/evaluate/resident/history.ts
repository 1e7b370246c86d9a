// Derives the histories of clusters from seeds: each seed has one, in one style.

import { Random } from '../../../differential/generate/random.js';

/** The parameters that all steps of a history share. */
export interface History {
  readonly seed: number;
  readonly style: Style;
  /** It has pods, and all objects that decide about them, next to claims. */
  readonly hasPods: boolean;
  /** Claims may use features of our feature gates: whole alternatives, and other semantics of constraints. */
  readonly hasOwnGates: boolean;
}

/** Configures how far a history departs from node-local pools of dedicated devices, whose nodes the solver solves together. */
export interface Style {
  /** The share of unusual objects. */
  readonly odd: number;
  readonly nodes: number;
  readonly devices: number;
  /** The number of claim signatures, which recur. */
  readonly signatures: number;
  /** The share of pools whose devices consume counters, on one node or on two. */
  readonly cards?: number;
  /** The share of devices that can be shared. */
  readonly shared?: number;
}

const STYLES: readonly Style[] = [
  { odd: 0, nodes: 4, devices: 8, signatures: 6 },
  { odd: 0.02, nodes: 4, devices: 8, signatures: 8 },
  { odd: 0.08, nodes: 4, devices: 6, signatures: 10 },
  { odd: 0.35, nodes: 4, devices: 4, signatures: 10 },
  { odd: 0.03, nodes: 90, devices: 4, signatures: 3 },
  { odd: 0.03, nodes: 3, devices: 160, signatures: 5 },
  { odd: 0.05, nodes: 6, devices: 4, signatures: 300 },
  { odd: 0.01, nodes: 4, devices: 6, signatures: 6, cards: 0.7 },
  { odd: 0.01, nodes: 4, devices: 5, signatures: 6, shared: 0.3 },
  { odd: 0.02, nodes: 5, devices: 5, signatures: 8, cards: 0.3, shared: 0.05 },
];

/** Returns the history of a seed. */
export function historyOf(seed: number): History {
  // The usual styles more often: most nodes are solved together there.
  const place = new Random(seed, 1).pick([
    0,
    0,
    0,
    0,
    1,
    1,
    1,
    1,
    1,
    2,
    2,
    2,
    2,
    3,
    3,
    5,
    6,
    6,
    7,
    7,
    7,
    8,
    8,
    9,
    9,
    seed % 3 === 0 ? 4 : 0,
  ]);
  return { seed, style: STYLES[place] as Style, hasPods: seed % 4 === 2, hasOwnGates: hasOwnGates(seed) };
}

/** Returns whether our feature gates are on in the history of a seed. */
export function hasOwnGates(seed: number): boolean {
  return seed % 5 === 1;
}

/** Returns the number of node names that a history uses: n0, n1, and so on. */
export function namesOf({ style }: History): number {
  return 2 * style.nodes + 3;
}
