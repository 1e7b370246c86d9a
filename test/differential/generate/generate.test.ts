import { expect, it } from 'vitest';
import { hasFailingSelector } from '../coverage/features.js';
import { ALL_FEATURES } from '../coverage.js';
import { jsonText } from '../json-text.js';
import { readVectors } from '../stored.js';
import { GENERATOR_VERSION, generate } from './generate.js';

const INDICES = [...Array(400).keys()];

it('gives the same case for the same seed and index, and another one otherwise', () => {
  const text = (seed: number, index: number): string => jsonText({ ...generate(seed, index), id: '' });
  expect(text(7, 3)).toBe(text(7, 3));
  expect(new Set([text(7, 3), text(7, 4), text(8, 3), text(8, 4)]).size).toBe(4);
});

it('has not changed without a new version: stored cases are what it still makes', () => {
  const { header, cases } = readVectors(new URL('../vectors.jsonl.gz', import.meta.url).pathname);
  expect(header.generator).toBe(GENERATOR_VERSION);
  for (const { input } of cases.slice(0, 200)) {
    const index = Number(input.id?.split('-')[1]);
    expect(jsonText(generate(header.seed, index))).toBe(jsonText(input));
  }
});

it('has a selector that fails on some device in about a quarter of the cases', () => {
  const share = INDICES.filter((index) => hasFailingSelector(generate(1, index))).length / INDICES.length;
  expect(share).toBeGreaterThan(0.2);
  expect(share).toBeLessThan(0.4);
});

it.each([
  ['counters', 0.15],
  ['one compatibility group', 0.02],
  ['shared device', 0.2],
  ['capacity request', 0.12],
  ['derived attributes', 0.07],
])('has %s often enough', (feature, least) => {
  const holds = ALL_FEATURES[feature] ?? ((): boolean => false);
  const share = INDICES.filter((index) => holds(generate(1, index))).length / INDICES.length;
  expect(share).toBeGreaterThan(least);
  expect(share).toBeLessThan(least * 3);
});
