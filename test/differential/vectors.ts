// npm run vectors [-- --check]
//
// Asks the reference for the stored answers: vectors.jsonl.gz, regress/ and deviations/. Writes them. With --check it fails if they differ
// from the stored ones. Also fails if the reference no longer behaves as an unstable deviation says.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Case } from '../support/cases.js';
import { referenceAnswer } from './answers.js';
import { DEVIATIONS } from './deviations.js';
import { GENERATOR_VERSION, generate } from './generate/generate.js';
import { jsonText } from './json-text.js';
import { commonText } from './known-texts.js';
import { Oracle, type OracleAnswer, type OracleNodeAnswer } from './oracle.js';
import { readStored, readVectors, type StoredCase, storedNames, storedText, type Vectors, writeStored, writeVectors } from './stored.js';

const FILE = join(process.cwd(), 'test/differential/vectors.jsonl.gz');
const FOLDERS = [join(process.cwd(), 'test/regress'), join(process.cwd(), 'test/differential/deviations')];
const SEED = 1_000;
const CASES = 4_200;
/** Longer searches are left out: they cost time in every run of the tests, and shorter ones find as many defects. */
const MAX_STEPS = 20_000;
/** Far longer than this number of steps needs on any machine, so that the choice of cases does not depend on the machine. */
const SEARCH_MILLISECONDS = 3_000;
/** In these cases the reference reports a random one of several errors. */
const RANDOM_ERRORS = DEVIATIONS.filter(({ name }) => name === 'several-bad-capacities');
/** The number of attempts for a reference with random answers. */
const TRIES = 64;

const check = process.argv.includes('--check');
const oracle = new Oracle(join(process.cwd(), 'build/oracle/oracle'));

/** The answers by node. Throws if the oracle has no answer. */
function answersOf({ error, nodes }: OracleAnswer, name: string): Readonly<Record<string, OracleNodeAnswer>> {
  if (nodes === undefined) throw new Error(`${name}: ${error}`);
  return nodes;
}

/** Returns whether a case can be stored: every answer is equal on any machine. */
function isStorable(input: Case, answers: Readonly<Record<string, OracleNodeAnswer>>): boolean {
  return Object.values(answers).every((answer) => {
    const { kind } = referenceAnswer(answer);
    if (kind === 'error' && RANDOM_ERRORS.some(({ mayShow }) => mayShow(input))) return false;
    return kind !== 'timeout' && kind !== 'panic' && (answer.steps ?? 0) <= MAX_STEPS;
  });
}

async function makeVectors(): Promise<Vectors> {
  const cases: Omit<StoredCase, 'comment'>[] = [];
  let reference = '';
  for (let index = 0; index < CASES; index++) {
    const input = generate(SEED, index);
    const answer = await oracle.ask(input, SEARCH_MILLISECONDS);
    const answers = answersOf(answer, `case ${index}`);
    reference = answer.reference ?? '';
    if (isStorable(input, answers)) cases.push({ input, answers });
  }
  const comment = 'Generated cases with the answers of the reference, k8s.io/dynamic-resource-allocation. Made by npm run vectors.';
  return { header: { comment, generator: GENERATOR_VERSION, seed: SEED, generated: CASES, reference, cases: cases.length }, cases };
}

/** Lines without the texts that are random in the reference. */
function comparable({ header, cases }: Vectors): readonly string[] {
  return [JSON.stringify(header), ...cases.map(({ input, answers }) => jsonText({ input, answers: withCommonTexts(answers) }))];
}

function withCommonTexts(answers: Readonly<Record<string, OracleNodeAnswer>>): object {
  return Object.fromEntries(
    Object.entries(answers).map(([node, { messages, ...answer }]) => [
      node,
      { ...answer, ...(answer.error === undefined ? {} : { error: commonText(answer.error) }) },
    ]),
  );
}

async function refreshVectors(): Promise<string[]> {
  const vectors = await makeVectors();
  if (!check) {
    writeVectors(FILE, vectors);
    console.log(`${vectors.cases.length} cases written to ${FILE}`);
    return [];
  }
  const stored = existsSync(FILE) ? comparable(readVectors(FILE)) : [];
  const made = comparable(vectors);
  const first = made.findIndex((line, index) => line !== stored[index]);
  if (first === -1 && made.length === stored.length) return [];
  return [`${FILE}: line ${first + 1} is not what the script makes now`];
}

async function refreshStored(folder: string, name: string): Promise<string[]> {
  const stored = readStored(folder, name);
  const answers = answersOf(await oracle.ask(stored.input), name);
  if (!check) {
    writeStored(folder, name, { ...stored, answers });
    return [];
  }
  if (isDeepStrictEqual(withCommonTexts(answers), withCommonTexts(stored.answers))) return [];
  return [`${folder}/${name}.json: the reference answers otherwise: ${storedText({ ...stored, answers })}`];
}

/** Returns an error if the reference's answers became stable, neither cut off nor varying. */
async function checkUnstable(folder: string, name: string): Promise<string[]> {
  const { input } = readStored(folder, name);
  const seen = new Set<string>();
  for (let attempt = 0; attempt < TRIES && seen.size < 2 && !seen.has('timeout'); attempt++) {
    const answers = Object.values(answersOf(await oracle.ask(input), name));
    seen.add(answers.some((answer) => referenceAnswer(answer).kind === 'timeout') ? 'timeout' : jsonText(answers));
  }
  if (seen.size > 1 || seen.has('timeout')) return [];
  return [`deviation ${name}: the reference gave the same answer ${TRIES} times; is the deviation gone?`];
}

const problems = await refreshVectors();
for (const folder of FOLDERS) {
  for (const name of storedNames(folder)) {
    const unstable = DEVIATIONS.find((deviation) => deviation.name === name)?.unstable === true;
    problems.push(...(await (unstable ? checkUnstable : refreshStored)(folder, name)));
  }
}
oracle.end();
for (const problem of problems) console.error(problem);
if (check && problems.length === 0) console.log('every stored answer is what the reference says');
process.exitCode = problems.length === 0 ? 0 : 1;
