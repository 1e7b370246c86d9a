// Counts the tried and placed pods and claims, for a note if some were not placed.

import type { ClaimGroup } from '../../../scheduler/pods/claims.js';
import { diagnose, type Streams } from '../streams.js';

/** The numbers of tried and placed groups. */
interface Tried {
  all: number;
  placed: number;
}

/** Counts the groups of a run. */
export class RunTotals {
  readonly #pods: Tried = { all: 0, placed: 0 };
  readonly #claims: Tried = { all: 0, placed: 0 };

  add({ pod }: ClaimGroup, isPlaced: boolean): void {
    const tried = pod === undefined ? this.#claims : this.#pods;
    tried.all++;
    if (isPlaced) tried.placed++;
  }

  /** Counts untried pods that are equal to a rejected pod. */
  addRejected(pods: number): void {
    this.#pods.all += pods;
  }

  print(streams: Streams): void {
    const [pods, claims] = [this.#pods, this.#claims];
    const all = pods.all + claims.all;
    if (all < 2 || pods.placed + claims.placed === all) return;
    const parts = [...inWords(pods, 'pods'), ...inWords(claims, claims.all === 1 ? 'claim without a pod' : 'claims without a pod')];
    diagnose(streams, 'note', `placed: ${parts.join(', ')}`);
  }
}

function inWords({ all, placed }: Tried, noun: string): string[] {
  return all === 0 ? [] : [`${placed} of ${all} ${noun}`];
}
