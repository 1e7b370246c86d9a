// npm run filters:differential -- [--seed S] [--seeds K] [--count N] [--with SUBJECTS] [--case SEED/INDEX] [--as-found] [--write]
//
// Compares N generated clusters of each of the seeds S, S+1, ... with the scheduler's own plugins: the rejections of each node with their
// reasons, the message, and the scores. One difference of each kind is shrunk (not with --as-found) and printed. `--case 1/17` prints one
// case with both answers. `--with affinity,spread` makes cases about these subjects, by default about all; `--with profiles` adds a
// configuration of the scheduler. `--write` stores the first cases of seed 1 with the answers of the plugins, for machines without Go.

import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { integerOption } from '../../support/integer-option.js';
import { jsonText } from '../json-text.js';
import type { FilterCase, OracleAnswer } from './case.js';
import { compare, type Difference, pluginsOf } from './compare.js';
import { generate, SUBJECTS, type Subject } from './generate/generate.js';
import { askOracle } from './oracle.js';
import { answer } from './ours.js';
import { shrink } from './shrink.js';
import { PROFILE_VECTORS, STORED_SEED, VECTORS, writeVectors } from './vectors.js';

const ORACLE = join(process.cwd(), 'build/oracle/filters');
const BLOCK = 250;
/** The number of kinds of differences that are shrunk. The others are only counted. */
const MOST_SHRUNK = 8;

interface Found {
  readonly input: FilterCase;
  readonly difference: Difference;
  count: number;
}

function run(): boolean {
  const option = { type: 'string' } as const;
  const { values } = parseArgs({
    options: {
      seed: option,
      seeds: option,
      count: option,
      with: option,
      case: option,
      'as-found': { type: 'boolean' },
      write: { type: 'boolean' },
    },
  });
  const subjects = subjectsOf(values.with);
  if (values.case !== undefined) return show(values.case, subjects);
  if (values.write === true) return write();
  const [seed, seeds, count] = [integerOption(values, 'seed', 1), integerOption(values, 'seeds', 1), integerOption(values, 'count', 2000)];
  const found = new Map<string, Found>();
  const tally = new Map<string, number>();
  for (let each = seed; each < seed + seeds; each++) {
    for (let start = 0; start < count; start += BLOCK) {
      const cases = Array.from({ length: Math.min(BLOCK, count - start) }, (_, index) => generate(each, start + index, subjects));
      examine(cases, found, tally);
    }
  }
  for (const [what, times] of [...tally].sort()) console.log(`${String(times).padStart(9)}  ${what}`);
  const cases = seeds * count;
  console.log(`${cases} clusters of seeds ${seed} to ${seed + seeds - 1}`);
  const inOrder = [...found.values()].sort((left, right) => left.difference.kind.localeCompare(right.difference.kind));
  for (const [index, { input, difference, count: times }] of inOrder.entries()) {
    const isShrunk = values['as-found'] !== true && index < MOST_SHRUNK;
    const small = isShrunk ? shrink(input, (candidates) => differAlike(candidates, difference.kind)) : input;
    const now = differencesOf([small])[0]?.find(({ kind }) => kind === difference.kind);
    console.log(`\nDIFFERENT ${times} times, first in ${input.id}: ${difference.kind}`);
    console.log(
      `${now?.where}\n  reference: ${now?.reference}\n  ours:      ${now?.ours}${isShrunk || values['as-found'] === true ? `\n${jsonText(small)}` : ''}`,
    );
  }
  const byPlugin = new Map<string, number>();
  for (const { difference, count: times } of inOrder) {
    const plugins = pluginsOf(difference);
    byPlugin.set(plugins, (byPlugin.get(plugins) ?? 0) + times);
  }
  for (const [plugins, times] of byPlugin) console.log(`${String(times).padStart(9)}  differences of ${plugins}`);
  console.log(found.size === 0 ? 'no difference' : `${found.size} kinds of differences`);
  return cases > 0 && found.size === 0;
}

function subjectsOf(list: string | undefined): readonly Subject[] {
  if (list === undefined) return SUBJECTS;
  const names = list.split(',');
  const all: readonly Subject[] = [...SUBJECTS, 'profiles'];
  const unknown = names.find((name) => !all.some((subject) => subject === name));
  if (unknown !== undefined) throw new Error(`--with ${unknown}: expected ${all.join(', ')}`);
  return all.filter((subject) => names.includes(subject));
}

function examine(cases: readonly FilterCase[], found: Map<string, Found>, tally: Map<string, number>): void {
  const answers = askOracle(ORACLE, cases);
  for (const [index, input] of cases.entries()) {
    const reference = answers[index] as OracleAnswer;
    for (const what of outcomesOf(reference)) tally.set(what, (tally.get(what) ?? 0) + 1);
    for (const difference of compare(input, reference, answer(input))) {
      const known = found.get(difference.kind);
      if (known === undefined) found.set(difference.kind, { input, difference, count: 1 });
      else known.count++;
    }
  }
}

/** The parts of an answer, in words that are counted. */
function outcomesOf({
  configError,
  noProfile,
  preEnqueue,
  preFilter,
  nodes = {},
  scores = {},
  scoreError,
}: OracleAnswer): readonly string[] {
  return [
    ...(configError === undefined ? [] : ['wrong configuration']),
    ...(noProfile === undefined ? [] : ['other scheduler']),
    ...Object.values(nodes).map((status) => (status === null ? 'fits' : (status.plugin ?? 'left out by name'))),
    ...Object.keys(scores).map(() => 'scored'),
    ...(preEnqueue === undefined && preFilter === undefined ? [] : ['refused on all nodes']),
    ...(scoreError === undefined ? [] : ['without scores']),
  ];
}

function differencesOf(cases: readonly FilterCase[]): readonly (readonly Difference[])[] {
  const answers = askOracle(ORACLE, cases);
  return cases.map((input, index) => compare(input, answers[index] as OracleAnswer, answer(input)));
}

function differAlike(cases: readonly FilterCase[], kind: string): readonly boolean[] {
  return differencesOf(cases).map((differences) => differences.some((difference) => difference.kind === kind));
}

function write(): boolean {
  for (const file of [VECTORS, PROFILE_VECTORS]) {
    const inputs = Array.from({ length: file.cases }, (_, index) => generate(STORED_SEED, index, file.subjects));
    const answers = askOracle(ORACLE, inputs);
    writeVectors(
      file,
      inputs.map((input, index) => ({ input, answer: answers[index] as OracleAnswer })),
    );
    console.log(`${inputs.length} clusters with their answers are in ${file.path}`);
  }
  return true;
}

function show(id: string, subjects: readonly Subject[]): boolean {
  const [seed, index] = id.split('/').map(Number);
  const input = generate(seed ?? 1, index ?? 0, subjects);
  console.log(`${jsonText(input)}\n${jsonText(askOracle(ORACLE, [input])[0])}`);
  const ours = answer(input);
  console.log(jsonText({ ...ours, rejections: Object.fromEntries(ours.rejections), scores: Object.fromEntries(ours.scores) }));
  return true;
}

process.exitCode = run() ? 0 : 1;
