// Every stored case of the reference through the public interface.

import { describe, expect, it } from 'vitest';
import { ask, expected, loadCases } from './support/cases.js';
import { bounded, release } from './support/kernels.js';

const withBounds = await bounded();

describe.each(['semantics', 'search'])('%s', (folder) => {
  for (const { name, input, answers } of loadCases(folder)) {
    for (const node of input.nodes) {
      const answer = answers[node.metadata.name];
      if (answer === undefined) throw new Error(`${name} has no answer for node ${node.metadata.name}`);
      const wanted = expected(answer);
      it(`${name}${input.comment === undefined ? '' : `: ${input.comment}`}`, () => {
        for (const kernel of [release, withBounds]) {
          const got = ask(input, node, kernel);
          if (wanted.kind === 'error') expect(got).toMatchObject({ kind: wanted.kind, code: wanted.code, nodeLocal: wanted.nodeLocal });
          // Plain search decides as often as the reference calls itself.
          else expect(got).toMatchObject(kernel === release ? { ...wanted, steps: answer.steps } : wanted);
        }
      });
    }
  }
});
