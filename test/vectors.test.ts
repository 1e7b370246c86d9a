// Every stored case of the reference through the public interface. The lists below are strict: a case that is listed and passes
// fails the build, so that the lists stay true.

import { describe, expect, it } from 'vitest';
import { ask, expected, loadCases } from './support/cases.js';

const COUNTERS = 'counters of partitionable devices';
const SHARED = 'shared devices and consumable capacity';

/** Features that this version does not have yet. Such a case must say so, and never answer otherwise. */
const NOT_YET: Readonly<Record<string, string>> = {
  '140436-constraint': COUNTERS,
  '140436-taint': COUNTERS,
  '140729-admin-counters': COUNTERS,
  '140806-dropped-device': COUNTERS,
  'negative-other-counter': COUNTERS,
  'pool-names-accept': COUNTERS,
  'pool-names-reject': COUNTERS,
  'e5-negative-counter': COUNTERS,
  'e5b-negative-counter-bound': COUNTERS,
  'e5c-negative-twins': COUNTERS,
  '140436-shared': SHARED,
  'admin-shared-twice': SHARED,
  'all-capacity-consumed': SHARED,
  'all-capacity-too-small': SHARED,
  'shared-after-dedicated-counters': SHARED,
  'shared-no-capacity-counters': SHARED,
  'shared-no-capacity-same-request': SHARED,
  'e3-shared-twins': SHARED,
  'e7-memo-without-share-marker': SHARED,
  'e9-matching-shared': SHARED,
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
      } else {
        it(`${name}${input.comment === undefined ? '' : `: ${input.comment}`}`, async () => {
          const got = await ask(input, node);
          if (wanted.kind === 'error') expect(got).toMatchObject({ kind: wanted.kind, code: wanted.code, nodeLocal: wanted.nodeLocal });
          // Plain search decides as often as the reference calls itself.
          else expect(got).toMatchObject({ ...wanted, steps: answer.steps });
        });
      }
    }
  }
});
