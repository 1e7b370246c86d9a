import { describe, expect, it } from 'vitest';
import { exampleQuestion, KNOWN, textOfAnswer } from './known.js';
import type { Answer } from './question.js';
import { askSafely, compareSafely } from './run.js';

/** Parses the reference's answer from the text of an example, as far as a comparison needs it. */
function answerOf(text: string): Answer {
  if (text.startsWith('refused: ')) return { refused: text.slice('refused: '.length) };
  const [, outcome = '', cost, maxCost] = /^(.*?)(?:, cost (\d+))?(?:, at most (\d+))?$/s.exec(text) ?? [];
  const result = outcome.startsWith('error: ') ? { error: outcome.slice('error: '.length) } : { value: JSON.parse(outcome) as boolean };
  return { ...(maxCost === undefined ? {} : { maxCost }), results: [{ ...result, ...(cost === undefined ? {} : { cost: Number(cost) }) }] };
}

describe('every known difference still shows', () => {
  it.each(KNOWN.map((known) => ({ ...known })))('$name', ({ example, explains }) => {
    const question = exampleQuestion(example);
    const ours = askSafely(question);
    expect('crash' in ours ? ours.crash : textOfAnswer(ours)).toBe(example.ours);
    const { differences } = compareSafely(question, ours, answerOf(example.reference), { messages: true });
    expect(differences.some((difference) => explains(difference, question))).toBe(true);
  });
});

it('names are unique', () => {
  expect(new Set(KNOWN.map(({ name }) => name)).size).toBe(KNOWN.length);
});
