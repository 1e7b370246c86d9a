// Runs two clusters through one history: one that stays in the memory of the solver, and one
// that searches every node by itself. Their answers to all queries must be equal.

import type { Outcome } from '../../../../src/allocator/evaluate/outcome.js';
import type { ClaimInput, PreparedClaims } from '../../../../src/cluster/claims.js';
import type { FilterResult } from '../../../../src/cluster/filter-result.js';
import { Random } from '../../../differential/generate/random.js';
import { listsOf } from '../../../support/filtered.js';
import { Difference, describe, describeError, same, told } from './comparison.js';
import { inTicks, resetClock } from './held-clock.js';
import { type History, historyOf, namesOf } from './history.js';
import { PodPair } from './pod-pair.js';
import { Side, setupOf } from './sides.js';
import { type Asked, firstStep, type Step, stepOf } from './steps.js';

/** The maximum number of results that are stored to be read later. */
const KEPT = 8;
/** Milliseconds that a clock check adds where there is no time limit: from one slice per check to eight checks per slice. */
const TICKS = [0.05, 0.12, 0.2, 0.3, 0.5];

/** A result that is read later and compared with the answer of the other side at the time. */
interface Kept {
  readonly asked: Asked;
  readonly lazy: FilterResult;
  readonly other: FilterResult;
  readonly names: readonly string[];
  readonly said: string;
}

/** Counts of the queries and answers of a history. */
export interface Counts {
  queries: number;
  answers: number;
  /** Answers with devices, and answers that are errors. */
  allocated: number;
  errors: number;
  /** Commits that both sides accepted. */
  commits: number;
  interrupted: number;
}

/** Runs the steps of a history. Throws {@link Difference}. */
export class Pair {
  readonly history: History;
  readonly counts: Counts = { queries: 0, answers: 0, allocated: 0, errors: 0, commits: 0, interrupted: 0 };
  readonly #setup: ReturnType<typeof setupOf>;
  readonly #one: Side;
  readonly #two: Side;
  /** All changes of the second side so far, to repeat on another side. */
  readonly #changes: ((side: Side) => unknown)[];
  readonly #names: string[];
  readonly #pods: PodPair;
  readonly #kept: Kept[] = [];
  #pending: Promise<void>[] = [];

  constructor(seed: number, origin?: Pair) {
    this.history = historyOf(seed);
    this.#setup = origin === undefined ? setupOf(seed) : origin.#setup;
    this.#one = new Side(this.#setup, true, undefined, origin === undefined ? undefined : origin.#one);
    this.#two = new Side(this.#setup, false);
    this.#changes = origin === undefined ? [] : [...origin.#changes];
    for (const change of this.#changes) told(() => change(this.#two));
    // Committed shares have their names from the original side.
    if (origin !== undefined) this.#two.shares = origin.#two.shares;
    this.#names = Array.from({ length: namesOf(this.history) }, (_, index) => `n${index}`);
    this.#pods = new PodPair({
      sides: [this.#one, this.#two],
      names: this.#names,
      counts: this.counts,
      fresh: () => this.#fresh(),
      change: (what, change) => this.#change(what, change),
      wait: (compared) => this.#pending.push(compared),
    });
    if (origin === undefined) this.#take(firstStep(this.history));
  }

  /** Returns a pair of a fork of the resident cluster and a new cluster on which all changes were repeated. */
  fork(): Pair {
    return new Pair(this.history.seed, this);
  }

