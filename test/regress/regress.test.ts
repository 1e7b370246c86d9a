// Every difference that was found once, as the smallest case that shows it. The comment of a file says what was wrong.

import { expect, it } from 'vitest';
import { compare, inconsistent } from '../differential/compare.js';
import { readStored, storedNames } from '../differential/stored.js';
import { ask, askEveryWay } from '../differential/ways.js';

const FOLDER = import.meta.dirname;

it.each(storedNames(FOLDER).map((name) => [name, readStored(FOLDER, name)] as const))('%s', async (_name, { comment, input, answers }) => {
  expect(comment).toMatch(/^[A-Z].*\.$/);
  const ours = await ask(input);
  expect(Object.keys(answers)).toEqual(input.nodes.map(({ metadata }) => metadata.name));
  expect([...compare(input, { nodes: answers }, ours).differences, ...inconsistent(await askEveryWay(input, ours))]).toEqual([]);
});
