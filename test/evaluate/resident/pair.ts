// Two clusters of one history: one that keeps itself in the memory of the solver, and one that searches every node by itself. Whatever they
// are asked, they must say the same.

import { readFileSync } from 'node:fs';
import { AllocationError } from '../../../src/base/errors.js';
import { SelectorCache } from '../../../src/cel/cache.js';
import type { ClaimInput, PreparedClaims } from '../../../src/cluster/claims.js';
import { Cluster } from '../../../src/cluster/cluster.js';
import type { FilterResult } from '../../../src/cluster/filter-result.js';
import type { Outcome } from '../../../src/evaluate/outcome.js';
import type { Runtime } from '../../../src/evaluate/runtime.js';
import { type Features, resolveFeatures } from '../../../src/features/features.js';
import type { Kernel } from '../../../src/kernel/kernel.js';
import { BOUND_ALL } from '../../../src/kernel/layout.js';
import { type PassExports, ResidentMemory } from '../../../src/kernel/resident.js';
import { WasmKernel } from '../../../src/kernel/solver.js';
import { Random } from '../../differential/generate/random.js';
import { listsOf } from '../../support/filtered.js';
import { memoryGuard } from '../../support/memory-guard.js';
import { type Asked, firstStep, type History, historyOf, namesOf, type Step, stepOf } from './steps.js';

/** At most so many results are kept to be looked at later. */
const KEPT = 8;
/** Work between two looks at the clock, instead of that of the library: small, so that small clusters are interrupted as well. */
const WORK = 24;

const modules = ['solver.wasm', 'solver.debug.wasm'].map(
  (name) => new WebAssembly.Module(readFileSync(new URL(`../../../build/${name}`, import.meta.url))),
) as [WebAssembly.Module, WebAssembly.Module];

const FEATURES: readonly Features[] = [
  {},
  {},
  {},
  { kubernetesVersion: '1.34' },
  { featureGates: { DRAListTypeAttributes: false, DRADeviceTaints: false } },
  { featureGates: { DRAConsumableCapacity: false, DRADeviceBindingConditions: false } },
  { featureGates: { DRAPartitionableDevices: false, DRAPrioritizedList: false } },
].map(resolveFeatures);

/** The clock, which ticks with every look at it. */
let ticks: number | undefined;
let now = 0;
/** Milliseconds that pass with a look where there is no limit: between a slice for each look, and eight looks for each slice. */
const TICKS = [0.05, 0.12, 0.2, 0.3, 0.5];
let freeTicks = 0.2;
const clock = performance.now.bind(performance);

/** Counts looks at the clock instead of time, until the clock is given back. */
export function holdClock(): { [Symbol.dispose](): void; restore(): void } {
  performance.now = () => {
    // Without a limit, time passes for what works in slices.
    now += ticks ?? freeTicks;
    return now;
  };
  const restore = (): void => {
    performance.now = clock;
  };
  return { restore, [Symbol.dispose]: restore };
}

/** The two sides differ, or one of them broke. */
export class Difference extends Error {
  override readonly name = 'Difference';
}

/** The solver and the features with which a history is solved. */
interface Setup {
  readonly kernel: Kernel;
  readonly features: Features;
}

const PLAIN_STEPS = [256, 256, 256, 6];
const kernels = await Promise.all(
  modules.map((module) =>
    Promise.all(PLAIN_STEPS.map((plainSteps) => WasmKernel.create(module, { plainSteps, bounds: BOUND_ALL }, memoryGuard))),
  ),
);

function setupOf(seed: number): Setup {
  const random = new Random(seed, 3);
  const debug = random.chance(0.3) ? 1 : 0;
  const kernel = random.pick(kernels[debug] as WasmKernel[]);
  const pages = random.chance(0.15) ? random.integer(1, 8) : undefined;
  const scarcity = random.chance(0.15) ? new Random(seed, 5) : undefined;
  return {
    kernel: withMemory(kernel, modules[debug] as WebAssembly.Module, { pages, scarcity, work: WORK }),
    features: random.pick(FEATURES),
  };
}

/** Options of the resident memory of a kernel: how much of it there is, and how long it works at a time. */
interface MemoryOptions {
  readonly pages: number | undefined;
  /** Now and then there is none. */
  readonly scarcity?: Random | undefined;
  readonly work: number;
  readonly made?: (memory: ResidentMemory) => void;
}

function withMemory(kernel: WasmKernel, module: WebAssembly.Module, { pages, scarcity, work: most, made }: MemoryOptions): Kernel {
  const abort = (message: number, _file: number, line: number): never => {
    throw new Error(`assertion ${message} in line ${line}`);
  };
  return {
    plainSteps: kernel.plainSteps,
    start: kernel.start.bind(kernel),
    resident: () => {
      const memory = new WebAssembly.Memory({ initial: 1, maximum: pages ?? 16_384 });
      const watch = memoryGuard.watch(memory);
      const { exports } = new WebAssembly.Instance(module, { env: { memory, abort, ...watch.imports } });
      const resident = new ResidentMemory(memory, exports as unknown as PassExports, module === modules[1] ? watch : undefined);
      const run = resident.run.bind(resident);
      resident.run = (pass, work) => run(pass, Math.min(work, most));
      if (scarcity !== undefined) makeScarce(resident, scarcity);
      made?.(resident);
      return resident;
    },
  };
}

