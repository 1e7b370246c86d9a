import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { playgroundExamples } from '../../../../scripts/playground-examples.mjs';
import { observedSearch, referenceKernel, type SearchTurn } from '../../../../src/allocator/kernel/reference.js';
import { Session } from '../../../../src/apps/playground/answer/session.js';
import type { SearchTrace } from '../../../../src/apps/playground/protocol.js';
import { withSelections } from '../../../../src/apps/playground/search/bounds-report.js';
import { inOneGo } from '../../../../src/core/base/incremental.js';
import { platform } from '../../../../src/platform/node.js';
import { problemArbitrary } from '../../../support/problems.js';

const session = new Session(platform);
const examples = playgroundExamples();
const search = (id: string, group: string): Promise<SearchTrace | { readonly refused: string }> =>
  session.reply({ ask: 'search', text: examples.get(id) as string, semantics: { devicesOnly: false }, group }) as Promise<SearchTrace>;

test('the search goes back to its first selection where that takes too much of a counter', async () => {
  const trace = (await search('backtracking', 'claim default/test-claim-1')) as SearchTrace;
  expect(trace.result).toBe('found the first combination of devices that works');
  const kinds = trace.events.map(({ kind }) => kind);
  const picks = kinds.filter((kind) => kind === 'pick').length;
  const undone = kinds.filter((kind) => kind === 'undo').length;
  expect(picks - undone).toBe(7);
  expect(undone).toBeGreaterThan(0);
  expect(trace.events.some(({ saves }) => saves !== undefined)).toBe(true);
  expect(trace.plainSteps).toBeGreaterThan(trace.boundedSteps as number);
});

test('a first fit has nothing to take back', async () => {
  const trace = (await search('eks', 'pod default/trainer-0')) as SearchTrace;
  expect(trace.events.filter(({ kind }) => kind === 'undo')).toEqual([]);
  expect(trace.events.filter(({ kind }) => kind === 'pick').map(({ device }) => device)).toEqual(['gpu-0', 'pci-0000-10-1b-0']);
});

test('what cannot be searched is said', async () => {
  expect(await search('eks', 'pod default/nobody')).toEqual({ refused: 'no pending pod default/nobody' });
});

test('an observed search has the answer of one that is not, and its selections are those that were not taken back', () => {
  fc.assert(
    fc.property(problemArbitrary, (problem) => {
      const turns: SearchTurn[] = [];
      const observed = observedSearch(problem, 5000, (turn) => turns.push(turn));
      expect(observed).toEqual(inOneGo(referenceKernel.start(problem, 5000)).run(1));
      const open: { readonly slot: number; readonly device: number }[] = [];
      for (const turn of turns) {
        if (turn.kind === 'pick') open.push({ slot: turn.slot, device: turn.device });
        if (turn.kind === 'undo') expect(open.pop()).toEqual({ slot: turn.slot, device: turn.device });
      }
      if (observed.kind === 'found') expect(open).toEqual(observed.selections);
    }),
  );
});

test('a problem with the selections of a solution has that solution', () => {
  fc.assert(
    fc.property(problemArbitrary, fc.nat(), (problem, seed) => {
      const found = inOneGo(referenceKernel.start(problem, 5000)).run(1);
      if (found?.kind !== 'found') return;
      const first = found.selections.slice(0, seed % (found.selections.length + 1));
      const left = inOneGo(referenceKernel.start(withSelections(problem, first), 50_000)).run(1);
      expect(left).toMatchObject({ kind: 'found', selections: found.selections });
    }),
  );
});
