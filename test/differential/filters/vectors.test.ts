// Stored answers of the scheduler's own plugins to generated clusters. `npm run filters:differential` makes them again, and needs Go.

import { expect, it } from 'vitest';
import { REJECTION_CODES } from '../../../src/scheduler/filters/rejection-codes.js';
import { compare } from './compare.js';
import { GENERATOR_VERSION, generate } from './generate/generate.js';
import { answer } from './ours.js';
import { PROFILE_VECTORS, readVectors } from './vectors.js';

const { header, vectors } = readVectors();

it('stores what the generator makes', () => {
  expect(header).toMatchObject({ generator: GENERATOR_VERSION, cases: vectors.length });
  expect(vectors.length).toBeGreaterThan(300);
  for (const [index, { input }] of vectors.entries()) expect(generate(header.seed, index)).toEqual(input);
});

it('has answers of every plugin, and nodes that each of them lets pass', () => {
  const said = new Set<string>();
  for (const { answer: reference } of vectors) {
    if (reference.preEnqueue !== undefined) said.add('gated');
    if (reference.preFilter !== undefined) said.add('refused');
    for (const status of Object.values(reference.nodes ?? {})) said.add(status === null ? 'fits' : (status.plugin ?? 'left out by name'));
    for (const scores of Object.values(reference.scores ?? {})) for (const plugin of Object.keys(scores)) said.add(`score ${plugin}`);
  }
  // The reference has other words for these two.
  const words = new Map([
    ['SchedulingGates', 'gated'],
    ['NodeName', 'left out by name'],
  ]);
  const filters = Object.values(REJECTION_CODES).filter(({ plugin }) => plugin !== 'DynamicResources' && plugin !== 'none');
  const plugins = filters.map(({ plugin }) => words.get(plugin) ?? plugin);
  const scored = vectors.flatMap(({ input }) => Array.from(answer(input).scores.values(), (scores) => Object.keys(scores)));
  const scores = scored.flat().map((plugin) => `score ${plugin}`);
  expect([...said].sort()).toEqual([...new Set([...plugins, ...scores, 'fits', 'refused'])].sort());
});

it('has the verdicts, reasons, messages and scores of the plugins', () => {
  const found = vectors.flatMap(({ input, answer: reference }) =>
    compare(input, reference, answer(input)).map((difference) => ({ id: input.id, ...difference })),
  );
  expect(found).toEqual([]);
});

it('has the answers for configurations of the scheduler', () => {
  const { header: profileHeader, vectors: configured } = readVectors(PROFILE_VECTORS);
  expect(profileHeader).toMatchObject({ generator: GENERATOR_VERSION, cases: configured.length });
  for (const [index, { input, answer: reference }] of configured.entries()) {
    expect(generate(profileHeader.seed, index, PROFILE_VECTORS.subjects)).toEqual(input);
    expect(compare(input, reference, answer(input))).toEqual([]);
  }
  const said = configured.flatMap(({ answer: reference }) => Object.keys(reference));
  expect(new Set(said)).toEqual(
    new Set([
      'id',
      'configError',
      'noProfile',
      'plugins',
      'preEnqueue',
      'preFilter',
      'preFilterNodes',
      'nodes',
      'message',
      'scores',
      'scoreError',
      'error',
    ]),
  );
});

it('tells of an answer that differs in one word, one node or one score', () => {
  const changes = [
    { nodes: { n0: { plugin: 'NodePorts', code: 'Unschedulable', reasons: ['another reason'] } } },
    { message: '0/9 nodes are available' },
    { scores: { n0: { NodeResourcesFit: { raw: 1, weighted: -1 } } } },
    { preFilter: { plugin: 'NodeAffinity', code: 'UnschedulableAndUnresolvable', reasons: ['another reason'] } },
    { error: 'another error' },
  ];
  const some = vectors.find(({ answer: { scores = {}, scoreError } }) => scores['n0'] !== undefined && scoreError === undefined);
  if (some === undefined) throw new Error('no cluster has a node n0 that fits');
  for (const change of changes) {
    const { input, answer: reference } = some;
    expect(compare(input, { ...reference, ...change }, answer(input))).not.toEqual([]);
  }
});
