// Runs scenarios with allocators, measures them and judges their answers.

import {
  checkFields,
  checkFlag,
  checkFunction,
  checkObject,
  checkText,
  integer,
  listOf,
  objectWith,
  oneOf,
  optional,
} from '../core/base/arguments.js';
import { AllocationError } from '../core/base/errors.js';
import { Judge } from './judge.js';
import type {
  AllocateAnswer,
  ApplyStep,
  BenchAllocator,
  BenchSession,
  BenchSetup,
  FilterAnswer,
  QuestionStep,
  Scenario,
  ScenarioStep,
} from './scenario.js';
import { type Spread, spreadOf } from './spread.js';

/** Options of {@link runBench}. */
export interface BenchOptions {
  /** The number of runs of each scenario with each allocator, on a new cluster each time. Default: 3. */
  readonly rounds?: number;
  /** Judges the answers of the first round. Default: true. */
  readonly check?: boolean;
  /** Returns the milliseconds of a clock that advances during computations. Default: `performance.now()`. */
  readonly now?: () => number;
  /** Called before each round. */
  readonly onProgress?: (scenario: string, allocator: string, round: number) => void;
}

/** The measurements, as plain JSON. */
export interface BenchReport {
  readonly version: 1;
  readonly results: readonly BenchResult[];
}

/** The measurements of a scenario with an allocator. */
export interface BenchResult {
  readonly scenario: string;
  readonly allocator: string;
  readonly rounds: number;
  /** The function of the scenario that the allocator lacks. The scenario did not run in that case. */
  readonly lacks?: string;
  /** The number of measured questions, and of measured applied objects, in one round. */
  readonly questions: number;
  readonly applied: number;
  /** The number of answers to measured questions of the first round, by kind. */
  readonly answers: Readonly<Record<string, number>>;
  /** The time of all measured steps of a round. */
  readonly milliseconds: Spread;
  /** Questions per second, by round; zeros without questions. */
  readonly perSecond: Spread;
  /** Milliseconds per question, over all rounds. */
  readonly question: Spread;
  /** The wrong answers of the first round. Absent if they were not judged. */
  readonly wrong?: { readonly count: number; readonly first: readonly WrongAnswer[]; readonly unjudged: number };
}

/** A wrong answer: the indices of its step and question, from 0. */
export interface WrongAnswer {
  readonly step: number;
  readonly question: number;
  readonly reason: string;
}

/** The shortest time in milliseconds, if the clock is too coarse to measure less. */
const SHORTEST = 1e-6;

/** The most wrong answers in the report; others are only counted. */
const MOST_WRONG = 10;

/**
 * Runs each scenario with each allocator and returns the measurements. Throws AllocationError for invalid options and scenarios, and errors of allocators.
 * @example
 * ```ts
 * import { ourAllocator, runBench, type Scenario } from 'dra-allocator/bench';
 *
 * const scenario: Scenario = {
 *   name: 'two nodes without devices',
 *   steps: [
 *     { do: 'apply', objects: ['a', 'b'].map((name) => ({ apiVersion: 'v1', kind: 'Node', metadata: { name } })) },
 *     { do: 'filter', questions: [[{ apiVersion: 'resource.k8s.io/v1', kind: 'ResourceClaim', metadata: { name: 'mine' }, spec: {} }]] },
 *   ],
 * };
 * const { results } = await runBench([scenario], [ourAllocator()], { rounds: 2 });
 * console.log(results[0]?.questions, results[0]?.answers, results[0]?.wrong?.count); // 1 { nodes: 1 } 0
 * ```
 */
export async function runBench(
  scenarios: readonly Scenario[],
  allocators: readonly BenchAllocator[],
  options: BenchOptions = {},
): Promise<BenchReport> {
  checkScenarios(scenarios, 'runBench(scenarios)');
  checkAllocators(allocators, 'runBench(allocators)');
  checkOptions(options);
  const { rounds = 3, check = true, now = () => performance.now(), onProgress } = options;
  const results: BenchResult[] = [];
  for (const scenario of scenarios) {
    for (const allocator of allocators) {
      const onRound = (round: number): void => onProgress?.(scenario.name, allocator.name, round);
      results.push(await measured(scenario, allocator, { rounds, check, now, onRound }));
    }
  }
  return { version: 1, results };
}

const checkScenarios = listOf(
  objectWith<Scenario>({ name: checkText, featureGates: optional(checkObject), steps: listOf(checkStep, 'steps') }),
  'scenarios',
);
const checkAllocators = listOf(objectWith<BenchAllocator>({ name: checkText, prepare: checkFunction }), 'allocators');
const checkApply = objectWith<ApplyStep>({ objects: listOf(checkObject, 'Kubernetes objects') });
const checkQuestions = objectWith<QuestionStep>({
  questions: listOf(listOf(checkObject, 'claims'), 'lists of claims'),
  keeps: optional(integer(0)),
});

function checkStep(step: unknown, place: string): void {
  objectWith<ScenarioStep>({ do: oneOf(['apply', 'allocate', 'filter']), isMeasured: optional(checkFlag) })(step, place);
  const check = (step as ScenarioStep).do === 'apply' ? checkApply : checkQuestions;
  check(step, place);
}

function checkOptions(options: BenchOptions): void {
  checkFields(options, 'runBench(options)', ['rounds', 'check', 'now', 'onProgress']);
  optional(integer(1))(options.rounds, 'rounds');
  optional(checkFlag)(options.check, 'check');
  optional(checkFunction)(options.now, 'now');
  optional(checkFunction)(options.onProgress, 'onProgress');
}

