// Tests generated expressions of each library without a device against responses of the reference: values, errors, rejections and costs.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Answer, answerOf } from '../answer.js';

interface Case extends Answer {
  readonly library: string;
  readonly expression: string;
}

const [, ...lines] = readFileSync(new URL('../library-vectors.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n');
const cases = lines.map((line) => JSON.parse(line) as Case);

describe.each([...new Set(cases.map(({ library }) => library))])('the library of %s', (library) => {
  const own = cases.filter((one) => one.library === library);

  it('has answers of every kind', () => {
    for (const kind of ['value', 'error', 'refused'] as const)
      expect(own.filter((one) => one[kind] !== undefined).length).toBeGreaterThan(0);
  });

  it('answers as the reference', () => {
    const others = own
      .map(({ library: _, expression, ...wanted }) => ({ expression, wanted, got: answerOf(expression) }))
      .filter(({ wanted, got }) => JSON.stringify(sorted(wanted)) !== JSON.stringify(sorted(got)));
    expect(others.slice(0, 10)).toEqual([]);
  });
});

function sorted({ refused, value, error, cost }: Answer): Answer {
  return refused === undefined ? { ...(value === undefined ? { error: error ?? '' } : { value }), cost: cost ?? -1 } : { refused };
}
