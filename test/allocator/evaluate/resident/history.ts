// Histories of clusters: each seed has one, with a style of its own.

import { Random } from '../../../differential/generate/random.js';

/** All steps of a history share its seed and style. */
export interface History {
  readonly seed: number;
  readonly style: Style;
  /** There are pods, and all that decides about them, next to claims. */
  readonly hasPods: boolean;
  /** Claims may have what gates of our own let in: whole alternatives, and values that are compared in other ways. */
  readonly hasOwnGates: boolean;
}

/** The distance of a history from node-local pools of dedicated devices, which are the ones that are solved together. */
export interface Style {
  /** The share of what is out of the ordinary. */
  readonly odd: number;
  readonly nodes: number;
  readonly devices: number;
  /** Claim signatures that come again and again. */
  readonly signatures: number;
  /** The share of pools whose devices take from counters, on one node or on two. */
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

/** The history of a seed. */
export function historyOf(seed: number): History {
  // The ordinary ones more often: there the most is solved together.
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

/** Returns whether gates of our own are on in the history of a seed. */
export function hasOwnGates(seed: number): boolean {
  return seed % 5 === 1;
}

/** The number of nodes that a history can have: n0, n1, and so on. */
export function namesOf({ style }: History): number {
  return 2 * style.nodes + 3;
}