  /** Runs a step on both sides. */
  async step(number: number): Promise<void> {
    this.#take(stepOf(this.history, number));
    // Lets running asynchronous queries continue a little.
    if (this.#pending.length > 0) await Promise.resolve();
    if (this.#pending.length > 3) await this.#wait();
  }

  /** Waits for all running queries, and checks all stored results. */
  async end(): Promise<void> {
    await this.#wait();
    while (this.#kept.length > 0) this.#look(0);
    this.#pods.end();
  }

  async #wait(): Promise<void> {
    const pending = this.#pending;
    this.#pending = [];
    await Promise.all(pending);
  }

  #take(step: Step): void {
    switch (step.kind) {
      case 'apply':
      case 'remove':
        return this.#change(step.kind, ({ cluster }) => cluster[step.kind](step.objects));
      case 'release':
        return this.#change(step.kind, ({ cluster }) => cluster.release(step.claims));
      case 'filter':
        return step.asked.limits?.milliseconds === undefined ? this.#filter(step) : this.#filterInTime(step);
      case 'filterAsync':
        return this.#filterAsync(step);
      case 'allocate':
        return this.#allocate(step);
      case 'allocateAsync':
        return this.#allocateAsync(step);
      case 'commit':
        return this.#commit(step);
      case 'look':
        if (this.#kept.length > 0) this.#look(step.which % this.#kept.length);
        return;
      default:
        return this.#pods.take(step);
    }
  }

  /** Returns a cluster with all changes that has answered no query. */
  #fresh(): Side {
    const side = new Side(this.#setup, false);
    for (const change of this.#changes) told(() => change(side));
    side.shares = this.#two.shares;
    return side;
  }

  /** Changes both sides. Their results must be equal. */
  #change(what: string, action: (side: Side) => unknown): void {
    this.#changes.push(action);
    this.#both(what, action);
  }

  /** Runs an action on both sides. Their results must be equal. */
  #both(what: string, action: (side: Side) => unknown): void {
    const [one, two] = [this.#one, this.#two].map((side) => told(() => action(side) ?? 'done'));
    same(what, one as string, two as string);
  }

  #filter({ asked, nodes, later }: Extract<Step, { kind: 'filter' }>): void {
    this.counts.queries++;
    const [one, two] = [this.#one, this.#two].map((side) => this.#ask(side, asked, nodes));
    if (typeof one === 'string' || typeof two === 'string') return same('filter', String(one), String(two));
    const said = describe(two as FilterResult, this.#names);
    this.counts.answers += this.#names.length - said.split('was not considered').length / 2 + 0.5;
    this.counts.allocated += listsOf(two as FilterResult).feasible.length;
    this.counts.errors += (two as FilterResult).errors.size;
    if (!later) same('filter', describe(one as FilterResult, this.#names), said);
    this.#kept.push({ asked, lazy: one as FilterResult, other: two as FilterResult, names: this.#names, said });
    if (this.#kept.length > KEPT) this.#look(0);
  }

  #ask(side: Side, asked: Asked, nodes: readonly string[] | undefined): FilterResult | string {
    try {
      return side.cluster.filter({ ...queryOf(side, asked), ...(nodes === undefined ? {} : { nodes }) });
    } catch (error) {
      return describeError(error);
    }
  }

  /** With a time limit answers may be missing, but the answers that are present are correct. */
  #filterInTime({ asked, nodes }: Extract<Step, { kind: 'filter' }>): void {
    this.counts.queries++;
    const one = inTicks(() => this.#ask(this.#one, asked, nodes));
    const { limits: _, ...unlimited } = asked;
    const two = this.#ask(this.#two, unlimited, nodes);
    if (typeof one === 'string' || typeof two === 'string') return same('filter in time', String(one), String(two));
    this.#compareInTime(one, two);
  }

  #compareInTime(one: FilterResult, two: FilterResult): void {
    const interrupted = new Set(listsOf(one).interrupted);
    this.counts.interrupted += interrupted.size;
    const found: string[] = [];
    for (const name of this.#names) {
      const outcome = told(() => one.outcome(name));
      if (outcome.startsWith('{"kind":"interrupted","by":"milliseconds"')) {
        if (!interrupted.has(name)) throw new Difference(`${name} is interrupted, and not among those that are`);
        continue;
      }
      if (interrupted.has(name)) throw new Difference(`${name} is among the interrupted ones: ${outcome}`);
      same(
        `${name} in time`,
        outcome,
        told(() => two.outcome(name)),
      );
      if (outcome.startsWith('{"kind":"allocated"')) found.push(name);
    }
    same('feasible in time', JSON.stringify(listsOf(one).feasible), JSON.stringify([...found].sort()));
    for (const name of one.errors.keys())
      same(
        `error of ${name}`,
        told(() => one.outcome(name)),
        told(() => two.outcome(name)),
      );
  }

  #filterAsync({ asked, nodes }: Extract<Step, { kind: 'filterAsync' }>): void {
    this.counts.queries++;
    const { limits, ...unlimited } = asked;
    const isInTime = limits?.milliseconds !== undefined;
    const ask = async (side: Side, own: Asked): Promise<FilterResult | string> => {
      try {
        return await side.cluster.filterAsync({ ...queryOf(side, own), ...(nodes === undefined ? {} : { nodes }) });
      } catch (error) {
        return describeError(error);
      }
    };
    const asking = [ask(this.#one, asked), ask(this.#two, isInTime ? unlimited : asked)];
    const compare = async (): Promise<void> => {
      const [one, two] = (await Promise.all(asking)) as [FilterResult | string, FilterResult | string];
      if (typeof one === 'string' || typeof two === 'string') same('filterAsync', String(one), String(two));
      else if (isInTime) this.#compareInTime(one, two);
      else same('filterAsync', describe(one, this.#names), describe(two, this.#names));
    };
    this.#pending.push(compare());
  }

  #allocate({ asked, node }: Extract<Step, { kind: 'allocate' | 'allocateAsync' }>): void {
    this.counts.queries++;
    this.counts.answers++;
    const ask = (side: Side, limited: Asked): string => told(() => side.cluster.allocate({ ...queryOf(side, limited), node }));
    if (asked.limits?.milliseconds === undefined) return same('allocate', ask(this.#one, asked), ask(this.#two, asked));
    const { limits: _, ...unlimited } = asked;
    const one = inTicks(() => ask(this.#one, asked));
    if (one.startsWith('{"kind":"interrupted","by":"milliseconds"')) this.counts.interrupted++;
    else same('allocate in time', one, ask(this.#two, unlimited));
  }

  #allocateAsync({ asked, node }: Extract<Step, { kind: 'allocate' | 'allocateAsync' }>): void {
    this.counts.queries++;
    this.counts.answers++;
    const { limits, ...unlimited } = asked;
    const isInTime = limits?.milliseconds !== undefined;
    const ask = async (side: Side, own: Asked): Promise<string> => {
      try {
        const outcome = await side.cluster.allocateAsync({ ...queryOf(side, own), node });
        return told(() => outcome);
      } catch (error) {
        return describeError(error);
      }
    };
    const asking = [ask(this.#one, asked), ask(this.#two, isInTime ? unlimited : asked)];
    const compare = async (): Promise<void> => {
      const [one, two] = (await Promise.all(asking)) as [string, string];
      if (isInTime && one.startsWith('{"kind":"interrupted","by":"milliseconds"')) this.counts.interrupted++;
      else same('allocateAsync', one, two);
    };
    this.#pending.push(compare());
  }

  /** Commits a result from now, or a stored one. */
  #commit({ asked, which, old }: Extract<Step, { kind: 'commit' }>): void {
    const kept = old ? this.#kept[which % Math.max(1, this.#kept.length)] : undefined;
    const claims = kept?.asked ?? asked;
    const results = kept === undefined ? [this.#one, this.#two].map((side) => this.#ask(side, asked, undefined)) : [kept.lazy, kept.other];
    const [one, two] = results as [FilterResult | string, FilterResult | string];
    if (typeof one === 'string' || typeof two === 'string') return same('filter for commit', String(one), String(two));
    const { feasible } = listsOf(two);
    same('feasible for commit', JSON.stringify(listsOf(one).feasible), JSON.stringify(feasible));
    const name = feasible[which % Math.max(1, feasible.length)];
    if (name === undefined) return;
    this.counts.commits++;
    const outcomes = new Map<Side, Outcome>([
      [this.#one, one.outcome(name)],
      [this.#two, two.outcome(name)],
    ]);
    this.#both('choices', (side) => side.cluster.choices(claims.claims, outcomes.get(side) as Outcome));
    this.#change('commit', (side) =>
      side.cluster.commit(claims.claims, (side === this.#one ? outcomes.get(side) : outcomes.get(this.#two)) as Outcome),
    );
    this.#both('choice counts', (side) => side.cluster.choiceCounts());
  }

  /** Checks that a stored result still reads as it would have at once. */
  #look(index: number): void {
    const [kept] = this.#kept.splice(index, 1);
    if (kept !== undefined) same('kept result', describe(kept.lazy, kept.names), kept.said);
  }
}

function queryOf(side: Side, asked: Asked): { claims: PreparedClaims | readonly ClaimInput[]; now?: Date; limits?: object } {
  const { now: time, limits } = asked;
  return {
    claims: side.claims(asked),
    ...(time === undefined ? {} : { now: time }),
    ...(limits === undefined ? {} : { limits }),
  };
}

/** Runs a history. Returns counts of its queries; throws the first difference. */
export async function live(seed: number, steps: readonly number[]): Promise<Counts> {
  resetClock(new Random(seed, 4).pick(TICKS));
  const pair = new Pair(seed);
  for (const number of steps) await pair.step(number);
  await pair.end();
  return pair.counts;
}

/** The maximum number of clusters that a history has at a time. */
const MOST_FORKS = 6;

/** Runs a history in which the resident cluster is forked, and each step runs on a random fork. */
export async function liveForked(seed: number, steps: readonly number[]): Promise<Counts> {
  resetClock(new Random(seed, 4).pick(TICKS));
  const pairs = [new Pair(seed)];
  const ended: Pair[] = [];
  for (const number of steps) {
    const random = new Random(seed ^ 0x165667b1, number);
    const pair = random.pick(pairs);
    await pair.step(number);
    if (!random.chance(0.08)) continue;
    if (pairs.length === MOST_FORKS) ended.push(...pairs.splice(random.integer(0, MOST_FORKS - 1), 1));
    pairs.push(random.pick(pairs).fork());
  }
  const counts: Counts = { queries: 0, answers: 0, allocated: 0, errors: 0, commits: 0, interrupted: 0 };
  for (const pair of [...ended, ...pairs]) {
    await pair.end();
    for (const key of Object.keys(counts) as (keyof Counts)[]) counts[key] += pair.counts[key];
  }
  return counts;
}
