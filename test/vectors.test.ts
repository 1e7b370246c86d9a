// Every stored case of the reference through the public interface. The lists below are strict: a case that is listed and passes
// fails the build, so that the lists stay true.

import { describe, expect, it } from 'vitest';
import { ask, expected, loadCases } from './support/cases.js';

/** Features that this version does not have yet. Such a case must say so, and never answer otherwise. */
const NOT_YET: Readonly<Record<string, string>> = {};

/** The reference chose another implementation than the experimental one, whose answers are ours whatever the gates. */
const OTHER_IMPLEMENTATION: Readonly<Record<string, string>> = {
  'distinct-gates-stable': 'the stable implementation does not know distinctAttribute',
};

describe.each(['semantics', 'search'])('%s', (folder) => {
  for (const { name, input, answers } of loadCases(folder)) {
    const reason = NOT_YET[name];
    for (const node of input.nodes) {
      const answer = answers[node.metadata.name];
      if (answer === undefined) throw new Error(`${name} has no answer for node ${node.metadata.name}`);
      const wanted = expected(answer);
      if (reason !== undefined) {
        it(`${name} says that it is not supported yet: ${reason}`, async () => {
          expect(await ask(input, node)).toMatchObject({ kind: 'error', code: 'unsupported-feature' });
        });
      } else if (OTHER_IMPLEMENTATION[name] !== undefined) {
        it(`${name} differs, since ${OTHER_IMPLEMENTATION[name]}`, async () => {
          expect(await ask(input, node)).not.toMatchObject(wanted);
        });
      } else {
        it(`${name}${input.comment === undefined ? '' : `: ${input.comment}`}`, async () => {
          const got = await ask(input, node);
          if (wanted.kind === 'error') expect(got).toMatchObject({ kind: wanted.kind, code: wanted.code, nodeLocal: wanted.nodeLocal });
          else expect(got).toMatchObject(wanted);
        });
      }
    }
  }
});
