// Compares the Wasm solver with the same search in TypeScript (src/allocator/kernel/reference.ts).
//
//   npm run bench:solver [-- --write] [-- --rounds N] [-- --problems N]

import { parseArgs } from 'node:util';
import * as fc from 'fast-check';
import { platform } from '#platform';
import type { Kernel } from '../src/allocator/kernel/kernel.js';
import type { Problem } from '../src/allocator/kernel/problem.js';
import { referenceKernel } from '../src/allocator/kernel/reference.js';
import { ESCALATE, PLAIN, WasmKernel } from '../src/allocator/kernel/solver.js';
import { inOneGo } from '../src/core/base/incremental.js';
import { accelerators, claimFor, nodesWithDevices, testClass } from '../src/harness/objects.js';
import { FAMILIES, type Family } from '../test/support/families.js';
import { complete } from '../test/support/filtered.js';
import { hardArbitrary } from '../test/support/hard-problems.js';
import { showRatio, showSpread, showTime, spreadOf, thousands, timeAfter, timeOf } from './measure.js';
import { emptyCluster, toucher } from './ours.js';
import { publish, table } from './page.js';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    problems: { type: 'string', default: '1000' },
    write: { type: 'boolean', default: false },
  },
});
const rounds = Number(values.rounds);

/** The step limit of plain search, which does not finish on hard problems. */
const MOST_STEPS = 1_000;

const module = await platform.loadSolver();
const plain = await WasmKernel.create(module, PLAIN);
const bounded = await WasmKernel.create(module, ESCALATE);

interface Answer {
  readonly kind: string;
  readonly steps: number;
}

function solve(kernel: Kernel, problem: Problem, stepLimit?: number): Answer {
  const search = inOneGo(kernel.start(problem, stepLimit));
  try {
    const answer = search.run(Number.POSITIVE_INFINITY);
    if (answer === undefined) throw new Error('a search without limits came to no end');
    return answer;
  } finally {
    search.end();
  }
}

/** A kernel that passes on problems, so that they can be solved separately. */
function recorder(problems: Problem[]): Kernel {
  return {
    start(problem, stepLimit) {
      problems.push(problem);
      return referenceKernel.start(problem, stepLimit);
    },
  };
}

const DRIVER = 'test-driver.cdi.k8s.io';

/** A pass over all nodes, all of them changed: one call into Wasm, and TypeScript over problems that were made before. */
async function passRow(nodes: number, name: string, claim: object): Promise<string[]> {
  const objects = [...nodesWithDevices(nodes, () => accelerators(10)), testClass];
  const problems: Problem[] = [];
  const recorded = (await emptyCluster(recorder(problems))).cluster;
  recorded.apply(objects);
  const feasible = complete(recorded.filter({ claims: [claim] })).feasible.length;
  const { cluster } = await emptyCluster();
  cluster.apply(objects);
  const touchers = Array.from({ length: nodes }, (_, node) => {
    const device = { driver: DRIVER, pool: `node-${node}`, device: 'device-9' };
    return toucher(cluster, { ...claimFor({}), metadata: { namespace: 'default', name: `holder-${node}` } }, device);
  });
  const claims = cluster.prepare([claim]);
  const touchAll = (): void => {
    for (const touch of touchers) touch();
  };
  const pass = (): void => {
    if (complete(cluster.filter({ claims })).feasible.length !== feasible) throw new Error(`${name}: other nodes are feasible`);
  };
  const all = (kernel: Kernel) => (): void => {
    for (const problem of problems) solve(kernel, problem);
  };
  const ways = [() => timeOf(all(referenceKernel), 200), () => timeOf(all(bounded), 200), () => timeAfter(touchAll, pass, 200)];
  const [typescript = 0, single = 0, resident = 0] = medians(ways);
  const cells = [typescript, single, resident].map((time) => showTime(time / nodes));
  return [`${name}, ${nodes} nodes`, ...cells, showRatio(typescript / single), showRatio(typescript / resident)];
}

/** Medians of measurements that are made in turn. */
function medians(ways: readonly (() => number)[]): number[] {
  const times: number[][] = ways.map(() => []);
  for (const way of ways) way();
  for (let round = 0; round < rounds; round++) ways.forEach((way, index) => times[index]?.push(way()));
  return times.map((all) => spreadOf(all).median);
}

/** A hard family: its steps in plain search, and the nanoseconds of each kernel. */
interface FamilyTimes {
  readonly name: string;
  readonly stopped: boolean;
  readonly typescript: number;
  readonly wasm: number;
  readonly bounded: number;
}

