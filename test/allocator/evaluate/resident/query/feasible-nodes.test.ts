import { describe, expect, it } from 'vitest';
import type { NodeOrder } from '../../../../../src/allocator/evaluate/resident/nodes/node-order.js';
import { type NodeAnswer, type NodeAnswers, PAGE } from '../../../../../src/allocator/evaluate/resident/query/answers.js';
import { FeasibleNodes } from '../../../../../src/allocator/evaluate/resident/query/feasible-nodes.js';
import type { ScoreOf } from '../../../../../src/allocator/evaluate/resident/query/scores.js';
import { STATUS_FAILED, STATUS_FOUND } from '../../../../../src/allocator/kernel/layout.js';
import { ANSWER_STATUS_BITS } from '../../../../../src/allocator/kernel/pass-layout.js';
import { Random } from '../../../../differential/generate/random.js';
import { cases } from '../../../../support/extent.js';
import { complete } from '../../../../support/filtered.js';
import { claim, device, deviceClass, firstAvailable, node, selectors, slice } from '../../../../support/objects.js';
import { describe as described, same } from '../comparison.js';
import { twoClusters } from '../sides.js';

const WORDS = 2;

/** Returns answers of one page, in which these ordinals have devices, found in the given steps. */
function answersWith(found: ReadonlyMap<number, number>): NodeAnswers {
  const words = new Uint32Array(PAGE * WORDS).fill(STATUS_FAILED);
  for (const [ordinal, steps] of found) words[ordinal * WORDS] = STATUS_FOUND | (steps << ANSWER_STATUS_BITS);
  return { pages: [{ words, at: 0, changed: [] }], words: WORDS };
}

const withDevices = (...ordinals: number[]): NodeAnswers => answersWith(new Map(ordinals.map((ordinal) => [ordinal, 0])));

/** Returns the score that stands for a number of steps, sometimes below zero. */
const worthOf = (steps: number): number => 3 - 2 * steps;

describe('the nodes that have devices', () => {
  it('are followed in the order that is requested', () => {
    const order = { names: ['a', 'b', 'c', 'd'], ordinals: [3, 0, 2, 7] };
    const other = { names: ['x'], ordinals: [1] };
    const nodes = new FeasibleNodes(undefined);
    expect(nodes.best(withDevices(2, 7), order)).toBe(2);
    expect(nodes.names(withDevices(2, 7), order)).toEqual(['c', 'd']);
    // Ordinals without a place in the order, and ordinals beyond it.
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
    ['by their scores', ({ steps }: NodeAnswer): number => worthOf(steps)],
  ] as const)('are those of the answers over random changes, %s', (_, scoreOf) => {
    const random = new Random(7, 3);
    for (let history = 0; history < cases(10, 40); history++) follow(random, scoreOf);
  });
});

/** Follows a random history of answers, and checks the results now and then. */
function follow(random: Random, scoreOf: ScoreOf | undefined): void {
  const size = random.integer(1, 60);
  const ordinals = random.shuffle(Array.from({ length: size }, (_, index) => index));
  const order = { names: ordinals.map((_, place) => `node-${String(place).padStart(3, '0')}`), ordinals };
  const found = new Map<number, number>();
  const nodes = new FeasibleNodes(scoreOf);
  for (let round = 0; round < 60; round++) {
    const changed = Array.from({ length: random.chance(0.1) ? size : random.integer(0, 4) }, () => random.integer(0, size - 1));
    for (const ordinal of changed) {
      if (random.chance(0.5)) found.set(ordinal, random.integer(0, 4));
      else found.delete(ordinal);
    }
    const answers = answersWith(found);
    if (random.chance(0.05)) nodes.forget();
    else nodes.follow(changed, answers);
    lookAt(random, nodes, order, found, scoreOf !== undefined);
  }
}

function lookAt(random: Random, nodes: FeasibleNodes, order: NodeOrder, found: ReadonlyMap<number, number>, hasScores: boolean): void {
  const answers = answersWith(found);
  const places = order.ordinals.flatMap((ordinal, place) => (found.has(ordinal) ? [place] : []));
  const scores = places.map((place) => (hasScores ? worthOf(found.get(order.ordinals[place] as number) as number) : 0));
  if (random.chance(0.7)) expect(nodes.best(answers, order)).toBe(places[scores.indexOf(Math.max(...scores))] ?? -1);
  if (random.chance(0.3)) expect(nodes.names(answers, order)).toEqual(places.map((place) => order.names[place]));
  if (random.chance(0.3)) expect([...nodes.scores(answers, order)]).toEqual(scores);
}

describe('the scores of nodes', () => {
  const K = 'device.attributes["d.example.com"].k';

  it('may be below zero: more alternatives than the API server admits', () => {
    const alternatives = Array.from({ length: 12 }, (_, index) => [`s${index}`, selectors(`${K} == ${index}`)]);
    const claims = [claim('c', [firstAvailable('r', Object.fromEntries(alternatives))])];
    const on = (name: string, k: number): object => slice(`s-${name}`, [device('d', { k })], { nodeName: name, pool: { name } });
    for (const [first, expected] of [
      [7, [1, 0]],
      [8, [0, -1]],
      [9, [-1, -2]],
      [10, [-2, -3]],
    ] as const) {
      const { resident, plain } = twoClusters();
      for (const cluster of [resident, plain]) {
        cluster.apply([deviceClass('any'), node('a'), node('b'), on('a', first), on('b', first + 1)]);
        const { feasible, scores, best } = complete(cluster.filter({ claims }));
        expect({ feasible, scores: [...scores], best }).toEqual({ feasible: ['a', 'b'], scores: expected, best: 'a' });
      }
    }
  });

  it('follow devices that change while all nodes keep some', () => {
    const alternatives = { a: selectors(`${K} == 1`), b: { ...selectors(`${K} < 3`), count: 2 }, c: { count: 3 } };
    const claims = [claim('c', [firstAvailable('r', alternatives)])];
    for (let seed = 0; seed < cases(2, 12); seed++) {
      const random = new Random(seed, 1);
      const names = Array.from({ length: random.pick([9, 30, 130, 300]) }, (_, index) => `n${index}`);
      const pool = (name: string): object => {
        const devices = Array.from({ length: 3 }, (_, index) => device(`d${index}`, { k: random.integer(0, random.pick([1, 9])) }));
        return slice(`s-${name}`, devices, { nodeName: name, pool: { name } });
      };
      const { resident, plain } = twoClusters();
      const apply = (objects: readonly object[]): void => [resident, plain].forEach((cluster) => cluster.apply(objects));
      apply([deviceClass('any'), ...names.flatMap((name) => [node(name), pool(name)])]);
      const share = random.pick([0.01, 0.1, 0.5, 1]);
      for (let round = 0; round < 8; round++) {
        apply(names.filter(() => random.chance(share)).map(pool));
        const [one, other] = [plain.filter({ claims }), resident.filter({ claims })];
        same(`best of round ${round}`, String(complete(one).best), String(complete(other).best));
        same(`nodes of round ${round}`, described(one, names), described(other, names));
      }
    }
  });
});
