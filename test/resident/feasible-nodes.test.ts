import { describe, expect, it } from 'vitest';
import { STATUS_FAILED, STATUS_FOUND } from '../../src/kernel/layout.js';
import { ANSWER_STATUS_BITS } from '../../src/kernel/pass-layout.js';
import { type NodeAnswer, type NodeAnswers, PAGE } from '../../src/resident/answers.js';
import { FeasibleNodes } from '../../src/resident/feasible-nodes.js';
import type { NodeOrder } from '../../src/resident/node-order.js';
import type { ScoreOf } from '../../src/resident/scores.js';
import { Random } from '../differential/generate/random.js';

const WORDS = 2;

/** Answers of one page, where these ordinals have devices, each with the steps that are given. */
function answersWith(found: ReadonlyMap<number, number>): NodeAnswers {
  const words = new Uint32Array(PAGE * WORDS).fill(STATUS_FAILED);
  for (const [ordinal, steps] of found) words[ordinal * WORDS] = STATUS_FOUND | (steps << ANSWER_STATUS_BITS);
  return { pages: [{ words, at: 0, changed: [] }], words: WORDS };
}

const withDevices = (...ordinals: number[]): NodeAnswers => answersWith(new Map(ordinals.map((ordinal) => [ordinal, 0])));

describe('the nodes that have devices', () => {
  it('are followed in the order that is asked for', () => {
    const order = { names: ['a', 'b', 'c', 'd'], ordinals: [3, 0, 2, 7] };
    const other = { names: ['x'], ordinals: [1] };
    const nodes = new FeasibleNodes(undefined);
    expect(nodes.best(withDevices(2, 7), order)).toBe(2);
    expect(nodes.names(withDevices(2, 7), order)).toEqual(['c', 'd']);
    // Ordinals without a place in the order, and beyond all of its own.
    const more = withDevices(0, 1, 2, 7, 9);
    nodes.follow([0, 1, 9], more);
    expect(nodes.best(more, order)).toBe(1);
    expect(nodes.names(more, order)).toEqual(['b', 'c', 'd']);
    nodes.follow([0, 2], withDevices(7));
    expect(nodes.best(withDevices(7), order)).toBe(3);
    expect(nodes.names(withDevices(7), order)).toEqual(['d']);
    expect(nodes.best(withDevices(7), other)).toBe(-1);
    expect(nodes.names(withDevices(3), order)).toEqual(['a']);
    nodes.forget();
    expect(nodes.best(withDevices(), order)).toBe(-1);
    expect(nodes.scores(withDevices(), order)).toHaveLength(0);
  });

  it('give lists that nobody else has', () => {
    const order = { names: ['a', 'b'], ordinals: [0, 1] };
    const nodes = new FeasibleNodes(undefined);
    nodes.names(withDevices(0, 1), order).reverse();
    expect(nodes.names(withDevices(0, 1), order)).toEqual(['a', 'b']);
  });

  it.each([
    ['without scores', undefined],
    ['by their scores', ({ steps }: NodeAnswer): number => steps],
  ] as const)('are those of a fresh look over random changes, %s', (_, scoreOf) => {
    const random = new Random(7, 3);
    for (let history = 0; history < 40; history++) follow(random, scoreOf);
  });
});

/** Follows a random history of answers, and compares what is asked for now and then. */
function follow(random: Random, scoreOf: ScoreOf | undefined): void {
  const size = random.integer(1, 60);
  const ordinals = random.shuffle(Array.from({ length: size }, (_, index) => index));
  const order = { names: ordinals.map((_, place) => `node-${String(place).padStart(3, '0')}`), ordinals };
  const found = new Map<number, number>();
  const nodes = new FeasibleNodes(scoreOf);
  for (let round = 0; round < 60; round++) {
    const changed = Array.from({ length: random.chance(0.1) ? size : random.integer(0, 4) }, () => random.integer(0, size - 1));
    for (const ordinal of changed) {
      if (random.chance(0.5)) found.set(ordinal, random.integer(0, 3));
      else found.delete(ordinal);
    }
    const answers = answersWith(found);
    if (random.chance(0.05)) nodes.forget();
    else nodes.follow(changed, answers);
    compare(random, order, answers, [nodes, new FeasibleNodes(scoreOf)]);
  }
}

function compare(random: Random, order: NodeOrder, answers: NodeAnswers, [nodes, fresh]: readonly [FeasibleNodes, FeasibleNodes]): void {
  if (random.chance(0.7)) expect(nodes.best(answers, order)).toBe(fresh.best(answers, order));
  if (random.chance(0.3)) expect(nodes.names(answers, order)).toEqual(fresh.names(answers, order));
  if (random.chance(0.3)) expect(nodes.scores(answers, order)).toEqual(fresh.scores(answers, order));
}
