// The commands answer about whole pods as the recorded scheduler did: the feasible nodes, and the message of a rejection.

import { describe, expect, test } from 'vitest';
import { runProgram } from '../../apps/cli/run-program.js';
import { type Answer, comparable, readAnswers } from './answers.mjs';
import { nodesFor } from './ask-command.js';
import { KUBERNETES_VERSION } from './build.mjs';
import { compareAll } from './compare.js';
import { readScenarios } from './scenario.mjs';
import { type Question, wordsOfFilters } from './whole-pods.js';

/** Inputs for which the command has a different message, with the reason. */
const OWN_WORDS: ReadonlyMap<string, string> = new Map([
  ['pods/no-nodes', 'The command says that the input has no node, and how to name one.'],
  ['pods/devices-missing-class', 'A class that is not there is a mistake in the input, with an exit code of its own.'],
  ['pods/unknown-class-beside-error', 'A class that is not there is a mistake in the input, with an exit code of its own.'],
]);

const scenarios = readScenarios().filter(({ name, wholePods, differs }) => wholePods && differs === undefined && !OWN_WORDS.has(name));
const compared = await compareAll(scenarios, new Map(Object.entries(readAnswers())));

/**
 * The expected line about a rejected pod. For an error it has only the error. It is empty if another component rejected the pod, or without a
 * message.
 */
function wordsIn(answer: Answer): readonly string[] {
  const error = errorIn(answer);
  if (error !== undefined) return [error];
  const [, reason, message = ''] = ('refused' in answer && /^(\w+): (.*)$/s.exec(answer.refused)) || [];
  if (reason !== 'Unschedulable' && reason !== 'SchedulerError') return [''];
  // Without pods of lower priority, the command leaves out the part about preemption.
  return [wordsOfFilters(message), message].map((words) => `error: pod ${answer.pod}: ${words}\n`);
}

/** The message of an error that ends the attempt of the scheduler. Undefined: there is no error. */
function errorIn(answer: Answer): string | undefined {
  return 'refused' in answer ? /^SchedulerError: running "DynamicResources" filter plugin: (.*)$/s.exec(answer.refused)?.[1] : undefined;
}

/** The exit code for a pod without a node. An error that ended the attempt has a different code. */
const exitCodeOf = (answer: Answer): number => (errorIn(answer) === undefined ? 1 : 3);

/** Runs `allocate` for the claims of the pod, on its node or on all nodes. */
async function allocateFor({ answer, pod, objects }: Question, release: readonly string[]) {
  const input = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [...objects, pod] });
  const node = 'node' in answer ? ['--node', answer.node] : [];
  const { code, out, err } = await runProgram(
    ['allocate', `pod/${pod.metadata.name}`, '-f', '-', '-o', 'json', ...node, ...release],
    input,
  );
  const given = out === '' ? {} : JSON.parse(out);
  const claims: readonly Allocated[] = 'kind' in given && given.kind !== 'List' ? [given] : (given.items ?? []);
  return { code, err, claims };
}

/** A claim as the command prints it. */
interface Allocated {
  readonly status?: { readonly allocation?: object };
}

/** Allocations in sorted order, as their order has no meaning. */
const inOrder = (allocations: readonly unknown[]): readonly string[] => allocations.map((one) => JSON.stringify(one)).sort();

describe.each(scenarios)('$name', ({ name, gates, otherScores }) => {
  test('is what the command allocates', async () => {
    const release = gates === 'default' ? ['--kubernetes-version', KUBERNETES_VERSION] : [];
    for (const question of compared.get(name)?.questions ?? []) {
      const { answer } = question;
      if ('node' in answer && !answer.tried) continue;
      const { code, err, claims } = await allocateFor(question, release);
      if ('node' in answer) {
        const ours = claims.flatMap(({ status }) => (status?.allocation === undefined ? [] : [comparable(status.allocation)]));
        expect([code, inOrder(ours)], `pod ${answer.pod}: ${err}`).toEqual([0, inOrder(answer.allocations)]);
      } else {
        expect(code, `pod ${answer.pod}`).toBe(exitCodeOf(answer));
        expect(
          wordsIn(answer).some((words) => err.includes(words)),
          err,
        ).toBe(true);
      }
    }
  });

  test('is answered by the command as it was by the scheduler', async () => {
    const release = gates === 'default' ? ['--kubernetes-version', KUBERNETES_VERSION] : [];
    for (const question of compared.get(name)?.questions ?? []) {
      const { answer } = question;
      if ('node' in answer && !answer.tried) continue;
      const { code, err, nodes } = await nodesFor(question, release);
      const fitting = nodes.filter(({ fits }) => fits);
      if ('node' in answer) {
        const best = Math.max(...fitting.map(({ score = 0 }) => score));
        const good = fitting.filter(({ score }) => otherScores || score === best).map(({ node }) => node);
        expect([code, good]).toEqual([0, expect.arrayContaining([answer.node])]);
      } else {
        expect([code, fitting], `pod ${answer.pod}`).toEqual([exitCodeOf(answer), []]);
        expect(
          wordsIn(answer).some((words) => err.includes(words)),
          err,
        ).toBe(true);
      }
    }
  });
});
