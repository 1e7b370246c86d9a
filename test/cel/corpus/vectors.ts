// node scripts/cel-vectors.mjs [--check]
// Queries the reference for the stored answers: vectors.jsonl.gz and the examples of known differences. Writes the
// file, or with --check fails if the answers have changed. Questions with random answers are omitted.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { GENERATOR_VERSION, Generator } from './generate.js';
import { exampleQuestion, KNOWN, textOfAnswer } from './known.js';
import { isLost } from './reference.js';
import { References } from './references.js';
import { readVectors, type StoredCase, type Vectors, writeVectors } from './stored.js';

const FILE = join(process.cwd(), 'test/cel/corpus/vectors.jsonl.gz');
const SEED = 1_000;
const GENERATED = 5_000;

const check = process.argv.includes('--check');
const reference = new References();

async function makeVectors(): Promise<Vectors> {
  const generator = new Generator(SEED);
  const made = Array.from({ length: GENERATED }, (_, index) => generator.generate(index));
  const answers = await Promise.all(made.map(({ question }) => reference.ask(question)));
  const cases = made.flatMap(({ question, deviceIndices }, at): StoredCase[] => {
    const answer = answers[at];
    if (answer === undefined || isLost(answer) || answer.results?.some(({ random }) => random === true)) return [];
    const { devices: _, ...rest } = question;
    return [{ ...rest, devices: deviceIndices, answer }];
  });
  const header = {
    comment:
      "Generated expressions with the answers of the reference, k8s.io/dynamic-resource-allocation's cel. Made by node scripts/cel-vectors.mjs.",
    generator: GENERATOR_VERSION,
    seed: SEED,
    generated: GENERATED,
    cases: cases.length,
    versions: reference.versions(),
    devices: generator.devices,
  };
  return { header, cases };
}

async function checkExamples(): Promise<string[]> {
  const problems: string[] = [];
  for (const { name, example } of KNOWN) {
    const said = textOfAnswer(await reference.ask(exampleQuestion(example)));
    if (said !== example.reference) problems.push(`known difference '${name}': the reference says ${JSON.stringify(said)}`);
  }
  return problems;
}

/** Random answers may not be detected every time, so this number of questions may be only stored or only generated. */
const MOST_RANDOM = 25;

/** Returns the differences between stored and generated vectors. */
function differencesOf(stored: Vectors, made: Vectors): string[] {
  const frame = ({ header: { cases: _, ...header } }: Vectors): string => JSON.stringify(header);
  if (frame(stored) !== frame(made)) return [`${FILE}: made by another generator, or with other versions`];
  const questionOf = ({ answer: _, ...question }: StoredCase): string => JSON.stringify(question);
  const known = new Map(stored.cases.map((one) => [questionOf(one), one]));
  const asked = made.cases.filter((one) => known.has(questionOf(one)));
  const unlike = asked.filter((one) => JSON.stringify(one) !== JSON.stringify(known.get(questionOf(one))));
  const alone = stored.cases.length + made.cases.length - 2 * asked.length;
  return [
    ...unlike.map((one) => `${FILE}: the reference answers ${questionOf(one).slice(0, 200)} in another way`),
    ...(alone > MOST_RANDOM ? [`${FILE}: ${alone} questions are stored but not made now, or the reverse`] : []),
  ];
}

const vectors = await makeVectors();
const problems = await checkExamples();
reference.end();
if (check) {
  const stored = existsSync(FILE) ? readVectors(FILE) : undefined;
  problems.push(...(stored === undefined ? [`${FILE} is not there`] : differencesOf(stored, vectors)));
} else {
  writeVectors(FILE, vectors);
  console.log(`${vectors.cases.length} cases written to ${FILE}`);
}
for (const problem of problems) console.error(problem);
if (check && problems.length === 0) console.log('every stored answer is what the reference says');
process.exitCode = problems.length === 0 ? 0 : 1;
