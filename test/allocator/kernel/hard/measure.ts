// Grows random problems until plain search needs too many steps, and measures the solver on them. scripts/hard-problems.mjs starts it.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { runInSlices } from '../../../../src/allocator/evaluate/limits.js';
import type { Kernel } from '../../../../src/allocator/kernel/kernel.js';
import type { Problem, SearchAnswer } from '../../../../src/allocator/kernel/problem.js';
import type { Reason } from '../../../../src/allocator/kernel/reasons/reason.js';
import { reasonOf } from '../../../../src/allocator/kernel/reasons/reasons.js';
import { ESCALATE, PLAIN, WasmKernel } from '../../../../src/allocator/kernel/solver.js';
import { inOneGo } from '../../../../src/core/base/incremental.js';
import { FAMILIES, FAMILIES_WITH_ERROR } from '../../../support/families.js';
import { MODE_FAMILIES, MODE_FAMILIES_WITH_ERROR } from '../../../support/mode-families.js';
import { HARD_KINDS, randomHard } from '../../../support/random-hard.js';
import { MIXED_KINDS, type MixedKind, mixedKind, randomMixed } from '../../../support/random-mixed.js';
import { solve } from '../../../support/solve.js';
import { type AblationRow, ablate, type ProblemSets } from './ablation.js';

/** Plain search needs more steps than this on a hard problem. Tests compare its steps with src/allocator/kernel/reference.ts. */
const HARD_STEPS = 1e7;
const SIZES = [8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 31];
/** Seeds to try for each problem: some grow no hard problem. */
const MOST_SEEDS = 10;
/** Passes over all problems, because the machine is sometimes slower, and solutions of each problem in a pass. */
const PASSES = 3;
const ROUNDS = 4;
/** A problem that needs more steps is not solved in time. */
const STEP_LIMIT = 200_000;

/** The arguments with which `randomHard` makes a problem. */
export interface Seed {
  readonly kind: string;
  readonly seed: number;
  readonly size: number;
}

/** The measurements of one problem. */
export interface Measured {
  readonly name: string;
  readonly kind: string;
  readonly seed?: Seed;
  readonly answer: SearchAnswer['kind'];
  readonly steps: number;
  readonly milliseconds: number;
  /** The longest slice of a search that yields to the event loop. */
  readonly longestSlice: number;
  /** The kind of reason that proves before the first selection that there is no solution. */
  readonly reason?: Reason['kind'];
}

/** The number of problems that mix everything. */
const MIXED_COUNT = 50_000;
/** Problems above this time are measured again, up to MIXED_RUNS times in all. */
const MIXED_MILLISECONDS = 10;
const MIXED_RUNS = 4;
/** The number of mixed problems of each kind for the ablation. */
const ABLATION_COUNT = 2_000;

/** The measured times of the mixed problems of one kind. */
export interface MixedMeasured {
  readonly kind: MixedKind;
  readonly count: number;
  readonly slow: readonly {
    readonly number: number;
    readonly answer: SearchAnswer['kind'];
    readonly steps: number;
    readonly milliseconds: number;
  }[];
}

/** All measurements on the page. */
export interface Measurement {
  readonly ablation: readonly AblationRow[];
  readonly mixed: readonly MixedMeasured[];
  readonly problems: readonly Measured[];
  readonly families: readonly Measured[];
}

/** Finds the smallest hard problem of each of the first seeds. Saves each result to the file, so that a later run can continue. */
function grow(kernel: Kernel, perKind: number, file: string, known: readonly Seed[]): Seed[] {
  const found = [...known];
  for (const kind of HARD_KINDS) {
    for (let seed = 0; seed < perKind * MOST_SEEDS; seed++) {
      const own = found.filter((one) => one.kind === kind);
      if (own.length >= perKind) break;
      if (own.some((one) => one.seed >= seed)) continue;
      const size = SIZES.find(
        (one) => solve(kernel, randomHard(kind, seed, one), Number.POSITIVE_INFINITY, HARD_STEPS).kind === 'step-limit',
      );
      if (size !== undefined) found.push({ kind, seed, size });
      writeFileSync(file, JSON.stringify(found));
    }
    console.error(`hard problems: ${kind}, ${found.filter((one) => one.kind === kind).length}`);
  }
  return found;
}

/** Returns the longest slice of the asynchronous form. */
async function longestSlice(kernel: Kernel, problem: Problem): Promise<number> {
  const search = inOneGo(kernel.start(problem, STEP_LIMIT));
  let longest = 0;
  let begin = performance.now();
  const noteSlice = async (): Promise<void> => {
    longest = Math.max(longest, performance.now() - begin);
    begin = performance.now();
  };
  await runInSlices(search, Number.POSITIVE_INFINITY, undefined, { yieldNow: noteSlice });
  await noteSlice();
  search.end();
  return longest;
}

/**
 * Returns the least processor time of some runs, and the shortest of their longest slices: other load on the machine only increases them.
 */
