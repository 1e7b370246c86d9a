import { expect, it } from 'vitest';
import { Random } from '../../differential/generate/random.js';
import { Generator } from './generate.js';
import { mutate, tokensOf, vary } from './mutate.js';
import { shrink } from './shrink.js';

const generator = new Generator(7);
const all = Array.from({ length: 400 }, (_, index) => generator.generate(index));

it('a question shrinks to what still shows the difference, and to one device', async () => {
  const found = all.find(
    ({ question, tree }) => tree !== undefined && question.expression.includes('.map(') && question.expression.length > 60,
  );
  if (found === undefined) throw new Error('no such question');
  const small = await shrink(found.question, found.tree, async (candidates) =>
    candidates.map(({ expression }) => expression.includes('.map(')),
  );
  expect(small.question.expression).toBe('.map(');
  expect(small.question.devices).toEqual([{ driver: 'd', attributes: {}, capacity: {} }]);
});

it('what only a device shows keeps the part of it that shows it', async () => {
  const found = all.find(({ question }) => question.devices.some(({ attributes }) => Object.keys(attributes).length > 3));
  if (found === undefined) throw new Error('no such question');
  const [name] = found.question.devices.flatMap(({ attributes }) => Object.keys(attributes));
  const holds = async (candidates: readonly (typeof found.question)[]): Promise<boolean[]> =>
    candidates.map(({ devices }) => devices.some(({ attributes }) => Object.hasOwn(attributes, name as string)));
  const { devices } = (await shrink(found.question, found.tree, holds)).question;
  expect(devices.map(({ attributes }) => Object.keys(attributes))).toEqual([[name]]);
});

it('damage is the same for the same choices, and keeps tokens whole', () => {
  expect(tokensOf(`a.b == "x y" && 1.5u`)).toEqual(['a', '.', 'b', ' ', '==', ' ', '"x y"', ' ', '&&', ' ', '1.5u']);
  expect(mutate(new Random(1, 1), 'a + b')).toBe(mutate(new Random(1, 1), 'a + b'));
  expect(tokensOf(vary(new Random(1, 2), '1 + 2 * size("a")'))).toHaveLength(tokensOf('1 + 2 * size("a")').length);
});