function timeFamily({ name, problem, answer }: Family): FamilyTimes {
  const typescript = solve(referenceKernel, problem, MOST_STEPS);
  const stopped = typescript.kind === 'step-limit';
  const same = solve(plain, problem, MOST_STEPS);
  if (same.kind !== typescript.kind || same.steps !== typescript.steps) throw new Error(`${name}: the two searches differ`);
  if (solve(bounded, problem).kind !== answer) throw new Error(`${name}: not ${answer}`);
  const [slow = 0, fast = 0, escalated = 0] = medians([
    () => timeOf(() => solve(referenceKernel, problem, MOST_STEPS), 1),
    () => timeOf(() => solve(plain, problem, MOST_STEPS), 10),
    () => timeOf(() => solve(bounded, problem), 10),
  ]);
  const steps = `${thousands(typescript.steps)} steps${stopped ? ', stopped' : ''}`;
  console.log([name, steps, showTime(slow), showTime(fast), showRatio(slow / fast), showTime(escalated)].join(' | '));
  return { name, stopped, typescript: slow, wasm: fast, bounded: escalated };
}

/** Makes a table of the families, separated by whether plain search was stopped, and a table of the slowest families with bounds. */
function familyTables(families: readonly FamilyTimes[]): string {
  const rows = [true, false].map((stopped) => {
    const own = families.filter((family) => family.stopped === stopped);
    const times = (['typescript', 'wasm', 'bounded'] as const).map((way) => showSpread(spreadOf(own.map((family) => family[way]))));
    const { median, min, max } = spreadOf(own.map(({ typescript, wasm }) => typescript / wasm));
    const name = stopped ? `stopped after ${thousands(MOST_STEPS)} steps` : 'ended before';
    return [
      name,
      thousands(own.length),
      times[0] ?? '',
      times[1] ?? '',
      `${showRatio(median)} (${showRatio(min)} to ${showRatio(max)})`,
      times[2] ?? '',
    ];
  });
  const slowest = [...families].sort((left, right) => right.bounded - left.bounded).slice(0, 8);
  return [
    table(['hard families, plain search', 'number', 'TypeScript', 'Wasm, same search', 'ratio', 'Wasm with bounds, to the end'], rows),
    table(
      ['slowest families with bounds', 'to the end'],
      slowest.map(({ name, bounded: time }) => [name, showTime(time)]),
    ),
  ].join('\n\n');
}

/** Random problems, grouped by the number of steps in plain search. */
function randomRows(): string[][] {
  const limits = [10, 100, MOST_STEPS];
  const groups = limits.map((): Problem[] => []);
  for (const problem of fc.sample(hardArbitrary, { numRuns: Number(values.problems), seed: 7 })) {
    const { steps } = solve(plain, problem, MOST_STEPS);
    groups[limits.findIndex((limit) => steps <= limit)]?.push(problem);
  }
  return groups.flatMap((problems, group) => {
    if (problems.length === 0) return [];
    const all = (kernel: Kernel) => (): void => {
      for (const problem of problems) solve(kernel, problem, MOST_STEPS);
    };
    const ways = [() => timeOf(all(referenceKernel), 100), () => timeOf(all(plain), 100), () => timeOf(all(bounded), 100)];
    const [slow = 0, fast = 0, escalated = 0] = medians(ways).map((time) => time / problems.length);
    const name = `${group === 0 ? 'up to' : `${thousands(limits[group - 1] as number)} to`} ${thousands(limits[group] as number)} steps`;
    return [[name, thousands(problems.length), showTime(slow), showTime(fast), showRatio(slow / fast), showTime(escalated)]];
  });
}

const passes: string[][] = [];
for (const [name, claim, nodes] of [
  ['one device', claimFor({}), 500],
  ['4 of one NUMA node', claimFor({ count: 4 }, [{ matchAttribute: `${DRIVER}/numa` }]), 500],
  ['11 of 10', claimFor({ count: 11 }), 20],
] as const) {
  passes.push(await passRow(nodes, name, claim));
  console.log(passes.at(-1)?.join(' | '));
}
const families = FAMILIES.map(timeFamily);
publish(
  'solver',
  [
    table(['pass, time per node', 'TypeScript', 'Wasm, a call per node', 'Wasm, one call', 'ratio', 'ratio'], passes),
    table(['random problems', 'number', 'TypeScript', 'Wasm, same search', 'ratio', 'Wasm with bounds'], randomRows()),
    familyTables(families),
  ].join('\n\n'),
);