interface RunOptions {
  readonly rounds: number;
  readonly check: boolean;
  readonly now: () => number;
  readonly onRound: (round: number) => void;
}

async function measured(scenario: Scenario, allocator: BenchAllocator, { rounds, check, now, onRound }: RunOptions): Promise<BenchResult> {
  const { setup, steps, skipped } = beginningOf(scenario);
  const all: Round[] = [];
  for (let number = 0; number < rounds; number++) {
    onRound(number);
    const judge = check && number === 0 ? await Judge.of(setup) : undefined;
    const session = await allocator.prepare(setup);
    checkObject(session, `${allocator.name}.prepare`);
    try {
      const lacks = lacking(session, steps);
      if (lacks !== undefined) return { ...resultOf(scenario, allocator, [], rounds), lacks };
      const round = new Round(session, judge, now);
      for (const [index, step] of steps.entries()) await round.step(step, skipped + index);
      all.push(round);
    } finally {
      await session.close?.();
    }
  }
  return resultOf(scenario, allocator, all, rounds);
}

/** Returns the objects before the first measured step or question, and the steps after them. */
function beginningOf({ featureGates = {}, steps }: Scenario): { setup: BenchSetup; steps: readonly ScenarioStep[]; skipped: number } {
  const first = steps.findIndex((step) => step.do !== 'apply' || step.isMeasured === true);
  const skipped = first < 0 ? steps.length : first;
  const objects = steps.slice(0, skipped).flatMap((step) => (step.do === 'apply' ? step.objects : []));
  return { setup: { featureGates, objects }, steps: steps.slice(skipped), skipped };
}

function lacking(session: BenchSession, steps: readonly ScenarioStep[]): string | undefined {
  const neededMethods = steps.flatMap((step) => [
    step.do,
    ...(step.do === 'allocate' && step.keeps !== undefined ? (['release'] as const) : []),
  ]);
  return neededMethods.find((name) => session[name] === undefined);
}

/** One run of a scenario. */
class Round {
  readonly questions: number[] = [];
  readonly answers: Record<string, number> = {};
  readonly wrong: WrongAnswer[] = [];
  readonly isJudged: boolean;
  applied = 0;
  applying = 0;
  wrongCount = 0;
  unjudged = 0;
  readonly #session: BenchSession;
  readonly #now: () => number;
  #judge: Judge | undefined;

  constructor(session: BenchSession, judge: Judge | undefined, now: () => number) {
    this.#session = session;
    this.#judge = judge;
    this.isJudged = judge !== undefined;
    this.#now = now;
  }

  async step(step: ScenarioStep, index: number): Promise<void> {
    if (step.do !== 'apply') return this.#ask(step, index);
    const begin = this.#now();
    await this.#session.apply?.(step.objects);
    if (step.isMeasured === true) {
      this.applying += this.#now() - begin;
      this.applied += step.objects.length;
    }
    this.#judge?.apply(step.objects);
  }

  async #ask({ do: what, questions, isMeasured = true, keeps }: QuestionStep, step: number): Promise<void> {
    const activeQuestions: QuestionStep['questions'][number][] = [];
    for (const [index, claims] of questions.entries()) {
      const oldest = keeps !== undefined && activeQuestions.length >= keeps ? activeQuestions.shift() : undefined;
      const begin = this.#now();
      if (oldest !== undefined) await this.#session.release?.(oldest);
      const answer = await (what === 'filter' ? this.#session.filter?.(claims) : this.#session.allocate?.(claims));
      const time = this.#now() - begin;
      if (answer === undefined) throw new AllocationError('invalid-input', `${what} returned no answer`);
      if (isMeasured) {
        this.questions.push(time);
        this.answers[answer.kind] = (this.answers[answer.kind] ?? 0) + 1;
      }
      if (answer.kind === 'allocated') activeQuestions.push(claims);
      if (oldest !== undefined) this.#judge?.release(oldest);
      this.#compare(what, claims, answer, { step, question: index });
    }
  }

  #compare(
    what: QuestionStep['do'],
    claims: QuestionStep['questions'][number],
    answer: AllocateAnswer | FilterAnswer,
    place: Omit<WrongAnswer, 'reason'>,
  ): void {
    if (this.#judge === undefined) {
      this.unjudged++;
      return;
    }
    const isFilter = what === 'filter';
    const reason = isFilter ? this.#judge.nodes(claims, answer as FilterAnswer) : this.#judge.allocation(claims, answer as AllocateAnswer);
    if (reason === undefined) return;
    this.wrongCount++;
    if (this.wrong.length < MOST_WRONG) this.wrong.push({ ...place, reason });
    // From here on the two clusters differ.
    if (!isFilter) this.#judge = undefined;
  }
}

function resultOf(scenario: Scenario, allocator: BenchAllocator, all: readonly Round[], rounds: number): BenchResult {
  const [first] = all;
  const sum = (times: readonly number[]): number => times.reduce((total, time) => total + time, 0);
  const totals = all.map(({ questions, applying }) => sum(questions) + applying);
  return {
    scenario: scenario.name,
    allocator: allocator.name,
    rounds,
    questions: first?.questions.length ?? 0,
    applied: first?.applied ?? 0,
    answers: { ...first?.answers },
    milliseconds: spreadOf(totals),
    perSecond: spreadOf(
      all.flatMap(({ questions }) => (questions.length === 0 ? [] : [(questions.length * 1000) / Math.max(sum(questions), SHORTEST)])),
    ),
    question: spreadOf(all.flatMap(({ questions }) => questions)),
    ...(first?.isJudged === true ? { wrong: { count: first.wrongCount, first: first.wrong, unjudged: first.unjudged } } : {}),
  };
}
