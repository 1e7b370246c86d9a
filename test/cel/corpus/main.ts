// npm run cel:differential -- [--seed S] [--cases N] [--messages] [--as-found] [--seconds T] [--per-kind K]
// Compares N generated expressions of seed S with the reference, on five devices each. Shrinks K unknown differences of each
// kind (unless --as-found) and writes them to build/cel/found/, one file per cause. With --messages, texts are compared too.

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { integerOption } from '../../support/integer-option.js';
import type { Difference } from './compare.js';
import { type Generated, Generator } from './generate.js';
import { rulesOf } from './grammar/tree.js';
import { knownFor } from './known.js';
import type { Question } from './question.js';
import { isLost } from './reference.js';
import { References } from './references.js';
import { askSafely, compareSafely, Tally } from './run.js';
import { shrink } from './shrink.js';

const OUTPUT = join(process.cwd(), 'build/cel/found');
const BATCH = 200;

interface Task {
  readonly seed: number;
  readonly cases: number;
  readonly messages: boolean;
  readonly asFound: boolean;
  readonly deadline: number;
  readonly perKind: number;
}

interface Found {
  readonly generated: Generated;
  readonly difference: Difference;
}

function taskFrom(args: readonly string[]): Task {
  const option = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  const options = { seed: option, cases: option, seconds: option, 'per-kind': option, messages: flag, 'as-found': flag };
  const { values } = parseArgs({ args: [...args], options });
  const seconds = integerOption(values, 'seconds', 0);
  return {
    seed: integerOption(values, 'seed', 1),
    cases: integerOption(values, 'cases', 10_000),
    messages: values.messages === true,
    asFound: values['as-found'] === true,
    deadline: seconds === 0 ? Number.POSITIVE_INFINITY : Date.now() + seconds * 1000,
    perKind: integerOption(values, 'per-kind', 4),
  };
}

/** Runs all questions. Returns whether there are no unexplained differences. */
async function run(task: Task): Promise<boolean> {
  const reference = new References();
  const generator = new Generator(task.seed);
  const tally = new Tally();
  const found = new Map<string, Found[]>();
  let asked = 0;
  for (; asked < task.cases && Date.now() < task.deadline; asked += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, task.cases - asked) }, (_, at) => generator.generate(asked + at));
    const answers = await Promise.all(batch.map(({ question }) => reference.ask(question)));
    for (const [at, generated] of batch.entries()) {
      const { question } = generated;
      const answer = answers[at];
      if (answer === undefined || isLost(answer)) {
        tally.questions.skipped += 1;
        console.log(`not compared, ${answer?.refused}: ${question.expression}`);
      } else {
        for (const difference of tally.add(question, compareSafely(question, askSafely(question), answer, task))) {
          const list = found.get(difference.signature) ?? [];
          found.set(difference.signature, [...list, { generated, difference }]);
        }
      }
    }
  }
  for (const line of tally.lines()) console.log(line);
  const files = await report(task, reference, found);
  reference.end();
  console.log(
    files === 0 ? 'no unexplained difference' : `${files} small expressions for ${found.size} kinds of differences are in ${OUTPUT}`,
  );
  return found.size === 0 && tally.questions.equal > 0;
}

/** Shrinks and writes the differences. Returns the number of files. */
async function report(task: Task, reference: References, found: ReadonlyMap<string, readonly Found[]>): Promise<number> {
  rmSync(OUTPUT, { recursive: true, force: true });
  mkdirSync(OUTPUT, { recursive: true });
  const written = new Set<string>();
  const kinds = [...found].sort(([, a], [, b]) => b.length - a.length);
  for (const [signature, list] of kinds) {
    console.log(`DIFFERENT ${list.length} times: ${signature}`);
    for (const { generated, difference } of list.slice(0, task.perKind)) {
      const { question, tree } = task.asFound
        ? generated
        : await shrink(generated.question, generated.tree, (candidates) => stillShow(task, reference, candidates, difference.signature));
      const cause = `${signature} ${tree === undefined ? question.expression : rulesOf(tree).join(' ')}`;
      if (written.has(cause)) continue;
      written.add(cause);
      const answers = { reference: await reference.ask(question), ours: askSafely(question) };
      console.log(`  ${question.expression.replaceAll('\n', '\\n').slice(0, 200)}`);
      writeFileSync(
        join(OUTPUT, `${fileName(signature)}-${written.size}.json`),
        `${JSON.stringify({ signature, question, ...answers }, null, 2)}\n`,
      );
    }
  }
  return written.size;
}

async function stillShow(
  task: Task,
  reference: References,
  candidates: readonly Question[],
  signature: string,
): Promise<readonly boolean[]> {
  const answers = await Promise.all(candidates.map((question) => reference.ask(question)));
  return candidates.map((question, at) => {
    const answer = answers[at];
    if (answer === undefined || isLost(answer)) return false;
    const { differences } = compareSafely(question, askSafely(question), answer, task);
    return differences.some((difference) => difference.signature === signature && knownFor(difference, question) === undefined);
  });
}

function fileName(signature: string): string {
  return signature
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 80);
}

process.exitCode = (await run(taskFrom(process.argv.slice(2)))) ? 0 : 1;
