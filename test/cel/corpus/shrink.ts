// Shrinks a question that shows a difference: first by the tree of its expression, then token by token, then by its devices.

import type { DeviceData } from '../vector-devices.js';
import { smaller, type Tree, textOf } from './grammar/tree.js';
import { tokensOf } from './mutate.js';
import { EMPTY_DEVICE, type Question } from './question.js';

/** Returns for each question whether it still shows the difference. */
export type Holds = (candidates: readonly Question[]) => Promise<readonly boolean[]>;

const BATCH = 24;
const MAX_ROUNDS = 60;

/**
 * Returns the smallest question found, and the tree of its expression unless
 * tokens alone made it smaller. `question` must show the difference.
 */
export async function shrink(
  question: Question,
  tree: Tree | undefined,
  holds: Holds,
): Promise<{ question: Question; tree: Tree | undefined }> {
  let current = question;
  let smallest = tree;
  for (let round = 0; round < MAX_ROUNDS && smallest !== undefined; round += 1) {
    const candidates: Tree[] = smaller(smallest);
    const next = await first(candidates, (candidate) => ({ ...current, expression: textOf(candidate) }), current.expression.length, holds);
    if (next === undefined) break;
    smallest = next;
    current = { ...current, expression: textOf(next) };
  }
  current = await withFewerTokens(current, holds);
  current = await withFewerDevices(current, holds);
  return { question: current, tree: smallest !== undefined && textOf(smallest) === current.expression ? smallest : undefined };
}

/** Returns the shortest candidate that shows the difference. */
async function first<T>(
  candidates: readonly T[],
  toQuestion: (candidate: T) => Question,
  below: number,
  holds: Holds,
): Promise<T | undefined> {
  const sized = candidates.map((candidate) => ({ candidate, question: toQuestion(candidate) }));
  const sorted = sized.filter(({ question }) => question.expression.length < below);
  sorted.sort((a, b) => a.question.expression.length - b.question.expression.length);
  for (let start = 0; start < sorted.length; start += BATCH) {
    const batch = sorted.slice(start, start + BATCH);
    const found = (await holds(batch.map(({ question }) => question))).indexOf(true);
    if (found !== -1) return batch[found]?.candidate;
  }
  return undefined;
}

async function withFewerTokens(question: Question, holds: Holds): Promise<Question> {
  let current = question;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const tokens = tokensOf(current.expression);
    if (tokens.length > 400) return current;
    const candidates: string[] = [];
    for (const length of [1, 2, 3, 4, 8]) {
      for (let at = 0; at + length <= tokens.length; at += 1) candidates.push(tokens.toSpliced(at, length).join(''));
    }
    const next = await first(candidates, (expression) => ({ ...current, expression }), current.expression.length, holds);
    if (next === undefined) return current;
    current = { ...current, expression: next };
  }
  return current;
}

async function withFewerDevices(question: Question, holds: Holds): Promise<Question> {
  let current = question;
  const keep = async (candidates: readonly Question[]): Promise<boolean> => {
    const found = (await holds(candidates)).indexOf(true);
    if (found !== -1) current = candidates[found] as Question;
    return found !== -1;
  };
  const { new: release, ...stored } = current;
  if (release !== undefined) await keep([stored]);
  if (!(await keep([{ ...current, devices: [EMPTY_DEVICE] }])))
    await keep(current.devices.map((device) => ({ ...current, devices: [device] })));
  while (current.devices.length === 1 && (await keep(withoutOne(current))));
  return current;
}

function withoutOne(question: Question): Question[] {
  const [device] = question.devices as [DeviceData];
  const without = (field: 'attributes' | 'capacity'): DeviceData[] =>
    Object.keys(device[field]).map((name) => {
      const rest = Object.fromEntries(Object.entries(device[field]).filter(([key]) => key !== name));
      return { ...device, [field]: rest };
    });
  return [...without('attributes'), ...without('capacity')].map((smallerDevice) => ({ ...question, devices: [smallerDevice] }));
}