function makeScarce(memory: ResidentMemory, random: Random): void {
  const take = memory.take.bind(memory);
  memory.take = (bytes) => {
    if (random.chance(0.2)) throw new AllocationError('input-too-large', 'no memory now');
    return take(bytes);
  };
}

/** One of the two. */
class Side {
  readonly cluster: Cluster;
  readonly #prepared = new Map<string, PreparedClaims>();
  #shares = 0;

  constructor({ kernel, features }: Setup, isResident: boolean, giveWay = () => Promise.resolve()) {
    const runtime: Runtime = {
      features,
      corrections: false,
      selectors: new SelectorCache(),
      kernel: isResident ? kernel : withoutResident(kernel),
      giveWay,
      newShareID: () => `share-${this.#shares++}`,
    };
    this.cluster = new Cluster(runtime);
  }

  /** The claims of a query, prepared once where it is so. */
  claims({ claims, prepared }: Asked): PreparedClaims | readonly ClaimInput[] {
    if (!prepared) return claims;
    const key = JSON.stringify(claims);
    let known = this.#prepared.get(key);
    if (known === undefined) {
      known = this.cluster.prepare(claims);
      this.#prepared.set(key, known);
    }
    return known;
  }
}

function withoutResident(kernel: Kernel): Kernel {
  return {
    ...(kernel.plainSteps === undefined ? {} : { plainSteps: kernel.plainSteps }),
    start: (problem, limit) => kernel.start(problem, limit),
  };
}

/** A cluster that stays in the memory of the solver, one that searches every node by itself, and the bytes of that memory. */
export function twoClusters({
  pages,
  work = Number.POSITIVE_INFINITY,
  giveWay,
}: {
  readonly pages?: number;
  readonly work?: number;
  readonly giveWay?: () => Promise<void>;
} = {}): {
  readonly resident: Cluster;
  readonly plain: Cluster;
  readonly bytes: () => number;
} {
  let memory: ResidentMemory | undefined;
  const kernel = withMemory(kernels[0]?.[0] as WasmKernel, modules[0], {
    pages,
    work,
    made: (made) => (memory = made),
  });
  const setup: Setup = { kernel, features: resolveFeatures() };
  return { resident: new Side(setup, true, giveWay).cluster, plain: new Side(setup, false).cluster, bytes: () => memory?.bytes ?? 0 };
}

/** A result that is compared later with what the other side said at the time. */
interface Kept {
  readonly asked: Asked;
  readonly lazy: FilterResult;
  readonly other: FilterResult;
  readonly names: readonly string[];
  readonly said: string;
}

/** Counts of the questions and answers of a history. */
export interface Counts {
  queries: number;
  answers: number;
  /** Answers with devices, and answers that are errors. */
  allocated: number;
  errors: number;
  /** Commits that both sides took. */
  commits: number;
  interrupted: number;
}

/** A history as it goes on. Throws {@link Difference}. */
export class Pair {
  readonly history: History;
  readonly counts: Counts = { queries: 0, answers: 0, allocated: 0, errors: 0, commits: 0, interrupted: 0 };
  readonly #one: Side;
  readonly #two: Side;
  readonly #names: string[];
  readonly #kept: Kept[] = [];
  #pending: Promise<void>[] = [];

  constructor(seed: number) {
    this.history = historyOf(seed);
    const setup = setupOf(seed);
    this.#one = new Side(setup, true);
    this.#two = new Side(setup, false);
    this.#names = Array.from({ length: namesOf(this.history) }, (_, index) => `n${index}`);
    this.#take(firstStep(this.history));
  }

