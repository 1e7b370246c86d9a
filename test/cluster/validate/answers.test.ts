// Validation against the recorded answers of real API servers: equal verdicts about every object, and equal field paths except for the cases
// of differences.yaml.

import { readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import { expect, it, describe as suite } from 'vitest';
import { isAsked, readAnswers, SERVERS, type Server } from './answers.mjs';
import { compare, type Difference, judgeAll, optionsOf } from './compare.js';
import type { Answer } from './judge.mjs';
import { describe } from './mutation.mjs';
import { type Case, makeCases } from './mutations.mjs';

interface Listed {
  readonly reason: string;
  readonly servers: readonly string[];
  readonly cases: Readonly<Record<string, string>>;
}

const LISTED = load(readFileSync(new URL('./differences.yaml', import.meta.url), 'utf8')) as readonly Listed[];
const SHARE_OF_PATHS = 0.99;

const cases = makeCases();

suite.each(SERVERS.map((server) => [server.name, server] as const))('the API server %s', (_, server) => {
  const answers = readAnswers(server);
  const asked = cases.filter((one) => isAsked(server, one));
  const options = optionsOf(server);
  const differences = new Map<string, Difference>();
  for (const [index, ours] of judgeAll(
    asked.map(({ text }) => text),
    options,
  ).entries()) {
    const { id } = asked[index] as Case;
    const difference = compare(answers.get(id) as Answer, ours);
    if (difference !== undefined) differences.set(id, difference);
  }
  const ofKind = (kind: Difference['kind']) => asked.filter(({ id }) => differences.get(id)?.kind === kind);

  it('was asked about many objects of every kind that it serves', () => {
    expect(asked.length).toBeGreaterThan(server.every === 1 ? 10_000 : 1000);
    const judged = asked.filter(({ id }) => answers.get(id)?.code !== 0);
    const kinds = ['Pod', 'ResourceClaim', 'ResourceClaimTemplate', 'ResourceSlice', 'DeviceClass', 'ResourceQuota'];
    expect([...new Set(judged.map(({ kind }) => kind))]).toEqual(expect.arrayContaining(kinds));
  });

  it('takes and rejects the same objects', () => {
    expect(ofKind('verdict').map(told)).toEqual([]);
  });

  it('names the same fields, but for listed differences', () => {
    const listed = listedFor(server);
    const found = ofKind('paths');
    expect(found.filter(({ id }) => !listed.has(id)).map((one) => [told(one), differences.get(one.id)])).toEqual([]);
    expect(found.length).toBeLessThanOrEqual(asked.length * (1 - SHARE_OF_PATHS));
    expect([...listed].filter((id) => !differences.has(id))).toEqual([]);
  });
});

/** The cases of a server with expected differences in fields. */
function listedFor({ name }: Server): ReadonlySet<string> {
  return new Set(LISTED.filter(({ servers }) => servers.includes(name)).flatMap(({ cases }) => Object.keys(cases)));
}

function told({ id, base, steps }: Case): string {
  return `${id} ${base.name}: ${describe(steps)}`;
}
