// node scripts/cel-fuzz.mjs [--seed S] [--cases N] [--from I]
// Runs the engine on N hostile texts. Fails if it throws an undocumented error, or repeatedly needs more than 50
// ms for one on a quiet machine. Prints the slowest texts and writes failing texts to build/cel/fuzz/S/.

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { integerOption } from '../../support/integer-option.js';
import { readSpecCases } from '../conformance/cases.js';
import { type Endured, endure } from './endure.js';
import { hostileText } from './hostile.js';
import { readVectors } from './stored.js';

const SLOW_MILLISECONDS = 50;
const SHOWN = 5;
const KIND_LENGTH = 20;

const option = { type: 'string' } as const;
const { values } = parseArgs({ options: { seed: option, cases: option, from: option } });
const [seed, cases, from] = [integerOption(values, 'seed', 1), integerOption(values, 'cases', 1_000_000), integerOption(values, 'from', 0)];

const output = join(process.cwd(), 'build/cel/fuzz', String(seed));
const folder = join(process.cwd(), 'test/cel');
const corpus = [
  ...readVectors(join(folder, 'corpus/vectors.jsonl.gz')).cases.map(({ expression }) => expression),
  ...readSpecCases(join(folder, 'conformance/cel-spec.json')).cases.map(({ expression }) => expression),
];

interface Seen extends Endured {
  readonly index: number;
  readonly kind: string;
}

const counts = new Map<string, number>();
/** The slowest text of each kind (texts with the same beginning), and the number of texts that are too slow. */
let slowest: Seen[] = [];
let tooSlow = 0;
const crashes = new Map<string, Seen>();
const start = performance.now();
let shown = start;
rmSync(output, { recursive: true, force: true });
mkdirSync(output, { recursive: true });

for (let index = from; index < from + cases; index += 1) {
  const text = hostileText(seed, index, corpus);
  const seen = { index, kind: text.slice(0, KIND_LENGTH), ...endure(text, SLOW_MILLISECONDS) };
  counts.set(seen.outcome, (counts.get(seen.outcome) ?? 0) + 1);
  if (seen.crash !== undefined && crashes.size < 50 && !crashes.has(seen.crash)) crashes.set(seen.crash, seen);
  if (seen.milliseconds > SLOW_MILLISECONDS) tooSlow += 1;
  if (seen.milliseconds > (slowest.at(-1)?.milliseconds ?? 0) || slowest.length < SHOWN) note(seen);
  if (performance.now() - shown > 30_000) {
    shown = performance.now();
    console.log(
      `${index - from + 1} texts, ${Math.round((shown - start) / 1000)} s, slowest ${slowest[0]?.milliseconds.toFixed(1)} ms, ${crashes.size} kinds of crashes`,
    );
  }
}

console.log(
  `${cases} texts of seed ${seed} in ${Math.round((performance.now() - start) / 1000)} s: ${JSON.stringify(Object.fromEntries(counts))}`,
);
for (const seen of slowest) report(`${seen.milliseconds.toFixed(1)} ms`, seen);
for (const [crash, seen] of crashes) report(`CRASH ${crash}`, seen);
if (tooSlow > 0) console.log(`${tooSlow} of more than ${SLOW_MILLISECONDS} ms`);
process.exitCode = tooSlow > 0 || crashes.size > 0 ? 1 : 0;

function note(seen: Seen): void {
  const sorted = [...slowest, seen].sort((a, b) => b.milliseconds - a.milliseconds);
  const kinds = new Map([...sorted].reverse().map((each) => [each.kind, each]));
  slowest = sorted.filter((each) => kinds.get(each.kind) === each).slice(0, SHOWN);
}

function report(what: string, { index, outcome }: Seen): void {
  const text = hostileText(seed, index, corpus);
  console.log(`${what}, text ${index}, ${outcome}, ${text.length} characters: ${JSON.stringify(text.slice(0, 100))}`);
  writeFileSync(join(output, `${index}.txt`), text);
}