async function measure(kernel: Kernel, problem: Problem): Promise<Pick<Measured, 'answer' | 'steps' | 'milliseconds' | 'longestSlice'>> {
  let milliseconds = Number.POSITIVE_INFINITY;
  let answer = solve(kernel, problem, Number.POSITIVE_INFINITY, STEP_LIMIT);
  const rounds = answer.steps > 50_000 ? 1 : ROUNDS;
  for (let round = 0; round < rounds; round++) {
    const start = process.cpuUsage();
    answer = solve(kernel, problem, Number.POSITIVE_INFINITY, STEP_LIMIT);
    const { user, system } = process.cpuUsage(start);
    milliseconds = Math.min(milliseconds, (user + system) / 1000);
  }
  return { answer: answer.kind, steps: answer.steps, milliseconds, longestSlice: await longestSlice(kernel, problem) };
}

interface Named {
  readonly name: string;
  readonly kind: string;
  readonly problem: Problem;
  readonly seed?: Seed;
}

async function measureAll(kernel: Kernel, all: readonly Named[]): Promise<Measured[]> {
  const measured: Measured[] = [];
  for (let pass = 0; pass < PASSES; pass++) {
    for (const [index, { problem, ...named }] of all.entries()) {
      const now = await measure(kernel, problem);
      const { milliseconds = now.milliseconds, longestSlice: slice = now.longestSlice } = measured[index] ?? {};
      measured[index] = {
        ...named,
        ...now,
        milliseconds: Math.min(milliseconds, now.milliseconds),
        longestSlice: Math.min(slice, now.longestSlice),
      };
    }
  }
  return measured.map((one, index) => {
    const reason = inOneGo(reasonOf((all[index] as Named).problem))?.kind;
    return reason === undefined ? one : { ...one, reason };
  });
}

/** Measures problems that mix everything, each until a run is fast enough. */
function measureMixed(kernel: Kernel): MixedMeasured[] {
  const slow = new Map(MIXED_KINDS.map((kind) => [kind, [] as MixedMeasured['slow'][number][]]));
  const counts = new Map<MixedKind, number>();
  for (let number = 0; number < MIXED_COUNT; number++) {
    const kind = mixedKind(number);
    const problem = randomMixed(kind, number);
    let least = Number.POSITIVE_INFINITY;
    let answer: SearchAnswer | undefined;
    for (let run = 0; run < MIXED_RUNS && least > MIXED_MILLISECONDS; run++) {
      const start = process.cpuUsage();
      answer = solve(kernel, problem, Number.POSITIVE_INFINITY, STEP_LIMIT);
      const { user, system } = process.cpuUsage(start);
      least = Math.min(least, (user + system) / 1000);
    }
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
    const { kind: outcome, steps } = answer as SearchAnswer;
    if (least > MIXED_MILLISECONDS) slow.get(kind)?.push({ number, answer: outcome, steps, milliseconds: least });
  }
  return MIXED_KINDS.map((kind) => ({ kind, count: counts.get(kind) ?? 0, slow: slow.get(kind) ?? [] }));
}

/** Returns the problems for the ablation. Its mixed problems differ from the measured ones. */
function ablationSets(families: readonly { problem: Problem }[], problems: readonly Named[]): ProblemSets {
  const mixed = MIXED_KINDS.map((kind) => [
    `mixed: ${kind}`,
    () => Array.from({ length: ABLATION_COUNT }, (_, number) => randomMixed(kind, MIXED_COUNT + number)),
  ]);
  return {
    families: () => families.map(({ problem }) => problem),
    random: () => problems.map(({ problem }) => problem),
    ...Object.fromEntries(mixed),
  };
}

const [solver = '', seeds = '', output = '', perKind = '9', only = ''] = process.argv.slice(2);
const module = new WebAssembly.Module(readFileSync(solver));
const known: Seed[] = JSON.parse(readFileSync(seeds, 'utf8'));
const found = grow(await WasmKernel.create(module, PLAIN), Number(perKind), seeds, known);
const kernel = await WasmKernel.create(module, ESCALATE);
const erring = [...FAMILIES_WITH_ERROR, ...MODE_FAMILIES_WITH_ERROR];
const families = [
  ...FAMILIES,
  ...MODE_FAMILIES,
  ...erring.map(({ name, problem }) => ({ name: `${name}, with an erring device`, problem })),
];
const problems = found.map((seed): Named => {
  return { name: `${seed.kind} ${seed.seed}`, kind: seed.kind, problem: randomHard(seed.kind, seed.seed, seed.size), seed };
});
/** The parts of the measurement. */
const PARTS: { readonly [K in keyof Measurement]: () => Measurement[K] | Promise<Measurement[K]> } = {
  ablation: () => ablate(module, ablationSets(families, problems)),
  mixed: () => measureMixed(kernel),
  problems: () => measureAll(kernel, problems),
  families: () =>
    measureAll(
      kernel,
      families.map(({ name, problem }) => ({ name, kind: 'family', problem })),
    ),
};
const before: Partial<Measurement> = existsSync(output) ? JSON.parse(readFileSync(output, 'utf8')) : {};
const parts = only === '' ? (Object.keys(PARTS) as (keyof Measurement)[]) : [only as keyof Measurement];
for (const part of parts) {
  Object.assign(before, { [part]: await PARTS[part]() });
  writeFileSync(output, JSON.stringify(before));
}
