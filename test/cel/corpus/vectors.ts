// node scripts/cel-vectors.mjs [--check]
//
// Asks the reference for the answers that are stored: vectors.jsonl.gz and the examples of known differences. Writes the former, or with
// --check fails when they are not what the reference says. Questions that it answers at random are left out.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { GENERATOR_VERSION, Generator } from './generate.js';
import { exampleQuestion, KNOWN, textOfAnswer } from './known.js';
import { isLost, Reference } from './reference.js';
import { linesOf, readVectors, type StoredCase, type Vectors, writeVectors } from './stored.js';

const FILE = join(process.cwd(), 'test/cel/corpus/vectors.jsonl.gz');
const SEED = 1_000;
const GENERATED = 5_000;

const check = process.argv.includes('--check');
const reference = new Reference(join(process.cwd(), 'build/oracle/cel'));

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

const vectors = await makeVectors();
const problems = await checkExamples();
reference.end();
if (check) {
  const [stored, made] = [existsSync(FILE) ? linesOf(readVectors(FILE)) : [], linesOf(vectors)];
  const first = made.findIndex((line, index) => line !== stored[index]);
  if (first !== -1 || made.length !== stored.length)
    problems.push(`${FILE}: line ${first + 1} is not what the script makes now:\n${made[first]}\n${stored[first]}`);
} else {
  writeVectors(FILE, vectors);
  console.log(`${vectors.cases.length} cases written to ${FILE}`);
}
for (const problem of problems) console.error(problem);
if (check && problems.length === 0) console.log('every stored answer is what the reference says');
process.exitCode = problems.length === 0 ? 0 : 1;
