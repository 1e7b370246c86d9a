// node scripts/validate-differences.mjs [--server NAME] [--kind KIND] [--base NAME] [--verdicts] [--every] [--limit N] [--id ID | --random COUNT --seed S]
//
// Shows the differences between validation and the recorded answers of API servers: one of each group of similar differences, with both sides.
// With --id it shows all of one case. `--random COUNT [--seed S]` asks the API servers themselves about random cases that are not recorded,
// and `--expressions COUNT [--seed S]` about generated expressions.

import { parseArgs } from 'node:util';
import { isAsked, readAnswers, SERVERS, type Server, serverNamed } from './answers.mjs';
import { askServer } from './ask.mjs';
import { compare, type Difference, type Judgement, judgeAll, optionsOf } from './compare.js';
import { makeExpressionCases } from './expressions.js';
import type { Answer } from './judge.mjs';
import { describe } from './mutation.mjs';
import { type Case, makeCases, makeRandomCases } from './mutations.mjs';

interface Found {
  readonly server: Server;
  readonly one: Case;
  readonly answer: Answer;
  readonly ours: Judgement;
  readonly difference: Difference;
}

const { values } = parseArgs({
  options: {
    server: { type: 'string', multiple: true },
    kind: { type: 'string' },
    base: { type: 'string' },
    id: { type: 'string' },
    limit: { type: 'string', default: '60' },
    verdicts: { type: 'boolean', default: false },
    every: { type: 'boolean', default: false },
    random: { type: 'string' },
    expressions: { type: 'string' },
    seed: { type: 'string', default: '2' },
  },
});

const isRecorded = values.random === undefined && values.expressions === undefined;
const cases = makeWanted();
const servers = values.server === undefined ? SERVERS.slice(0, 2) : values.server.map(serverNamed);
if (values.id !== undefined) showCase(values.id);
else for (const server of servers) showServer(server, isRecorded ? readAnswers(server) : await askServer(server, cases));

/** Makes the requested cases: the recorded ones, or others. */
function makeWanted(): readonly Case[] {
  const seed = Number(values.seed);
  if (values.random !== undefined) return makeRandomCases(seed, Number(values.random));
  return values.expressions === undefined ? makeCases() : makeExpressionCases(seed, Number(values.expressions));
}

/** Shows one case, and the answer of every server. */
function showCase(id: string): void {
  const one = cases.find((other) => other.id === id);
  if (one === undefined) throw new Error(`no case ${id}`);
  console.log(`${one.base.name}: ${describe(one.steps)}\n${JSON.stringify(JSON.parse(one.text), null, 1)}`);
  for (const server of SERVERS) {
    const answer = readAnswers(server).get(id);
    if (answer === undefined) continue;
    console.log(`\n== ${server.name}`);
    print(answer, judgeAll([one.text], optionsOf(server))[0] as Judgement);
  }
}

/** Compares all requested cases of a server. */
function showServer(server: Server, answers: ReadonlyMap<string, Answer>): void {
  const options = optionsOf(server);
  const found: Found[] = [];
  const wanted = cases.filter((one) => isWanted(one) && (!isRecorded || isAsked(server, one)));
  let unknown = 0;
  const judgements = judgeAll(
    wanted.map(({ text }) => text),
    options,
  );
  for (const [index, ours] of judgements.entries()) {
    const one = wanted[index] as Case;
    const answer = answers.get(one.id);
    const difference = answer === undefined ? undefined : compare(answer, ours);
    if (answer === undefined) unknown++;
    else if (difference !== undefined) found.push({ server, one, answer, ours, difference });
  }
  const verdicts = found.filter(({ difference }) => difference.kind === 'verdict');
  console.log(
    `\n### ${server.name}: ${wanted.length - unknown} objects, ${verdicts.length} verdicts differ, ${found.length - verdicts.length} sets of paths differ`,
  );
  if (unknown > 0)
    console.log(`${unknown} objects have no recorded answer; node scripts/validate-answers.mjs ${server.name} asks for them`);
  showGroups(values.verdicts ? verdicts : found);
  if (found.length + unknown > 0) process.exitCode = 1;
}

function isWanted({ kind, base }: Case): boolean {
  return (values.kind === undefined || kind === values.kind) && (values.base === undefined || base.name.includes(values.base));
}

function showGroups(found: readonly Found[]): void {
  const groups = values.every ? found.map((one) => [one]) : grouped(found);
  const sorted = [...groups].sort((a, b) => b.length - a.length);
  for (const group of sorted.slice(0, Number(values.limit))) {
    const [{ one, answer, ours, difference }] = group as [Found];
    console.log(`\n--- ${difference.kind}: ${group.length} like ${one.id}, ${one.kind} (${one.base.name}): ${describe(one.steps)}`);
    print(answer, ours);
  }
  if (sorted.length > Number(values.limit)) console.log(`\n... and ${sorted.length - Number(values.limit)} more groups (--limit)`);
}

function grouped(found: readonly Found[]): readonly (readonly Found[])[] {
  const groups = new Map<string, Found[]>();
  for (const one of found) {
    const group = groups.get(groupOf(one)) ?? [];
    groups.set(groupOf(one), group);
    group.push(one);
  }
  return [...groups.values()];
}

/** Differences of one group probably have one cause. */
function groupOf({ one, answer, ours, difference }: Found): string {
  const places = (paths: readonly string[]) => [...new Set(paths.map((path) => path.replace(/\[[^\]]*\]/g, '[]')))].sort();
  const types = [...new Set(answer.causes.map(({ type }) => type))].sort();
  const rules = [...new Set(ours.errors.map(({ rule }) => rule))].sort();
  return JSON.stringify([
    one.kind,
    difference.kind,
    places(difference.onlyTheirs),
    places(difference.onlyOurs),
    types,
    rules,
    answer.message ?? '',
  ]);
}

function print(answer: Answer, ours: Judgement): void {
  console.log(
    `  theirs: ${answer.code === 201 ? 'taken' : answer.code === 0 ? 'not served' : `refused (${answer.code}) ${answer.message ?? ''}`}`,
  );
  for (const { path, type, message } of answer.causes.slice(0, 8)) console.log(`    ${path}: ${type} ${message}`);
  console.log(`  ours:   ${ours.refused ? 'refused' : 'taken'}`);
  for (const { path, rule, message } of ours.errors.slice(0, 8)) console.log(`    ${path}: [${rule}] ${message.slice(0, 160)}`);
}