  /** Takes a step on both sides. */
  async step(number: number): Promise<void> {
    this.#take(stepOf(this.history, number));
    // Queries that give way go on a little.
    if (this.#pending.length > 0) await Promise.resolve();
    if (this.#pending.length > 3) await this.#wait();
  }

  /** Waits for what is asked, and looks at all that was kept. */
  async end(): Promise<void> {
    await this.#wait();
    while (this.#kept.length > 0) this.#look(0);
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
        return this.#both(step.kind, ({ cluster }) => cluster[step.kind](step.objects));
      case 'release':
        return this.#both(step.kind, ({ cluster }) => cluster.release(step.claims));
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
      default:
        if (this.#kept.length > 0) this.#look(step.which % this.#kept.length);
    }
  }

  /** Does something on both sides, with the same end. */
  #both(what: string, action: (side: Side) => unknown): void {
    const [one, two] = [this.#one, this.#two].map((side) => told(() => action(side) ?? 'done'));
    same(what, one as string, two as string);
  }

  #filter({ asked, nodes, later }: Extract<Step, { kind: 'filter' }>): void {
    this.counts.queries++;
    const [one, two] = [this.#one, this.#two].map((side) => this.#ask(side, asked, nodes));
    if (typeof one === 'string' || typeof two === 'string') return same('filter', String(one), String(two));
    const said = describe(two as FilterResult, this.#names);
    this.counts.answers += this.#names.length - said.split('was not looked at').length / 2 + 0.5;
    this.counts.allocated += listsOf(two as FilterResult).feasible.length;
    this.counts.errors += (two as FilterResult).errors.size;
    if (!later) same('filter', describe(one as FilterResult, this.#names), said);
    this.#kept.push({ asked, lazy: one as FilterResult, other: two as FilterResult, names: this.#names, said });
    if (this.#kept.length > KEPT) this.#look(0);
  }

  #ask(side: Side, asked: Asked, nodes: readonly string[] | undefined): FilterResult | string {
    try {
      return side.cluster.filter({ ...questionOf(side, asked), ...(nodes === undefined ? {} : { nodes }) });
    } catch (error) {
      return describeError(error);
    }
  }

  /** With a time limit answers may be missing, but those that are there are right. */
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
        return await side.cluster.filterAsync({ ...questionOf(side, own), ...(nodes === undefined ? {} : { nodes }) });
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
    const ask = (side: Side, limited: Asked): string => told(() => side.cluster.allocate({ ...questionOf(side, limited), node }));
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
        const outcome = await side.cluster.allocateAsync({ ...questionOf(side, own), node });
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

  /** Commits what was found now, or some time ago. */
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
    this.#both('commit', (side) => side.cluster.commit(claims.claims, outcomes.get(side) as Outcome));
    this.#both('choice counts', (side) => side.cluster.choiceCounts());
  }

  /** A result still says what it would have said at once. */
  #look(index: number): void {
    const [kept] = this.#kept.splice(index, 1);
    if (kept !== undefined) same('kept result', describe(kept.lazy, kept.names), kept.said);
  }
}

function questionOf(side: Side, asked: Asked): { claims: PreparedClaims | readonly ClaimInput[]; now?: Date; limits?: object } {
  const { now: time, limits } = asked;
  return {
    claims: side.claims(asked),
    ...(time === undefined ? {} : { now: time }),
    ...(limits === undefined ? {} : { limits }),
  };
}

/** Runs something during which every look at the clock takes a millisecond. */
function inTicks<T>(action: () => T): T {
  ticks = 1;
  try {
    return action();
  } finally {
    ticks = undefined;
  }
}

/** Numbers share IDs by their places: the two make others, and at other times. */
function numbered(text: string): string {
  const numbers = new Map<string, number>();
  return text.replaceAll(/share-\d+/g, (id) => {
    const number = numbers.get(id) ?? numbers.size;
    numbers.set(id, number);
    return `share ${number}`;
  });
}

/** All that a result says, as a text. */
export function describe(result: FilterResult, names: readonly string[]): string {
  const { scores, ...lists } = listsOf(result);
  return JSON.stringify({
    ...lists,
    scores: [...scores],
    ...(result.kind === 'complete' ? { best: result.best ?? null, normalized: [...result.normalized] } : { by: result.by }),
    errors: Array.from(result.errors, ([name, error]) => [name, describeError(error)]),
    nodes: names.map((name) => [told(() => result.outcome(name)), told(() => result.choices(name))]),
  });
}

/** The result of an action as a text, or its error. */
export function told(action: () => unknown): string {
  try {
    return JSON.stringify(action(), (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value));
  } catch (error) {
    return describeError(error);
  }
}

function describeError(error: unknown): string {
  if (!(error instanceof AllocationError)) throw error;
  const { code, message, nodeLocal, claim, request, selector, device, path } = error;
  return JSON.stringify({ code, message, nodeLocal, claim, request, selector, device, path });
}

/** Throws {@link Difference} where two texts differ. */
export function same(what: string, left: string, right: string): void {
  const [one, two] = [numbered(left), numbered(right)];
  if (one === two) return;
  let at = 0;
  while (one[at] === two[at]) at++;
  const from = Math.max(0, at - 300);
  throw new Difference(`${what}:\n  resident:     ...${one.slice(from, at + 300)}\n  node by node: ...${two.slice(from, at + 300)}`);
}

/** Lives through a history. Gives what was asked; throws what differs. */
export async function live(seed: number, steps: readonly number[]): Promise<Counts> {
  // Whatever was before: slices end where they end each time.
  now = 0;
  freeTicks = new Random(seed, 4).pick(TICKS);
  const pair = new Pair(seed);
  for (const number of steps) await pair.step(number);
  await pair.end();
  return pair.counts;
}
