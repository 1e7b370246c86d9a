// Tests calls that yield while the cluster changes at every turn: they return the result of a search of every node at the time of the call.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Cluster } from '../../../../src/library/cluster.js';
import { Random } from '../../../differential/generate/random.js';
import { cases } from '../../../support/extent.js';
import { listsOf } from '../../../support/filtered.js';
import { describe as inWords, same, told } from './comparison.js';
import { holdClock } from './held-clock.js';
import { type History, historyOf, namesOf } from './history.js';
import { twoClusters } from './sides.js';
import { type Asked, firstStep, type Step, stepOf } from './steps.js';

const ROUNDS = 12;

let held: ReturnType<typeof holdClock> | undefined;
beforeAll(() => {
  held = holdClock();
});
afterAll(() => held?.restore());

/** A history in two clusters, which are equal whenever no query is running. */
class Meanwhile {
  readonly history: History;
  readonly #resident: Cluster;
  readonly #plain: Cluster;
  readonly #names: readonly string[];
  readonly #random: Random;
  #step = 0;
  #isAsking = false;
  changes = 0;

  constructor(seed: number) {
    this.history = historyOf(seed);
    this.#random = new Random(seed, 7);
    const yieldNow = async (): Promise<void> => {
      if (this.#isAsking) this.#change();
    };
    const { resident, plain } = twoClusters({ work: 24, yieldNow });
    this.#resident = resident;
    this.#plain = plain;
    this.#names = Array.from({ length: namesOf(this.history) }, (_, index) => `n${index}`);
    this.#both((cluster) => this.#take(cluster, firstStep(this.history)));
  }

  #both(action: (cluster: Cluster) => unknown): void {
    same(
      'change',
      told(() => action(this.#resident) ?? 'done'),
      told(() => action(this.#plain) ?? 'done'),
    );
  }

  #take(cluster: Cluster, step: Step): void {
    if (step.kind === 'apply' || step.kind === 'remove') cluster[step.kind](step.objects);
    else if (step.kind === 'release') cluster.release(step.claims);
  }

  #next(kinds: readonly Step['kind'][]): Step {
    for (;;) {
      const step = stepOf(this.history, this.#step++);
      if (kinds.includes(step.kind)) return step;
    }
  }

  /** A change that other callers make. */
  #change(): void {
    this.changes++;
    // So many other queries that the cached query is dropped.
    if (this.#random.chance(0.01)) for (let count = 0; count < 70; count++) this.#ask(this.#next(['filter']));
    if (this.#random.chance(0.1)) this.#ask(this.#next(['filter', 'allocate']));
    const step = this.#next(['apply', 'remove', 'release', 'commit', 'commit']);
    if (step.kind !== 'commit') return this.#both((cluster) => this.#take(cluster, step));
    const { asked, which } = step;
    try {
      const result = this.#plain.filter(queryOf(asked));
      const { feasible } = listsOf(result);
      const found = feasible.length === 0 ? undefined : result.outcome(feasible[which % feasible.length] as string);
      if (found !== undefined) this.#both((cluster) => cluster.commit(asked.claims, found));
    } catch {
      // Claims that cause an error cannot be committed.
    }
  }

  #ask(step: Step): void {
    if (step.kind === 'filter') told(() => listsOf(this.#resident.filter(queryOf(step.asked))).feasible);
    else if (step.kind === 'allocate') told(() => this.#resident.allocate({ ...queryOf(step.asked), node: step.node }));
  }

  /** Runs a query while the cluster changes. */
  async round(): Promise<void> {
    for (let count = 0; count < 6; count++) this.#change();
    const step = this.#next(['filter', 'allocate']) as
      | Extract<Step, { kind: 'filter' }>
      | Extract<Step, { kind: 'allocate' | 'allocateAsync' }>;
    const isFilter = step.kind === 'filter';
    const where = 'node' in step ? { node: step.node } : step.nodes && { nodes: step.nodes };
    const ask = { ...queryOf(step.asked), ...where };
    const tell = (found: unknown): string => (isFilter ? inWords(found as ReturnType<Cluster['filter']>, this.#names) : told(() => found));
    const expected = told(() => tell(isFilter ? this.#plain.filter(ask as never) : this.#plain.allocate(ask as never)));
    this.#isAsking = true;
    let said: string;
    try {
      const found = await (isFilter ? this.#resident.filterAsync(ask as never) : this.#resident.allocateAsync(ask as never));
      said = told(() => tell(found));
    } catch (error) {
      said = told(() => {
        throw error;
      });
    }
    this.#isAsking = false;
    same(`round with step ${this.#step}`, said, expected);
  }
}

function queryOf({ claims, now, limits }: Asked): { claims: readonly object[]; now?: Date; limits?: object } {
  const steps = limits?.steps;
  return { claims, ...(now === undefined ? {} : { now }), ...(steps === undefined ? {} : { limits: { steps } }) };
}

describe('calls that yield', () => {
  const seeds = Array.from(
    { length: Number(process.env['SEEDS'] ?? cases(2, 12)) },
    (_, index) => Number(process.env['SEED'] ?? 1) + index,
  );

  it('say what a search of every node said at the call, whatever changes at every turn', { timeout: cases(60_000, 240_000) }, async () => {
    let changes = 0;
    for (const seed of seeds) {
      const meanwhile = new Meanwhile(seed);
      try {
        for (let round = 0; round < ROUNDS; round++) await meanwhile.round();
      } catch (error) {
        throw new Error(`seed ${seed}`, { cause: error });
      }
      changes += meanwhile.changes;
    }
    // A run without changes proves nothing.
    expect(changes).toBeGreaterThan(seeds.length * ROUNDS * cases(3, 10));
  });
});
