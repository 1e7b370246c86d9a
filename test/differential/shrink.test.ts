import { expect, it } from 'vitest';
import { generate } from './generate/generate.js';
import { jsonText } from './json-text.js';
import { devicesOf, requestsOf } from './parts.js';
import { shrink } from './shrink.js';

const LARGE = generate(1, 3);

it('keeps what a case needs to show what it shows, and little else', async () => {
  const input = { ...LARGE, claims: [{ spec: { devices: { requests: [{ name: 'a' }, { name: 'b', count: 3 }], config: [{ n: 1 }] } } }] };
  const small = await shrink(input, async (candidate) => jsonText(requestsOf(candidate)).includes('"count":3'));
  expect(requestsOf(small)).toEqual([[{ name: 'b', count: 3 }]]);
  expect(devicesOf(small)).toEqual([]);
  expect(small.nodes).toHaveLength(1);
});

it('gives back a case of which nothing can go, and leaves the first as it was', async () => {
  const before = jsonText(LARGE);
  const small = await shrink(LARGE, async (candidate) => jsonText(candidate) === before);
  expect(jsonText(small)).toBe(before);
  expect(jsonText(LARGE)).toBe(before);
});
